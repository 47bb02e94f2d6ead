import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from builders import make_row
from pydantic import ValidationError

from kokushi_inspect.sources.question_row import QuestionRow, question_schema

SAMPLE = Path(__file__).parent / "sample_questions.jsonl"


def published_schema() -> dict[str, Any]:
    file = files("kokushi_inspect") / "sources" / "question.schema.json"
    schema: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return schema


def test_the_published_schema_is_the_one_that_the_model_generates() -> None:
    assert published_schema() == question_schema()


def test_the_published_schema_is_a_valid_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(published_schema())


@pytest.mark.parametrize(
    "line", SAMPLE.read_text("utf-8").splitlines(), ids=lambda line: json.loads(line)["id"]
)
def test_a_well_formed_row_meets_the_published_schema(line: str) -> None:
    jsonschema.Draft202012Validator(published_schema()).validate(json.loads(line))


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "essay"},
        {"n_select": -1},
        {"points": -1},
        {"answer": {"a": 1}},
        {"choices": ["a", "b"]},
        {"numeric": {"decimals": 1}},
        {"treatment": "dropped"},
        {"human_accuracy": 101},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_wrong_row_is_refused_by_the_schema_and_by_the_model(wrong: dict[str, Any]) -> None:
    row = make_row(**wrong)
    assert not jsonschema.Draft202012Validator(published_schema()).is_valid(row)
    with pytest.raises(ValidationError):
        QuestionRow.model_validate(row)


def test_the_schema_describes_every_field() -> None:
    fields = published_schema()["properties"]
    assert [name for name, field in fields.items() if "description" not in field] == []


def test_numbers_are_taken_where_a_text_is_meant() -> None:
    row = QuestionRow.model_validate(
        make_row(id=7, index=12, answer=3, choices={"1": 10, "3": 30}, group=4)
    )
    assert (row.id, row.index, row.answer, row.group) == ("7", "12", ["3"], "4")
    assert row.choices == {"1": "10", "3": "30"}


@pytest.mark.parametrize(
    ("written", "labels"), [("a", ["a"]), ("", []), (None, []), (["a"], ["a"])]
)
def test_a_single_label_is_a_list_of_one_and_nothing_is_an_empty_list(
    written: Any, labels: list[str]
) -> None:
    row = QuestionRow.model_validate(make_row(answer=written, kinki=written))
    assert (row.answer, row.kinki) == (labels, labels)


def test_fields_that_are_not_known_are_ignored() -> None:
    assert QuestionRow.model_validate(make_row(exam_no=118)).id == "A1"
