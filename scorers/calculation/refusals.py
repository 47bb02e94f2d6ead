"""Finds where a reply declines to give a value, and what it commits to nevertheless."""

import re
from dataclasses import dataclass

from scorers.calculation.text import plain
from scorers.calculation.words import Asked, pattern, source

_MAX_BLANK = 80


@dataclass(frozen=True, slots=True)
class Declined:
    """A piece of a reply that declines something.

    Attributes:
        of_answer: Whether the answer itself is declined, and not one of its inputs ("troponin is
            not available").
        before: What stands before the clause that declines; empty when the answer is declined.
        after: What follows "but", "approximately" and the like after it; empty without these.
    """

    of_answer: bool
    before: str
    after: str


def declined(segment: str, asked: Asked) -> Declined | None:
    """How a piece declines to answer; None when it does not.

    "The exact value cannot be calculated" declines only the exact value: a value before it counts.
    """
    refusal = pattern("refusals").search(segment)
    if not refusal:
        return None
    boundaries = pattern("clauses").finditer(segment, 0, refusal.start())
    start = max((boundary.end() for boundary in boundaries), default=0)
    clause = segment[start : refusal.end()]
    subject = segment[start : refusal.start()].strip(" \"'*_")
    exact = pattern("exact").search(clause)
    own = asked.name.search(clause) or pattern("answer_words").search(clause) or not subject
    of_answer = bool(own) and not exact
    hedge = pattern("hedges").search(segment, refusal.end())
    return Declined(
        of_answer=of_answer,
        before="" if of_answer else segment[:start],
        after=segment[hedge.start() :] if hedge else "",
    )


def is_blank(segment: str) -> bool:
    """Whether a piece consists of "unknown", "N/A" and the like."""
    if len(segment) > _MAX_BLANK:
        return False
    core = re.sub(r"^\W+|\W+$", "", plain(segment))
    return bool(re.fullmatch(source("blanks"), core, re.IGNORECASE))
