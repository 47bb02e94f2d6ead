"""Maps a row of a foreign data set to a row of our own question file; a pure function."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.question_row import MAX_TEXT, QuestionRow
from kokushi_inspect.sources.record_figures import NamedFigure, read_figures
from kokushi_inspect.sources.record_key import read_key
from kokushi_inspect.sources.record_kind import decide, read_boxes
from kokushi_inspect.sources.record_names import FieldNames, Record
from kokushi_inspect.sources.record_options import read_options
from kokushi_inspect.sources.record_values import (
    is_nothing,
    read_flag,
    read_json,
    read_percent,
    read_points,
    read_text,
)


@dataclass(frozen=True, slots=True)
class Identity:
    """Which question a row is.

    Attributes:
        id: The question's id.
        year: Year of the sitting.
        section: Section, as the criteria name it.
        index: Number in the section as printed.
    """

    id: str
    year: int
    section: str
    index: str


@dataclass(frozen=True, slots=True)
class MappedRow:
    """A row in our own form.

    Attributes:
        row: The row; its `images` are the places of the figures in `figures` ("0", "1", …).
        figures: The figures that it names or holds.
        remarks: What is odd about it.
    """

    row: QuestionRow
    figures: tuple[NamedFigure, ...]
    remarks: tuple[str, ...]


def map_record(
    record: Record,
    identity: Identity,
    names: FieldNames,
    rules: Rules,
    *,
    percent_scale: float = 1,
) -> MappedRow:
    """Map one row.

    Points of 0 mean that the question was excluded (so does IgakuQA). Forbidden labels in one text
    ("cde") become single characters, with which the reference scorer's comparison by character
    comes out as with the text.

    Args:
        record: The row with folded field names.
        identity: Which question it is.
        names: Under which names fields are looked for.
        rules: The profession's rules.
        percent_scale: What the human accuracy is multiplied by: 100 where the source has shares.

    Raises:
        KokushiError: A field that marking needs has a form that is not known.
        ValidationError: A value is out of range.
    """
    find = _Finder(record, names)
    remarks: list[str] = []
    stem, context = _stem_and_context(find)
    options = read_options(find("options"), record, rules.labels)
    key = read_key(find("answer"))
    decided = decide(stem, options, key, find.text("kind"), rules.labels)
    figures = read_figures(find("images"))
    text_only = read_flag(find("text_only"), "text_only")
    points = read_points(find("points"))
    if points is None:
        remarks.append("no points; 1 is assumed")
    if figures and text_only:
        remarks.append("text_only is true, but it names a figure")
    group = find.text("group")
    superseded = find("corrected_question_index")
    row = QuestionRow.model_validate(
        {
            "id": identity.id,
            "exam": rules.profession,
            "year": identity.year,
            "section": identity.section,
            "index": identity.index,
            "question": stem,
            "choices": decided.options,
            "answer": list(key.printed),
            "accept": decided.accepted,
            "kind": decided.kind,
            "n_select": decided.select,
            "points": 1 if points is None else points,
            "treatment": find.text("treatment") or ("excluded" if points == 0 else None),
            "kinki": _forbidden(find("kinki")),
            "images": [str(n) for n in range(len(figures))],
            "text_only": False if figures else text_only,
            "context": context or None,
            # groups may be numbered anew in each section
            "group": f"{identity.section}-{group}" if group else None,
            "numeric": read_boxes(stem) if decided.kind == "numeric" else None,
            "human_accuracy": _accuracy(find("human_accuracy"), percent_scale, remarks),
            "human_choice_rates": _rates(find("human_choice_rates"), remarks),
            "role": find.text("role") or None,
            "area": find.text("area") or None,
            "subject": find.text("subject") or None,
            "corrected_question_index": (
                None if is_nothing(superseded) or superseded is False else read_text(superseded)
            ),
        }
    )
    return MappedRow(row, tuple(figures), tuple(remarks))


@dataclass(frozen=True, slots=True)
class _Finder:
    record: Record
    names: FieldNames

    def __call__(self, field: str) -> Any:
        return self.names.find(self.record, field)

    def text(self, field: str) -> str:
        value = self(field)
        return "" if is_nothing(value) else read_text(value).strip()


def _stem_and_context(find: _Finder) -> tuple[str, str]:
    """The stem and the shared case; a field `stem` is the case where another holds the question."""
    stem = find("question")
    context = find.text("context")
    if stem is None:
        raise KokushiError(
            f"the row has no question (its fields: {', '.join(map(str, find.record))})",
            fix="name the field in a map, -T fields=FILE",
        )
    if not isinstance(stem, str):
        raise KokushiError(f"the question is a {type(stem).__name__}", expected="text")
    if len(stem) > MAX_TEXT or len(context) > MAX_TEXT:
        raise KokushiError("the question is too long", expected=f"at most {MAX_TEXT} characters")
    other = find.record.get("stem")
    if not context and isinstance(other, str) and other.strip() and other != stem:
        context = other.strip()
    return stem.strip(), context


def _forbidden(value: Any) -> list[str]:
    if is_nothing(value):
        return []
    if isinstance(value, list | tuple):
        return [read_text(item) for item in value if not is_nothing(item)]
    if not isinstance(value, str):
        raise KokushiError(f"the forbidden labels are a {type(value).__name__}", expected="a list")
    return list(value)


def _accuracy(value: Any, scale: float, remarks: list[str]) -> float | None:
    percent = read_percent(value)
    if percent is None and not is_nothing(value):
        remarks.append(f"the human accuracy '{value}' is no percentage")
    return None if percent is None else percent * scale


def _rates(value: Any, remarks: list[str]) -> dict[str, float] | None:
    value = read_json(value)
    if is_nothing(value):
        return None
    if not isinstance(value, Mapping):
        remarks.append("the shares of the options are not read: they are no object")
        return None
    rates = {str(k).lower(): read_percent(v) for k, v in value.items()}
    return {k: v for k, v in rates.items() if v is not None} or None
