"""The model of a report, arranged the way the page walks through it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from kokushi_inspect.exam.visible import visible
from kokushi_inspect.report.model import (
    Accuracy,
    CalculationResult,
    Cost,
    Examinee,
    FigureResult,
    Group,
    Item,
    Matrix,
    MatrixColumn,
    People,
    ProtocolResult,
    Report,
    SittingResult,
    VariantPair,
)
from kokushi_inspect.report.page_text import both, say, wording

_ORDER = {"none": -1, "fail": 0, "mixed": 1, "pass": 2}


@dataclass(frozen=True, slots=True)
class TakenSitting:
    """One sitting with everybody who took it: a block of section 2."""

    group: Group
    column: MatrixColumn
    results: tuple[SittingResult, ...]

    @property
    def criteria(self) -> list[str]:
        """Names of the official criteria, in the order of the announcement."""
        return list(dict.fromkeys(c.name for r in self.results for c in r.official.criteria))


@dataclass(frozen=True, slots=True)
class SliceTable:
    """Accuracy by what `by` tells apart: names down, examinees across."""

    group: Group
    by: str
    names: tuple[str, ...]
    examinees: tuple[str, ...]
    cells: dict[tuple[str, str], Accuracy]
    """By examinee and name."""


class View:
    """Lookups and orders that the templates need."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.examinees: dict[str, Examinee] = {e.id: e for e in report.examinees}
        self.groups: dict[str, Group] = {g.id: g for g in report.groups}
        self.sittings: dict[str, SittingResult] = {s.id: s for s in report.sittings}
        self.items: dict[str, Item] = {i.id: i for i in report.items}

    @cached_property
    def practice(self) -> str:
        """How much of the report is about the practice exam: `all`, `some` or `none`."""
        practice = [group.practice for group in self.report.groups]
        if not any(practice):
            return "none"
        return "all" if all(practice) else "some"

    def group_words(self, id: str) -> tuple[str, str]:
        """Name of a group in Japanese and English, with what must not be overlooked."""
        group = self.groups[id]
        marks = ["practice"] * group.practice + ["apart"] * (not group.main)
        told = [wording()[f"word.{mark}"] for mark in marks]
        ja, en = visible(group.name_ja), visible(group.name_en)
        if told:
            ja += f"（{'・'.join(text for text, _ in told)}）"
            en += f" ({', '.join(text for _, text in told)})"
        return ja, en

    def group_name(self, id: str) -> Markup:
        """The same as markup in both languages."""
        return both(*self.group_words(id))

    def sitting_name(self, column: MatrixColumn | SittingResult) -> Markup:
        """Year of a sitting, or that it is the practice exam."""
        if column.label == "practice":
            return say("word.practice_short")
        return both(visible(column.label), visible(column.label))

    @cached_property
    def taken(self) -> list[TakenSitting]:
        """Sittings in the order of the matrices."""
        return [
            taken
            for matrix in self.report.matrices
            for number, column in enumerate(matrix.columns)
            if (taken := self._taken(matrix, number, column)) is not None
        ]

    def _taken(self, matrix: Matrix, number: int, column: MatrixColumn) -> TakenSitting | None:
        ids = [row.cells[number] for row in matrix.rows]
        results = tuple(self.sittings[id] for id in ids if id is not None)
        return TakenSitting(self.groups[results[0].group], column, results) if results else None

    @cached_property
    def slices(self) -> list[SliceTable]:
        """One table for each group and kind of slice."""
        tables: dict[tuple[str, str], dict[tuple[str, str], Accuracy]] = {}
        for each in self.report.slices:
            tables.setdefault((each.group, each.by), {})[(each.examinee, each.name)] = each.accuracy
        return [
            SliceTable(
                group=self.groups[group],
                by=by,
                names=tuple(dict.fromkeys(name for _, name in cells)),
                examinees=tuple(dict.fromkeys(examinee for examinee, _ in cells)),
                cells=cells,
            )
            for (group, by), cells in tables.items()
        ]

    def variants(self, kind: str) -> list[VariantPair]:
        """Pairs of runs of one kind."""
        return [pair for pair in self.report.variants if pair.kind == kind]

    def by_group(
        self, values: Sequence[People | FigureResult | Cost | CalculationResult]
    ) -> Iterator[tuple[Group, list[People | FigureResult | Cost | CalculationResult]]]:
        """Values of each group that has some."""
        for group in self.report.groups:
            if mine := [value for value in values if value.group == group.id]:
                yield group, mine

    @staticmethod
    def rank_of(result: ProtocolResult) -> float:
        """A number that sorts verdicts: no verdict, fail, mixed, pass; then by margin."""
        return _ORDER[result.outcome] * 100_000 + (result.margin or 0)

    @staticmethod
    def flipped(sitting: SittingResult) -> bool:
        """Whether the two protocols come to different verdicts."""
        outcomes = {sitting.official.outcome, sitting.paper.outcome}
        return len(outcomes) == 2 and "none" not in outcomes
