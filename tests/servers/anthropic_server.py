"""An Anthropic-compatible server: `/v1/messages`, streamed when the request demands it."""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import uuid4

from servers.exchange import Answer, Fault, SentImage, SentRequest, SentResult, Stop
from servers.scripted_server import ScriptedServer

_STOP: dict[Stop, str] = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}
_ERRORS = {400: "invalid_request_error", 401: "authentication_error", 429: "rate_limit_error"}


class AnthropicServer(ScriptedServer):
    """What Inspect's `anthropic` provider talks to; reasoning travels as a `thinking` block."""

    completion_path = "/v1/messages"

    def answer_aside(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """A count of tokens: Inspect asks for that of a thinking block."""
        return {"input_tokens": 1} if path == "/v1/messages/count_tokens" else None

    def read_request(
        self, path: str, headers: Mapping[str, str], body: dict[str, Any]
    ) -> SentRequest:
        """The request; `system` may be a text or a list of text blocks."""
        user = [
            block
            for message in body["messages"]
            if message["role"] == "user"
            for block in _blocks(message["content"])
        ]
        system = [part for part in _parts(body.get("system", "")) if isinstance(part, str)]
        return SentRequest(
            path=path,
            headers=headers,
            body=body,
            system="\n".join(system),
            content=tuple(_parts(b for b in user if b["type"] != "tool_result")),
            results=tuple(
                SentResult(tuple(_parts(b["content"])), b.get("is_error", False))
                for b in user
                if b["type"] == "tool_result"
            ),
            replies=sum(message["role"] == "assistant" for message in body["messages"]),
        )

    def answer_body(self, answer: Answer, body: dict[str, Any]) -> tuple[str, bytes]:
        """A `message` object, or the events of one."""
        blocks: list[dict[str, Any]] = []
        if answer.reasoning is not None:
            blocks.append(
                {"type": "thinking", "thinking": answer.reasoning, "signature": "bG9jYWw="}
            )
        if answer.text:
            blocks.append({"type": "text", "text": answer.text})
        for call in answer.calls:
            given = call.json if body.get("stream") else json.loads(call.json)
            id = f"toolu_{uuid4().hex}"
            blocks.append({"type": "tool_use", "id": id, "name": call.name, "input": given})
        stop = "tool_use" if answer.calls and answer.stop == "stop" else _STOP[answer.stop]
        message = {
            "id": "msg_local",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": blocks,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        if not body.get("stream"):
            return "application/json", json.dumps(message, ensure_ascii=False).encode()
        events = "".join(
            f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n"
            for event in _events(message)
        )
        return "text/event-stream", events.encode()

    def fault_body(self, fault: Fault) -> dict[str, Any]:
        """Anthropic's form of an error."""
        kind = _ERRORS.get(fault.status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": fault.message}}


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A finished message, arguments of calls as text, as the events in which it is streamed."""
    empty = {**message, "content": [], "stop_reason": None}
    yield {"type": "message_start", "message": empty}
    for index, block in enumerate(message["content"]):
        kind = block["type"]
        start = {**block, "input": {}}
        if kind != "tool_use":
            start = {key: value if key == "type" else "" for key, value in block.items()}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for delta in _deltas(kind, block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def _deltas(kind: str, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The content of a block in two pieces, so that joining them is exercised."""
    text = block["input" if kind == "tool_use" else kind]
    delta, key = ("input_json", "partial_json") if kind == "tool_use" else (kind, kind)
    half = len(text) // 2
    yield {"type": f"{delta}_delta", key: text[:half]}
    yield {"type": f"{delta}_delta", key: text[half:]}
    if kind == "thinking":
        yield {"type": "signature_delta", "signature": block["signature"]}


def _blocks(content: str | Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """The blocks of a message's content, which may be a plain text."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _parts(content: str | Iterable[dict[str, Any]]) -> list[str | SentImage]:
    """The texts and images of a content, in their order."""
    return [_image(b) if b["type"] == "image" else b["text"] for b in _blocks(content)]


def _image(part: dict[str, Any]) -> SentImage:
    source = part["source"]
    if source["type"] != "base64":
        raise ValueError(f"an image by {source['type']}, expected base64")
    return SentImage(source["media_type"], base64.b64decode(source["data"], validate=True))
