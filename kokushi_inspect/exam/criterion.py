"""A condition of passing, and which questions it is about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from kokushi_inspect.exam.question import Question

CriterionRule = Literal["points", "subjects_with_points"]
"""points: points earned ≥ line; subjects_with_points: subjects with any points ≥ line."""


@dataclass(frozen=True, slots=True)
class Selector:
    """Which questions are meant, by where they stand.

    Every condition that is given must hold; a selector without conditions takes every question.

    Attributes:
        sections: Names of the booklets, compared without regard to case.
        first: Lowest number in the booklet.
        last: Highest number in the booklet.
        roles: Roles that the source names or that follow from the section.
    """

    sections: tuple[str, ...] = ()
    first: int | None = None
    last: int | None = None
    roles: tuple[str, ...] = ()

    def takes(self, question: Question) -> bool:
        """Whether the question is among those meant."""
        number = question.number
        return (
            (not self.sections or question.section.lower() in {s.lower() for s in self.sections})
            and (self.first is None or (number is not None and number >= self.first))
            and (self.last is None or (number is not None and number <= self.last))
            and (not self.roles or question.role in self.roles)
        )


@dataclass(frozen=True, slots=True)
class Share:
    """A line as a share of the points attainable.

    Attributes:
        numerator: Of the fraction.
        denominator: Of the fraction.
        above: Whether the line is the smallest whole number above the share; else the share is
            rounded up.
    """

    numerator: int
    denominator: int
    above: bool = False

    def of(self, points: int) -> int:
        """The line for that many attainable points."""
        if self.above:
            return self.numerator * points // self.denominator + 1
        return -(-self.numerator * points // self.denominator)


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

    Which questions belong to it is said by a field of the source (role or area) when the source
    has one, else by position.

    Attributes:
        name: Name of the part.
        roles: Roles of its questions.
        areas: Areas of its questions.
        position: Where its questions stand; None when only a field can tell.
        first_year: First year of the part; None for all before.
        last_year: Last year of the part; None for all after.
        personal: When set, an examinee whose own denominator shrank (a question excluded unless
            right) needs this share of it.
        standing: The line of every year, as a share, when the year's own is not stated.
        derived: The regularity found in all lines, used only on request.
        subjects: When set, each subject is a criterion of its own: its name, and how sources
            write it.
        zero_subjects: When set, the criterion is that at most so many subjects have no points.
    """

    name: str
    roles: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    position: Selector | None = Selector()
    first_year: int | None = None
    last_year: int | None = None
    personal: Share | None = None
    standing: Share | None = None
    derived: Share | None = None
    subjects: tuple[tuple[str, tuple[str, ...]], ...] = ()
    zero_subjects: int | None = None

    def takes(self, question: Question) -> bool:
        """Whether the question belongs to the part."""
        if self.areas and question.area is not None:
            return question.area in self.areas
        if self.roles and question.role is not None:
            return question.role in self.roles
        if self.roles and question.area is not None:
            return False
        return self.position is not None and self.position.takes(question)

    def holds_in(self, year: int | None) -> bool:
        """Whether the part exists in a year."""
        if year is None:
            return self.last_year is None
        return (self.first_year or year) <= year <= (self.last_year or year)

    def subject_of(self, question: Question) -> str | None:
        """The subject criterion that the question counts for, None when it names no known one."""
        written = (question.subject or "").strip()
        return next((name for name, forms in self.subjects if written in (name, *forms)), None)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A part with its line for one sitting: what `judge` compares points with.

    Attributes:
        name: Name of the part, or of the part and a subject.
        line: Points (or subjects) needed; None when no line was announced.
        of: Points (or subjects) attainable for an examinee to whom every question counts.
        personal: See `Part`.
        rule: What is counted.
    """

    name: str
    line: int | None
    of: int
    personal: Share | None = None
    rule: CriterionRule = "points"

    def line_for(self, own: int) -> int | None:
        """The line for an examinee whose own denominator is `own` points.

        The ministry's rule for 必修: who had a question excluded needs 80 % of the own total
        (nurses' published table: 49→40, 48→39, 47→38, 46→37, 45 and 44→36).
        """
        if self.line is None or self.personal is None or own >= self.of:
            return self.line
        return self.personal.of(own)

    def to_record(self) -> dict[str, Any]:
        """The criterion as plain JSON values."""
        record: dict[str, Any] = {"name": self.name, "line": self.line, "of": self.of}
        if self.personal is not None:
            record["personal"] = [self.personal.numerator, self.personal.denominator]
        if self.rule != "points":
            record["rule"] = self.rule
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The criterion behind a record of `to_record`."""
        personal = record.get("personal")
        return cls(
            name=record["name"],
            line=record["line"],
            of=record["of"],
            personal=None if personal is None else Share(personal[0], personal[1]),
            rule=record.get("rule", "points"),
        )
