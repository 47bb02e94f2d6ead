"""One profession's exam in one year, with the rules by which it is passed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from kokushi_inspect.exam.criterion import Criterion


@dataclass(frozen=True, slots=True)
class PaperRule:
    """The reference scorer's rule for one sitting (protocol `paper`).

    Attributes:
        buckets: Name, line and points attainable of each bucket, in the reference's order.
        forbidden_limit: Forbidden options allowed; None when it does not count them.
        subject_share: When set (pharmacist), in every subject the points earned outside the
            bucket `compulsory` must be at least this share of all points earned in it.
        compulsory: Name of the bucket that `subject_share` leaves out.
    """

    buckets: tuple[tuple[str, int, int], ...]
    forbidden_limit: int | None = None
    subject_share: float | None = None
    compulsory: str = ""

    def to_record(self) -> dict[str, Any]:
        """The rule as plain JSON values."""
        return {
            "buckets": [list(bucket) for bucket in self.buckets],
            "forbidden_limit": self.forbidden_limit,
            "subject_share": self.subject_share,
            "compulsory": self.compulsory,
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The rule behind a record of `to_record`."""
        return cls(
            buckets=tuple((b[0], b[1], b[2]) for b in record["buckets"]),
            forbidden_limit=record["forbidden_limit"],
            subject_share=record["subject_share"],
            compulsory=record["compulsory"],
        )


@dataclass(frozen=True, slots=True)
class Sitting:
    """One profession's exam in one year.

    Attributes:
        profession: Id of the profession.
        year: Year; None when the source does not say.
        label: How the sitting is called in tables: the year, or `practice`.
        source: Name of the source of the questions.
        rows: Questions in the source, the excluded ones too.
        scored: Questions that get a mark (excluded ones and those without a key do not).
        of: Points attainable when every scored question counts.
        criteria: What must be met to pass, official protocol.
        forbidden_limit: Forbidden options allowed; None when there is no such criterion.
        problems: Why there can be no official verdict, whatever is answered.
        filtered: The filter that took questions away, empty when none did; forbids a verdict
            under both protocols.
        notes: What an official verdict rests on and a reader should know.
        paper: The reference scorer's rule; None when it does not know the sitting.
    """

    profession: str
    year: int | None
    label: str
    source: str
    rows: int
    scored: int
    of: int
    criteria: tuple[Criterion, ...] = ()
    forbidden_limit: int | None = None
    problems: tuple[str, ...] = ()
    filtered: str = ""
    notes: tuple[str, ...] = ()
    paper: PaperRule | None = None

    def to_record(self) -> dict[str, Any]:
        """The sitting as plain JSON values, for the metadata of its samples."""
        return {
            "profession": self.profession,
            "year": self.year,
            "label": self.label,
            "source": self.source,
            "rows": self.rows,
            "scored": self.scored,
            "of": self.of,
            "criteria": [criterion.to_record() for criterion in self.criteria],
            "forbidden_limit": self.forbidden_limit,
            "problems": list(self.problems),
            "filtered": self.filtered,
            "notes": list(self.notes),
            "paper": None if self.paper is None else self.paper.to_record(),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The sitting behind a record of `to_record`."""
        paper = record["paper"]
        return cls(
            profession=record["profession"],
            year=record["year"],
            label=record["label"],
            source=record["source"],
            rows=record["rows"],
            scored=record["scored"],
            of=record["of"],
            criteria=tuple(Criterion.from_record(c) for c in record["criteria"]),
            forbidden_limit=record["forbidden_limit"],
            problems=tuple(record["problems"]),
            filtered=record["filtered"],
            notes=tuple(record["notes"]),
            paper=None if paper is None else PaperRule.from_record(paper),
        )
