"""A server that breaks: below the protocol of a provider, by plan, question by question."""

import json
import select
import socket
import struct
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Lock
from typing import Any

from servers.anthropic_server import AnthropicServer
from servers.exchange import Answer, Fault, Hangup, Said, SentRequest
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer


@dataclass(frozen=True, slots=True)
class Page:
    """A response that no model provider means to send: a proxy's page, half a JSON, nothing.

    Attributes:
        status: Status code.
        content: The body as it is.
        media_type: Its declared type.
    """

    status: int
    content: str
    media_type: str = "text/html"


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection is reset after half the body of this answer."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Silence:
    """The request is taken and never answered; the connection stays open until the client goes."""


@dataclass(frozen=True, slots=True)
class Drip:
    """The answer comes byte by byte, so slowly that it never ends before the client goes."""

    answer: Answer


Reply = Said | Page | Cut | Silence | Drip
Plan = Callable[[str, int], Reply]
"""What a question gets, by its id and by how often it was asked before."""


@dataclass
class Record:
    """What was asked and what was said, in the order of arrival; questions by id.

    Attributes:
        asked: The question of every request.
        answered: The question of every request that got a whole answer.
        failures: Requests that were not understood.
    """

    asked: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class FaultyServer(ScriptedServer):
    """Answers by a plan. Mixed into a server that speaks a provider's protocol.

    Args:
        stems: Text of each question by id, by which it is known.
        plan: What each question gets.

    Attributes:
        record: The record of the questions.
    """

    def __init__(self, stems: Mapping[str, str], plan: Plan) -> None:
        super().__init__(_never)
        self.record = Record()
        self._longest_first = sorted(stems.items(), key=lambda item: len(item[1]), reverse=True)
        self._plan = plan
        self._count: Counter[str] = Counter()
        self._counting = Lock()
        self._http.RequestHandlerClass = _handler_for(self)

    def repair(self, plan: Plan) -> None:
        """Go on by another plan, with a new record."""
        with self._counting:
            self._plan, self.record = plan, Record()
            self._count.clear()

    def reply(self, question: str) -> Reply:
        """What a question gets this time, noted in the record."""
        with self._counting:
            before = self._count[question]
            self._count[question] += 1
            self.record.asked.append(question)
        said = self._plan(question, before)
        if isinstance(said, Answer):
            with self._counting:
                self.record.answered.append(question)
        return said

    def question_of(self, request: SentRequest) -> str:
        """The question that a request asks; the longest known text in it counts."""
        asked = "\n".join(request.texts)
        for question, stem in self._longest_first:
            if stem in asked:
                return question
        raise LookupError(f"no known question in: {asked[:80]}")


class FaultyOpenAI(FaultyServer, OpenAIServer):
    """Breaks as an OpenAI-compatible server."""


class FaultyAnthropic(FaultyServer, AnthropicServer):
    """Breaks as an Anthropic-compatible server."""


def _never(request: SentRequest) -> Said:
    raise AssertionError("the plan answers, not the script")


def _handler_for(server: FaultyServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def handle(self) -> None:
            with suppress(ConnectionError):  # the client may be killed at any moment
                super().handle()

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("content-length", 0)))
            if not content:
                return
            body = json.loads(content)
            path = self.path.split("?")[0]
            if (aside := server.answer_aside(path, body)) is not None:
                return self._send(200, "application/json", json.dumps(aside).encode())
            try:
                request = server.read_request(path, dict(self.headers), body)
                said = server.reply(server.question_of(request))
            except Exception as error:
                server.record.failures.append(f"{type(error).__name__}: {error}")
                said = Fault(400, str(error))
            self._say(said, body)

        def _say(self, said: Reply, body: dict[str, Any]) -> None:
            match said:
                case Answer():
                    self._send(200, *server.answer_body(said, body))
                case Fault(status, _, headers):
                    text = json.dumps(server.fault_body(said)).encode()
                    self._send(status, "application/json", text, headers)
                case Page(status, content, media_type):
                    self._send(status, media_type, content.encode())
                case Cut(answer):
                    self._cut(*server.answer_body(answer, body))
                case Drip(answer):
                    self._drip(*server.answer_body(answer, body))
                case Silence():
                    self._wait_for_the_client_to_go()
                case Hangup():
                    self.close_connection = True

        def _send(
            self,
            status: int,
            media_type: str,
            content: bytes,
            more: Mapping[str, str] | None = None,
        ) -> None:
            self._head(status, media_type, len(content), more)
            self.wfile.write(content)

        def _head(
            self, status: int, media_type: str, length: int, more: Mapping[str, str] | None = None
        ) -> None:
            self.send_response(status)
            self.send_header("content-type", media_type)
            for name, value in (more or {}).items():
                self.send_header(name, value)
            self.send_header("content-length", str(length))
            self.end_headers()

        def _cut(self, media_type: str, content: bytes) -> None:
            self._head(200, media_type, len(content))
            self.wfile.write(content[: len(content) // 2])
            # closing with a linger of zero seconds sends a reset instead of an end
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True

        def _drip(self, media_type: str, content: bytes) -> None:
            self._head(200, media_type, len(content))
            for position in range(len(content) - 1):
                self.wfile.write(content[position : position + 1])
                if select.select([self.connection], [], [], 0.1)[0]:
                    break
            self._wait_for_the_client_to_go()

        def _wait_for_the_client_to_go(self) -> None:
            self.rfile.read(1)
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the record is kept apart."""

    return Handler
