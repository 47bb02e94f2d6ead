"""Reads plain values that other people's data sets write in several ways."""

import math
import unicodedata
from typing import Any

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.json_text import parse_row

_YES = frozenset({"true", "yes", "1", "1.0", "t", "y"})
_NO = frozenset({"false", "no", "0", "0.0", "f", "n"})
_NOTHING = frozenset({"", "nan", "none", "null"})


def half_width(text: str) -> str:
    """Text in half-width form, without spaces around it."""
    return (text if text.isascii() else unicodedata.normalize("NFKC", text)).strip()


def is_nothing(value: Any) -> bool:
    """Whether a value stands for none: null, NaN, an empty text or list, "nan" or "None"."""
    if isinstance(value, str):
        return value.strip().lower() in _NOTHING
    if isinstance(value, float) and math.isnan(value):
        return True
    return value is None or (isinstance(value, list | tuple | dict) and not value)


def read_text(value: Any) -> str:
    """A text; a whole number loses the point that a table gave it (3.0 is "3")."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if is_nothing(value) else str(value)


def read_flag(value: Any, field: str) -> bool | None:
    """Yes or no, in any of the usual spellings; None when nothing is said.

    Raises:
        KokushiError: It is something else.
    """
    if is_nothing(value):
        return None
    word = half_width(read_text(value)).lower()
    if word in _YES | _NO:
        return word in _YES
    raise KokushiError(f"{field} is '{value}'", expected="true or false")


def read_points(value: Any) -> int | None:
    """Points as a whole number ("3", 3.0, "3点"); None when nothing is said.

    Raises:
        KokushiError: It is no whole number from 0 to 1000.
    """
    if is_nothing(value):
        return None
    number = read_number(read_text(value).rstrip("点 "))
    if number is None or not number.is_integer() or not 0 <= number <= 1000:
        raise KokushiError(f"points are '{value}'", expected="a whole number")
    return int(number)


def read_number(text: str) -> float | None:
    """The number that a text is, None when it is none."""
    try:
        number = float(half_width(text).replace(",", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def read_percent(value: Any) -> float | None:
    """A percentage from 0 to 100 ("87.8", 87.8, "87.8%"); None when there is none to be read."""
    if is_nothing(value) or isinstance(value, bool):
        return None
    number = read_number(half_width(read_text(value)).rstrip("% "))
    return number if number is not None and 0 <= number <= 100 else None


def read_json(value: Any) -> Any:
    """What a text holds when it is a JSON list or object in writing; otherwise the value itself."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return parse_row(value, allow_nan=True)
        except ValueError:
            return value
    return value
