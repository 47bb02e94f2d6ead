"""KokushiMD-10 from a folder: which files and rows are taken, and what stops a run."""

import json
from pathlib import Path
from typing import Any

import pytest
from synthetic_kokushimd10 import (
    Row,
    synthetic_rows,
    with_answer_list,
    with_option_list,
    with_option_object,
    write_exams,
    write_split,
)

from kokushi_inspect.exam import KokushiError, Question
from kokushi_inspect.sources.exam import Exam, Request, load_exam

SMALL = "midwifery"
"""The profession of these tests: two sections and no superseded rows."""


def load(folder: Path, profession: str = SMALL, **parameters: Any) -> Exam:
    request = Request(source=str(folder), figures="withheld", **parameters)
    return load_exam(profession, request)


@pytest.fixture
def rows() -> list[Row]:
    return synthetic_rows(SMALL)


def first(rows: list[Row], **changes: Any) -> list[Row]:
    """The rows, the first one changed."""
    return [rows[0] | changes, *rows[1:]]


def understood(exam: Exam) -> list[tuple[Any, ...]]:
    return [(q.id, q.index, q.kind, q.options, q.key.accepted, q.points) for q in exam.questions]


@pytest.mark.parametrize(
    "change", [with_option_list, with_option_object, with_answer_list], ids=lambda f: f.__name__
)
def test_forms_of_a_row_give_the_same_questions(
    change: Any, rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path / "plain", rows)
    write_split(tmp_path / "other", map(change, rows))
    assert understood(load(tmp_path / "other")) == understood(load(tmp_path / "plain"))


@pytest.mark.parametrize(
    "below", ["", "exams", "exams/JA"], ids=["repository", "exams", "language"]
)
def test_the_authors_folders_give_the_same_questions(
    below: str, rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path / "split", rows)
    write_exams(tmp_path / "repository", rows)
    found = load(tmp_path / "repository" / below)
    assert understood(found) == understood(load(tmp_path / "split"))


@pytest.mark.parametrize("below", ["", "data", "data/train_ja.jsonl"])
def test_the_split_is_found_in_its_folder_above_and_by_name(
    below: str, rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, rows)
    assert len(load(tmp_path / below).questions) == len(rows)


def test_ids_sort_in_exam_order(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path, rows)
    ids = [q.id for q in load(tmp_path).questions]
    assert ids == sorted(ids)
    assert ids[0] == "midwifery-2020-a-001"
    assert ids[-1] == "midwifery-2024-b-055"


def test_ids_count_superseded_rows(tmp_path: Path) -> None:
    write_split(tmp_path, synthetic_rows("nursing"))
    found = {q.id: q for q in load(tmp_path, "nursing").questions}
    twin = found["nursing-2020-a-010"]
    assert (twin.index, twin.superseded) == ("10-1", True)
    assert found["nursing-2020-a-011"].index == "10"
    assert found["nursing-2021-a-010"].index == "10"


def test_rows_of_other_professions_are_skipped(rows: list[Row], tmp_path: Path) -> None:
    broken = [row | {"answer": "z"} for row in synthetic_rows("optometry")[:3]]
    write_split(tmp_path, [*broken, *rows])
    assert {q.profession for q in load(tmp_path).questions} == {SMALL}


def test_rows_of_an_exam_that_is_none_of_the_ten_are_named_in_a_warning(
    rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, [rows[0] | {"profession": "獣医師"}, *rows])
    warnings = load(tmp_path).metadata["warnings"]
    assert "1 rows are of none of the ten professions" in warnings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("profession", "助産師"),
        ("profession", "Midwifery"),
        ("profession", "助産師国家試験"),
        ("year", "2020年"),
        ("year", 103),
        ("year", "第103回"),
        ("section", "午前"),
        ("section", "AM"),
        ("section", "A"),
    ],
)
def test_places_are_understood_by_other_names(
    name: str, value: Any, rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, first(rows, **{name: value}))
    found = load(tmp_path).questions[0]
    assert (found.year, found.section, found.index) == (2020, "a", "1")


def test_a_name_stands_for_profession_year_section_and_index(
    rows: list[Row], tmp_path: Path
) -> None:
    fields = ("profession", "year", "section", "index")
    plain = [
        {k: v for k, v in row.items() if k not in fields}
        | {"id": "_".join(str(row[field]) for field in fields)}
        for row in rows
    ]
    write_split(tmp_path / "named", plain)
    write_split(tmp_path / "split", rows)
    assert understood(load(tmp_path / "named")) == understood(load(tmp_path / "split"))


def test_rows_out_of_order_are_sorted_by_their_index(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path, [rows[1], rows[0], *rows[2:]])
    found = load(tmp_path)
    assert [q.index for q in found.questions[:3]] == ["1", "2", "3"]
    where = "midwifery 2020 a: the rows are not in the order of their indices; they are sorted"
    assert where in found.metadata["warnings"]


