"""A reading held against a key."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from kokushi_inspect.exam.reading import Status


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one reply to one question.

    Attributes:
        question: Id of the question.
        status: How the reply was read.
        read: What was read: labels, or the number or text as a tuple of one.
        correct: Whether it is an accepted answer.
        counted: Whether the question counts for this examinee; False only for a wrong answer to
            a question that is excluded unless right.
        points: Points that the question is worth.
        earned: Points that the reply earned; there is no partial credit.
        forbidden: Whether a forbidden option was chosen.
        counts_in: Names of the criteria that the points count toward.
        section: Booklet of the question.
        kind: Kind of the question.
        scenario: Cluster of the question.
        has_figure: Whether the question has a figure.
        subject: Subject of the question as the source writes it, empty when it names none.
        epoch: Which repetition of the run this is, from 1.
    """

    question: str
    status: Status
    read: tuple[str, ...]
    correct: bool
    counted: bool
    points: int
    earned: int
    forbidden: bool
    counts_in: tuple[str, ...]
    section: str
    kind: str
    scenario: str
    has_figure: bool
    subject: str = ""
    epoch: int = 1

    def to_record(self) -> dict[str, Any]:
        """The mark as plain JSON values, for a score's metadata."""
        return {
            "question": self.question,
            "correct": self.correct,
            "status": self.status,
            "read": list(self.read),
            "points": self.points,
            "earned": self.earned,
            "forbidden": self.forbidden,
            "counted": self.counted,
            "section": self.section,
            "kind": self.kind,
            "scenario": self.scenario,
            "has_figure": self.has_figure,
            "subject": self.subject,
            "counts_in": list(self.counts_in),
            "epoch": self.epoch,
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The mark behind a record of `to_record`."""
        return cls(
            question=record["question"],
            status=record["status"],
            read=tuple(record["read"]),
            correct=record["correct"],
            counted=record["counted"],
            points=record["points"],
            earned=record["earned"],
            forbidden=record["forbidden"],
            counts_in=tuple(record["counts_in"]),
            section=record["section"],
            kind=record["kind"],
            scenario=record["scenario"],
            has_figure=record["has_figure"],
            subject=record["subject"],
            epoch=record["epoch"],
        )
