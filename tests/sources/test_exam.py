import logging
from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_picture, write_rows

from kokushi_inspect.exam import KokushiError, Question, Sitting
from kokushi_inspect.sources.exam import Exam, Request, load_exam


def load(folder: Path, *rows: dict[str, Any], **request: Any) -> Exam:
    file = write_rows(folder, *(rows or (make_row(),)))
    return load_exam("medicine", Request(source=str(file), **request))


def test_there_is_one_sample_for_each_question_under_its_own_id(tmp_path: Path) -> None:
    exam = load(tmp_path, make_row(id="118B2"), make_row(id="118A1"))
    assert [sample.id for sample in exam.dataset] == ["118B2", "118A1"]
    assert [question.id for question in exam.questions] == ["118B2", "118A1"]


def test_a_folder_is_as_good_as_its_file(tmp_path: Path) -> None:
    write_rows(tmp_path, make_row())
    exam = load_exam("medicine", Request(source=str(tmp_path)))
    assert len(exam.dataset) == 1


def test_a_relative_source_means_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rows(tmp_path / "mine", make_row())
    monkeypatch.chdir(tmp_path)
    exam = load_exam("medicine", Request(source="mine"))
    assert exam.metadata["source"] == str(tmp_path / "mine" / "questions.jsonl")


def test_the_log_says_where_the_questions_came_from(tmp_path: Path) -> None:
    exam = load(tmp_path)
    metadata = exam.metadata
    assert metadata["profession"] == "medicine"
    assert metadata["source"] == str(tmp_path / "questions.jsonl")
    assert len(metadata["sha256"]) == 64
    assert metadata["criteria"] == "medicine.toml"
    assert metadata["figures"] == "sent"
    assert [record["year"] for record in metadata["sittings"]] == [2024]


def test_warnings_are_logged_and_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        exam = load(tmp_path, make_row(answer=[]))
    warning = "A1: there is no key; the question is not scored"
    assert exam.metadata["warnings"] == [warning]
    assert warning in caplog.text


def test_a_sample_carries_what_the_examiner_needs(tmp_path: Path) -> None:
    exam = load(tmp_path)
    metadata = exam.dataset[0].metadata or {}
    assert Question.from_record(metadata).key == exam.questions[0].key
    assert Sitting.from_record(metadata["sitting"]) == exam.sittings[0]


def test_withheld_figures_leave_the_same_text(tmp_path: Path) -> None:
    write_picture(tmp_path / "ecg.png")
    row = make_row(images=["ecg.png"])
    sent, withheld = load(tmp_path, row), load(tmp_path, row, figures="withheld")
    parts = [exam.dataset[0].input[0].content for exam in (sent, withheld)]  # type: ignore[union-attr]
    assert [len(content) for content in parts] == [3, 1]
    assert parts[0][0] == parts[1][0]


def test_a_large_figure_is_scaled_and_noted_in_the_sample(tmp_path: Path) -> None:
    write_picture(tmp_path / "big.png", (100, 50))
    exam = load(tmp_path, make_row(images=["big.png"]), max_pixels=32)
    metadata = exam.dataset[0].metadata or {}
    assert metadata["figure_notes"] == ["big.png: 100×50 sent as PNG 32×16"]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"figures": "shown"}, "figures='shown'; expected 'sent' or 'withheld'"),
        ({"figures": True}, "figures='True'; expected 'sent' or 'withheld'"),
        ({"max_pixels": 15}, "max_pixels='15'; expected a number from 16 to 100000"),
        ({"max_pixels": 100_001}, "expected a number from 16 to 100000"),
        ({"max_pixels": "large"}, "max_pixels='large'; expected a number from 16 to 100000"),
        ({"language": "de"}, "language='de'; expected 'ja' or 'en'"),
        ({"questions": "hard"}, "expected 'all' or 'text_only' or 'with_figures'"),
        ({"unit": "section"}, "unit='section'; expected 'question' or 'scenario'"),
        ({"points": "mine"}, "points='mine'; expected 'source' or 'official'"),
        ({"shuffle_options": "yes"}, "shuffle_options='yes'; expected a whole number, the seed"),
        ({"derived_lines": "maybe"}, "derived_lines='maybe'; expected true or false"),
    ],
    ids=str,
)
def test_a_wrong_parameter_says_what_is_allowed(
    tmp_path: Path, request_: dict[str, Any], message: str
) -> None:
    with pytest.raises(KokushiError) as caught:
        load(tmp_path, **request_)
    assert message in str(caught.value)


