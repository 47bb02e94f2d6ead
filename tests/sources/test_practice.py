"""The built-in practice exams: whole, well-formed, and never to be mistaken for real ones."""

import json
from importlib.resources import files
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from kokushi_inspect.sources.criteria_file import load_rules, practice_professions
from kokushi_inspect.sources.exam import Request, load_exam
from kokushi_inspect.sources.question_row import question_schema

PROFESSIONS = practice_professions()


def rows_of(profession: str) -> list[dict[str, Any]]:
    file = files("kokushi_inspect") / "sources" / "practice" / profession / "questions.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_there_is_a_practice_exam_of_each_profession() -> None:
    assert len(PROFESSIONS) == 10
    assert "medicine" in PROFESSIONS


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_every_row_meets_the_published_schema(profession: str) -> None:
    validator = jsonschema.Draft202012Validator(question_schema())
    for row in rows_of(profession):
        validator.validate(row)


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_a_practice_exam_is_whole_and_loads_without_a_warning(profession: str) -> None:
    exam = load_exam(profession, Request(source="practice"))
    (sitting,) = exam.sittings
    assert exam.metadata["warnings"] == []
    assert sitting.problems == ()
    assert sitting.rows == sum(load_rules(profession, practice=True).sections.values())


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_a_practice_exam_is_called_so_and_belongs_to_no_real_year(profession: str) -> None:
    exam = load_exam(profession, Request(source="practice"))
    (sitting,) = exam.sittings
    assert (sitting.source, sitting.label) == ("practice", "practice")
    assert exam.metadata["source"] == "practice"
    assert exam.metadata["criteria"] == f"practice/{profession}.toml"
    assert sitting.year not in load_rules(profession).years


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_every_practice_question_has_a_human_accuracy(profession: str) -> None:
    exam = load_exam(profession, Request(source="practice"))
    nobody = [q.id for q in exam.questions if q.human.accuracy is None]
    assert nobody == []


def test_the_physicians_practice_exam_shows_every_kind_and_treatment() -> None:
    questions = load_exam("medicine", Request(source="practice")).questions
    assert len(questions) >= 40
    assert {q.kind for q in questions} == {"single", "multiple", "numeric", "ordered", "fill_in"}
    assert {q.select for q in questions if q.kind == "multiple"} >= {2, 3, None}
    treatments = [q.key.treatment for q in questions]
    assert treatments.count("excluded") == 2
    assert treatments.count("excluded_unless_right") == 1
    assert sum(len(q.key.accepted) == 2 for q in questions) >= 1
    assert sum(bool(q.figures) for q in questions) >= 8
    assert any(q.forbidden for q in questions)