def test_the_order_of_an_exam_file_is_kept(rows: list[Row], tmp_path: Path) -> None:
    write_exams(tmp_path, [rows[1], rows[0], *rows[2:]])
    assert [q.index for q in load(tmp_path).questions[:3]] == ["2", "1", "3"]


def test_a_row_without_an_index_takes_its_position(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path, [{k: v for k, v in row.items() if k != "index"} for row in rows])
    assert [q.index for q in load(tmp_path).questions[:3]] == ["1", "2", "3"]


def stop(folder: Path, profession: str = SMALL) -> str:
    with pytest.raises(KokushiError) as error:
        load(folder, profession)
    return error.value.message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"answer": "9"}, "the key '9' names '9', which is no option"),
        ({"year": None}, "the row has no year"),
        ({"year": "令和"}, "'令和' is no year"),
        ({"section": "x"}, "'x' is no section; expected one of a, b"),
        ({"profession": None}, "the row names no profession (its fields: profession, year"),
        ({"index": "2"}, "the index '2' of 2020 a stands in row 1 already"),
        ({"human_choice_rates": {"1": 5}, "points": 2000}, "points are '2000'"),
    ],
)
def test_a_row_that_is_not_understood_stops_the_run(
    change: dict[str, Any], reason: str, rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, first(rows, **change))
    message = stop(tmp_path)
    assert reason in message
    assert "train_ja.jsonl, row " in message


def test_an_index_may_stand_twice_when_one_row_is_superseded(
    rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, first(rows, index="2", corrected_question_index="2"))
    found = load(tmp_path).questions
    assert [(q.index, q.superseded) for q in found[:2]] == [("2", True), ("2", False)]


def test_the_first_ten_rows_that_are_not_understood_are_listed(
    rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, [row | {"answer": "9"} for row in rows[:12]] + rows[12:])
    message = stop(tmp_path)
    assert "12 rows were not understood" in message
    assert message.count("names '9'") == 10
    assert "and 2 more" in message


def test_a_line_that_is_no_json_stops_the_run(rows: list[Row], tmp_path: Path) -> None:
    file = write_split(tmp_path, rows)
    file.write_text(file.read_text("utf-8") + "{broken\n", "utf-8")
    assert f"row {len(rows) + 1}: this is no JSON object" in stop(tmp_path)


def test_an_exam_file_that_is_no_list_stops_the_run(rows: list[Row], tmp_path: Path) -> None:
    write_exams(tmp_path, rows)
    (tmp_path / "exams/JA/助産/助産_2020_a.json").write_text('"x"', "utf-8")
    assert "the file holds no list" in stop(tmp_path)


def test_an_exam_file_may_hold_its_list_in_an_object(rows: list[Row], tmp_path: Path) -> None:
    write_exams(tmp_path, rows)
    file = tmp_path / "exams/JA/助産/助産_2020_a.json"
    held = {"name": "x", "questions": json.loads(file.read_text("utf-8"))}
    file.write_text(json.dumps(held), "utf-8")
    assert len(load(tmp_path).questions) == len(rows)


def test_a_row_that_contradicts_its_file_stops_the_run(rows: list[Row], tmp_path: Path) -> None:
    write_exams(tmp_path, rows)
    file = tmp_path / "exams/JA/助産/助産_2020_a.json"
    content = json.loads(file.read_text("utf-8"))
    content[0]["year"] = 2021
    file.write_text(json.dumps(content), "utf-8")
    assert "the row is of 2021 a, its file of 2020 a" in stop(tmp_path)


def test_a_file_of_another_encoding_stops_the_run(tmp_path: Path, rows: list[Row]) -> None:
    file = write_split(tmp_path, rows)
    file.write_bytes(file.read_text("utf-8").encode("cp932"))
    assert "is no UTF-8" in stop(tmp_path)


def test_a_profession_without_rows_stops_the_run(tmp_path: Path, rows: list[Row]) -> None:
    write_split(tmp_path, rows)
    assert "no question of optometry" in stop(tmp_path, "optometry")


def test_english_questions_are_those_of_the_english_file(tmp_path: Path) -> None:
    write_split(tmp_path, synthetic_rows(SMALL))
    write_split(tmp_path, synthetic_rows(SMALL, "en"), "en")
    english = load(tmp_path, language="en").questions
    assert english[0].text.isascii() or english[0].text.startswith("Which")
    assert [kind(q) for q in english] == [kind(q) for q in load(tmp_path).questions]


def kind(question: Question) -> tuple[str, int | None]:
    return question.kind, question.select


def test_a_language_that_is_not_there_stops_the_run(tmp_path: Path, rows: list[Row]) -> None:
    write_split(tmp_path, rows)
    with pytest.raises(KokushiError, match=r"no questions of midwifery in 'en'.*train_en\.jsonl"):
        load(tmp_path, language="en")


