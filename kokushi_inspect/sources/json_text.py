"""Parses JSON that others wrote: what is too large, too deep or ambiguous is refused.

Bounds keep a file of 50 MB from costing gigabytes: an empty object is two characters in a file and
64 bytes in memory.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

MAX_ROW = 24_000_000
"""Longest row, in characters: figures may stand in it as base64."""

MAX_FILE = 1_000_000_000
"""Longest file that is one JSON value, in characters."""

MAX_DEPTH = 50
"""Deepest nesting of lists and objects."""

_MAX_VALUES = 200_000
_MAX_FILE_VALUES = 2_000_000
"""Most lists and objects in a row, and in a file that is one JSON value."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def parse_row(text: str, *, longest: int = MAX_ROW, allow_nan: bool = False) -> Any:
    """The value of one row.

    Args:
        text: The row.
        longest: Most characters that it may have.
        allow_nan: Whether NaN, which pandas writes for nothing, is allowed.

    Raises:
        ValueError: It is no JSON, too long, nested too deeply, has too many values, a field twice,
            a number that is infinite or too long, or half a surrogate pair.
    """
    return _parse(text, longest, _MAX_VALUES, allow_nan)


def parse_file(text: str) -> Any:
    """The value of a file that is one JSON value; NaN is allowed.

    Raises:
        ValueError: As for a row.
    """
    return _parse(text, MAX_FILE, _MAX_FILE_VALUES, True)


def _parse(text: str, longest: int, most: int, allow_nan: bool) -> Any:
    if len(text) > longest:
        raise ValueError(f"too long: {len(text)} characters, at most {longest} are read")
    if _openings(text) > most and _openings(_STRING.sub("", text)) > most:
        raise ValueError(f"too many lists and objects: at most {most} are read")
    try:
        value = json.loads(
            text,
            parse_float=_finite,
            parse_constant=_nan if allow_nan else _no_constant,
            object_pairs_hook=_no_twins,
        )
    except RecursionError:
        raise ValueError("nested too deeply") from None
    # without that many brackets nothing can be that deep: most rows have few
    if _openings(text) > MAX_DEPTH and _is_deep(value):
        raise ValueError(f"nested too deeply: more than {MAX_DEPTH} lists or objects")
    if _SURROGATE.search(text):
        _check_surrogates(value)
    return value


def _openings(text: str) -> int:
    return text.count("[") + text.count("{")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _nan(text: str) -> float:
    return math.nan if text == "NaN" else _no_constant(text)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = counts.most_common(1)[0][0]
        raise ValueError(f"the field '{twice[:40]}' stands twice")
    return found


def _is_deep(value: Any) -> bool:
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        level = list(chain.from_iterable(_inner(each) for each in level))
        if not level:
            return False
    return True


def _inner(value: Any) -> Iterable[Any]:
    """The lists and objects directly in a list or an object."""
    values = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        return ()
    return [each for each in values if isinstance(each, dict | list)]


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError("half a surrogate pair (\\ud800 to \\udfff) stands alone") from error
