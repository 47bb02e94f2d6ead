"""The local servers themselves: what they record, and what they refuse."""

import base64
import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from servers.anthropic_server import AnthropicServer
from servers.exchange import Answer, Fault, SentImage, SentRequest, by_question
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer

FIGURE = SentImage("image/png", b"\x89PNG figure")
FIGURE_BASE64 = base64.b64encode(FIGURE.content).decode()

OPENAI_BODY: dict[str, Any] = {
    "model": "local",
    "messages": [
        {"role": "system", "content": "Answer."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Which?"},
                {
                    "type": "image_url",
                    "image_url": {"url": f"data:image/png;base64,{FIGURE_BASE64}"},
                },
                {"type": "text", "text": "Now."},
            ],
        },
    ],
}

ANTHROPIC_BODY: dict[str, Any] = {
    "model": "local",
    "system": [{"type": "text", "text": "Answer."}],
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Which?"},
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": FIGURE_BASE64},
                },
                {"type": "text", "text": "Now."},
            ],
        },
    ],
}

SERVERS = [
    pytest.param(OpenAIServer, OPENAI_BODY, id="openai"),
    pytest.param(AnthropicServer, ANTHROPIC_BODY, id="anthropic"),
]


def post(server: ScriptedServer, body: Any, path: str | None = None) -> tuple[int, str]:
    """Status and text of the response to one POST."""
    url = server.origin + (path or server.completion_path)
    request = Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=10) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def say(text: str) -> Any:
    return lambda request: Answer(text)


@pytest.mark.parametrize(("kind", "body"), SERVERS)
def test_request_is_recorded_in_a_form_without_provider(
    kind: type[ScriptedServer], body: dict[str, Any]
) -> None:
    with kind(say("a")) as server:
        post(server, body)
    (request,) = server.requests
    assert (request.system, request.content) == ("Answer.", ("Which?", FIGURE, "Now."))


@pytest.mark.parametrize(("kind", "body"), SERVERS)
def test_text_content_may_be_a_plain_string(
    kind: type[ScriptedServer], body: dict[str, Any]
) -> None:
    with kind(say("a")) as server:
        post(server, {**body, "messages": [{"role": "user", "content": "Which?"}]})
    assert server.requests[0].texts == ("Which?",)


@pytest.mark.parametrize(("kind", "body"), SERVERS)
def test_answer_is_in_the_response(kind: type[ScriptedServer], body: dict[str, Any]) -> None:
    with kind(say("答え：a")) as server:
        status, text = post(server, body)
    assert (status, "答え：a" in text) == (200, True)


@pytest.mark.parametrize(("kind", "body"), SERVERS)
def test_fault_has_its_status_and_is_no_failure(
    kind: type[ScriptedServer], body: dict[str, Any]
) -> None:
    with kind(lambda request: Fault(429, "slow down", {"retry-after": "1"})) as server:
        status, text = post(server, body)
    assert (status, "slow down" in text, server.failures) == (429, True, [])


@pytest.mark.parametrize(("kind", "body"), SERVERS)
def test_unknown_path_is_a_failure(kind: type[ScriptedServer], body: dict[str, Any]) -> None:
    with kind(say("a")) as server:
        status, _ = post(server, body, "/v1/elsewhere")
    assert (status, server.failures) == (400, ["LookupError: nothing is served at /v1/elsewhere"])


@pytest.mark.parametrize(("kind", "body"), SERVERS)
def test_question_without_an_answer_is_a_failure(
    kind: type[ScriptedServer], body: dict[str, Any]
) -> None:
    with kind(by_question({"A1": "Who?"}, {"A1": Answer("a")})) as server:
        status, _ = post(server, body)
    assert (status, len(server.failures)) == (400, 1)


def test_openai_server_refuses_to_stream() -> None:
    with OpenAIServer(say("a")) as server:
        status, _ = post(server, {**OPENAI_BODY, "stream": True})
    assert (status, server.failures) == (400, ["ValueError: this server does not stream"])


def test_openai_server_sends_reasoning_beside_no_content() -> None:
    with OpenAIServer(lambda request: Answer(None, reasoning="a?")) as server:
        _, text = post(server, OPENAI_BODY)
    message = json.loads(text)["choices"][0]["message"]
    assert message == {"role": "assistant", "content": None, "reasoning_content": "a?"}


def test_anthropic_server_streams_the_pieces_of_each_block() -> None:
    with AnthropicServer(lambda request: Answer("abcd", reasoning="wxyz")) as server:
        _, text = post(server, {**ANTHROPIC_BODY, "stream": True})
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    assert [delta.get("thinking") or delta.get("text") for delta in deltas] == [
        *("wx", "yz"),
        None,
        *("ab", "cd"),
    ]


def test_longest_text_decides_which_question_is_asked() -> None:
    script = by_question(
        {"A1": "Which?", "A2": "Which? Now"}, {"A1": Answer("a"), "A2": Answer("b")}
    )
    request = SentRequest("/", {}, {}, "", ("Which? Now, please.",))
    assert script(request) == Answer("b")
