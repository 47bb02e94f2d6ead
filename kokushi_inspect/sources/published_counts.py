"""The published counts of KokushiMD-10, and how a copy of it differs from them."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kokushi_inspect.exam import Kind, Question
from kokushi_inspect.sources.criteria_file import Rules

CountedKind = Kind | Literal["blank"]
"""The kind of a question, or `blank` when it has no key."""


@dataclass(frozen=True, slots=True)
class PublishedCounts:
    """What was published about one profession.

    Attributes:
        years: The years that the data set has.
        rows: Rows of all years together.
        with_figures: Rows with a figure.
        superseded: Rows beyond the official number of questions.
        kinds: Rows by kind.
    """

    years: tuple[int, ...]
    rows: int
    with_figures: int
    superseded: int
    kinds: Mapping[CountedKind, int]


@cache
def published_counts(profession: str) -> PublishedCounts:
    """The published counts of a profession."""
    file = files("kokushi_inspect") / "sources" / "published_counts.toml"
    table: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    return PublishedCounts(tuple(table["years"]), **table["professions"][profession])


def counted_kind(question: Question) -> CountedKind:
    """What a question is counted as: its kind, or `blank` when it has no key."""
    return question.kind if question.key.accepted else "blank"


def has_figure(question: Question) -> bool:
    """Whether a question has a figure, or its source says that it has."""
    return question.needs_figure or bool(question.figures)


def differences(questions: Sequence[Question], rules: Rules) -> list[str]:
    """How a copy of a profession's questions differs from what was published; empty for a match.

    Args:
        questions: All questions of the profession.
        rules: Its rules, for the number of questions in each section.
    """
    published = published_counts(rules.profession)
    found: list[str] = []
    whole = True
    for year in published.years:
        mine = [q for q in questions if q.year == year]
        whole = whole and bool(mine)
        found += _of_year(year, mine, rules) if mine else [f"{year}: no rows"]
    extra = sorted({str(q.year) for q in questions if q.year not in published.years})
    found += [f"{year}: the published data set does not have it" for year in extra]
    return found + (list(_of_all(questions, published)) if whole else [])


def _of_year(year: int, questions: Sequence[Question], rules: Rules) -> list[str]:
    counts = Counter(q.section for q in questions if not q.superseded)
    sections = [
        (section, counts[section], size)
        for section, size in rules.sections.items()
        if counts[section] != size
    ]
    if sections and sum(counts.values()) == sum(rules.sections.values()):
        # the sum is announced, the split is in some professions only inferred
        has = ", ".join(f"{section} {count}" for section, count, _ in sections)
        says = ", ".join(f"{section} {size}" for section, _, size in sections)
        return [f"{year}: sections {has}; the structure of the exam says {says}"]
    return [
        f"{year} section {section}: {count} of {size} questions"
        for section, count, size in sections
    ]


def _of_all(questions: Sequence[Question], published: PublishedCounts) -> Iterator[str]:
    kinds = Counter(counted_kind(q) for q in questions)
    counts = [
        ("rows", len(questions), published.rows),
        ("rows with figures", sum(map(has_figure, questions)), published.with_figures),
        ("superseded rows", sum(q.superseded for q in questions), published.superseded),
    ]
    names = sorted({*kinds, *published.kinds})
    counts += [(f"rows of kind {k}", kinds[k], published.kinds.get(k, 0)) for k in names]
    for what, there, expected in counts:
        if there != expected:
            yield f"{there} {what}, published {expected}"
