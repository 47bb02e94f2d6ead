"""Which rows are asked: by category, calculator and note type, or a balanced few of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.medcalc.row import Row, category_of

Names = int | str | Sequence[int | str] | None
"""One name, several with commas between them, a list of names, or None for all."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a user chooses from the rows of a source.

    Attributes:
        category: Categories.
        calculator: Calculators, by id or by name.
        note_type: Note types.
        per_calculator: How many rows of each calculator are drawn; all where it has fewer.
            None takes every row.
        seed: Seed of the drawing; each calculator is drawn by itself, so that another filter does
            not change which of its rows are taken.
    """

    category: Names = None
    calculator: Names = None
    note_type: Names = None
    per_calculator: int | None = None
    seed: int = 0

    def to_record(self, rows: Sequence[Row], of: int) -> dict[str, Any]:
        """The selection for the log: what was asked for, and what came of it.

        Args:
            rows: The rows that were selected.
            of: How many rows the source has.
        """
        asked = {
            name: [str(n) for n in _split(value)]
            for name, value in (
                ("category", self.category),
                ("calculator", self.calculator),
                ("note_type", self.note_type),
            )
            if value is not None
        }
        drawn = (
            {}
            if self.per_calculator is None
            else {"per_calculator": self.per_calculator, "seed": self.seed}
        )
        calculators = len({row.calculator for row in rows})
        return {**asked, **drawn, "rows": len(rows), "of": of, "calculators": calculators}


def select_rows(rows: Sequence[Row], selection: Selection) -> list[Row]:
    """The rows that a selection takes, in the order of the source.

    Raises:
        KokushiError: A name that the rows do not have, a number that is none, or nothing is left.
    """
    chosen = list(rows)
    if selection.category is not None:
        wanted = {category_of(str(name)) for name in _split(selection.category)}
        chosen = [row for row in chosen if row.category in wanted]
    if selection.calculator is not None:
        calculators = _calculators(rows, selection.calculator)
        chosen = [row for row in chosen if row.calculator in calculators]
    if selection.note_type is not None:
        types = {_note_type(rows, str(name)) for name in _split(selection.note_type)}
        chosen = [row for row in chosen if row.note_type in types]
    if selection.per_calculator is not None:
        chosen = _draw(chosen, selection.per_calculator, selection.seed)
    if not chosen:
        raise KokushiError("no row is left", fix="leave out one of category, calculator, note_type")
    return chosen


def _draw(rows: Iterable[Row], number: int, seed: int) -> list[Row]:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise KokushiError(f"per_calculator='{number}'", expected="a whole number from 1")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise KokushiError(f"seed='{seed}'", expected="a whole number")
    groups: dict[int, list[int]] = defaultdict(list)
    ordered = list(rows)
    for position, row in enumerate(ordered):
        groups[row.calculator].append(position)
    drawn: set[int] = set()
    for calculator, positions in groups.items():
        random = Random(f"{seed}/{calculator}")
        drawn.update(random.sample(positions, min(number, len(positions))))
    return [row for position, row in enumerate(ordered) if position in drawn]


def _split(names: Names) -> list[int | str]:
    if names is None:
        return []
    if isinstance(names, int):
        return [names]
    listed = [names] if isinstance(names, str) else list(names)
    parts = [part.strip() for name in listed for part in str(name).split(",")]
    return [int(part) if part.isdecimal() else part for part in parts if part]


def _calculators(rows: Sequence[Row], names: Names) -> set[int]:
    """The ids of calculators that are named by id or by name."""
    known = {row.calculator_name.casefold(): row.calculator for row in rows}
    # a name may hold a comma, and the command line splits at commas: look for the whole first
    parts = _split(names)
    whole = ", ".join(str(part) for part in parts).casefold()
    if whole in known:
        return {known[whole]}
    found = set()
    for name in parts:
        calculator = name if isinstance(name, int) else known.get(name.casefold())
        if calculator not in known.values() or calculator is None:
            near = get_close_matches(str(name).casefold(), known, 3, 0.4)
            listed = [f"{known[n]} {_printed(rows, known[n])}" for n in near]
            raise KokushiError(
                f"the source has no calculator '{name}'",
                expected=" or ".join(listed) or "an id or a name that its rows have",
            )
        found.add(calculator)
    return found


def _printed(rows: Sequence[Row], calculator: int) -> str:
    return next(row.calculator_name for row in rows if row.calculator == calculator)


def _note_type(rows: Sequence[Row], name: str) -> str:
    known = {row.note_type.casefold(): row.note_type for row in rows}
    if name.casefold() not in known:
        raise KokushiError(
            f"the source has no notes of type '{name}'", expected=" or ".join(known.values())
        )
    return known[name.casefold()]
