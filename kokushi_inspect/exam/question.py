"""A question: stem, options, key, points and figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from kokushi_inspect.exam.figure import Figure

Kind = Literal["single", "multiple", "numeric", "ordered", "fill_in"]
"""single: one option is chosen; multiple: several; numeric: a number is computed; ordered: labels
in an order; fill_in: a word is written."""

CHOICE_KINDS: tuple[Kind, ...] = ("single", "multiple")

Treatment = Literal["none", "excluded", "excluded_unless_right", "everyone_right"]
"""What the ministry announced for a question.

excluded (採点対象から除外): nobody is scored on it. excluded_unless_right (正解した受験者は採点対象
に含め、不正解の受験者は除外): it counts only for who got it right. everyone_right (全員正解):
everybody earns the points. Several accepted answers (複数の選択肢を正解) stand in the key itself.
"""


@dataclass(frozen=True, slots=True)
class Key:
    """The accepted answers of a question.

    Attributes:
        accepted: Each accepted answer as a tuple of labels (one element for numeric and fill-in).
            Empty when the source has no key.
        treatment: What the ministry announced for the question.
        printed: The key as the source prints it, before alternatives and conversions; the paper's
            own rule marks against it.
    """

    accepted: tuple[tuple[str, ...], ...]
    treatment: Treatment = "none"
    printed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Boxes:
    """The mark-sheet boxes of a numeric question.

    Attributes:
        digits: Boxes in all.
        decimals: Boxes behind the point, included in `digits`.
        unit: Unit printed behind the boxes.
    """

    digits: int
    decimals: int = 0
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """The case that several questions share (連問, 状況設定問題).

    Attributes:
        id: Identifier of the group within the sitting.
        text: The shared case; empty when each question repeats it.
    """

    id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class HumanRecord:
    """How people answered: `accuracy` from 0 to 1, and the share of each label they chose."""

    accuracy: float | None = None
    choice_rates: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a sitting.

    Attributes:
        id: Identifier, unique in the source, used unchanged as the sample id.
        profession: Id of the profession (`medicine`, `dentistry`, …).
        year: Year of the sitting; None when the source does not say.
        section: Booklet, as the source names it.
        index: Number in the booklet as printed ("12", "12-1").
        text: The stem.
        kind: What kind of answer is asked for.
        options: Label and text of each option, in printed order.
        key: The accepted answers.
        points: Points for a right answer.
        select: How many options are to be chosen; None for all that apply.
        forbidden: Labels of the forbidden options (禁忌肢).
        printed_forbidden: The forbidden labels as the source writes them.
        figures: The figures, in the order in which they are shown.
        needs_figure: Whether the source says that the question has a figure, even when the file
            is missing.
        scenario: The shared case.
        boxes: Answer boxes of a numeric question.
        role: What the question counts as (必修, 実地, …), when the source says it.
        area: Area of a dentist's question, when the source says it.
        subject: Subject, when the source says it.
        human: How people answered.
        superseded: The source marks the row as the misprinted twin of another.
        counts_in: Names of the criteria that the question's points count toward.
        paper_in: Names of the reference scorer's buckets that the points count toward.
    """

    id: str
    profession: str
    year: int | None
    section: str
    index: str
    text: str
    kind: Kind
    options: tuple[tuple[str, str], ...]
    key: Key
    points: int = 1
    select: int | None = 1
    forbidden: tuple[str, ...] = ()
    printed_forbidden: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    needs_figure: bool = False
    scenario: Scenario | None = None
    boxes: Boxes | None = None
    role: str | None = None
    area: str | None = None
    subject: str | None = None
    human: HumanRecord = HumanRecord()
    superseded: bool = False
    counts_in: tuple[str, ...] = ()
    paper_in: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the options, in printed order."""
        return tuple(label for label, _ in self.options)

    @property
    def number(self) -> int | None:
        """The leading number of the index ("12-1" → 12), None when there is none."""
        digits = self.index.split("-")[0].strip()
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else None

    @property
    def cluster(self) -> str:
        """What the question is clustered by in standard errors: its scenario, else itself."""
        return self.id if self.scenario is None else self.scenario.id

    @property
    def scored(self) -> bool:
        """Whether the question is marked: it has a key, is not excluded and not superseded."""
        if self.superseded:
            return False
        if self.key.treatment == "everyone_right":
            return True
        return self.key.treatment != "excluded" and bool(self.key.accepted)

    def to_record(self) -> dict[str, Any]:
        """What the examiner needs, as plain JSON values; the stem is in the sample's input."""
        record: dict[str, Any] = {
            "id": self.id,
            "profession": self.profession,
            "year": self.year,
            "section": self.section,
            "index": self.index,
            "kind": self.kind,
            "options": dict(self.options),
            "select": self.select,
            "accepted": [list(answer) for answer in self.key.accepted],
            "printed_key": list(self.key.printed),
            "treatment": self.key.treatment,
            "points": self.points,
            "forbidden": list(self.forbidden),
            "printed_forbidden": list(self.printed_forbidden),
            "has_figure": self.needs_figure or bool(self.figures),
            "scenario": self.cluster,
            "counts_in": list(self.counts_in),
            "paper_in": list(self.paper_in),
        }
        if self.boxes is not None:
            record["digits"] = self.boxes.digits
            record["decimals"] = self.boxes.decimals
            record["unit"] = self.boxes.unit
        for name in ("role", "area", "subject"):
            if (value := getattr(self, name)) is not None:
                record[name] = value
        if self.human.accuracy is not None:
            record["human_accuracy"] = self.human.accuracy
        if self.human.choice_rates:
            record["human_choice_rates"] = dict(self.human.choice_rates)
        if self.superseded:
            record["superseded"] = True
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The question behind a record of `to_record`, without its stem, case and figures."""
        boxes = None
        if "digits" in record:
            boxes = Boxes(record["digits"], record.get("decimals", 0), record.get("unit", ""))
        return cls(
            id=record["id"],
            profession=record["profession"],
            year=record["year"],
            section=record["section"],
            index=record["index"],
            text="",
            kind=record["kind"],
            options=tuple(record["options"].items()),
            key=Key(
                accepted=tuple(tuple(answer) for answer in record["accepted"]),
                treatment=record["treatment"],
                printed=tuple(record["printed_key"]),
            ),
            points=record["points"],
            select=record["select"],
            forbidden=tuple(record["forbidden"]),
            printed_forbidden=tuple(record["printed_forbidden"]),
            needs_figure=record["has_figure"],
            scenario=Scenario(record["scenario"]) if record["scenario"] != record["id"] else None,
            boxes=boxes,
            role=record.get("role"),
            area=record.get("area"),
            subject=record.get("subject"),
            human=HumanRecord(record.get("human_accuracy"), record.get("human_choice_rates")),
            superseded=record.get("superseded", False),
            counts_in=tuple(record["counts_in"]),
            paper_in=tuple(record["paper_in"]),
        )
