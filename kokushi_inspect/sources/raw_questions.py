"""Turns the raw rows of a foreign source into questions, and keeps account of what fails."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kokushi_inspect.exam import Figure, KokushiError, Place, Question
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.figure_folder import FigureTable
from kokushi_inspect.sources.question_file import question_from_row
from kokushi_inspect.sources.record_figures import NamedFigure
from kokushi_inspect.sources.record_names import FieldNames, Record
from kokushi_inspect.sources.record_values import is_nothing, read_percent
from kokushi_inspect.sources.records import Identity, MappedRow, map_record
from kokushi_inspect.sources.survey import SurveyedRow, Trouble

_NO_FIGURE = Figure("", "", 0, 0)
_NOWHERE = Path()
"""The folder that a row's own loader needs none of."""


@dataclass(frozen=True, slots=True)
class RowBuilder:
    """Builds the questions of one profession from raw rows.

    Attributes:
        rules: The profession's rules.
        names: Under which names fields are looked for.
        figures: Loads the figures.
        percent_scale: What human accuracies are multiplied by.
        questions: The questions so far.
        troubles: The rows that were not understood so far.
        warnings: What is odd so far.
        rows: Every row so far.
    """

    rules: Rules
    names: FieldNames
    figures: FigureTable
    percent_scale: float = 1
    questions: list[Question] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    rows: list[SurveyedRow] = field(default_factory=list)

    def add(self, record: Record, identity: Identity, place: Place) -> None:
        """Build the question of a row; what goes wrong becomes a trouble."""
        mapped: MappedRow | None = None
        question: Question | None = None
        try:
            mapped = self._map(record, identity)
            question = self._build(mapped, place)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            self.refuse(place, f"{where}: {first['msg']}")
        except KokushiError as error:
            self.refuse(place, _reason(error))
        else:
            self.questions.append(question)
        for missing in self.figures.errors:
            self.refuse(place, _reason(missing))
        row = None if mapped is None else mapped.row
        figures = tuple(self.figures.outcomes)
        self.rows.append(SurveyedRow(place, record, row, question, figures))
        self.figures.errors.clear()
        self.figures.outcomes.clear()

    def refuse(self, place: Place, reason: str) -> None:
        """Note that a row was not understood."""
        self.troubles.append(Trouble(place, reason))

    def _map(self, record: Record, identity: Identity) -> MappedRow:
        mapped = map_record(
            record, identity, self.names, self.rules, percent_scale=self.percent_scale
        )
        self.warnings.extend(f"{identity.id}: {remark}" for remark in mapped.remarks)
        return mapped

    def _build(self, mapped: MappedRow, place: Place) -> Question:
        loader = _Loader(mapped.figures, self.figures)
        question = question_from_row(mapped.row, place, self.rules, loader, _NOWHERE, self.warnings)
        there = tuple(figure for figure in question.figures if figure.path)
        return question if there == question.figures else replace(question, figures=there)


@dataclass(frozen=True, slots=True)
class _Loader:
    """Loads the figure at a place of a row; nothing stands in for one that cannot be had."""

    figures: Sequence[NamedFigure]
    table: FigureTable

    def __call__(self, name: str, folder: Path, place: Place) -> Figure:
        return self.table.load(self.figures[int(name)], place) or _NO_FIGURE


def _reason(error: KokushiError) -> str:
    parts = [error.what]
    if error.expected:
        parts.append(f"expected {error.expected}")
    if error.fix:
        parts.append(error.fix)
    return "; ".join(parts)


def percent_scale(records: Iterable[Record], names: FieldNames) -> float:
    """100 where every human accuracy of a source is a share from 0 to 1, else 1."""
    values = [read_percent(names.find(record, "human_accuracy")) for record in records]
    known = [value for value in values if value is not None]
    return 100 if known and max(known) <= 1 and any(0 < value < 1 for value in known) else 1


def checksum(records: Iterable[Record]) -> str:
    """The sha256 of rows: one canonical JSON object a line, without nulls.

    The same rows have the same checksum, wherever they came from. A figure that a row holds counts
    by its own checksum.
    """
    digest = hashlib.sha256()
    for record in records:
        line = json.dumps(_canonical(record), ensure_ascii=False, sort_keys=True)
        digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()


def _canonical(value: Any) -> Any:
    if isinstance(value, str | int) or value is None:
        return value
    if isinstance(value, dict):
        return {k: _canonical(v) for k, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [_canonical(item) for item in value]
    if isinstance(value, bytes | bytearray):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, float):
        return None if is_nothing(value) else value
    return str(value)