@pytest.mark.parametrize("pixels", [16, 100_000])
def test_the_ends_of_the_range_of_max_pixels_are_allowed(tmp_path: Path, pixels: int) -> None:
    assert len(load(tmp_path, max_pixels=pixels).dataset) == 1


def test_a_source_that_is_not_there_says_what_a_source_can_be(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="expected 'kokushimd10', 'practice', or a folder or"):
        load_exam("medicine", Request(source=str(tmp_path / "nowhere")))


def test_a_wrong_parameter_stops_before_the_source_is_read(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="figures='shown'"):
        load_exam("medicine", Request(source=str(tmp_path / "nowhere"), figures="shown"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kept", "ids"), [("all", ["A1", "A2"]), ("text_only", ["A1"]), ("with_figures", ["A2"])]
)
def test_a_filter_keeps_questions_with_or_without_figures(
    tmp_path: Path, kept: str, ids: list[str]
) -> None:
    write_picture(tmp_path / "ecg.png")
    exam = load(tmp_path, make_row(), make_row(id="A2", images=["ecg.png"]), questions=kept)
    assert [sample.id for sample in exam.dataset] == ids


@pytest.mark.parametrize(("kept", "filtered"), [("all", ""), ("text_only", "questions=text_only")])
def test_a_filter_is_recorded_with_the_whole_sitting(
    tmp_path: Path, kept: str, filtered: str
) -> None:
    write_picture(tmp_path / "ecg.png")
    exam = load(tmp_path, make_row(), make_row(id="A2", images=["ecg.png"]), questions=kept)
    assert exam.sittings[0].filtered == filtered
    assert exam.sittings[0].rows == 2


def test_a_filter_that_leaves_nothing_stops(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="no question is left with questions=with_figures"):
        load(tmp_path, questions="with_figures")


def test_only_the_years_asked_for_are_taken(tmp_path: Path) -> None:
    exam = load(tmp_path, make_row(), make_row(id="B1", year=2021), years=2021)
    assert [sample.id for sample in exam.dataset] == ["B1"]
    assert [sitting.year for sitting in exam.sittings] == [2021]


def test_the_questions_of_a_scenario_are_one_sample_on_request(tmp_path: Path) -> None:
    rows = [
        make_row(id="A1"),
        make_row(id="A2", group="A2-3", context="A man of 60."),
        make_row(id="A3", group="A2-3", context="A man of 60."),
        make_row(id="A4", group="A4-5", context="A woman of 60."),
    ]
    exam = load(tmp_path, *rows, unit="scenario")
    assert [sample.id for sample in exam.dataset] == ["A1", "A2-3", "A4"]
    assert exam.metadata["unit"] == "scenario"
    assert [question.id for question in exam.questions] == ["A1", "A2", "A3", "A4"]


def test_shuffled_options_carry_their_seed_and_origin(tmp_path: Path) -> None:
    exam = load(tmp_path, make_row(), shuffle_options=7)
    assert exam.metadata["shuffle_options"] == 7
    assert sorted((exam.dataset[0].metadata or {})["shuffled"]) == ["a", "b", "c", "d", "e"]


def test_points_come_from_the_source_or_from_the_structure(tmp_path: Path) -> None:
    row = make_row(exam="看護", section="a", index="120", points=7)
    file = write_rows(tmp_path, row)
    of = [
        load_exam("nursing", Request(source=str(file), points=points)).sittings[0].of
        for points in ("source", "official")
    ]
    assert of == [7, 2]
