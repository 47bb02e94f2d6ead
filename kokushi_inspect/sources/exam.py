"""Loads an exam: a source and its rules become the samples of a task."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib.metadata import version
from logging import getLogger
from pathlib import Path
from typing import Any, Literal

from inspect_ai.dataset import MemoryDataset, Sample

from kokushi_inspect.exam import KokushiError, Question, Sitting
from kokushi_inspect.sources.criteria_file import Rules, load_rules
from kokushi_inspect.sources.figures import MAX_PIXELS, FigureShelf
from kokushi_inspect.sources.open_source import HUB, PRACTICE, Opening, open_questions
from kokushi_inspect.sources.question_file import QuestionSet
from kokushi_inspect.sources.remarks import summarize_remarks
from kokushi_inspect.sources.samples import Asked, question_to_sample, scenario_to_sample
from kokushi_inspect.sources.selection import (
    QuestionFilter,
    Years,
    keep_question,
    select_years,
)
from kokushi_inspect.sources.shuffle import shuffle_options
from kokushi_inspect.sources.sittings import apply_rules, official_points

logger = getLogger(__name__)

TASK_VERSION = "1.0"
"""Changes when scores stop being comparable: samples, prompt, reading or marking changed."""

DEFAULT_SOURCE = HUB


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


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks of an exam task: the common parameters of all tasks.

    Attributes:
        source: `kokushimd10`, `practice`, or the path of a file of questions or its folder: our own
            format, KokushiMD-10 (`train_ja.jsonl`, `exams/`) or IgakuQA.
        years: Years of the sittings; None for all.
        language: `ja` or `en`.
        figures: `sent`, or `withheld` to ask the same questions without them.
        questions: `all`, or `text_only` / `with_figures`, which forbid a verdict.
        unit: `question` for one sample a question, or `scenario` for one sample for the questions
            that share a case (solvers/dialogue.py asks them one after another).
        shuffle_options: Seed for moving option texts among the labels; None to leave them.
        criteria: A user's own criteria file.
        derived_lines: Whether a line that nobody announced is derived from the others.
        points: `source`, or `official` to take the points from the structure of the exam.
        max_pixels: Longest side in pixels of a figure that is sent; larger ones are scaled down.
        revision: Revision of the hub data set; the newest when not given.
        fields: A TOML or JSON file that maps our names of fields to those of a foreign source.
    """

    source: str = DEFAULT_SOURCE
    years: Years = None
    language: Literal["ja", "en"] = "ja"
    figures: Literal["sent", "withheld"] = "sent"
    questions: QuestionFilter = "all"
    unit: Literal["question", "scenario"] = "question"
    shuffle_options: int | None = None
    criteria: str | None = None
    derived_lines: bool = False
    points: Literal["source", "official"] = "source"
    max_pixels: int = MAX_PIXELS
    revision: str | int | None = None
    fields: str | None = None

    def check(self) -> None:
        """Refuse values that are not allowed, saying which are.

        Raises:
            KokushiError: A parameter has a wrong value.
        """
        for name, allowed in _ALLOWED.items():
            value = getattr(self, name)
            if value not in allowed:
                listed = " or ".join(f"'{choice}'" for choice in allowed)
                raise KokushiError(f"{name}='{value}'", expected=listed)
        seed = self.shuffle_options
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise KokushiError(f"shuffle_options='{seed}'", expected="a whole number, the seed")
        if not isinstance(self.max_pixels, int) or not 16 <= self.max_pixels <= 100_000:
            raise KokushiError(
                f"max_pixels='{self.max_pixels}'", expected="a number from 16 to 100000"
            )
        if not isinstance(self.derived_lines, bool):
            raise KokushiError(f"derived_lines='{self.derived_lines}'", expected="true or false")
        if self.revision is not None and not isinstance(self.revision, str | int):
            raise KokushiError(
                f"revision='{self.revision}'",
                expected="a branch, a tag or a commit",
                fix="write the whole commit: a short one may look like a number",
            )


_ALLOWED: dict[str, tuple[str, ...]] = {
    "language": ("ja", "en"),
    "figures": ("sent", "withheld"),
    "questions": ("all", "text_only", "with_figures"),
    "unit": ("question", "scenario"),
    "points": ("source", "official"),
}


_Key = tuple[str, str | None, Opening, bool, int]
_KEPT: ContextVar[dict[_Key, QuestionSet] | None] = ContextVar("_KEPT", default=None)


