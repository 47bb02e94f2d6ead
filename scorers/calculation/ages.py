"""Finds the gestational age that a piece of a reply commits to."""

import re
from collections.abc import Iterator
from functools import cache

from scorers.calculation.choice import NOTHING, RANGE, Choice
from scorers.calculation.days import Mention, arabic, committed_mention, without_dates
from scorers.calculation.text import plain
from scorers.calculation.words import source, words
from scorers.tolerance import WeeksDays

_WEEKS = source("week_units")
_DAYS = source("day_units")
_NUMBER = r"(?<![\d.])(\d{1,3})"
_JOIN = source("age_joins") + "{0,12}"
_BOTH = tuple(
    re.compile(regex, re.IGNORECASE)
    for regex in (
        rf"{_NUMBER} ?-?(?:completed |full )?{_WEEKS}{_JOIN}(\d{{1,3}}) ?-?{_DAYS}",
        rf"{_WEEKS} ?['\"]? ?[:=] ?['\"]?{_NUMBER}{_JOIN}{_DAYS} ?['\"]? ?[:=] ?['\"]?(\d{{1,3}})",
        rf"{_NUMBER} ?{_WEEKS} ?(?:and )?([0-6]) ?/ ?7(?: ?{_DAYS})?",
        rf"{_NUMBER}[ -]([0-6])/7(?!\d)(?: ?{_WEEKS})?",
        rf"{_NUMBER} ?\^?\+ ?([0-6])(?!\d|\.\d| ?[-+*/=×])(?:/7)?(?: ?{_WEEKS})?",
    )
)
_TUPLE = re.compile(rf"[(\[]{_NUMBER} ?, ?(\d{{1,2}}) ?[)\]]")
_BARE_TUPLE = re.compile(r"\W*(\d{1,3}) ?, ?(\d{1,2})\W*")
_WEEKS_ONLY = re.compile(rf"{_NUMBER}(?:\.0+)? ?-?(?:completed |full )?{_WEEKS}", re.IGNORECASE)
_DAYS_ONLY = re.compile(rf"{_NUMBER}(?:\.0+)? ?-?{_DAYS}", re.IGNORECASE)


def choose_age(segment: str) -> Choice:
    """The gestational age that a piece of a reply commits to.

    Weeks alone are weeks and no days ("34 weeks"), days alone are converted ("99 days" is 14
    weeks and 1 day); decimal weeks lose the day and are no age. Days beyond 6 beside weeks stay as
    written, and equal no key.
    """
    text = without_dates(arabic(_worded(plain(segment))))
    for scope in (text, re.sub(r"\([^()]*\)", " ", text)):
        mentions, rest = _mentions(scope)
        alone = [] if mentions else sorted(_alone(rest), key=lambda mention: mention.start)
        choice = committed_mention(scope, mentions or alone)
        if choice.value is not None:
            return choice
    if choice == NOTHING and _in_range(text):
        return RANGE
    return choice


def _worded(text: str) -> str:
    numbers: dict[str, int] = words()["number_words"]
    return _number_words().sub(lambda word: str(numbers[word[1].lower()]), text)


@cache
def _number_words() -> re.Pattern[str]:
    return re.compile(
        rf"\b({'|'.join(words()['number_words'])})(?= (?:weeks?|days?)\b)", re.IGNORECASE
    )


def _mentions(text: str) -> tuple[list[Mention], str]:
    """Ages given in weeks and days, and the text without them."""
    found = []
    for regex in _BOTH:
        for match in regex.finditer(text):
            found.append(Mention(WeeksDays(int(match[1]), int(match[2])), *match.span()))
        text = regex.sub(lambda match: " " * len(match[0]), text)
    pair = None if found else _BARE_TUPLE.fullmatch(text) or _TUPLE.search(text)
    if pair:
        found.append(Mention(WeeksDays(int(pair[1]), int(pair[2])), *pair.span()))
    return sorted(found, key=lambda mention: mention.start), text


def _alone(text: str) -> Iterator[Mention]:
    """Ages given in weeks or in days only, without bounds and ends of ranges."""
    for regex, length in ((_WEEKS_ONLY, 7), (_DAYS_ONLY, 1)):
        for match in regex.finditer(text):
            if _limit().search(text[max(0, match.start() - 30) : match.start()]):
                continue
            if _limit_after().match(text, match.end()):
                continue
            yield Mention(WeeksDays(*divmod(int(match[1]) * length, 7)), *match.span())


@cache
def _limit() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\d ?{source('range_links')}|{source('bounds_before')}) ?$", re.IGNORECASE
    )


@cache
def _limit_after() -> re.Pattern[str]:
    return re.compile(rf" ?{source('bounds_after')}", re.IGNORECASE)


def _in_range(text: str) -> bool:
    return bool(_WEEKS_ONLY.search(text) or _DAYS_ONLY.search(text))
