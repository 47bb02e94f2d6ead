"""What is right: key, accepted alternatives, treatment, forbidden labels (CONTRACT.md, 3 and 4)."""

from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_rows

from kokushi_inspect.exam import Key, Question
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.question_file import read_question_file


def read_one(folder: Path, *without: str, **changes: Any) -> Question:
    file = write_rows(folder, make_row(*without, **changes))
    return read_question_file(file, load_rules("medicine"), FigureShelf()).questions[0]


def test_accept_wins_over_answer_and_the_printed_key_stays(tmp_path: Path) -> None:
    question = read_one(tmp_path, answer=["b"], accept=[["a"], ["c"]])
    assert question.key == Key((("a",), ("c",)), printed=("b",))


def test_accept_alone_leaves_the_printed_key_empty(tmp_path: Path) -> None:
    assert read_one(tmp_path, "answer", accept=[["a"], ["c"]]).key.printed == ()


@pytest.mark.parametrize(
    ("changes", "treatment"),
    [
        ({}, "none"),
        ({"treatment": "none"}, "none"),
        ({"treatment": "excluded"}, "excluded"),
        ({"treatment": "excluded_unless_right"}, "excluded_unless_right"),
        ({"treatment": "everyone_right"}, "everyone_right"),
        ({"flags": ["excluded"]}, "excluded"),
        ({"flags": ["choices_repaired"]}, "none"),
        ({"flags": ["excluded"], "treatment": "none"}, "none"),
    ],
    ids=str,
)
def test_the_treatment_is_the_field_or_the_flag(
    tmp_path: Path, changes: dict[str, Any], treatment: str
) -> None:
    assert read_one(tmp_path, **changes).key.treatment == treatment


@pytest.mark.parametrize("label", ["B", "ｂ", "Ｂ", " b"])
def test_a_key_label_is_the_options_own_however_it_is_written(tmp_path: Path, label: str) -> None:
    assert read_one(tmp_path, answer=[label]).key.accepted == (("b",),)


def test_full_width_options_keep_their_labels_and_take_half_width_keys(tmp_path: Path) -> None:
    question = read_one(tmp_path, choices={"１": "one", "２": "two"}, answer=["2"])
    assert question.labels == ("１", "２")
    assert question.key.accepted == (("２",),)


def test_a_set_of_labels_is_put_into_printed_order(tmp_path: Path) -> None:
    question = read_one(tmp_path, kind="multiple", n_select=2, answer=["d", "a"])
    assert question.key.accepted == (("a", "d"),)


def test_an_ordered_key_keeps_its_order(tmp_path: Path) -> None:
    question = read_one(tmp_path, kind="ordered", answer=["d", "a", "c"])
    assert question.key.accepted == (("d", "a", "c"),)


@pytest.mark.parametrize(
    ("printed", "boxes", "number"),
    [
        ("04", {"digits": 2, "decimals": 1}, "0.4"),
        ("125", {"digits": 3, "decimals": 1}, "12.5"),
        ("4", {"digits": 2, "decimals": 1}, "0.4"),
        ("0.4", {"digits": 2, "decimals": 1}, "0.4"),
        ("０４", {"digits": 2, "decimals": 1}, "0.4"),
        ("-04", {"digits": 2, "decimals": 1}, "-0.4"),
        ("5", {"digits": 3, "decimals": 2}, "0.05"),
        ("15", {"digits": 2, "decimals": 0}, "15"),
        ("15", {"digits": 2}, "15"),
        ("about 4", {"digits": 2, "decimals": 1}, "about 4"),
    ],
)
def test_a_digit_string_key_gets_its_point_only_where_boxes_have_decimals(
    tmp_path: Path, printed: str, boxes: dict[str, int], number: str
) -> None:
    question = read_one(tmp_path, kind="numeric", answer=[printed], numeric=boxes)
    assert question.key.accepted == ((number,),)


def test_a_numeric_key_without_boxes_stays_as_it_is(tmp_path: Path) -> None:
    assert read_one(tmp_path, kind="numeric", answer=["15"]).key.accepted == (("15",),)


def test_each_accepted_number_or_word_is_an_answer_of_its_own(tmp_path: Path) -> None:
    question = read_one(tmp_path, kind="fill_in", accept=[["心臓"], ["heart"]])
    assert question.key.accepted == (("心臓",), ("heart",))


def test_digits_in_a_fill_in_key_are_a_word(tmp_path: Path) -> None:
    numeric = {"digits": 2, "decimals": 1}
    question = read_one(tmp_path, kind="fill_in", answer=["04"], numeric=numeric)
    assert question.key.accepted == (("04",),)


@pytest.mark.parametrize("field", ["kinki", "forbidden"])
def test_forbidden_labels_have_two_field_names(tmp_path: Path, field: str) -> None:
    assert read_one(tmp_path, **{field: ["c"]}).forbidden == ("c",)


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        (["c"], ("c",)),
        (["cde"], ("c", "d", "e")),
        (["ｂ"], ("b",)),
        ([" e"], ("e",)),
        (["e", "b"], ("b", "e")),
        (["D", "d"], ("d",)),
        (["c d"], ("c", "d")),
        (["x"], ()),
        ([], ()),
    ],
    ids=str,
)
def test_forbidden_labels_are_read_as_the_options_they_mean(
    tmp_path: Path, written: list[str], labels: tuple[str, ...]
) -> None:
    question = read_one(tmp_path, kinki=written)
    assert question.forbidden == labels
    assert question.printed_forbidden == tuple(written)
