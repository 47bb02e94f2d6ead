"""One row of a foreign data set: what is understood of it, in the case tables beside this file."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.record_key import key_labels, read_key
from kokushi_inspect.sources.record_names import fold_record, load_field_names
from kokushi_inspect.sources.records import Identity, MappedRow, map_record

HERE = Path(__file__).parent
IDENTITY = Identity("medicine-2024-A-012", 2024, "A", "12")
OPTIONS = dict.fromkeys("abcde", "text")


def cases(name: str) -> list[Any]:
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [pytest.param(case, id=case["case"]) for case in map(json.loads, lines)]


def map_row(row: dict[str, Any], profession: str = "medicine", scale: float = 1) -> MappedRow:
    rules = load_rules(profession)
    names = load_field_names()
    return map_record(fold_record(row), IDENTITY, names, rules, percent_scale=scale)


@pytest.mark.parametrize("case", cases("foreign_rows.jsonl"))
def test_a_row_is_understood(case: dict[str, Any]) -> None:
    row = map_row(case["row"], case["profession"]).row.model_dump()
    assert {name: row[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("foreign_row_errors.jsonl"))
def test_a_row_that_is_not_understood_says_why(case: dict[str, Any]) -> None:
    with pytest.raises(KokushiError) as error:
        map_row(case["row"], case["profession"])
    assert case["says"] in error.value.what


def test_the_order_of_options_is_that_of_their_labels() -> None:
    row = {"question": "Which?", "c": "z", "a": "x", "b": "y", "answer": "a"}
    assert list(map_row(row).row.choices) == ["a", "b", "c"]


def test_shares_from_0_to_1_become_percent() -> None:
    row = {"question": "Which?", **OPTIONS, "answer": "a", "human_accuracy": 0.5}
    assert map_row(row, scale=100).row.human_accuracy == 50


def test_points_that_nobody_states_are_remarked() -> None:
    row = {"question": "Which?", **OPTIONS, "answer": "a"}
    assert map_row(row).remarks == ("no points; 1 is assumed",)


def test_a_figure_beside_text_only_is_remarked() -> None:
    row = {"question": "Which?", **OPTIONS, "answer": "a", "text_only": True, "image": "x.png"}
    mapped = map_row(row | {"points": 1})
    assert mapped.remarks == ("text_only is true, but it names a figure",)
    assert mapped.row.text_only is False


def test_an_odd_human_accuracy_is_remarked() -> None:
    row = {"question": "Which?", **OPTIONS, "answer": "a", "points": 1, "human_accuracy": "high"}
    assert map_row(row).remarks == ("the human accuracy 'high' is no percentage",)


@given(
    labels=st.lists(st.sampled_from("abcde"), min_size=1, max_size=5, unique=True),
    separator=st.sampled_from(["", ",", ", ", "、", " ", "・", " and ", "と", "→", "，"]),
    upper=st.booleans(),
)
def test_a_key_reads_the_same_however_its_labels_are_separated(
    labels: list[str], separator: str, upper: bool
) -> None:
    written = separator.join(labels)
    key = read_key(written.upper() if upper and separator.strip() != "and" else written)
    assert [key_labels(answer, OPTIONS) for answer in key.answers] == [labels]


@given(labels=st.lists(st.sampled_from("abcde"), min_size=1, max_size=5, unique=True))
def test_a_list_reads_as_its_labels(labels: list[str]) -> None:
    assert [key_labels(answer, OPTIONS) for answer in read_key(labels).answers] == [labels]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=4), st.lists))
def test_any_key_reads_or_says_why_not(value: Any) -> None:
    try:
        answers = [key_labels(answer, OPTIONS) for answer in read_key(value).answers]
    except KokushiError:
        return
    assert all(set(answer) <= set(OPTIONS) for answer in answers)
