"""Which of a source's questions are asked: years, and with or without figures."""

from collections.abc import Sequence
from typing import Literal

from kokushi_inspect.exam import KokushiError, Question

Years = int | str | Sequence[int | str] | None
"""2024, "2020,2022", "2020-2024", a list of such, or None for all."""

QuestionFilter = Literal["all", "text_only", "with_figures"]


def parse_years(years: Years) -> list[range] | None:
    """The years that a user asks for, as ranges; a single year is a range of one. None for all.

    Raises:
        KokushiError: Something is no year and no range of years.
    """
    if years is None:
        return None
    items = [years] if isinstance(years, int | str) else list(years)
    found: list[range] = []
    for item in (part.strip() for entry in items for part in str(entry).split(",")):
        first, dash, last = item.partition("-")
        if not _is_year(first) or (dash and not _is_year(last)):
            raise KokushiError(f"years='{item}'", expected="2024, '2020,2022' or '2020-2024'")
        start, stop = int(first), int(last or first)
        if not start <= stop <= start + 200:
            raise KokushiError(f"years='{item}'", expected="a range from an early to a later year")
        found.append(range(start, stop + 1))
    return found


def _is_year(text: str) -> bool:
    return text.isdecimal() and len(text) <= 4


def select_years(questions: Sequence[Question], years: Years) -> list[Question]:
    """The questions of the years asked for.

    Raises:
        KokushiError: A year that was named is not there, or none of a range is.
    """
    wanted = parse_years(years)
    if wanted is None:
        return list(questions)
    there = {q.year for q in questions if q.year is not None}
    if absent := [asked for asked in wanted if there.isdisjoint(asked)]:
        known = ", ".join(str(year) for year in sorted(there))
        raise KokushiError(
            f"the source has no questions of {absent[0].start}",
            expected=f"years among {known or 'none (its questions name no year)'}",
        )
    return [q for q in questions if q.year is not None and any(q.year in asked for asked in wanted)]


def keep_question(question: Question, questions: QuestionFilter) -> bool:
    """Whether a filter keeps a question."""
    has_figure = question.needs_figure or bool(question.figures)
    return questions == "all" or has_figure == (questions == "with_figures")
