"""A model that cannot be reached, or a server that is none: a plain sentence and what to set."""

import socket
from threading import Event

import examinees
import httpx
import openai
import pytest
from probing_locally import KEY, Probed, kokushi_probe, probe_server
from servers.anthropic_server import AnthropicServer
from servers.exchange import Answer, Said, SentRequest
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer

from kokushi_inspect.probe.provider_error import understand

BOTH = pytest.mark.parametrize("kind", [OpenAIServer, AnthropicServer])
PAGE = b"<!DOCTYPE html><html><body>Please log in</body></html>"


class OpenAIPage(OpenAIServer):
    """A web server where the model's was expected."""

    def respond(self, *_: object) -> tuple[int, dict[str, str], bytes]:
        return 200, {"content-type": "text/html"}, PAGE


class AnthropicPage(AnthropicServer):
    """The same for Anthropic's protocol."""

    def respond(self, *_: object) -> tuple[int, dict[str, str], bytes]:
        return 200, {"content-type": "text/html"}, PAGE


def only_the_answer_failed(probed: Probed) -> bool:
    outcomes = [f["outcome"] for f in probed.record["findings"]]
    return outcomes == ["failure", *["not checked"] * 8] and probed.code == 1


@BOTH
def test_a_refused_key_is_named_and_never_shown(kind: type[ScriptedServer]) -> None:
    with kind(examinees.failing(401, f"Incorrect API key provided: {KEY}")) as server:
        probed = probe_server(server)
        assert len(server.requests) == 1
    assert only_the_answer_failed(probed)
    assert "the key is refused (status 401)" in probed.said("answer")
    assert "Incorrect API key provided: [key]" in probed.said("answer")
    assert KEY not in probed.stdout + probed.stderr


@BOTH
def test_an_unknown_model_is_told_from_an_unknown_path(kind: type[ScriptedServer]) -> None:
    with kind(examinees.failing(404, "The model `test` does not exist.")) as server:
        assert "does not know this model" in probe_server(server).said("answer")
    with kind(examinees.failing(404, "Not Found")) as server:
        assert "no such path" in probe_server(server).said("answer")


@pytest.mark.parametrize("kind", [OpenAIPage, AnthropicPage])
def test_a_web_page_is_not_taken_for_a_model(kind: type[ScriptedServer]) -> None:
    with kind(examinees.good) as server:
        probed = probe_server(server)
    assert only_the_answer_failed(probed)
    assert "--model-base-url" in probed.said("answer")


def test_a_dead_port_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://user:hunter2-hunter2@127.0.0.1:{port}/v1"
    words = ("--model", "openai-api/local/test", "--model-base-url", address, "--max-retries", "0")
    probed = kokushi_probe(*words, "--json")
    assert only_the_answer_failed(probed)
    assert "nothing answers at the address" in probed.said("answer")
    assert probed.record["base_url"] == f"http://127.0.0.1:{port}/v1"
    assert "hunter2" not in probed.stdout + probed.stderr


def test_a_server_that_never_answers_is_left_in_time() -> None:
    done = Event()

    def sleep(request: SentRequest) -> Said:
        done.wait(60)
        return Answer("A")

    with OpenAIServer(sleep) as server:
        probed = probe_server(server, "--attempt-timeout", "1")
        done.set()
    assert only_the_answer_failed(probed)
    assert "does not answer in time | attempt_timeout '1' exceeded" in probed.said("answer")


def test_control_characters_of_a_server_do_not_reach_the_terminal() -> None:
    with OpenAIServer(examinees.failing(400, "\x1b[31mno\x1b[0m\u202e such\x07 thing")) as server:
        words = ("--model", "openai-api/local/test", "--model-base-url", server.base_url)
        probed = kokushi_probe(*words)
    assert "no such thing" in probed.stdout
    assert not [c for c in probed.stdout if not (c.isprintable() or c == "\n")]


@pytest.mark.parametrize(
    ("status", "words", "kind"),
    [
        (400, "This model's maximum context length is 4096 tokens.", "context"),
        (400, "Unsupported parameter: temperature", "refused"),
        (403, "no access", "forbidden"),
        (422, "extra fields", "refused"),
        (429, "slow down", "rate_limit"),
        (500, "mmproj is missing", "server"),
        (502, "<html><h1>Bad gateway</h1></html>", "no_model_server"),
    ],
)
def test_a_status_and_its_words_tell_what_is_wrong(status: int, words: str, kind: str) -> None:
    request = httpx.Request("POST", "http://127.0.0.1/v1")
    response = httpx.Response(status, request=request)
    error = openai.APIStatusError(words, response=response, body=None)  # type: ignore[arg-type]
    assert understand(error).kind == kind


def test_the_sentence_for_a_silent_exception_is_its_name() -> None:
    assert understand(AssertionError()).words == "AssertionError"
