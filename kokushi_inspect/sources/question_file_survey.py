"""What a question file of our own form holds, row by row, without stopping at a bad one."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from kokushi_inspect.exam import Figure, KokushiError, Place, Question
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.encoding import decode_lines
from kokushi_inspect.sources.exam_names import find_profession
from kokushi_inspect.sources.figure_folder import FigureCount, FigureOutcome
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.json_text import parse_row
from kokushi_inspect.sources.question_file import MAX_LINE, question_from_row
from kokushi_inspect.sources.question_row import QuestionRow
from kokushi_inspect.sources.survey import SourceForm, Survey, SurveyedRow, Trouble

_NO_FIGURE = Figure("", "", 0, 0)


def survey_question_file(
    file: Path, rules: Mapping[str, Rules], shelf: FigureShelf, *, source: str | None = None
) -> list[Survey]:
    """One survey for each profession in a question file.

    Rows that name no profession belong to the only one of `rules`, or to none: then they stand in
    a survey without a profession.

    Args:
        file: The question file.
        rules: Rules by profession.
        shelf: Finds and checks figures.
        source: `practice` for the built-in exam; the file's path when not given.
    """
    content = file.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    form: SourceForm = "practice" if source == "practice" else "question_file"
    parts: dict[str, _Part] = {}
    lines, foreign = decode_lines(content)
    if foreign is not None:
        trouble = Trouble(Place(str(file), foreign.first), f"{foreign}; save the file as UTF-8")
        parts.setdefault("", _Part(shelf)).troubles.append(trouble)
    for number, line in enumerate(lines, start=1):
        if line is not None and line.strip():
            _add(line, Place(str(file), number), rules, shelf, parts)
    return [
        Survey(
            profession=profession,
            form=form,
            source=source or str(file),
            questions=tuple(part.questions),
            troubles=tuple(part.troubles),
            warnings=tuple(part.warnings),
            figures=part.figures.count,
            sha256=digest,
            rows=tuple(part.rows),
        )
        for profession, part in sorted(parts.items(), key=lambda item: (not item[0], item[0]))
    ]


class _Part:
    """What gathers for one profession."""

    def __init__(self, shelf: FigureShelf) -> None:
        self.questions: list[Question] = []
        self.troubles: list[Trouble] = []
        self.warnings: list[str] = []
        self.figures = _CountingLoader(shelf)
        self.ids: dict[str, int] = {}
        self.rows: list[SurveyedRow] = []


class _CountingLoader:
    """Loads figures, and counts those that are missing or unreadable instead of stopping."""

    def __init__(self, shelf: FigureShelf) -> None:
        self.shelf = shelf
        self.count = FigureCount()
        self.outcomes: list[FigureOutcome] = []

    def __call__(self, name: str, folder: Path, place: Place) -> Figure:
        self.count.named += 1
        try:
            figure = self.shelf(name, folder, place)
        except KokushiError as error:
            missing = not _is_there(name, folder)
            self.count.missing += missing
            self.count.undecodable += not missing
            self.outcomes.append(FigureOutcome(name, None, missing, error.what))
            return _NO_FIGURE
        self.count.found += 1
        self.outcomes.append(FigureOutcome(name, figure))
        return figure


def _is_there(name: str, folder: Path) -> bool:
    try:
        return any(
            (base / name).is_file() for base in (folder, folder / "images", folder / "figures")
        )
    except (OSError, ValueError):
        return False


def _add(
    line: str, place: Place, rules: Mapping[str, Rules], shelf: FigureShelf, parts: dict[str, _Part]
) -> None:
    nobodys = parts.get("") or _Part(shelf)
    try:
        record = parse_row(line, longest=MAX_LINE)
        row = QuestionRow.model_validate(record)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = Place(place.file, place.row, ".".join(map(str, first["loc"])) or None)
        part = parts.setdefault("", nobodys)
        part.troubles.append(Trouble(where, first["msg"]))
        if isinstance(record, dict):
            part.rows.append(SurveyedRow(place, record))
        return
    except ValueError as error:
        reason = f"this is no JSON ({error})"
        parts.setdefault("", nobodys).troubles.append(Trouble(place, reason))
        return
    only = next(iter(rules)) if len(rules) == 1 else None
    profession = only if row.exam is None else find_profession(row.exam)
    if profession is None or profession not in rules:
        reason = f"'{row.exam}' is none of the ten professions" if row.exam else "no exam is named"
        part = parts.setdefault("", nobodys)
        part.troubles.append(Trouble(place, reason))
        part.rows.append(SurveyedRow(place, record, row))
        return
    part = parts.setdefault(profession, _Part(shelf))
    question = _build(row, place, rules[profession], part)
    part.rows.append(SurveyedRow(place, record, row, question, tuple(part.figures.outcomes)))
    part.figures.outcomes.clear()


def _build(row: QuestionRow, place: Place, rules: Rules, part: _Part) -> Question | None:
    try:
        question = question_from_row(
            row, place, rules, part.figures, Path(place.file).parent, part.warnings
        )
    except KokushiError as error:
        part.troubles.append(Trouble(error.place or place, error.what))
        return None
    part.troubles.extend(Trouble(place, o.reason) for o in part.figures.outcomes if o.reason)
    if question.id in part.ids:
        first = part.ids[question.id]
        part.troubles.append(
            Trouble(place, f"the id '{question.id}' stands in row {first} already")
        )
        return question
    part.ids[question.id] = place.row or 0
    part.questions.append(question)
    return question
