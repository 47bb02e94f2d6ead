import json
from pathlib import Path
from typing import Any

import pytest
from builders import write_picture, write_rows

from kokushi_inspect.exam import KokushiError, Question
from kokushi_inspect.sources.exam import Exam, Request, load_exam

Row = dict[str, Any]


def problem(name: str = "116A1", **changes: Any) -> Row:
    """A row of a file of questions."""
    row = {
        "problem_id": name,
        "problem_text": "Which one?",
        "choices": ["first", "second", "third", "fourth", "fifth"],
        "text_only": True,
        "answer": ["a"],
        "points": "1",
    }
    return row | changes


def metadata(name: str = "116A1", **changes: Any) -> Row:
    """A row of a file of metadata."""
    row = {
        "problem_id": name,
        "kinki": ["d"],
        "human_accuracy": "87.8",
        "breakdown": {"a": "87.8", "b": "12.2"},
        "category": "circulation",
    }
    return row | changes


def load(folder: Path, **parameters: Any) -> Exam:
    return load_exam("medicine", Request(source=str(folder), **parameters))


def one(folder: Path, **changes: Any) -> Question:
    """The question of a file with one row."""
    write_rows(folder, problem(**changes), name="116-A.jsonl")
    return load(folder).questions[0]


def test_a_question_keeps_its_id_and_knows_its_sitting(tmp_path: Path) -> None:
    question = one(tmp_path)
    assert (question.id, question.year, question.section, question.index) == (
        "116A1",
        2022,
        "A",
        "1",
    )


@pytest.mark.parametrize(("sitting", "year"), [(112, 2018), (115, 2021), (119, 2025)])
def test_years_are_counted_from_the_sitting(sitting: int, year: int, tmp_path: Path) -> None:
    write_rows(tmp_path, problem(f"{sitting}B50"), name=f"{sitting}-B.jsonl")
    question = load(tmp_path).questions[0]
    assert (question.year, question.section, question.index) == (year, "B", "50")


def test_options_take_the_letters_of_the_exam(tmp_path: Path) -> None:
    assert one(tmp_path).labels == tuple("abcde")


def test_two_answers_make_a_question_for_two(tmp_path: Path) -> None:
    question = one(tmp_path, answer=["a", "c"])
    assert (question.kind, question.select, question.key.accepted) == (
        "multiple",
        2,
        (("a", "c"),),
    )


def test_a_number_without_options_is_numeric(tmp_path: Path) -> None:
    question = one(tmp_path, problem_text="Calculate it.", choices=[], answer=["1", "5"])
    assert (question.kind, question.key.accepted) == ("numeric", (("15",),))


def test_points_are_whole_numbers(tmp_path: Path) -> None:
    assert one(tmp_path, points="3").points == 3


def test_a_question_of_no_points_was_excluded(tmp_path: Path) -> None:
    assert one(tmp_path, points="0").key.treatment == "excluded"


def test_metadata_are_joined_by_id(tmp_path: Path) -> None:
    write_rows(tmp_path / "2022", problem("116A1"), problem("116A2"), name="116-A.jsonl")
    write_rows(tmp_path / "2022", metadata("116A2"), name="116-A_metadata.jsonl")
    plain, described = load(tmp_path).questions
    assert (plain.forbidden, plain.human.accuracy, plain.subject) == ((), None, None)
    assert (described.forbidden, described.subject) == (("d",), "circulation")
    assert described.human.accuracy == pytest.approx(0.878)
    assert described.human.choice_rates == pytest.approx({"a": 0.878, "b": 0.122})


def test_all_files_below_the_folder_are_read_in_order(tmp_path: Path) -> None:
    for year, sitting in ((2022, 116), (2021, 115)):
        for section in "BA":
            name = f"{sitting}-{section}.jsonl"
            write_rows(tmp_path / str(year), problem(f"{sitting}{section}1"), name=name)
    assert [q.id for q in load(tmp_path).questions] == ["115A1", "115B1", "116A1", "116B1"]


def test_one_file_can_be_named(tmp_path: Path) -> None:
    write_rows(tmp_path, problem("116A1"), name="116-A.jsonl")
    file = write_rows(tmp_path, problem("116B1"), name="116-B.jsonl")
    assert [q.id for q in load(file).questions] == ["116B1"]


def test_english_questions_are_those_of_the_translated_files(tmp_path: Path) -> None:
    write_rows(tmp_path, problem(problem_text="どれか。"), name="116-A.jsonl")
    write_rows(tmp_path, problem(problem_text="Which?"), name="116-A_translate.jsonl")
    write_rows(tmp_path, metadata(), name="116-A_metadata.jsonl")
    (question,) = load(tmp_path, language="en").questions
    assert (question.text, question.forbidden) == ("Which?", ("d",))


def test_a_language_that_is_not_there_stops_the_run(tmp_path: Path) -> None:
    write_rows(tmp_path, problem(), name="116-A.jsonl")
    with pytest.raises(KokushiError, match=r"116-A_translate\.jsonl"):
        load(tmp_path, language="en")


def test_a_question_without_a_figure_file_says_that_it_needs_one(tmp_path: Path) -> None:
    question = one(tmp_path, text_only=False)
    assert (question.needs_figure, question.figures) == (True, ())


def test_figures_are_found_below_the_folder(tmp_path: Path) -> None:
    write_picture(tmp_path / "2022" / "images" / "116A1.png")
    assert len(one(tmp_path, images=["116A1.png"], text_only=False).figures) == 1


@pytest.mark.parametrize("name", ["A1", "116G1", "116A", None])
def test_a_row_without_an_id_stops_the_run(name: Any, tmp_path: Path) -> None:
    write_rows(tmp_path, problem(problem_id=name), name="116-A.jsonl")
    with pytest.raises(KokushiError, match=r"the problem_id '.*' is none; expected 116A1"):
        load(tmp_path)


def test_an_id_twice_stops_the_run(tmp_path: Path) -> None:
    write_rows(tmp_path, problem(), problem(), name="116-A.jsonl")
    with pytest.raises(KokushiError, match="'116A1' stands there already"):
        load(tmp_path)


def test_a_line_that_is_no_json_stops_the_run(tmp_path: Path) -> None:
    write_rows(tmp_path, problem(), "{", name="116-A.jsonl")
    with pytest.raises(KokushiError, match="row 2: this is no JSON object"):
        load(tmp_path)


def test_other_professions_are_refused(tmp_path: Path) -> None:
    write_rows(tmp_path, problem(), name="116-A.jsonl")
    with pytest.raises(KokushiError, match="IgakuQA has the physician's exam only"):
        load_exam("nursing", Request(source=str(tmp_path)))


def test_a_field_map_reads_fields_of_other_names(tmp_path: Path) -> None:
    row = {k: v for k, v in problem(points="2").items() if k != "answer"} | {"truth": ["b"]}
    write_rows(tmp_path, row, name="116-A.jsonl")
    fields = tmp_path / "fields.json"
    fields.write_text(json.dumps({"answer": "truth"}), "utf-8")
    assert load(tmp_path, fields=str(fields)).questions[0].key.accepted == (("b",),)
