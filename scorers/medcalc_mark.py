"""The mark of one reply to one row of MedCalc-Bench."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from inspect_ai.scorer import Score

from kokushi_inspect.exam import Status
from scorers.error_kinds import ErrorKind


@dataclass(frozen=True, slots=True)
class CalculationMark:
    """A reading of a reply, held against the key of its row, by both protocols.

    Attributes:
        row: Row number, the id of the sample.
        status: How the reply was read.
        read: What was read: the number, day or age as text; empty when nothing was.
        correct: Whether the key accepts it: the headline.
        official_correct: What the benchmark's reference program says of the same text.
        error: How a value that was read is wrong; None when it is right or nothing was read.
        computable: Whether the row has a key; False for "N/A", which accepts only an abstention
            and which the reference program does not know.
        calculator: Calculator id.
        calculator_name: Its name.
        category: Category of the calculator.
        group: `equation` or `rule`.
        note: Id of the note, the cluster of the row.
        note_type: Where the note comes from.
        audit: What the external audit of v1.0 says of the key; None elsewhere.
    """

    row: str
    status: Status
    read: tuple[str, ...]
    correct: bool
    official_correct: bool
    error: ErrorKind | None
    computable: bool
    calculator: int
    calculator_name: str
    category: str
    group: str
    note: str
    note_type: str
    audit: str | None = None

    def to_record(self) -> dict[str, Any]:
        """The mark as plain JSON values, for a score's metadata."""
        return asdict(self) | {"read": list(self.read)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The mark behind a record of `to_record`."""
        values = {field.name: record[field.name] for field in fields(cls)}
        return cls(**values | {"read": tuple(record["read"])})


def mark_of(score: Score) -> CalculationMark | None:
    """The mark that a score carries in its metadata; None when it is unscored."""
    metadata = score.metadata or {}
    if "calculator" not in metadata or "unscored" in metadata:
        return None
    return CalculationMark.from_record(metadata)
