"""Candidates at a local server: they know the key, and a test says where they falter."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from threading import Lock
from typing import Any

from servers.exchange import Answer, Said, Script, SentRequest

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Turn:
    """A candidate's turn in a conversation.

    Attributes:
        question: Id of the question that was shown last.
        key: Its key as the answer sheet asks for it, empty when there is none.
        own: What the candidate said before in this conversation.
        told: Text of the last user message.
        system: Text of the system message.
        seen: How often this question came at this place of a conversation, counting this time.
    """

    question: str
    key: str
    own: tuple[str, ...]
    told: str
    system: str
    seen: int

    @property
    def sheet(self) -> str:
        """The key in the form that the system message asks for."""
        thinks = "「解答：」" in self.system
        return f"eが目を引くが、違う。\n解答：{self.key}" if thinks else self.key


def practice(*professions: str) -> dict[str, Row]:
    """The rows of practice exams, by profession and id."""
    folder = files("kokushi_inspect") / "sources" / "practice"
    return {
        f"{profession}/{row['id']}" if len(professions) > 1 else row["id"]: row
        for profession in professions
        for row in map(
            json.loads, (folder / profession / "questions.jsonl").read_text("utf-8").splitlines()
        )
    }


def key_of(row: Row) -> str:
    """The first accepted answer, run together; boxes behind the point are written with a point."""
    accepted = row.get("accept") or [row["answer"]]
    key = "".join(accepted[0])
    decimals = (row.get("numeric") or {}).get("decimals", 0)
    return f"{int(key[:-decimals])}.{key[-decimals:]}" if decimals and "." not in key else key


def candidate(rows: Mapping[str, Row], say: Callable[[Turn], Said | str]) -> Script:
    """A script that knows which question is asked, and leaves the reply to a function.

    Args:
        rows: Rows of question files, by id. A question is known by its stem and options.
        say: What the candidate says in a turn; a text is a reply.
    """
    longest_first = sorted(rows.items(), key=lambda item: len(item[1]["question"]), reverse=True)
    visits: dict[tuple[str, int, str], int] = {}
    lock = Lock()

    def script(request: SentRequest) -> Said:
        messages = [(m["role"], _text(m["content"])) for m in request.body["messages"]]
        told = [text for role, text in messages if role == "user"]
        own = tuple(text for role, text in messages if role == "assistant")
        for text in reversed(told):
            if (found := _question_in(text, longest_first)) is not None:
                break
        else:
            raise LookupError(f"no known question in: {told}")
        id, row = found
        with lock:
            visit = (id, len(own), told[-1])
            visits[visit] = visits.get(visit, 0) + 1
            turn = Turn(id, key_of(row), own, told[-1], request.system, visits[visit])
        said = say(turn)
        return Answer(said) if isinstance(said, str) else said

    return script


def _question_in(text: str, rows: list[tuple[str, Row]]) -> tuple[str, Row] | None:
    for id, row in rows:
        options = [option for option in row.get("choices", {}).values() if option]
        if row["question"] in text and all(option in text for option in options):
            return id, row
    return None


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content or [] if "text" in part)