@contextmanager
def read_once() -> Iterator[None]:
    """Inside, a source is read once for a profession, however many of its sittings are loaded.

    For programs that make many tasks, profession by profession; the files must not change
    meanwhile. The questions of one profession at a time are held in memory.
    """
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Inside, the garbage collector rests.

    All that a load makes stays, and looking through it for garbage takes a third of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_uncollected()
def load_exam(profession: str, request: Request) -> Exam:
    """Load the exam of a profession.

    Args:
        profession: Id of the profession.
        request: What the user asks for.

    Raises:
        KokushiError: Anything in the source, the criteria or the parameters is wrong.
    """
    request.check()
    rules = load_rules(profession, practice=request.source == PRACTICE, path=request.criteria)
    shelf = FigureShelf(request.max_pixels)
    found = _questions(request, rules, shelf)
    shelf.save()
    chosen = select_years(found.questions, request.years)
    if request.points == "official":
        chosen = [official_points(q, rules) for q in chosen]
    filtered = "" if request.questions == "all" else f"questions={request.questions}"
    questions, sittings = apply_rules(
        chosen,
        rules,
        source=found.source,
        filtered=filtered,
        derived_lines=request.derived_lines,
    )
    asked = [q for q in questions if keep_question(q, request.questions)]
    if not asked:
        raise KokushiError(
            f"no question is left with questions={request.questions}",
            fix="leave the filter out, or use a source that has such questions",
        )
    for line in summarize_remarks(found.warnings):
        logger.warning(line)
    samples = _samples(asked, {sitting.year: sitting for sitting in sittings}, request)
    return Exam(
        dataset=MemoryDataset(samples, name=_dataset_name(found.source), location=found.source),
        questions=tuple(asked),
        sittings=tuple(sittings),
        rules=rules,
        metadata=_metadata(request, rules, found, sittings),
    )


def _samples(
    questions: list[Question], sittings: dict[int | None, Sitting], request: Request
) -> list[Sample]:
    seed = request.shuffle_options
    asked = [Asked(q) if seed is None else Asked(*shuffle_options(q, seed)) for q in questions]
    send_figures = request.figures == "sent"
    groups: dict[tuple[int | None, str], list[Asked]] = {}
    for each in asked:
        groups.setdefault((each.question.year, each.question.cluster), []).append(each)
    samples = []
    for each in asked:
        question = each.question
        group = groups[(question.year, question.cluster)]
        sitting = sittings[question.year]
        if request.unit == "question" or len(group) == 1:
            samples.append(
                question_to_sample(
                    each, sitting, send_figures=send_figures, language=request.language
                )
            )
        elif each is group[0]:
            samples.append(
                scenario_to_sample(
                    group, sitting, send_figures=send_figures, language=request.language
                )
            )
    return samples


def _dataset_name(source: str) -> str:
    """A short name for the viewer: of a question file's folder, or of the source itself."""
    file = Path(source)
    return file.parent.name if file.name == "questions.jsonl" else file.name


def _metadata(
    request: Request, rules: Rules, found: QuestionSet, sittings: list[Sitting]
) -> dict[str, Any]:
    return {
        "profession": rules.profession,
        "source": found.source,
        "sha256": found.sha256,
        **({"revision": found.revision} if found.revision else {}),
        "criteria": rules.file,
        "language": request.language,
        "figures": request.figures,
        "questions": request.questions,
        "unit": request.unit,
        "points": request.points,
        "shuffle_options": request.shuffle_options,
        "derived_lines": request.derived_lines,
        "kokushi_inspect": version("kokushi-inspect"),
        "warnings": list(found.warnings),
        "sittings": [sitting.to_record() for sitting in sittings],
    }


def _questions(request: Request, rules: Rules, shelf: FigureShelf) -> QuestionSet:
    opening = Opening(
        source=request.source,
        language=request.language,
        revision=None if request.revision is None else str(request.revision),
        fields=request.fields,
    )
    sent = request.figures == "sent"
    kept = _KEPT.get()
    if kept is None:
        return open_questions(opening, rules, shelf, with_figures=sent)
    key = (rules.profession, request.criteria, opening, sent, request.max_pixels)
    if any(held[0] != rules.profession for held in kept):
        kept.clear()
    if key not in kept:
        kept[key] = open_questions(opening, rules, shelf, with_figures=sent)
    return kept[key]
