"""One row of MedCalc-Bench: a patient note, a question about it, and its typed key."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from kokushi_inspect.exam import KokushiError, Place
from scorers.tolerance import CalculationKey, answer_form, parse_key

Category = Literal["lab", "physical", "date", "dosage", "risk", "severity", "diagnosis"]
"""The paper's seven categories."""

Group = Literal["equation", "rule"]
"""The paper's two kinds of calculators: equations, and rules that add up points."""

COLUMNS = (
    "Row Number",
    "Calculator ID",
    "Calculator Name",
    "Category",
    "Output Type",
    "Note ID",
    "Note Type",
    "Patient Note",
    "Question",
    "Relevant Entities",
    "Ground Truth Answer",
    "Lower Limit",
    "Upper Limit",
    "Ground Truth Explanation",
)
"""The columns of the published files, under their names there."""

OPTIONAL_COLUMNS = frozenset({"Output Type", "Relevant Entities", "Ground Truth Explanation"})
"""Columns that neither asking nor marking needs."""

_ALIASES: dict[str, Category] = {"lab test": "lab"}
"""Other names of a category; v1.2 and Verified say "lab test"."""

_RULES = frozenset({"risk", "severity", "diagnosis"})


@dataclass(frozen=True, slots=True)
class Row:
    """A row whose values have been checked.

    Attributes:
        id: Its "Row Number", as text; the id of the sample.
        calculator: Its "Calculator ID".
        calculator_name: Name of the calculator.
        category: One of the seven categories, aliases joined.
        output_type: `decimal`, `integer` or `date` as the file says; nothing rests on it.
        note_id: Id of the note; several rows may share a note.
        note_type: `Extracted` from a case report, or written from a `Template` or otherwise.
        note: The patient note.
        question: What is asked about it.
        answer: The key as written in the file.
        lower: The lower limit as written in the file.
        upper: The upper limit as written in the file.
        key: What the three mean.
    """

    id: str
    calculator: int
    calculator_name: str
    category: Category
    output_type: str
    note_id: str
    note_type: str
    note: str
    question: str
    answer: str
    lower: str
    upper: str
    key: CalculationKey

    @property
    def group(self) -> Group:
        """Whether the calculator is an equation or a rule."""
        return "rule" if self.category in _RULES else "equation"


def read_row(record: Mapping[str, str], place: Place) -> Row:
    """The row behind a record of texts.

    Args:
        record: The texts by column name.
        place: File and number of the row, for the error message.

    Raises:
        KokushiError: A field is empty or does not parse; the message names row and field.
    """
    calculator = _calculator(record["Calculator ID"], _field(place, "Calculator ID"))
    answer, lower, upper = (
        record[name].strip() for name in ("Ground Truth Answer", "Lower Limit", "Upper Limit")
    )
    return Row(
        id=_text(record, "Row Number", place),
        calculator=calculator,
        calculator_name=_text(record, "Calculator Name", place),
        category=category_of(record["Category"], _field(place, "Category")),
        output_type=record["Output Type"].strip(),
        note_id=_text(record, "Note ID", place),
        note_type=_text(record, "Note Type", place),
        note=_text(record, "Patient Note", place),
        question=_text(record, "Question", place),
        answer=answer,
        lower=lower,
        upper=upper,
        key=parse_key(calculator, answer, lower, upper, place=place),
    )


def category_of(name: str, place: Place | None = None) -> Category:
    """The category that a name means.

    Raises:
        KokushiError: It is none of the seven.
    """
    plain = " ".join(name.split()).casefold()
    known: tuple[Category, ...] = get_args(Category)
    for category in known:
        if category == _ALIASES.get(plain, plain):
            return category
    raise KokushiError(f"'{name}' is no category", place=place, expected=", ".join(known))


def _calculator(text: str, place: Place) -> int:
    try:
        calculator = int(text)
        answer_form(calculator)
    except (ValueError, KokushiError):
        raise KokushiError(
            f"'{text}' is no calculator",
            place=place,
            expected="the id of one of the 55 calculators of MedCalc-Bench",
        ) from None
    return calculator


def _text(record: Mapping[str, str], field: str, place: Place) -> str:
    text = record[field].strip()
    if not text:
        raise KokushiError("nothing there", place=_field(place, field), expected="a text")
    return text


def _field(place: Place, field: str) -> Place:
    return Place(place.file, place.row, field)
