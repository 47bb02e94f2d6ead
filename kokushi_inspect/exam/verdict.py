"""Pass, fail, or no verdict, for one sitting."""

from dataclasses import dataclass
from typing import Any, Literal

Protocol = Literal["official", "paper"]
"""official: the ministry's rules; paper: the reference scorer of arXiv 2506.11114."""


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """One criterion held against the points of an examinee.

    Attributes:
        name: Name of the criterion.
        points: Points earned.
        of: Points attainable for this examinee.
        line: Points needed; None when no line is known.
        met: Whether the line was reached; None when no line is known or there is no verdict.
    """

    name: str
    points: int
    of: int
    line: int | None
    met: bool | None

    @property
    def margin(self) -> int | None:
        """Points above the line (negative: below it)."""
        return None if self.line is None else self.points - self.line


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict for one sitting.

    Attributes:
        profession: Id of the profession.
        year: Year of the sitting; None when the source does not say.
        label: How the sitting is called in tables: the year, or `practice`.
        protocol: The rules that were applied.
        points: Points earned.
        of: Points attainable for this examinee.
        criteria: The criteria, in the order of the announcement.
        forbidden: How many questions a forbidden option was chosen in.
        forbidden_limit: How many are allowed; None when there is no such criterion.
        passed: True or False, or None when there is no verdict.
        reason: Why it failed or why there is no verdict, or what the verdict rests on; empty
            when there is nothing to say.
        epoch: Which repetition of the run this is, from 1.
    """

    profession: str
    year: int | None
    label: str
    protocol: Protocol
    points: int
    of: int
    criteria: tuple[CriterionResult, ...]
    forbidden: int
    forbidden_limit: int | None
    passed: bool | None
    reason: str
    epoch: int = 1

    def to_record(self) -> dict[str, Any]:
        """The verdict as plain JSON values, the form of `kokushi verdict --json`."""
        return {
            "profession": self.profession,
            "year": self.year,
            "protocol": self.protocol,
            "points": self.points,
            "of": self.of,
            "criteria": [
                {"name": c.name, "points": c.points, "of": c.of, "line": c.line, "met": c.met}
                for c in self.criteria
            ],
            "forbidden": self.forbidden,
            "passed": self.passed,
            "reason": self.reason,
        }
