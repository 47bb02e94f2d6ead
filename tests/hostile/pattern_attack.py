"""Finds texts on which a regular expression may take more than linear time.

Each repetition of a pattern that has no small bound is pumped: what stands before it once, its
body n times, then a character that nothing expects. So are all characters that the pattern knows,
alone and in pairs.
"""

import re
from collections.abc import Iterator
from itertools import product
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

MANY = 20
"""A repetition with a bound up to this is none that can be pumped."""

_STRANGE = "\x01"
_CATEGORIES = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_WORD: "-",
    codes.CATEGORY_NOT_SPACE: "a",
}
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def attacks(pattern: re.Pattern[str], size: int) -> Iterator[str]:
    """Hostile texts of about `size` characters."""
    tree = _parser.parse(pattern.pattern, pattern.flags)
    pumps = dict.fromkeys(_pumps(tree, ""))
    known = list(dict.fromkeys(_characters(tree)))[:8]
    pairs = [left + right for left, right in product(known, known) if left != right]
    for before, body in (*pumps, *(("", text) for text in (*known, *pairs))):
        if body:
            yield before + body * (size // len(body)) + _STRANGE


def _pumps(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """What stands before each long repetition, and one turn of its body."""
    for code, value in tree:
        if code in _REPEATS:
            _, most, body = value
            if most is codes.MAXREPEAT or most > MANY:
                yield before, _example(body)
            yield from _pumps(body, before)
        elif code is codes.SUBPATTERN:
            yield from _pumps(value[-1], before)
        elif code is codes.ATOMIC_GROUP:
            yield from _pumps(value, before)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from _pumps(branch, before)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            yield from _pumps(value[1], before)
        before += _example([(code, value)])


def _example(tree: Any) -> str:
    """A short text that the tree matches, assertions left aside."""
    found = ""
    for code, value in tree:
        match code:
            case codes.LITERAL:
                found += chr(value)
            case codes.NOT_LITERAL:
                found += "b" if value == ord("a") else "a"
            case codes.ANY:
                found += "x"
            case codes.IN:
                found += _of_set(value)
            case codes.BRANCH:
                found += _example(value[1][0])
            case codes.SUBPATTERN:
                found += _example(value[-1])
            case codes.ATOMIC_GROUP:
                found += _example(value)
            case _ if code in _REPEATS:
                found += _example(value[2]) * max(value[0], 1)
    return found


def _of_set(items: Any) -> str:
    if items[0][0] is codes.NEGATE:
        taken = {value for code, value in items if code is codes.LITERAL}
        return next(c for c in "ax1 -" if ord(c) not in taken)
    code, value = items[0]
    if code is codes.RANGE:
        return chr(value[0])
    return _CATEGORIES.get(value, "a") if code is codes.CATEGORY else chr(value)


def _characters(tree: Any) -> Iterator[str]:
    """One character for every place of the pattern."""
    for code, value in tree:
        if code in _REPEATS:
            yield from _characters(value[2])
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from _characters(branch)
        elif code is codes.SUBPATTERN:
            yield from _characters(value[-1])
        elif code is codes.ATOMIC_GROUP:
            yield from _characters(value)
        elif text := _example([(code, value)]):
            yield text
