"""Between Inspect and the examiner: questions and replies in samples, marks in scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score
from inspect_ai.solver import TaskState

from kokushi_inspect.exam import Mark, Question

NO_REPLY = "no_reply"
"""Key in the metadata of a model output: there is no reply at all, not even an empty one."""

REPLIES = "replies"
"""Key in a sample's store for the replies of a sample that asks several questions, by question id:
`{"text": …, "stop": …}`."""

FIRST_LOOK = "first_look"
"""Key in a sample's store for the answer before a second look: `{"text": …, "stop": …}`."""

MEMBERS = "members"
"""Key in a sample's store for the replies of a panel's members, by their names in their order:
`{"text": …, "stop": …, "model": …}`."""

COST = "cost"
"""Key in a sample's store for what its answers cost: `{"calls": …, "turns": …, "tokens": …}`."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question and the final reply to it.

    Attributes:
        question: The question.
        text: The reply, without the reasoning parts of its message.
        stop: Why it stopped, one of Inspect's stop reasons.
        heard: Whether there is a reply at all (a replayed file may lack one).
    """

    question: Question
    text: str
    stop: str
    heard: bool = True


def questions_of(metadata: Mapping[str, Any]) -> list[Question]:
    """The questions of a sample: one, or those of a scenario."""
    return [Question.from_record(record) for record in metadata.get("questions", [metadata])]


def question_of(state: TaskState) -> Question:
    """The question of a sample that asks a single one."""
    return Question.from_record(state.metadata)


def asks_scenario(metadata: Mapping[str, Any]) -> bool:
    """Whether a sample asks the questions of a scenario together."""
    return "questions" in metadata


def answers_of(
    metadata: Mapping[str, Any], output: ModelOutput, replies: Mapping[str, Any] | None
) -> list[Answered]:
    """The questions of a sample with their final replies.

    Args:
        metadata: Metadata of the sample.
        output: Final output of the sample; the reply when a single question is asked.
        replies: What the sample's store holds under `REPLIES`; the replies when several are.
    """
    questions = questions_of(metadata)
    if not asks_scenario(metadata):
        heard = not (output.metadata or {}).get(NO_REPLY)
        # a sample that is marked without any output was ended by a limit before the reply
        stop = "max_tokens" if output.empty else str(output.stop_reason)
        return [Answered(questions[0], reply_of(output), stop, heard)]
    return [
        Answered(question, reply["text"], reply["stop"])
        if (reply := (replies or {}).get(question.id)) is not None
        else Answered(question, "", "unknown", heard=False)
        for question in questions
    ]


def reply_of(output: ModelOutput) -> str:
    """The model's text, without the reasoning parts of its message.

    Empty where a provider refused the request (too long, filtered) and Inspect put the provider's
    message in the place of a reply: its words and numbers are not the examinee's.
    """
    if output.empty:
        return ""
    details = output.choices[0].stop_details
    refused = details is not None and details.explanation == output.completion
    # the model ran, for only that takes time, and yet was not charged for a single token
    too_long = output.stop_reason == "model_length" and output.usage is None
    if output.error or refused or (too_long and output.time is not None):
        return ""
    return output.completion


def mark_records(score: Score) -> list[dict[str, Any]]:
    """The records of the marks that a score carries; unscored questions have none."""
    metadata = score.metadata or {}
    records = metadata.get("marks", [metadata])
    return [record for record in records if "question" in record and "unscored" not in record]


def marks_of(score: Score) -> list[Mark]:
    """The marks that a score carries in its metadata; unscored questions have none."""
    return [Mark.from_record(record) for record in mark_records(score)]
