"""What a MedCalc-Bench key accepts: typed keys, and answers held against them.

The rule goes by calculator id and by the limits of the row, never by the row's "Output Type"
(MedCalc-Bench-Verified calls Wells' criteria for pulmonary embolism an integer with key 5.5).

- Estimated due date (13) and date of conception (68): the same calendar day.
- Gestational age (69): the same weeks and days.
- The 18 integer calculators: the answer, rounded as Python rounds (halves to the even neighbour,
  which is what the reference program does), equals the key. Where a row's limits are wider than
  its key (a relabelled file that grants 5 % to scores, too), an answer inside them is accepted.
- The 34 decimal calculators: lower limit ≤ answer ≤ upper limit. The published limits of negative
  keys may be swapped; they are sorted here. A key of zero has a band of zero width.
- A key "N/A" (a relabelled row that cannot be computed) accepts an abstention and nothing else.

Answers are never rescaled: a value in another unit than the one asked for, or a fraction where a
percentage is asked for, is a wrong value.
"""

import math
import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal, TypeGuard

from kokushi_inspect.exam import KokushiError, Place

DATE_CALCULATORS = frozenset({13, 68})
GESTATION_CALCULATORS = frozenset({69})
INTEGER_CALCULATORS = frozenset(
    {4, 15, 16, 17, 18, 20, 21, 25, 27, 28, 29, 32, 33, 36, 43, 45, 48, 51}
)
DECIMAL_CALCULATORS = frozenset(
    {2, 3, 5, 6, 7, 8, 9, 10, 11, 19, 22, 23, 24, 26, 30, 31, 38, 39, 40, 44, 46, 49, 56, 57, 58}
    | {59, 60, 61, 62, 63, 64, 65, 66, 67}
)

Form = Literal["date", "gestation", "score", "quantity"]
"""What an answer to a calculator looks like: a day, weeks and days, points, or a quantity."""


@dataclass(frozen=True, slots=True)
class WeeksDays:
    """A gestational age: completed weeks and days beyond them."""

    weeks: int
    days: int

    def total_days(self) -> int:
        """The age in days."""
        return 7 * self.weeks + self.days


Value = float | date | WeeksDays
"""A value as read from a reply: a number, a calendar day, or a gestational age."""


@dataclass(frozen=True, slots=True)
class DateKey:
    """Accepts one calendar day."""

    day: date


@dataclass(frozen=True, slots=True)
class GestationKey:
    """Accepts one gestational age, to the day."""

    age: WeeksDays


@dataclass(frozen=True, slots=True)
class RoundedKey:
    """Accepts what rounds to a whole number, and what lies inside wider limits of the row."""

    number: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class IntervalKey:
    """Accepts a closed interval around a number; `low` ≤ `high`."""

    number: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AbstainKey:
    """Accepts only that the examinee declines: the row cannot be computed."""


CalculationKey = DateKey | GestationKey | RoundedKey | IntervalKey | AbstainKey


def answer_form(calculator: int) -> Form:
    """What an answer to a calculator looks like.

    Wells' criteria for pulmonary embolism (8) and MELD-Na (23) are points, although their keys
    have limits.

    Raises:
        KokushiError: When the calculator is not one of the 55.
    """
    if calculator in DATE_CALCULATORS:
        return "date"
    if calculator in GESTATION_CALCULATORS:
        return "gestation"
    if calculator in INTEGER_CALCULATORS or calculator in (8, 23):
        return "score"
    if calculator in DECIMAL_CALCULATORS:
        return "quantity"
    raise KokushiError(
        f"there is no calculator {calculator}",
        expected="the id of one of the 55 calculators of MedCalc-Bench",
    )


def parse_key(
    calculator: int, answer: str, lower: str, upper: str, *, place: Place | None = None
) -> CalculationKey:
    """The typed key of a row.

    Args:
        calculator: The row's "Calculator ID".
        answer: Its "Ground Truth Answer", as text: `09/23/2014`, `('14 weeks', '1 days')`, `4`,
            `25.238`, or `N/A` for a row that cannot be computed.
        lower: Its "Lower Limit", as text; not looked at for dates and ages.
        upper: Its "Upper Limit", as text.
        place: Where the row is, for the error message.

    Raises:
        KokushiError: When the calculator is unknown, or the key or a limit does not parse.
    """
    form = answer_form(calculator)
    if answer.strip().upper() == "N/A":
        return AbstainKey()
    if form == "date":
        return DateKey(_day(answer, place))
    if form == "gestation":
        return GestationKey(_age(answer, place))
    number = _number(answer, "Ground Truth Answer", place)
    limits = (_number(lower, "Lower Limit", place), _number(upper, "Upper Limit", place))
    if calculator in DECIMAL_CALCULATORS:
        return IntervalKey(number, min(limits), max(limits))
    if not number.is_integer():
        raise _unparsed(answer, "Ground Truth Answer", "a whole number for this calculator", place)
    return RoundedKey(int(number), min(limits), max(limits))


def accepts(key: CalculationKey, value: Value | None, *, abstained: bool = False) -> bool:
    """Whether a key accepts what was read.

    Args:
        key: The row's key.
        value: The value read from the reply; None when nothing was read.
        abstained: Whether the reply declined to give a value (status `refused`).
    """
    match key:
        case AbstainKey():
            return abstained and value is None
        case DateKey(day=day):
            return type(value) is date and value == day
        case GestationKey(age=age):
            return isinstance(value, WeeksDays) and value == age
        case RoundedKey(number=number, low=low, high=high):
            return _finite(value) and (round(value) == number or low <= value <= high)
        case IntervalKey(low=low, high=high):
            return _finite(value) and low <= value <= high


def write_value(value: Value) -> str:
    """A value as text that reads back: `09/23/2014`, `(14 weeks, 1 days)`, `25.238`."""
    if isinstance(value, WeeksDays):
        return f"({value.weeks} weeks, {value.days} days)"
    if isinstance(value, date):
        return f"{value.month:02}/{value.day:02}/{value.year:04}"
    if float(value).is_integer():
        return str(int(value))
    return f"{Decimal(repr(float(value))):f}"


def _finite(value: Value | None) -> TypeGuard[float]:
    return isinstance(value, int | float) and math.isfinite(value)


def _number(text: str, field: str, place: Place | None) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise _unparsed(text, field, "a number", place)
    return number


def _day(text: str, place: Place | None) -> date:
    try:
        return datetime.strptime(text.strip(), "%m/%d/%Y").date()
    except ValueError:
        raise _unparsed(text, "Ground Truth Answer", "a date as 09/23/2014", place) from None


def _age(text: str, place: Place | None) -> WeeksDays:
    found = re.fullmatch(r"\W*(\d{1,3})\s*weeks?\W+(\d{1,3})\s*days?\W*", text)
    if not found:
        raise _unparsed(text, "Ground Truth Answer", "an age as ('14 weeks', '1 days')", place)
    return WeeksDays(int(found[1]), int(found[2]))


def _unparsed(text: str, field: str, expected: str, place: Place | None) -> KokushiError:
    at = None if place is None else Place(place.file, place.row, field)
    what = f"{text!r} does not parse" if at else f"{field} {text!r} does not parse"
    return KokushiError(what, place=at, expected=expected)
