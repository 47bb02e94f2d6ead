"""A threaded HTTP server on a free port of this machine; subclasses speak a provider's protocol."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, ClassVar, Self

from servers.exchange import Answer, Fault, Hangup, Said, Script, SentRequest


class ScriptedServer(ABC):
    """Answers completions by a script, and records every request in the order of arrival.

    Use it as a context manager: it serves inside the `with` block.

    Attributes:
        requests: The completions that were asked for.
        failures: What a test should never see: unknown paths, unreadable bodies, a script that
            raised. The client got status 400 for each, which no client repeats.
    """

    completion_path: ClassVar[str]

    def __init__(self, script: Script) -> None:
        self.requests: list[SentRequest] = []
        self.failures: list[str] = []
        self._script = script
        self._lock = Lock()
        self._http = _HTTPServer(("127.0.0.1", 0), _handler_for(self))
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def respond(
        self, path: str, headers: Mapping[str, str], content: bytes
    ) -> tuple[int, dict[str, str], bytes] | None:
        """Status, headers and body of the response to one POST; None for no response at all."""
        answer: Said
        body: dict[str, Any] = {}
        try:
            body = json.loads(content)
            if (aside := self.answer_aside(path.split("?")[0], body)) is not None:
                return 200, {"content-type": "application/json"}, _json(aside)
            if path.split("?")[0] != self.completion_path:
                raise LookupError(f"nothing is served at {path}")
            request = self.read_request(path, headers, body)
            with self._lock:
                self.requests.append(request)
            answer = self._script(request)
        except Exception as error:
            answer = Fault(400, f"{type(error).__name__}: {error}")
            with self._lock:
                self.failures.append(answer.message)
        if isinstance(answer, Hangup):
            return None
        if isinstance(answer, Fault):
            more = {"content-type": "application/json", **answer.headers}
            return answer.status, more, _json(self.fault_body(answer))
        media_type, text = self.answer_body(answer, body)
        return 200, {"content-type": media_type}, text

    def answer_aside(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """What the provider answers to requests that ask for no completion; not recorded."""
        return None

    @abstractmethod
    def read_request(
        self, path: str, headers: Mapping[str, str], body: dict[str, Any]
    ) -> SentRequest:
        """The request in a form that does not depend on the provider."""

    @abstractmethod
    def answer_body(self, answer: Answer, body: dict[str, Any]) -> tuple[str, bytes]:
        """Media type and content of the response to a request body."""

    @abstractmethod
    def fault_body(self, fault: Fault) -> dict[str, Any]:
        """The provider's form of an error."""


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


class _HTTPServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def _handler_for(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # head and body go out in two writes; with Nagle's algorithm each answer waits 40 ms
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            response = server.respond(self.path, headers, content)
            if response is None:
                self.close_connection = True
                return
            status, more, body = response
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the record is `requests`."""

    return Handler
