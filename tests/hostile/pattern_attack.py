"""Finds texts on which a regular expression may take more than linear time.

Each repetition of a pattern that has no small bound is pumped: what stands before it once, its
body n times, then a character that nothing expects. So are the characters that the pattern knows.
"""

import re
import signal
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import inf
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

MANY = 20
"""A repetition with a bound up to this is none that can be pumped."""

SHORT, MIDDLE, LONG = 2_000, 8_000, 32_000
"""Lengths of texts."""

GROWTH = 60
"""How much more time sixteen times the length may take."""

FLOOR = 0.2
"""A long text that takes fewer seconds is no harm."""

NOTHING = 0.015
"""Seconds for a middle text from which a closer look is taken: quadratic time is above them."""

KNOWN, PAIRED = 6, 3
"""Characters of a pattern that are tried alone, and in pairs."""

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


@dataclass(frozen=True)
class Attack:
    """A hostile text of any length.

    Attributes:
        before: What stands before the repetition.
        body: What is repeated.
    """

    before: str
    body: str

    def text(self, size: int) -> str:
        """The text, of about `size` characters."""
        return self.before + self.body * (size // len(self.body)) + _STRANGE


def attacks(pattern: re.Pattern[str]) -> list[Attack]:
    """Long texts that may be hard for the pattern, each once.

    Each long repetition after what stands before it, all of it again and again, what stands
    before it again and again, the first characters that the pattern knows, and pairs of them.
    """
    tree = _parser.parse(pattern.pattern, pattern.flags)
    found: list[Attack] = []
    for before, body in _pumps(tree, ""):
        found += [Attack(before, body), Attack("", before + body), Attack("", before)]
    known = list(dict.fromkeys(_characters(tree)))[:KNOWN]
    found += [Attack("", character) for character in (*known, " ", "1", "a")]
    found += [Attack("", left + right) for left, right in permutations(known[:PAIRED], 2)]
    return [attack for attack in dict.fromkeys(found) if attack.body]


def takes_too_long(
    pattern: re.Pattern[str], methods: Collection[str], attack: Attack
) -> str | None:
    """How much longer a pattern takes for a text that is sixteen times as long, when too much.

    Linear time is sixteen times as long, quadratic time 256 times. Both bounds leave room, so that
    no busy machine makes a difference.

    Args:
        pattern: The pattern.
        methods: The methods that are called of it. Without any it is searched for everywhere.
        attack: The text.
    """
    for use in _uses(pattern, methods):
        if _seconds(use, attack.text(MIDDLE), limit=0.25) < NOTHING:
            continue
        short = _seconds(use, attack.text(SHORT), limit=0.5)
        if short < inf:
            short = min(short, *(_seconds(use, attack.text(SHORT), limit=1) for _ in range(2)))
        bound = max(FLOOR, GROWTH * short)
        if short == inf or all(_seconds(use, attack.text(LONG), bound) > bound for _ in range(2)):
            return f"over {bound:.1f} s for {LONG} characters, {short:.4f} s for {SHORT}"
    return None


def _uses(pattern: re.Pattern[str], methods: Collection[str]) -> list[Callable[[str], object]]:
    """What reads a text as the methods do: from its start, or from every place."""
    at_start = [getattr(pattern, name) for name in ("match", "fullmatch") if name in methods]
    if at_start and set(methods) <= {"match", "fullmatch"}:
        return at_start
    return [*at_start, lambda text: deque(pattern.finditer(text), maxlen=0)]


class _TimeIsUp(Exception):
    """The limit of processor time is reached."""


def _seconds(use: Callable[[str], object], text: str, limit: float) -> float:
    """Processor time; infinite when it is stopped at the limit, which `re` allows."""

    def stop(*_: object) -> None:
        raise _TimeIsUp

    before = signal.signal(signal.SIGVTALRM, stop)
    start = time.thread_time()
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)
        use(text)
        return time.thread_time() - start
    except _TimeIsUp:
        return inf
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


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
