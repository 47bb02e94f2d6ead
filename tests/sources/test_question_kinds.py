"""What is asked for: kind, number of options, options, boxes, scenario (CONTRACT.md, point 3)."""

from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_rows

from kokushi_inspect.exam import Boxes, HumanRecord, Question, Scenario
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.question_file import read_question_file


def read_one(folder: Path, *without: str, **changes: Any) -> Question:
    file = write_rows(folder, make_row(*without, **changes))
    return read_question_file(file, load_rules("medicine"), FigureShelf()).questions[0]


@pytest.mark.parametrize(
    ("changes", "kind", "select"),
    [
        ({"kind": "single", "n_select": 2}, "single", 1),
        ({"kind": "multiple", "n_select": 2, "answer": ["a", "b"]}, "multiple", 2),
        ({"kind": "multiple", "n_select": None}, "multiple", None),
        ({"kind": "multiple", "n_select": 0}, "multiple", None),
        ({"kind": "ordered", "n_select": 3, "answer": ["c", "a"]}, "ordered", None),
        ({"kind": "fill_in", "n_select": 1, "answer": ["heart"]}, "fill_in", None),
        ({"kind": "numeric", "n_select": 1, "answer": ["12"]}, "numeric", None),
        ({"type": "choice", "n_select": 1}, "single", 1),
        ({"type": "choice", "n_select": 2, "answer": ["a", "b"]}, "multiple", 2),
        ({"type": "choice", "n_select": None}, "multiple", None),
        ({"type": "choice", "n_select": 0}, "multiple", None),
        ({"type": "ordered", "answer": ["b", "a"]}, "ordered", None),
        ({"kind": "single", "type": "ordered"}, "single", 1),
        ({"choices": {}, "answer": ["12"], "numeric": {"digits": 2}}, "numeric", None),
    ],
    ids=str,
)
def test_kind_and_number_to_choose_follow_the_row(
    tmp_path: Path, changes: dict[str, Any], kind: str, select: int | None
) -> None:
    question = read_one(tmp_path, **changes)
    assert (question.kind, question.select) == (kind, select)


@pytest.mark.parametrize(
    ("answer", "kind", "select"),
    [(["a"], "single", 1), (["a", "b"], "multiple", 2), ([], "single", 1)],
    ids=str,
)
def test_a_row_without_kind_and_n_select_is_told_by_its_key(
    tmp_path: Path, answer: list[str], kind: str, select: int | None
) -> None:
    question = read_one(tmp_path, "n_select", answer=answer)
    assert (question.kind, question.select) == (kind, select)


def test_a_multiple_question_without_n_select_asks_for_as_many_as_its_key_has(
    tmp_path: Path,
) -> None:
    question = read_one(tmp_path, "n_select", kind="multiple", answer=["a", "c", "e"])
    assert question.select == 3


def test_options_keep_their_printed_labels_texts_and_order(tmp_path: Path) -> None:
    question = read_one(tmp_path, choices={"b": "two", "a": "one"})
    assert question.options == (("b", "two"), ("a", "one"))


@pytest.mark.parametrize("kind", ["single", "ordered"])
def test_lost_options_take_the_labels_of_the_profession(tmp_path: Path, kind: str) -> None:
    question = read_one(tmp_path, kind=kind, choices={})
    assert question.options == (("a", ""), ("b", ""), ("c", ""), ("d", ""), ("e", ""))


def test_lost_options_have_the_labels_that_the_key_names_beyond_the_usual(tmp_path: Path) -> None:
    question = read_one(tmp_path, choices={}, answer=["F"])
    assert question.labels == ("a", "b", "c", "d", "e", "f")
    assert question.key.accepted == (("f",),)


@pytest.mark.parametrize("kind", ["numeric", "fill_in"])
def test_a_question_without_options_by_its_kind_gets_none(tmp_path: Path, kind: str) -> None:
    assert read_one(tmp_path, kind=kind, choices={}, answer=["12"]).options == ()


def test_the_boxes_of_a_numeric_question_are_kept(tmp_path: Path) -> None:
    numeric = {"digits": 3, "decimals": 1, "unit": "mL"}
    question = read_one(tmp_path, kind="numeric", answer=["12.5"], numeric=numeric)
    assert question.boxes == Boxes(3, 1, "mL")


@pytest.mark.parametrize("field", ["context", "stem"])
def test_questions_of_a_group_share_its_case(tmp_path: Path, field: str) -> None:
    question = read_one(tmp_path, **{field: "A man of 60 …", "group": "A6-8"})
    assert question.scenario == Scenario("A6-8", "A man of 60 …")


def test_a_case_without_a_group_is_a_scenario_of_one_question(tmp_path: Path) -> None:
    question = read_one(tmp_path, context="A man of 60 …")
    assert question.scenario == Scenario("A1", "A man of 60 …")
    assert question.cluster == "A1"


def test_a_question_without_group_and_case_has_no_scenario(tmp_path: Path) -> None:
    assert read_one(tmp_path).scenario is None


def test_human_percentages_become_shares(tmp_path: Path) -> None:
    question = read_one(tmp_path, human_accuracy=87.5, human_choice_rates={"a": 87.5, "b": 12.5})
    assert question.human == HumanRecord(0.875, {"a": 0.875, "b": 0.125})


@pytest.mark.parametrize("field", ["subject", "category"])
def test_the_subject_has_two_names(tmp_path: Path, field: str) -> None:
    assert read_one(tmp_path, **{field: "薬理"}).subject == "薬理"


def test_role_area_and_points_are_taken_as_they_are(tmp_path: Path) -> None:
    question = read_one(tmp_path, role="必修", area="C", points=3)
    assert (question.role, question.area, question.points) == ("必修", "C", 3)


def test_a_point_is_the_default(tmp_path: Path) -> None:
    assert read_one(tmp_path).points == 1


def test_the_misprinted_twin_of_a_row_is_superseded(tmp_path: Path) -> None:
    assert read_one(tmp_path, corrected_question_index="2").superseded


def test_a_row_without_an_id_is_called_by_year_section_and_index(tmp_path: Path) -> None:
    assert read_one(tmp_path, "id", section="B", index="12").id == "2024B12"


def test_a_row_without_an_id_and_year_is_called_by_section_and_index(tmp_path: Path) -> None:
    assert read_one(tmp_path, "id", "year", section="B", index="12").id == "B12"
