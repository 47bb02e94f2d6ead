"""Loads an exam: a source and its rules become the samples of a task."""

from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from logging import getLogger
from pathlib import Path
from typing import Any, Literal

from inspect_ai.dataset import MemoryDataset

from kokushi_inspect.exam import KokushiError, Question, Sitting
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.criteria_file import Rules, load_rules, practice_professions
from kokushi_inspect.sources.figures import MAX_PIXELS, FigureShelf
from kokushi_inspect.sources.question_file import (
    QuestionSet,
    find_question_file,
    read_question_file,
)
from kokushi_inspect.sources.samples import question_to_sample
from kokushi_inspect.sources.sittings import apply_rules

logger = getLogger(__name__)

TASK_VERSION = "1.0"
"""Changes when scores stop being comparable: samples, prompt, reading or marking changed."""

DEFAULT_SOURCE = "kokushimd10"
PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class Exam:
    """An exam, ready for a task.

    Attributes:
        dataset: One sample for each question, in exam order.
        questions: The questions behind the samples.
        sittings: The sittings, one for each year.
        rules: The rules of the profession.
        metadata: What the log must say about where this came from.
    """

    dataset: MemoryDataset
    questions: tuple[Question, ...]
    sittings: tuple[Sitting, ...]
    rules: Rules
    metadata: dict[str, Any]


def load_exam(
    profession: str,
    *,
    source: str = DEFAULT_SOURCE,
    figures: Literal["sent", "withheld"] = "sent",
    criteria: str | None = None,
    max_pixels: int = MAX_PIXELS,
) -> Exam:
    """Load the exam of a profession.

    Args:
        profession: Id of the profession.
        source: `practice`, or the path of a question file or its folder.
        figures: Whether figures are sent; `withheld` asks the same questions without them.
        criteria: A user's own criteria file.
        max_pixels: Longest side in pixels of a figure that is sent; larger ones are scaled down.

    Raises:
        KokushiError: Anything in the source, the criteria or the parameters is wrong.
    """
    if figures not in ("sent", "withheld"):
        raise KokushiError(f"figures='{figures}'", expected="'sent' or 'withheld'")
    if not 16 <= max_pixels <= 100_000:
        raise KokushiError(f"max_pixels={max_pixels}", expected="a number from 16 to 100000")
    rules = load_rules(profession, practice=source == PRACTICE, path=criteria)
    shelf = FigureShelf(max_pixels)
    found = _questions(source, rules, shelf)
    shelf.save()
    questions, sittings = apply_rules(found.questions, rules, source=found.source)
    by_year = {sitting.year: sitting for sitting in sittings}
    for warning in found.warnings:
        logger.warning(warning)
    samples = [
        question_to_sample(q, by_year[q.year], send_figures=figures == "sent") for q in questions
    ]
    return Exam(
        dataset=MemoryDataset(samples, name=f"{profession} {found.source}", location=found.source),
        questions=tuple(questions),
        sittings=tuple(sittings),
        rules=rules,
        metadata={
            "profession": profession,
            "source": found.source,
            "sha256": found.sha256,
            "criteria": rules.file,
            "figures": figures,
            "kokushi_inspect": version("kokushi-inspect"),
            "warnings": list(found.warnings),
            "sittings": [sitting.to_record() for sitting in sittings],
        },
    )


def _questions(source: str, rules: Rules, shelf: FigureShelf) -> QuestionSet:
    if source == PRACTICE:
        if rules.profession not in practice_professions():
            raise KokushiError(f"there is no practice exam for {rules.profession}")
        folder = Path(str(files("kokushi_inspect") / "sources" / "practice" / rules.profession))
        return read_question_file(folder / "questions.jsonl", rules, shelf, source=PRACTICE)
    if source == DEFAULT_SOURCE:
        raise KokushiError(
            "the source 'kokushimd10' cannot be read yet",
            fix="use -T source=practice for the built-in practice exam, "
            "or -T source=DIR for a folder with a question file (see README, 'Your own questions')",
        )
    return read_question_file(find_question_file(user_path(source)), rules, shelf)
