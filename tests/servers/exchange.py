"""What passes between an examinee and a local server, whatever the provider's protocol."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Stop = Literal["stop", "length", "refusal"]
"""Why the model stopped: by itself, at its token limit, or at the provider's filter."""


@dataclass(frozen=True, slots=True)
class SentImage:
    """An image as it arrived: the media type that was declared, and the decoded bytes."""

    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class SentResult:
    """What a tool answered to a call, as it went back to the model.

    Attributes:
        content: Texts and images of the result, in their order.
        failed: Whether it is declared to be an error (OpenAI's form cannot say so).
    """

    content: tuple[str | SentImage, ...]
    failed: bool = False


@dataclass(frozen=True, slots=True)
class SentRequest:
    """One request for a completion.

    Attributes:
        path: Path of the URL.
        headers: Headers, names in lower case.
        body: The JSON body as it arrived.
        system: Text of the system message, empty when there is none.
        content: Texts and images of all user messages, in their order.
        results: What tools answered so far, in their order.
        replies: How many messages of the model the request repeats.
    """

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any] = field(repr=False)
    system: str
    content: tuple[str | SentImage, ...]
    results: tuple[SentResult, ...] = ()
    replies: int = 0

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that the user messages hold, in their order."""
        return tuple(part for part in self.content if isinstance(part, str))

    @property
    def images(self) -> tuple[SentImage, ...]:
        """The images that the user messages hold, in their order."""
        return tuple(part for part in self.content if isinstance(part, SentImage))


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of the model.

    Attributes:
        name: Name of the tool.
        arguments: The arguments; a text is sent as it is, as JSON that may be broken.
    """

    name: str
    arguments: Mapping[str, Any] | str

    @property
    def json(self) -> str:
        """The arguments as text."""
        if isinstance(self.arguments, str):
            return self.arguments
        return json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model is to say.

    Attributes:
        text: The visible reply; None when the message has no content at all.
        reasoning: Reasoning that the provider sends apart from the reply.
        stop: Why the model stopped; `stop` with calls means that it waits for their results.
        calls: Tools that it calls.
    """

    text: str | None
    reasoning: str | None = None
    stop: Stop = "stop"
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """An error that the provider returns instead of an answer.

    Attributes:
        status: Status code of the response, 400 or higher.
        message: The provider's words.
        headers: More headers (retry-after …).
    """

    status: int
    message: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hangup:
    """The provider closes the connection without a response."""


Said = Answer | Fault | Hangup
Script = Callable[[SentRequest], Said]
"""Decides what the model says to a request; called from several threads at once."""


def by_question(texts: Mapping[str, str], answers: Mapping[str, Said]) -> Script:
    """A script that knows a question by its text (the stem, or more of it) in the user's message.

    A request that holds no such text, or whose question has no answer, is a `LookupError`: the
    server refuses it and lists it among its failures.

    Args:
        texts: Text of each question, by id. Where one text holds another, the longest counts.
        answers: What to say, by id of the question.
    """
    longest_first = sorted(texts.items(), key=lambda item: len(item[1]), reverse=True)

    def script(request: SentRequest) -> Said:
        asked = "\n".join(request.texts)
        for question, text in longest_first:
            if text in asked:
                return answers[question]
        raise LookupError(f"no known question in: {asked[:80]}")

    return script