def test_the_checksum_is_that_of_the_rows_and_not_of_their_file(
    tmp_path: Path, rows: list[Row]
) -> None:
    write_split(tmp_path / "one", rows)
    write_split(
        tmp_path / "other", [*synthetic_rows("optometry"), *[r | {"x": None} for r in rows]]
    )
    write_split(tmp_path / "changed", first(rows, points="2"))
    one, other, changed = (
        load(tmp_path / name).metadata["sha256"] for name in ("one", "other", "changed")
    )
    assert one == other
    assert one != changed


def test_human_accuracies_from_0_to_1_are_shares(tmp_path: Path, rows: list[Row]) -> None:
    write_split(tmp_path, [row | {"human_accuracy": 0.25} for row in rows])
    assert load(tmp_path).questions[0].human.accuracy == 0.25


def test_human_accuracies_are_percent_otherwise(tmp_path: Path, rows: list[Row]) -> None:
    write_split(tmp_path, first(rows, human_accuracy="1"))
    assert load(tmp_path).questions[0].human.accuracy == 0.01


def test_a_field_map_names_fields_that_are_not_known(tmp_path: Path, rows: list[Row]) -> None:
    odd = [
        {k: v for k, v in row.items() if k not in ("question", "points")}
        | {"What is asked": row["question"], "meta": {"weight": row["points"]}}
        for row in rows
    ]
    write_split(tmp_path / "odd", odd)
    write_split(tmp_path / "split", rows)
    assert "the row has no question" in stop(tmp_path / "odd")
    fields = tmp_path / "fields.toml"
    fields.write_text('question = "what is asked"\npoints = ["no", "meta.weight"]\n', "utf-8")
    found = load(tmp_path / "odd", fields=str(fields))
    assert understood(found) == understood(load(tmp_path / "split"))


@pytest.mark.parametrize(
    ("content", "name", "says"),
    [
        ('stem = "x"', "f.toml", "'stem' is no field of a question"),
        ("question = 1", "f.toml", "mapped to something that is no name"),
        ("question", "f.toml", "this is no field map"),
        ("[1]", "f.json", "the file holds no table"),
    ],
)
def test_a_wrong_field_map_says_what_is_expected(
    content: str, name: str, says: str, tmp_path: Path, rows: list[Row]
) -> None:
    write_split(tmp_path, rows)
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(KokushiError, match=says):
        load(tmp_path, fields=str(tmp_path / name))


def test_a_field_map_may_be_json(tmp_path: Path, rows: list[Row]) -> None:
    odd = [{**row, "asked": row["question"], "question": "x?"} for row in rows]
    write_split(tmp_path, odd)
    (tmp_path / "fields.json").write_text('{"question": "asked"}', "utf-8")
    found = load(tmp_path, fields=str(tmp_path / "fields.json"))
    assert found.questions[0].text == rows[0]["question"]


def test_a_field_map_that_is_missing_is_named(tmp_path: Path, rows: list[Row]) -> None:
    write_split(tmp_path, rows)
    with pytest.raises(KokushiError, match="there is no field map"):
        load(tmp_path, fields=str(tmp_path / "nowhere.toml"))


@pytest.mark.parametrize("source", ["practice", "file"])
@pytest.mark.parametrize("parameter", ["fields", "revision"])
def test_parameters_of_foreign_sources_are_refused_elsewhere(
    source: str, parameter: str, tmp_path: Path
) -> None:
    (tmp_path / "questions.jsonl").write_text("", "utf-8")
    given: dict[str, Any] = {parameter: "x"}
    place = "practice" if source == "practice" else str(tmp_path)
    request = Request(source=place, **given)
    with pytest.raises(KokushiError, match=f"leave -T {parameter} out"):
        load_exam(SMALL, request)


def test_a_folder_has_no_revision(tmp_path: Path, rows: list[Row]) -> None:
    write_split(tmp_path, rows)
    with pytest.raises(KokushiError, match="only the source 'kokushimd10' has one"):
        load(tmp_path, revision="main")


def test_a_revision_that_reads_as_a_decimal_number_is_refused() -> None:
    with pytest.raises(KokushiError, match="write the whole commit"):
        load_exam(SMALL, Request(revision=1e5))  # type: ignore[arg-type]


def test_a_folder_with_a_question_file_is_ours_whatever_else_is_there(
    tmp_path: Path, rows: list[Row]
) -> None:
    write_split(tmp_path, rows)
    own = {"id": "own", "exam": "助産", "year": 2020, "question": "?", "answer": ["1"]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(own | {"choices": {"1": "x"}}), "utf-8")
    assert [q.id for q in load(tmp_path).questions] == ["own"]
