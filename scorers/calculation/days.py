"""Finds the calendar day that a piece of a reply commits to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise

from scorers.calculation.choice import NOTHING, RANGE, SEVERAL, Choice
from scorers.calculation.quantities import kanji_number, kanji_numerals
from scorers.calculation.text import plain
from scorers.calculation.words import NAME, Asked, pattern, source, words
from scorers.tolerance import Value

_CENTURY_PIVOT = 69
"""Two-digit years below this are in the 2000s, as in POSIX."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A value and where it stands in a text."""

    value: Value
    start: int
    end: int


def choose_date(segment: str, asked: Asked) -> Choice:
    """The calendar day that a piece of a reply commits to.

    Numeric dates are month/day/year, as the questions ask, and day/month/year only when they can
    be nothing else; a year first is year, month, day; Japanese eras count. A date that does not
    exist is none.
    """
    text = asked.name.sub(NAME, arabic(plain(segment)))
    mentions = [m for m, _ in _mentions(text) if m is not None]
    return committed_mention(text, [m for m in mentions if not _is_input(text, m)] or mentions)


def without_dates(text: str) -> str:
    """Text whose dates are blanked."""
    for _, (start, end) in _mentions(text):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def arabic(text: str) -> str:
    """Text whose kanji numerals before the marks of years, months, weeks and days are digits."""
    return kanji_numerals("calendar_counters").sub(
        lambda numeral: str(kanji_number(numeral[1])), text
    )


def committed_mention(text: str, mentions: Sequence[Mention]) -> Choice:
    """The only value of a text, else the last that its name or "is", "=" and the like announce."""
    if not mentions:
        return NOTHING
    if len({m.value for m in mentions}) == 1:
        return Choice(mentions[0].value, cue="placed")
    if any(_alternative().fullmatch(text[a.end : b.start]) for a, b in pairwise(mentions)):
        return RANGE
    named = [m for m in mentions if _named().search(text[max(0, m.start - 60) : m.start])]
    if named:
        agreed = len({m.value for m in named}) == 1
        return Choice(named[0].value, cue="named") if agreed else SEVERAL
    announced = [m for m in mentions if _announced().search(text[max(0, m.start - 40) : m.start])]
    fields = [m for m in announced if text[: m.start].rstrip(" ").endswith(":")]
    if not announced or len({m.value for m in fields}) > 1:
        return SEVERAL
    return Choice(announced[-1].value, cue="computed")


@cache
def _named() -> re.Pattern[str]:
    links = rf"(?: ?(?:{source('name_links')}|{NAME}|\(?[:(])){{0,60}}+"
    return re.compile(rf"{NAME}{links} ?$", re.IGNORECASE)


@cache
def _alternative() -> re.Pattern[str]:
    return re.compile(rf"[\W_]{{0,9}}(?:{source('range_links')}|and)[\W_]{{0,9}}", re.IGNORECASE)


@cache
def _announced() -> re.Pattern[str]:
    return re.compile(
        rf"{source('date_answers')}[ :*(~]{{0,40}}+(?:{source('announcement_words')} ?){{0,40}}+$",
        re.IGNORECASE,
    )


def _is_input(text: str, mention: Mention) -> bool:
    """Whether a date is one that the reply takes from the note, by the cues around it."""
    if pattern("date_arithmetic").match(text, mention.end):
        return True
    before = text[max(0, mention.start - 60) : mention.start]
    given = max((m.end() for m in pattern("date_inputs").finditer(before)), default=-1)
    answered = max((m.end() for m in pattern("date_outputs").finditer(before)), default=-1)
    return given > answered


@cache
def _formats() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns of dates, each with the meaning of its groups: year, month, day, era, unordered."""
    month = f"({'|'.join(sorted(words()['months'], key=len, reverse=True))})"
    eras = "|".join(
        era if len(era) > 1 else f"(?<![A-Za-z])(?-i:{era})(?=[0-9])"
        for era in words()["era_years"]
    )
    day, ordinal = r"(?<!\d)(\d{1,2})", r"(?:st|nd|rd|th)?"
    note = r"(?: ?\([^()]{1,12}\))? ?"
    y, m, d = (words()[f"{mark}_mark"] for mark in ("year", "month", "day"))
    first = words()["first_year"]
    formats = [
        (
            rf"({eras}) ?(\d{{1,2}}|{first}) ?(?:{y}|[-/.]){note}(\d{{1,2}}) ?(?:{m}|[-/.])"
            r" ?(\d{1,2})(?!\d)",
            "eymd",
        ),
        (rf"(?<!\d)(\d{{4}}) ?{y}{note}(\d{{1,2}}) ?{m} ?(\d{{1,2}}) ?{d}", "ymd"),
        (r"(?<!\d)(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})(?!\d)", "y_md"),
        (rf"{day} ?([-/.]) ?(\d{{1,2}}) ?\2 ?(\d{{4}}|\d{{2}})(?!\d)", "u_uy"),
        (rf"(?<![a-z]){month}\.?[ -]?{day}{ordinal},?[ -]? ?(\d{{4}})(?!\d)", "mdy"),
        (rf"{day}{ordinal}(?: of)?[ -]?{month}\.?,?[ -]? ?(\d{{4}})(?!\d)", "dmy"),
        (rf"(?<!\d)(\d{{4}})[ ,-] ?{month}\.?[ -]{day}{ordinal}(?!\d)", "ymd"),
        (r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?!\d)", "ymd"),
        (r"\bdate\((\d{4}), ?(\d{1,2}), ?(\d{1,2})\)", "ymd"),
    ]
    return tuple((re.compile(regex, re.IGNORECASE), meaning) for regex, meaning in formats)


def _mentions(text: str) -> list[tuple[Mention | None, tuple[int, int]]]:
    """Dates in the order of the text, with their spans; a date that does not exist is None."""
    found: list[tuple[Mention | None, tuple[int, int]]] = []
    for regex, meaning in _formats():
        for match in regex.finditer(text):
            day = _day(dict(_parts(match, meaning)))
            mention = None if day is None else Mention(day, *match.span())
            found.append((mention, match.span()))
        text = regex.sub(lambda match: " " * len(match[0]), text)
    return sorted(found, key=lambda entry: entry[1])


def _parts(match: re.Match[str], meaning: str) -> Iterator[tuple[str, str]]:
    unordered = 0
    for letter, part in zip(meaning, match.groups(), strict=True):
        if letter == "u":
            unordered += 1
            yield f"u{unordered}", part
        elif letter != "_":
            yield letter, part


def _day(parts: dict[str, str]) -> date | None:
    if "u1" in parts:
        first, second = int(parts["u1"]), int(parts["u2"])
        month, day = (first, second) if first <= 12 else (second, first)
    else:
        name = parts["m"].lower()
        month = words()["months"][name] if name in words()["months"] else int(name)
        day = int(parts["d"])
    year = 1 if parts["y"] == words()["first_year"] else int(parts["y"])
    if "e" in parts:
        year += words()["era_years"][parts["e"].upper()]
    elif len(parts["y"]) == 2:
        year += 2000 if year < _CENTURY_PIVOT else 1900
    try:
        return date(year, month, day)
    except ValueError:
        return None
