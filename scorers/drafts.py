"""Marks what stands beside the final answer: a first look, the members of a panel, the cost."""

from collections.abc import Mapping
from typing import Any

from inspect_ai.scorer import Score
from inspect_ai.util import Store

from kokushi_inspect.exam import Question, Reading
from scorers.marked import COST, FIRST_LOOK, MEMBERS
from scorers.marking import mark
from scorers.reading import read_reply
from scorers.voting import count_votes


def add_drafts(given: Score, store: Store, questions: list[Question]) -> Score:
    """A score with the marks of the drafts that the solver left in the sample's store.

    Its metadata gains `first_look` (a draft mark: status, read, correct, counted), `members` (one
    such mark each), `vote` (the mark of the members' vote), `agreement` (share of the members that
    gave its answer) and `cost` (calls, turns, tokens, and the questions that they were for). Each
    is there only when the solver left it; drafts of questions that are not scored are not marked.

    Args:
        given: The score of the final answer.
        store: The store of the sample.
        questions: The questions of the sample.
    """
    more: dict[str, Any] = {}
    if len(questions) == 1 and questions[0].scored:
        more |= _mark_first_look(store, questions[0]) | _mark_members(store, questions[0])
    if (cost := store.get(COST)) is not None:
        more["cost"] = {**cost, "questions": len(questions)}
    if not more:
        return given
    told = [given.explanation or "", *_explain(more)]
    return given.model_copy(
        update={
            "metadata": {**(given.metadata or {}), **more},
            "explanation": "\n\n".join(filter(None, told)),
        }
    )


def _mark_first_look(store: Store, question: Question) -> dict[str, Any]:
    reply: Mapping[str, str] | None = store.get(FIRST_LOOK)
    return {} if reply is None else {"first_look": _mark(question, _read(question, reply))}


def _mark_members(store: Store, question: Question) -> dict[str, Any]:
    replies: Mapping[str, Mapping[str, str]] = store.get(MEMBERS) or {}
    if not replies:
        return {}
    readings = {name: _read(question, reply) for name, reply in replies.items()}
    vote = count_votes(question, list(readings.values()))
    voted = Reading("answered" if vote.answer else "unreadable", vote.answer)
    return {
        "members": {name: _mark(question, reading) for name, reading in readings.items()},
        "vote": _mark(question, voted),
        "agreement": round(vote.agreement, 4),
    }


def _read(question: Question, reply: Mapping[str, str]) -> Reading:
    return read_reply(reply["text"], question, reply["stop"])


def _mark(question: Question, reading: Reading) -> dict[str, Any]:
    given = mark(question, reading)
    return {
        "status": given.status,
        "read": list(given.read),
        "correct": given.correct,
        "counted": given.counted,
    }


def _explain(more: Mapping[str, Any]) -> list[str]:
    lines = []
    if "first_look" in more:
        lines.append(f"first look: {_shown(more['first_look'])}")
    if "members" in more:
        lines += [f"- {name}: {_shown(draft)}" for name, draft in more["members"].items()]
        lines.append(f"- vote: {_shown(more['vote'])}, agreement {more['agreement']:.2f}")
    return ["\n".join(lines)] if lines else []


def _shown(draft: Mapping[str, Any]) -> str:
    read = "".join(draft["read"]).replace("`", "'")[:80]
    result = "right" if draft["correct"] else "wrong"
    return f"`{read}` {result}" if read else f"{draft['status']}, {result}"
