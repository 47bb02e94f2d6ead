"""Between Inspect and the examiner: replies in task states, marks in scores."""

from collections.abc import Iterable
from typing import Any

from inspect_ai.scorer import Score
from inspect_ai.solver import TaskState

from kokushi_inspect.exam import Mark, Question, Reading
from scorers.reading import read_reply

NO_REPLY = "no_reply"
"""Key in the metadata of a model output: there is no reply at all, not even an empty one."""


def question_of(state: TaskState) -> Question:
    """The question that a task state is about."""
    return Question.from_record(state.metadata)


def has_reply(state: TaskState) -> bool:
    """Whether the examinee was heard at all (a replayed file may lack the question)."""
    return not (state.output.metadata or {}).get(NO_REPLY)


def read_state(state: TaskState, question: Question) -> Reading:
    """Read the final reply of a task state; reasoning parts of the message are not its answer."""
    return read_reply(state.output.completion, question, str(state.output.stop_reason))


def marks_of(score: Score) -> list[Mark]:
    """The marks that a score carries in its metadata."""
    return [Mark.from_record(record) for record in _records(score.metadata or {})]


def _records(metadata: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return [metadata] if "question" in metadata and "unscored" not in metadata else []
