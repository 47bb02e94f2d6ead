"""Tool calls of the local servers: how they are sent, and how their results are recorded."""

import base64
import json
from http.client import RemoteDisconnected
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from servers.anthropic_server import AnthropicServer
from servers.exchange import Answer, Call, Hangup, SentImage, SentResult
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer

FIGURE = SentImage("image/png", b"\x89PNG part")
ASKED: dict[str, Any] = {"model": "local", "messages": [{"role": "user", "content": "Which?"}]}
LOOK = Answer("Let me see.", calls=(Call("look", {"at": "図"}), Call("look", '{"at": ')))


def post(server: ScriptedServer, body: dict[str, Any]) -> str:
    """The text of the response to one request for a completion."""
    url = server.origin + server.completion_path
    request = Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with build_opener(ProxyHandler({})).open(request, timeout=10) as response:
        text: str = response.read().decode()
    return text


def test_openai_server_sends_arguments_as_they_are() -> None:
    with OpenAIServer(lambda request: LOOK) as server:
        (choice,) = json.loads(post(server, ASKED))["choices"]
    calls = choice["message"]["tool_calls"]
    assert [call["function"]["arguments"] for call in calls] == ['{"at": "図"}', '{"at": ']
    assert (choice["finish_reason"], len({call["id"] for call in calls})) == ("tool_calls", 2)


def test_anthropic_server_sends_arguments_as_an_object() -> None:
    answer = Answer(None, calls=(Call("look", {"at": "図"}),))
    with AnthropicServer(lambda request: answer) as server:
        message = json.loads(post(server, ASKED))
    (block,) = message["content"]
    assert (message["stop_reason"], block["name"], block["input"]) == (
        "tool_use",
        *("look", {"at": "図"}),
    )


def test_anthropic_server_streams_arguments_as_they_are() -> None:
    with AnthropicServer(lambda request: LOOK) as server:
        text = post(server, {**ASKED, "stream": True})
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    pieces = {1: "", 2: ""}
    for event in events:
        if event["type"] == "content_block_delta" and event["index"] in pieces:
            pieces[event["index"]] += event["delta"]["partial_json"]
    assert pieces == {1: '{"at": "図"}', 2: '{"at": '}


def test_results_of_tools_are_recorded_apart_from_the_user() -> None:
    data = base64.b64encode(FIGURE.content).decode()
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    result = {"type": "tool_result", "tool_use_id": "1", "is_error": True}
    said = [{**result, "content": [{"type": "text", "text": "here"}, image]}]
    turn = [{"role": "assistant", "content": "Let me see."}, {"role": "user", "content": said}]
    with AnthropicServer(lambda request: Answer("a")) as server:
        post(server, {**ASKED, "messages": [*ASKED["messages"], *turn]})
    (request,) = server.requests
    assert (request.results, request.replies) == ((SentResult(("here", FIGURE), True),), 1)
    assert request.content == ("Which?",)


def test_openai_server_records_results_of_tools() -> None:
    turn = [
        {"role": "assistant", "content": None},
        {"role": "tool", "tool_call_id": "1", "content": "here"},
    ]
    with OpenAIServer(lambda request: Answer("a")) as server:
        post(server, {**ASKED, "messages": [*ASKED["messages"], *turn]})
    (request,) = server.requests
    assert (request.results, request.replies) == ((SentResult(("here",)),), 1)


@pytest.mark.parametrize("kind", [OpenAIServer, AnthropicServer])
def test_hangup_is_no_response_and_no_failure(kind: type[ScriptedServer]) -> None:
    with kind(lambda request: Hangup()) as server:
        with pytest.raises(RemoteDisconnected):
            post(server, ASKED)
        assert (len(server.requests), server.failures) == (1, [])
