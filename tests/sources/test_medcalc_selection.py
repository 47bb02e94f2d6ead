"""Which rows of MedCalc-Bench are asked."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from calculations import DUE_DATE, calculation_row, write_calculations

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.medcalc.load import Calculations, Request, load_medcalc
from kokushi_inspect.sources.medcalc.selection import Selection

Row = dict[str, str]


def load(folder: Path, *rows: Row, **selection: Any) -> Calculations:
    file = write_calculations(folder, *rows)
    return load_medcalc(Request(source=str(file), selection=Selection(**selection)))


def ids(calculations: Calculations) -> list[str]:
    return [str(sample.id) for sample in calculations.dataset]


TABLE = (
    *(calculation_row(id=n, note=f"a{n}") for n in range(1, 6)),
    *(calculation_row(DUE_DATE, id=n, note=f"b{n}", type="Template") for n in range(6, 9)),
)


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ({"category": "date"}, "678"),
        ({"category": "date,physical"}, "12345678"),
        ({"category": ["Date"]}, "678"),
        ({"calculator": 13}, "678"),
        ({"calculator": "13"}, "678"),
        ({"calculator": ["6", "13"]}, "12345678"),
        ({"calculator": "body mass index (BMI)"}, "12345"),
        ({"note_type": "template"}, "678"),
        ({"category": "date", "note_type": "Template"}, "678"),
    ],
)
def test_selection_takes_what_is_asked_for(
    tmp_path: Path, selection: dict[str, Any], expected: str
) -> None:
    assert ids(load(tmp_path, *TABLE, **selection)) == list(expected)


@pytest.mark.parametrize(
    ("selection", "said"),
    [
        ({"category": "surgery"}, "'surgery' is no category"),
        ({"calculator": 2}, "the source has no calculator '2'"),
        ({"calculator": "Due Date"}, "expected 13 Estimated Due Date"),
        ({"note_type": "Synthetic"}, "expected Extracted or Template"),
        ({"category": "date", "note_type": "Extracted"}, "no row is left"),
        ({"per_calculator": 0}, "per_calculator='0'"),
        ({"per_calculator": 2, "seed": "x"}, "seed='x'"),
    ],
)
def test_selection_of_what_is_not_there_says_so(
    tmp_path: Path, selection: dict[str, Any], said: str
) -> None:
    with pytest.raises(KokushiError) as caught:
        load(tmp_path, *TABLE, **selection)
    assert said in str(caught.value)


def test_balanced_run_takes_as_many_rows_of_each_calculator(tmp_path: Path) -> None:
    found = load(tmp_path, *TABLE, per_calculator=2, seed=1)
    assert Counter(row.calculator for row in found.rows) == {6: 2, 13: 2}


def test_balanced_run_takes_all_where_there_are_fewer(tmp_path: Path) -> None:
    found = load(tmp_path, *TABLE, per_calculator=4)
    assert Counter(row.calculator for row in found.rows) == {6: 4, 13: 3}


def test_same_seed_draws_the_same_rows(tmp_path: Path) -> None:
    first, second = (ids(load(tmp_path, *TABLE, per_calculator=2, seed=5)) for _ in range(2))
    assert first == second


def test_seeds_draw_different_rows(tmp_path: Path) -> None:
    drawn = {tuple(ids(load(tmp_path, *TABLE, per_calculator=2, seed=s))) for s in range(10)}
    assert len(drawn) > 3


def test_filter_leaves_the_drawing_of_the_other_calculators_alone(tmp_path: Path) -> None:
    whole = load(tmp_path, *TABLE, per_calculator=2, seed=5)
    part = load(tmp_path, *TABLE, per_calculator=2, seed=5, category="physical")
    assert ids(part) == [row.id for row in whole.rows if row.calculator == 6]


def test_log_states_the_selection(tmp_path: Path) -> None:
    found = load(tmp_path, *TABLE, per_calculator=2, seed=5, category="date")
    assert found.metadata["selection"] == {
        "category": ["date"],
        "per_calculator": 2,
        "seed": 5,
        "rows": 2,
        "of": 8,
        "calculators": 1,
    }
