"""One row of our question file: the published form, checked field by field.

`python -m kokushi_inspect.sources.question_row` prints the JSON Schema, which the package carries
as `question.schema.json`.
"""

import json
import unicodedata
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    field_validator,
)

from kokushi_inspect.exam import Kind, Treatment

MAX_NAME = 200
"""Longest id, in characters: ids become names of files inside logs."""

MAX_TEXT = 100_000
"""Longest stem or case, in characters; real ones have less than a tenth."""

_MOST_OPTIONS = 50
_MOST_TEXTS = 100


def _text(value: Any) -> Any:
    """Numbers where a text is meant ("12" written as 12)."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _texts(value: Any) -> Any:
    """A list of texts; a single text or number is a list of one."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        if len(value) > _MOST_TEXTS:
            raise ValueError(f"more than {_MOST_TEXTS} entries")
        return [_text(item) for item in value]
    return [_text(value)] if _text(value) != "" else []


def _options(value: Any) -> Any:
    if isinstance(value, dict) and len(value) > _MOST_OPTIONS:
        raise ValueError(f"more than {_MOST_OPTIONS} options")
    return {key: _text(item) for key, item in value.items()} if isinstance(value, dict) else value


def _no_flag(value: Any) -> Any:
    """`true` is no number, although Python takes it for 1."""
    values = value.values() if isinstance(value, dict) else (value,)
    if any(isinstance(each, bool) for each in values):
        raise ValueError("true and false are no numbers")
    return value


def _name(value: str) -> str:
    """A name that a file inside a log and a line on a terminal can carry."""
    if len(value) > MAX_NAME:
        raise ValueError(f"too long: at most {MAX_NAME} characters")
    hidden = () if value.isprintable() else ("Cc", "Cf", "Zl", "Zp")
    if hidden and any(unicodedata.category(c) in hidden for c in value):
        raise ValueError("a control character")
    if value.startswith(("/", "\\")) or ".." in value.replace("\\", "/").split("/"):
        raise ValueError("a path that leads elsewhere")
    return value


Text = Annotated[str, BeforeValidator(_text)]
Name = Annotated[str, BeforeValidator(_text), AfterValidator(_name)]
Percent = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
Texts = Annotated[list[str], BeforeValidator(_texts)]
Options = Annotated[dict[str, str], BeforeValidator(_options)]


class NumericRow(BaseModel):
    """The answer boxes of a numeric question."""

    model_config = ConfigDict(extra="ignore")

    digits: int = Field(ge=1, le=20, description="Boxes in all, those behind the point included.")
    decimals: int = Field(default=0, ge=0, le=20, description="Boxes behind the point.")
    unit: str = Field(default="", description="Unit printed behind the boxes.")

    _numbers = field_validator("digits", "decimals", mode="before")(_no_flag)


class QuestionRow(BaseModel):
    """One question. Fields that are not named here are ignored."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    id: Name | None = Field(
        default=None,
        description="Unique id, used as the sample id; section and index when it is absent.",
    )
    exam: str | None = Field(
        default=None,
        validation_alias=AliasChoices("exam", "profession"),
        description="Profession (医師, medicine, …); the task's own when it is absent.",
    )
    year: int | None = Field(default=None, ge=0, le=9999, description="Year of the sitting.")
    section: Name = Field(default="", description="Booklet: A–F, a/b, a1–b3.")
    index: Name = Field(default="", description="Number in the booklet as printed.")
    question: str = Field(max_length=MAX_TEXT, description="The stem.")
    choices: Options = Field(default={}, description="Label and text of each option, in order.")
    answer: Texts = Field(default=[], description="Labels of the key, or the number or word.")
    accept: list[Texts] | None = Field(
        default=None, description="All accepted answers; wins over `answer`."
    )
    kind: Kind | None = Field(default=None, description="Kind of the question.")
    type: Kind | Literal["choice"] | None = Field(
        default=None, description="Alias of `kind`; `choice` is decided by `n_select`."
    )
    n_select: int | None = Field(
        default=None,
        ge=0,
        le=50,
        description="Options to choose; null or 0 for all that apply; ignored outside choices.",
    )
    points: int = Field(default=1, ge=0, le=1000, description="Points for a right answer.")
    kinki: Texts = Field(
        default=[],
        validation_alias=AliasChoices("kinki", "forbidden"),
        description="Labels of the forbidden options (禁忌肢).",
    )
    images: Texts = Field(default=[], description="Figure files, relative to this file.")
    text_only: bool | None = Field(default=None, description="False: the question has a figure.")
    context: str | None = Field(
        default=None,
        max_length=MAX_TEXT,
        validation_alias=AliasChoices("context", "stem"),
        description="The case that the questions of a group share.",
    )
    group: Name | None = Field(default=None, description="Scenario that the question belongs to.")
    numeric: NumericRow | None = Field(default=None, description="Boxes of a numeric question.")
    treatment: Treatment | None = Field(default=None, description="What the ministry announced.")
    role: str | None = Field(default=None, description="What it counts as (必修, 実地, …).")
    area: str | None = Field(default=None, description="Area of a dentist's question: A, B, C.")
    subject: str | None = Field(
        default=None,
        validation_alias=AliasChoices("subject", "category"),
        description="Subject, for rules about subjects.",
    )
    human_accuracy: float | None = Field(
        default=None, ge=0, le=100, description="Percent of people who were right."
    )
    human_choice_rates: dict[str, Percent] | None = Field(
        default=None, description="Percent of people who chose each label."
    )
    corrected_question_index: Text | None = Field(
        default=None, description="Set on the misprinted twin of another row."
    )
    flags: Texts = Field(default=[], description="Remarks of the source.")

    _numbers = field_validator(
        "year", "n_select", "points", "human_accuracy", "human_choice_rates", mode="before"
    )(_no_flag)


def question_schema() -> dict[str, Any]:
    """The JSON Schema of one line of a question file."""
    schema = QuestionRow.model_json_schema(by_alias=False)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "kokushi-inspect question"
    return schema


if __name__ == "__main__":
    print(json.dumps(question_schema(), ensure_ascii=False, indent=2))
