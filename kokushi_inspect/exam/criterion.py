"""A condition of passing, and which questions it is about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from kokushi_inspect.exam.question import Question


@dataclass(frozen=True, slots=True)
class Selector:
    """Which questions count toward something.

    Every condition that is given must hold; a selector without conditions takes every question.

    Attributes:
        sections: Names of the booklets, compared without regard to case.
        first: Lowest number in the booklet.
        last: Highest number in the booklet.
        kinds: Kinds of questions.
        roles: Roles that the source names.
        areas: Areas that the source names.
        subjects: Subjects that the source names.
    """

    sections: tuple[str, ...] = ()
    first: int | None = None
    last: int | None = None
    kinds: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()

    def takes(self, question: Question) -> bool:
        """Whether the question is among those selected."""
        number = question.number
        return (
            (not self.sections or question.section.lower() in {s.lower() for s in self.sections})
            and (self.first is None or (number is not None and number >= self.first))
            and (self.last is None or (number is not None and number <= self.last))
            and (not self.kinds or question.kind in self.kinds)
            and (not self.roles or question.role in self.roles)
            and (not self.areas or question.area in self.areas)
            and (not self.subjects or question.subject in self.subjects)
        )


@dataclass(frozen=True, slots=True)
class PartLine:
    """The line that was announced for one part in one year.

    Attributes:
        line: Points needed.
        of: Points attainable, after exclusions; None when nobody stated it.
        source: Where the numbers were read.
        confidence: How sure they are: `announcement`, `secondary`, `reference scorer only`,
            `standing rule`, `practice`.
        of_inferred: Whether `of` was reasoned out and not read.
    """

    line: int
    of: int | None
    source: str
    confidence: str
    of_inferred: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sitting whose points are compared with a line (必修, 必修以外, 総得点 …).

    Attributes:
        name: Name of the part, unique in the sitting.
        selector: Which questions belong to it.
        points: Points attainable when nothing is excluded; None when it is not fixed.
        personal_ratio: When set, an examinee whose own denominator shrank (a question excluded
            unless right) needs this share of it, rounded up. As a fraction of two integers.
    """

    name: str
    selector: Selector
    points: int | None = None
    personal_ratio: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Criterion:
    """A part with its line for one sitting: what `judge` compares points with.

    Attributes:
        name: Name of the part.
        line: Points needed; None when no line was announced.
        of: Points attainable for an examinee to whom every question counts.
        personal_ratio: See `Part`.
    """

    name: str
    line: int | None
    of: int
    personal_ratio: tuple[int, int] | None = None

    def line_for(self, own: int) -> int | None:
        """The line for an examinee whose own denominator is `own` points.

        The ministry's rule for 必修: who had a question excluded needs 80 % of the own total
        (nurses' published table: 49→40, 48→39, 47→38, 46→37, 45 and 44→36).
        """
        if self.line is None or self.personal_ratio is None or own >= self.of:
            return self.line
        numerator, denominator = self.personal_ratio
        return -(-numerator * own // denominator)

    def to_record(self) -> dict[str, Any]:
        """The criterion as plain JSON values."""
        record: dict[str, Any] = {"name": self.name, "line": self.line, "of": self.of}
        if self.personal_ratio is not None:
            record["personal_ratio"] = list(self.personal_ratio)
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The criterion behind a record of `to_record`."""
        ratio = record.get("personal_ratio")
        return cls(
            name=record["name"],
            line=record["line"],
            of=record["of"],
            personal_ratio=None if ratio is None else (ratio[0], ratio[1]),
        )
