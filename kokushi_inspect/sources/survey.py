"""What was understood of a source, and what was not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kokushi_inspect.exam import KokushiError, Place, Question
from kokushi_inspect.exam.visible import on_one_line
from kokushi_inspect.sources.figure_folder import FigureCount, FigureOutcome
from kokushi_inspect.sources.question_file import QuestionSet
from kokushi_inspect.sources.question_row import QuestionRow

SourceForm = Literal["kokushimd10", "igakuqa", "question_file", "practice"]
"""kokushimd10: the hub data set, its files, or the authors' folders; igakuqa: the files of IgakuQA;
question_file: our own format; practice: the built-in exam."""

_LISTED = 10


@dataclass(frozen=True, slots=True)
class Trouble:
    """A row that was not understood.

    Attributes:
        place: The file and the row in it (from 1).
        reason: Why.
    """

    place: Place
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {on_one_line(self.reason)}"


@dataclass(frozen=True, slots=True)
class SurveyedRow:
    """A row of a source beside what was understood of it.

    Attributes:
        place: The file and the row in it (from 1).
        record: The row as its file has it; field names are folded in foreign sources.
        row: The row in our own form; None when a field of it was not understood.
        question: The question; None when there can be none.
        figures: What became of each figure that it names.
    """

    place: Place
    record: Mapping[str, Any]
    row: QuestionRow | None = None
    question: Question | None = None
    figures: tuple[FigureOutcome, ...] = ()


@dataclass(frozen=True, slots=True)
class Survey:
    """What a source holds for one profession.

    Attributes:
        profession: Id of the profession.
        form: Form of the source.
        source: Name of the source, recorded in the log.
        questions: The questions that were understood, in exam order.
        troubles: The rows that were not. A row with a missing figure is in both lists.
        warnings: What is odd but does not stop a run.
        figures: How many of the named figures were found.
        sha256: Checksum of the questions.
        revision: Revision of the source, where it has one.
        rows: Every row that is a JSON object, understood or not.
    """

    profession: str
    form: SourceForm
    source: str
    questions: tuple[Question, ...]
    troubles: tuple[Trouble, ...] = ()
    warnings: tuple[str, ...] = ()
    figures: FigureCount = field(default_factory=FigureCount)
    sha256: str = ""
    revision: str = ""
    rows: tuple[SurveyedRow, ...] = ()

    def question_set(self) -> QuestionSet:
        """The questions for a run.

        Raises:
            KokushiError: A row was not understood, or there are none.
        """
        if self.troubles:
            raise _not_understood(self.troubles)
        if not self.questions:
            raise KokushiError(
                f"no question of {self.profession}",
                place=Place(self.source),
                fix="kokushi data SOURCE prints what is there",
            )
        return QuestionSet(
            source=self.source,
            questions=self.questions,
            sha256=self.sha256,
            warnings=self.warnings,
            revision=self.revision,
        )


def _not_understood(troubles: Iterable[Trouble]) -> KokushiError:
    listed = list(troubles)
    lines = [f"{len(listed)} rows were not understood:"]
    lines += [f"  {trouble}" for trouble in listed[:_LISTED]]
    if len(listed) > _LISTED:
        lines.append(f"  and {len(listed) - _LISTED} more")
    return KokushiError(
        "\n".join(lines) + "\n",
        fix="correct the rows, or name their fields with -T fields=FILE; kokushi data SOURCE"
        " lists all of them",
    )
