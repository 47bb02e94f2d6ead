"""The verdicts of MedCalc-Bench's reference program, faults included, without evaluating anything.

The reference (Khandekar et al., "MedCalc-Bench", NeurIPS 2024) collapses whitespace, takes what
stands between the last `answer":` and the next `}`, and reads it by calculator id. Its faults are
kept, since published figures contain them:

- only JSON with double quotes and the key `answer` or `Answer` is seen; everything else is wrong;
- a date counts only as M/D/YYYY at the start of the answer;
- weeks and days are the first two runs of digits that stand nearly together, so "43 days" is
  (4, 3) and "14 weeks and 1 day" is (1, 4);
- points: "4 out of", else the length of a comma list, else the last number;
- quantities: the number before `mL/min/1.73`, else the last number before `%` divided by 100, else
  the last number, so "14.5 kg/m^2" is 2 and "1,512" is 512;
- a Unicode minus is lost; full-width digits and leading zeros fail;
- limits are used in the order of the data, so swapped ones accept nothing.

The reference calls `eval` on `str(…)` answers. Here only bounded arithmetic is computed
(`scorers.arithmetic`); whatever else stands there is wrong, as it is in the reference when
evaluation fails.
"""

import re
from datetime import date, datetime

from scorers.arithmetic import ArithmeticRefused, compute
from scorers.tolerance import DATE_CALCULATORS, GESTATION_CALCULATORS, INTEGER_CALCULATORS

_ANSWER_KEY = re.compile(r'[Aa]nswer":')
_PLACEHOLDERS = frozenset(
    {
        "str(short_and_direct_answer_of_the_question)",
        "str(value which is the answer to the question)",
        "X.XX",
    }
)
_DAY = re.compile(r"(0?[1-9]|1[0-2])/(0?[1-9]|[12][0-9]|3[01])/(\d{4})")
_AGE = re.compile(r"(\d+)\s?(?:weeks?)?[\"']?,?\s?[\"']?(\d+)")
_OUT_OF = re.compile(r"(?<!\d)(\d+) out of")
_LIST = re.compile(r"(?<!\d)\d+(?:, ?-?\d+)+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# A number that does not start inside another one, so that long runs of digits cost linear time.
_WHOLE_NUMBER = r"((?:-|(?<!\d))\d+(?:\.\d+)?)"
_PER_BODY_SURFACE = re.compile(_WHOLE_NUMBER + r"\s?mL/min/1.73")
_PERCENT = re.compile(_WHOLE_NUMBER + "%")
_UNITS_IN_EXPRESSION = ("mg/dl", "g/dl", "mmol/L", "kg", "mEq/L", "weight", "height")


class _Unread(ValueError):
    """The reference finds no answer, or fails on it: the reply is wrong."""


def official_correct(reply: str, calculator: int, answer: str, lower: str, upper: str) -> bool:
    """The reference program's verdict on a reply.

    Args:
        reply: The model's whole text.
        calculator: The row's "Calculator ID".
        answer: The row's "Ground Truth Answer", as text.
        lower: The row's "Lower Limit", as text.
        upper: The row's "Upper Limit", as text.
    """
    try:
        return _verdict(_extract(reply), calculator, answer, lower, upper)
    except (_Unread, ArithmeticRefused, ValueError, OverflowError):
        return False


def _extract(reply: str) -> str:
    """What the reference takes for the answer: from the last key to the next brace."""
    text = re.sub(r"\s+", " ", reply)
    taken: str | None = None
    position = 0
    while key := _ANSWER_KEY.search(text, position):
        end = text.find("}", key.end())
        if end < 0:
            break
        taken, position = text[key.end() : end], end
    if taken is None:
        raise _Unread("no answer key")
    taken = taken.strip().strip('"')
    if taken in _PLACEHOLDERS:
        raise _Unread("the prompt's placeholder")
    return taken


def _verdict(text: str, calculator: int, answer: str, lower: str, upper: str) -> bool:
    if calculator in DATE_CALCULATORS:
        return _date(text) == datetime.strptime(answer, "%m/%d/%Y").date()
    if calculator in GESTATION_CALCULATORS:
        return _weeks_days(text) == _weeks_days(answer)
    if calculator in INTEGER_CALCULATORS:
        return round(_points(text)) == _literal(answer)
    return _literal(lower) <= _quantity(text) <= _literal(upper)


def _date(text: str) -> date:
    found = _DAY.match(text)
    if not found:
        raise _Unread("no date at the start")
    return date(int(found[3]), int(found[1]), int(found[2]))


def _weeks_days(text: str) -> tuple[float, float]:
    found = _AGE.search(text)
    if not found:
        raise _Unread("no two numbers near each other")
    return _literal(found[1]), _literal(found[2])


def _points(text: str) -> float:
    if found := _OUT_OF.search(text):
        return _literal(found[1])
    if found := _LIST.search(text):
        return found[0].count(",") + 1
    return _last_number(text)


def _quantity(text: str) -> float:
    start, end = text.find("str("), text.rfind(")")
    if 0 <= start < end:
        return compute(_repaired(text[start + len("str(") : end]))
    if found := _PER_BODY_SURFACE.search(text):
        return _literal(found[1])
    if percents := _PERCENT.findall(text):
        return _literal(percents[-1]) / 100
    return _last_number(text)


def _repaired(expression: str) -> str:
    """The expression as the reference mends it before evaluation: units, powers, brackets."""
    for unit in _UNITS_IN_EXPRESSION:
        expression = expression.replace(unit, "")
    expression = expression.replace("^", "**").split("#")[0]
    missing = expression.count("(") - expression.count(")")
    return "(" * -missing + expression + ")" * missing


def _last_number(text: str) -> float:
    numbers = _NUMBER.findall(text)
    if not numbers:
        raise _Unread("no number")
    return _literal(numbers[-1])


def _literal(digits: str) -> float:
    """A number as Python's own grammar reads it: ASCII digits, no leading zeros before others."""
    if not digits.isascii() or (re.match(r"-?0\d+$", digits) and digits.strip("-0")):
        raise _Unread("not a number literal")
    return float(digits)
