"""A row of a source as the checks see it."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kokushi_inspect.exam import Kind, Place
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.question_file import fold, kind_of
from kokushi_inspect.sources.question_row import QuestionRow
from kokushi_inspect.sources.record_names import FieldNames
from kokushi_inspect.sources.record_values import is_nothing, read_text
from kokushi_inspect.sources.survey import SurveyedRow

_MARK_RUN = re.compile("([\u0300-\u036f\u3099\u309a]{4})[\u0300-\u036f\u3099\u309a]+")
"""Long runs of combining marks: sorting them makes NFKC quadratic. Four are kept."""


def normal(text: str) -> str:
    """Text in the form that patterns are compared with (NFKC)."""
    return unicodedata.normalize("NFKC", _MARK_RUN.sub(r"\1", text))


@dataclass(frozen=True)
class Entry:
    """A row that has our own form.

    Attributes:
        surveyed: The row as the source has it, and what was understood of it.
        row: The row in our own form.
        rules: The rules of its profession; None when it has none.
        names: Names of the fields of a foreign source; None for our own question file.
    """

    surveyed: SurveyedRow
    row: QuestionRow
    rules: Rules | None
    names: FieldNames | None = None

    @property
    def place(self) -> Place:
        """Where the row stands."""
        return self.surveyed.place

    @property
    def id(self) -> str:
        """Id of the question."""
        row = self.row
        return row.id or f"{row.year or ''}{row.section}{row.index}"

    @property
    def profession(self) -> str:
        """Id of the profession; empty when it is none."""
        return "" if self.rules is None else self.rules.profession

    @cached_property
    def kind(self) -> Kind:
        """What kind of answer is asked for."""
        return kind_of(self.row)

    @property
    def chooses(self) -> bool:
        """Whether the answer consists of labels."""
        return self.kind not in ("numeric", "fill_in")

    @cached_property
    def stem(self) -> str:
        """The stem in NFKC form."""
        return normal(self.row.question)

    @cached_property
    def context(self) -> str:
        """The case in NFKC form; empty when there is none."""
        return normal(self.row.context or "")

    @property
    def section(self) -> str:
        """The section, as the criteria name it when they know it."""
        section = self.row.section
        return (
            section
            if self.rules is None
            else self.rules.section_aliases.get(fold(section), section)
        )

    @property
    def sitting(self) -> tuple[str, int | None]:
        """Profession and year."""
        return self.profession, self.row.year

    @property
    def number(self) -> int | None:
        """The leading number of the index, None when there is none."""
        digits = normal(self.row.index).split("-")[0].strip()
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else None

    @property
    def superseded(self) -> bool:
        """Whether the row is the misprinted twin of another."""
        return bool(self.row.corrected_question_index)

    @property
    def answers(self) -> list[list[str]]:
        """The accepted answers, without empty ones."""
        row = self.row
        return [a for a in ([row.answer] if row.accept is None else row.accept) if a]

    @property
    def answer_field(self) -> str:
        """The field that holds the accepted answers."""
        return "answer" if self.row.accept is None else "accept"

    @property
    def stated_select(self) -> int | None:
        """How many options the row itself says are to be chosen; None when it does not say."""
        if self.names is not None or self.kind not in ("single", "multiple"):
            return None
        return self.row.n_select or None

    @property
    def forbidden_written(self) -> list[str]:
        """The forbidden labels as the source writes them."""
        if self.names is None:
            return self.row.kinki
        value: Any = self.names.find(self.surveyed.record, "kinki")
        if is_nothing(value):
            return []
        return (
            list(map(read_text, value)) if isinstance(value, list | tuple) else [read_text(value)]
        )

    def texts(self) -> Iterator[tuple[str, str]]:
        """The field and the text of stem, case and options, as written."""
        yield "question", self.row.question
        if self.row.context:
            yield "context", self.row.context
        for label, text in self.row.choices.items():
            yield f"choices.{label}", text

    def finds(self, code: str, field: str | None, what: str) -> Finding:
        """A finding about this row."""
        return Finding(code, Place(self.place.file, self.place.row, field), self.id, what)


def shortened(text: str, most: int = 40) -> str:
    """The text on one line, cut to a length that is good to read."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
