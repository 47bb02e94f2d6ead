"""Local servers that speak the batch protocols of OpenAI and Anthropic."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Self

from servers.anthropic_server import AnthropicServer
from servers.exchange import Script, SentRequest
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer

LOOKS = 2
"""How often a client has to look at a batch until it is complete."""


class BatchServer(ABC):
    """Answers the requests of batches by a script; a request outside a batch is a failure.

    Args:
        script: Says what the model answers.
        expired: Numbers of the requests, from 0 in the order of arrival, that expire.

    Attributes:
        sizes: Number of requests of each batch.
        failures: What a test should never see.
    """

    def __init__(self, inner: ScriptedServer, expired: Sequence[int] = ()) -> None:
        self.sizes: list[int] = []
        self._inner = inner
        self._outside: list[str] = []
        self._expired = set(expired)
        self._lock = Lock()
        self._looks: dict[str, int] = {}
        self._lines: dict[str, list[dict[str, Any]]] = {}
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def requests(self) -> list[SentRequest]:
        """The completions that were asked for, all in batches."""
        return self._inner.requests

    @property
    def failures(self) -> list[str]:
        return [*self._inner.failures, *self._outside]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def respond(self, method: str, path: str, content: bytes) -> tuple[int, bytes]:
        """Status and body of the response to a request."""
        with self._lock:
            answer = self.answer(method, path.split("?")[0], content)
            if answer is None:
                self._outside.append(f"{method} {path}")
                return 404, b'{"error": {"message": "this server knows batches only"}}'
        return 200, answer if isinstance(answer, bytes) else json.dumps(answer).encode()

    @abstractmethod
    def answer(self, method: str, path: str, content: bytes) -> dict[str, Any] | bytes | None:
        """The body of the response; None when nothing is served there."""

    def submit(self, requests: Sequence[tuple[str, dict[str, Any]]]) -> str:
        """Answer all requests of a batch, by their ids, and return the id of the batch."""
        batch = f"batch_{len(self.sizes)}"
        first = sum(self.sizes)
        self.sizes.append(len(requests))
        self._looks[batch] = 0
        self._lines[batch] = [
            self.expired_line(id)
            if first + place in self._expired
            else self.line(id, self._completion(body))
            for place, (id, body) in enumerate(requests)
        ]
        return batch

    def ready(self, batch: str) -> bool:
        """Whether a batch is complete, now that somebody looks once more."""
        self._looks[batch] += 1
        return self._looks[batch] >= LOOKS

    def lines(self, batch: str, failed: bool | None = None) -> bytes:
        """The results of a batch as JSON lines: all, or those that failed or did not."""
        chosen = [
            line
            for line in self._lines[batch]
            if failed is None or bool(line.get("error")) == failed
        ]
        return "".join(json.dumps(line) + "\n" for line in chosen).encode()

    @abstractmethod
    def line(self, id: str, completion: dict[str, Any]) -> dict[str, Any]:
        """The result of a request that was answered."""

    @abstractmethod
    def expired_line(self, id: str) -> dict[str, Any]:
        """The result of a request that was not answered in time."""

    def _completion(self, body: dict[str, Any]) -> dict[str, Any]:
        response = self._inner.respond(self._inner.completion_path, {}, json.dumps(body).encode())
        assert response is not None
        completion: dict[str, Any] = json.loads(response[2])
        return completion


class OpenAIBatchServer(BatchServer):
    """Files are uploaded, batches made of them, results downloaded as files."""

    def __init__(self, script: Script, expired: Sequence[int] = ()) -> None:
        super().__init__(OpenAIServer(script), expired)
        self._files: dict[str, bytes] = {}

    def answer(self, method: str, path: str, content: bytes) -> dict[str, Any] | bytes | None:
        if (method, path) == ("POST", "/v1/files"):
            id = f"file_{len(self._files)}"
            self._files[id] = _uploaded(content)
            head = {"id": id, "object": "file", "bytes": len(content), "created_at": 0}
            return {**head, "filename": "batch.jsonl", "purpose": "batch", "status": "processed"}
        if (method, path) == ("POST", "/v1/batches"):
            text = self._files[json.loads(content)["input_file_id"]].decode()
            records = [json.loads(line) for line in text.splitlines()]
            return self._batch(self.submit([(r["custom_id"], r["body"]) for r in records]), False)
        if match := re.fullmatch(r"/v1/batches/(\w+)", path):
            return self._batch(match[1], self.ready(match[1]))
        if match := re.fullmatch(r"/v1/files/(\w+)-(output|error)/content", path):
            return self.lines(match[1], failed=match[2] == "error")
        return None

    def line(self, id: str, completion: dict[str, Any]) -> dict[str, Any]:
        response = {"status_code": 200, "request_id": id, "body": completion}
        return {"id": id, "custom_id": id, "response": response, "error": None}

    def expired_line(self, id: str) -> dict[str, Any]:
        error = {"code": "batch_expired", "message": "not executed before the window ended"}
        return {"id": id, "custom_id": id, "response": None, "error": error}

    def _batch(self, id: str, ready: bool) -> dict[str, Any]:
        failed = len(self.lines(id, failed=True).splitlines())
        done = len(self._lines[id]) - failed
        counts = {"total": done + failed, "completed": done, "failed": failed}
        record: dict[str, Any] = {
            "id": id,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "completion_window": "24h",
            "created_at": 0,
            "input_file_id": "file",
            "status": "in_progress",
        }
        if ready:
            record |= {
                "status": "expired" if failed else "completed",
                "request_counts": counts,
                "output_file_id": f"{id}-output",
            }
        return record | ({"error_file_id": f"{id}-error"} if ready and failed else {})


class AnthropicBatchServer(BatchServer):
    """Batches are sent in one request, results are streamed as JSON lines."""

    def __init__(self, script: Script, expired: Sequence[int] = ()) -> None:
        super().__init__(AnthropicServer(script), expired)

    def answer(self, method: str, path: str, content: bytes) -> dict[str, Any] | bytes | None:
        if (method, path) == ("POST", "/v1/messages/batches"):
            requests = json.loads(content)["requests"]
            id = self.submit([(r["custom_id"], r["params"]) for r in requests])
            return self._batch(id, False)
        if match := re.fullmatch(r"/v1/messages/batches/(\w+)", path):
            # the client looks once more before it takes the results
            return self._batch(match[1], self.ready(match[1]))
        if match := re.fullmatch(r"/v1/messages/batches/(\w+)/results", path):
            return self.lines(match[1])
        return None

    def line(self, id: str, completion: dict[str, Any]) -> dict[str, Any]:
        return {"custom_id": id, "result": {"type": "succeeded", "message": completion}}

    def expired_line(self, id: str) -> dict[str, Any]:
        return {"custom_id": id, "result": {"type": "expired"}}

    def _batch(self, id: str, ready: bool) -> dict[str, Any]:
        time = "2030-01-01T00:00:00Z"
        total = len(self._lines[id])
        expired = sum(line["result"]["type"] == "expired" for line in self._lines[id])
        counts = {"processing": 0 if ready else total, "canceled": 0, "errored": 0}
        return {
            "id": id,
            "type": "message_batch",
            "processing_status": "ended" if ready else "in_progress",
            "created_at": time,
            "expires_at": time,
            "ended_at": time if ready else None,
            "request_counts": {
                **counts,
                "succeeded": total - expired if ready else 0,
                "expired": expired if ready else 0,
            },
            "results_url": f"{self.origin}/v1/messages/batches/{id}/results" if ready else None,
        }


def _uploaded(content: bytes) -> bytes:
    """The file in a form that was sent in parts: what stands between an empty line and the end."""
    boundary = content.split(b"\r\n", 1)[0]
    for part in content.split(boundary):
        head, _, body = part.partition(b"\r\n\r\n")
        if b'name="file"' in head:
            return body.removesuffix(b"\r\n")
    raise LookupError("no file was sent")


def _handler_for(server: BatchServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("content-length", 0))))

        def _answer(self, content: bytes) -> None:
            status, body = server.respond(self.command, self.path, content)
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


BATCH_ENVIRONMENT: Mapping[type[BatchServer], tuple[str, str, str]] = {
    OpenAIBatchServer: ("OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1"),
    AnthropicBatchServer: ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", ""),
}
"""Variables of key and address of the provider that talks to a server, and its path."""
