"""An OpenAI-compatible server: `/v1/chat/completions`, whole answers, no streaming."""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from servers.exchange import Answer, Fault, SentImage, SentRequest, SentResult, Stop
from servers.scripted_server import ScriptedServer

_DATA_URI = re.compile(r"data:([^;,]+);base64,(.*)", re.DOTALL)
_FINISH: dict[Stop, str] = {"stop": "stop", "length": "length", "refusal": "content_filter"}


class OpenAIServer(ScriptedServer):
    """What Inspect's `openai` and `openai-api` providers talk to.

    Reasoning travels as `reasoning_content` beside the content, as vLLM, SGLang and DeepSeek do.
    """

    completion_path = "/v1/chat/completions"

    @property
    def base_url(self) -> str:
        """The base URL that the provider needs."""
        return f"{self.origin}/v1"

    def read_request(
        self, path: str, headers: Mapping[str, str], body: dict[str, Any]
    ) -> SentRequest:
        """The request; a streamed one is an error."""
        if body.get("stream"):
            raise ValueError("this server does not stream")
        messages = body["messages"]
        system = [p for m in messages if m["role"] == "system" for p in _parts(m["content"])]
        user = [p for m in messages if m["role"] == "user" for p in _parts(m["content"])]
        return SentRequest(
            path=path,
            headers=headers,
            body=body,
            system="\n".join(part for part in system if isinstance(part, str)),
            content=tuple(user),
            results=tuple(
                SentResult(tuple(_parts(m["content"]))) for m in messages if m["role"] == "tool"
            ),
            replies=sum(m["role"] == "assistant" for m in messages),
        )

    def answer_body(self, answer: Answer, body: dict[str, Any]) -> tuple[str, bytes]:
        """A `chat.completion` object."""
        message: dict[str, Any] = {"role": "assistant", "content": answer.text}
        if answer.reasoning is not None:
            message["reasoning_content"] = answer.reasoning
        finish = _FINISH[answer.stop]
        if answer.calls:
            finish = "tool_calls" if answer.stop == "stop" else finish
            message["tool_calls"] = [
                {
                    "id": f"call_{uuid4().hex}",
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.json},
                }
                for call in answer.calls
            ]
        completion = {
            "id": "chatcmpl-local",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        return "application/json", json.dumps(completion, ensure_ascii=False).encode()

    def fault_body(self, fault: Fault) -> dict[str, Any]:
        """OpenAI's form of an error."""
        return {"error": {"message": fault.message, "type": "local_fault", "code": None}}


def _parts(content: str | Iterable[dict[str, Any]]) -> list[str | SentImage]:
    """The texts and images of a message's content, in their order."""
    if isinstance(content, str):
        return [content]
    return [_image(p) if p["type"] == "image_url" else p["text"] for p in content]


def _image(part: dict[str, Any]) -> SentImage:
    match = _DATA_URI.fullmatch(part["image_url"]["url"])
    if match is None:
        raise ValueError(f"an image that is no data URI: {part['image_url']['url'][:60]}")
    return SentImage(match[1], base64.b64decode(match[2], validate=True))
