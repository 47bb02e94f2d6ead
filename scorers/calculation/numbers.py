"""Finds the number that a piece of a reply commits to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from scorers.calculation.choice import NOTHING, RANGE, SEVERAL, Choice, Cue
from scorers.calculation.expressions import expression_value
from scorers.calculation.quantities import prepared
from scorers.calculation.words import ASKED, NAME, OTHER, Asked, pattern, source

_MAX_DIGITS = 40
"""Longer runs of digits are no measurement."""

_REACH = 100
"""Characters before a number in which its cue is looked for."""

_CANDIDATE = re.compile(
    r"(?<![A-Za-z0-9_.^\u0370-\u03ff])(\d+(?:\.\d+)?|\.\d+)(?:e([-+]?\d{1,2}))?"
    rf"(?!\d|\.\d|(?:st|nd|rd|th|k)\b)(?= ?([{ASKED}{OTHER}]?))",
    re.IGNORECASE,
)
_GROUP = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|[(\[][^()\[\]]*$")
_CODE = re.compile(r"__|\b(?:import|lambda|eval|exec|print|open)\b ?\(?")
_COMA_PARTS = re.compile(r"\bE ?([1-4]) ?[,+/-]? ?V ?([1-5]) ?[,+/-]? ?M ?([1-6])\b")
_OPERATOR_AFTER = re.compile(rf" ?[{ASKED}{OTHER}]? ?(?:[*/×÷^]|[+-] ?[\d(.√])")
_OPERATOR_BEFORE = re.compile(rf"(?:[*/×÷^√]|[\d){ASKED}{OTHER}] ?\+) ?-?$")
_VERB = re.compile(f"{source('verbs')}{source('softeners')}$")
_COPULA = re.compile(f"(?:{source('verbs')}|:){source('softeners')}$")


@dataclass(frozen=True, slots=True)
class _Candidate:
    value: float
    decimals: int
    start: int
    end: int
    unit: str


def choose_number(segment: str, asked: Asked, *, committed: bool) -> Choice:
    """The number that a piece of a reply commits to.

    Args:
        segment: The piece, as `tidy` leaves it.
        asked: What the question asks for.
        committed: Whether the piece was given as the answer (a JSON value, a box, a labelled
            line). Only then is an expression without a result computed.
    """
    points = asked.form == "score"
    if committed and segment.startswith("str("):
        value = expression_value(segment[4:].rstrip(" .").removesuffix(")"), points=False)
        return SEVERAL if value is None else Choice(value, cue="computed")
    if _CODE.search(segment):
        return SEVERAL
    text = _head(prepared(segment, asked))
    for expression in (segment, text) if committed else ():
        if (value := expression_value(expression, points=points)) is not None:
            return Choice(value, cue="computed")
    for scope in (_without_notes(text), re.sub(r"[()\[\]]", " ", text)):
        if found := _candidates(scope):
            return _choose(scope, found, points=points, committed=committed)
    if points and (parts := _COMA_PARTS.search(segment)):
        return Choice(float(sum(map(int, parts.groups()))), cue="named")
    return NOTHING


def _head(text: str) -> str:
    """The text before an explanation, when the value stands before it and none after it."""
    ends = [tail.start() for tail in [pattern("tails").search(text)] if tail]
    if (tail := pattern("open_tails").search(text)) and not any(
        c.unit == ASKED and not _is_operand(text, c)
        for c in _candidates(text)
        if c.start > tail.end()
    ):
        ends.append(tail.start())
    head = text[: min(ends, default=len(text))]
    if any(_follows(text, c, _before("name")) for c in _candidates(text) if c.start > len(head)):
        return text
    states = re.search(rf"{source('states')}|{NAME}|^\W*\d", head)
    return head if states and _CANDIDATE.search(head) else text


def _without_notes(text: str) -> str:
    """Text without what stands in brackets, three levels deep."""
    for _ in range(3):
        text = _GROUP.sub(" ", text)
    return re.sub(" +", " ", text)


def _candidates(scope: str) -> list[_Candidate]:
    found = []
    for match in _CANDIDATE.finditer(scope):
        digits, exponent = match[1], int(match[2] or 0)
        before = scope[max(0, match.start() - 60) : match.start()]
        sign = _sign(before)
        if sign is None or len(digits) > _MAX_DIGITS or before.rstrip().endswith(("±", "+/-")):
            continue
        value = float(f"{digits}e{exponent}") * sign
        decimals = max(0, len(digits.partition(".")[2]) - exponent)
        found.append(_Candidate(value, decimals, match.start(), match.end(), match[3]))
    return found


def _sign(before: str) -> int | None:
    """The sign that stands before a number; None when the number is a part of a name.

    A hyphen is a minus where a number may begin, and an operator, a range or a dash elsewhere.
    """
    if not before.rstrip(" ").endswith("-"):
        return 1
    tight = before.endswith("-")
    left = before.rstrip(" ")[:-1]
    previous, apart = left.rstrip(" ")[-1:], left.endswith(" ")
    if not previous or previous in "=:(,;→≈~<>\"'[/*×+":
        return -1
    if previous.isdigit() or previous in "-)%" or not tight:
        return 1
    if apart or not (previous.isascii() or previous in (NAME, ASKED, OTHER)):
        return -1
    return None if previous.isalnum() else 1


def _choose(scope: str, found: list[_Candidate], *, points: bool, committed: bool) -> Choice:
    """The candidate to which the text commits; the rules are tried in their order of strength."""
    own = [c for c in found if c.unit != OTHER]
    if not own and not committed and not _follows(scope, found[-1], _before("name")):
        return NOTHING
    found = [c for c in own or found if not _is_operand(scope, c)]
    if not found:
        return SEVERAL
    if len({c.value for c in found}) == 1:
        return Choice(found[0].value, cue=_cue(scope, found))
    if precise := _rounded(scope, found):
        return Choice(precise.value, cue=_cue(scope, found))
    linked = _linked(scope, found)
    free = [c for c in found if c not in linked]
    chosen = (
        _last([c for c in free if _follows(scope, c, _before("total"))])
        or _last([c for c in free if _follows(scope, c, _before("name"))])
        or (_last([c for c in free if _follows(scope, c, _before("score"))]) if points else None)
        or _after_equals(scope, free)
        or _only([c for c in free if c.unit == ASKED])
        or _announced(scope, free)
        or _leading(scope, found, linked, points=points)
    )
    if chosen:
        return Choice(chosen.value, cue=_cue(scope, [chosen]))
    return RANGE if linked else SEVERAL


@cache
def _before(what: str) -> re.Pattern[str]:
    """Finds, at the end of a text, a cue and the words that may stand between it and its value."""
    cue = {"name": NAME, "score": source("score_cues"), "total": source("total_cues")}[what]
    links = rf"(?: ?(?:{source('name_links')}|{NAME})){{0,{_REACH}}}+"
    return re.compile(rf"{cue}{links} ?$", re.IGNORECASE)


def _is_operand(scope: str, candidate: _Candidate) -> bool:
    """Whether a number takes part in arithmetic whose result stands elsewhere.

    A minus between two numbers is left alone: it may be the dash of a range.
    """
    if _OPERATOR_BEFORE.search(scope[max(0, candidate.start - 6) : candidate.start]):
        return True
    after = _OPERATOR_AFTER.match(scope, candidate.end)
    return after is not None and not after[0].strip(f" {ASKED}{OTHER}").startswith("-")


def _follows(scope: str, candidate: _Candidate, cue: re.Pattern[str]) -> bool:
    before = scope[max(0, candidate.start - _REACH) : candidate.start]
    return bool(cue.search(before.rstrip(" -+")))


def _cue(scope: str, found: Sequence[_Candidate]) -> Cue:
    if any(_follows(scope, c, _before(cue)) for c in found for cue in ("name", "score")):
        return "named"
    if any(scope[: c.start].rstrip(" -+~").endswith(("=", "≈", "≒", "→")) for c in found):
        return "computed"
    if any(c.unit == ASKED for c in found):
        return "asked"
    placed = any(
        _follows(scope, c, _COPULA) or pattern("sentence_ends").fullmatch(scope, c.end)
        for c in found
    )
    return "placed" if placed else ""


def _last(found: Sequence[_Candidate]) -> _Candidate | None:
    return found[-1] if found else None


def _announced(scope: str, free: Sequence[_Candidate]) -> _Candidate | None:
    """The only number after "is"; after a colon when no others carry the unit asked for."""
    several = len({c.value for c in free if c.unit == ASKED}) > 1
    cue = _COPULA if not several else _VERB
    return _only([c for c in free if _follows(scope, c, cue)])


def _only(found: Sequence[_Candidate]) -> _Candidate | None:
    return found[0] if len({c.value for c in found}) == 1 else None


def _rounded(scope: str, found: Sequence[_Candidate]) -> _Candidate | None:
    """The precise number when all others are the same number rounded, and are said to be."""
    precise = max(found, key=lambda c: c.decimals)
    if any(abs(c.value - precise.value) > 0.5001 * 10.0**-c.decimals for c in found):
        return None
    between = scope[found[0].end : found[-1].start]
    return precise if pattern("rounding_words").search(between) else None


def _linked(scope: str, found: Sequence[_Candidate]) -> set[_Candidate]:
    """The numbers that are ends of a range, or alternatives."""
    linked: set[_Candidate] = set()
    for first, second in pairwise(found):
        between = scope[first.end : second.start]
        ranged = _link("range_links").fullmatch(between)
        both = _link("and_links").fullmatch(between) and pattern("between_before").search(
            scope[max(0, first.start - 20) : first.start]
        )
        if ranged or both:
            linked |= {first, second}
    return linked


@cache
def _link(key: str) -> re.Pattern[str]:
    return re.compile(
        rf" ?[{ASKED}{OTHER}]? ?,? ?{source(key)} ?"
        rf"(?:{source('approximations')}|perhaps|maybe|possibly|even)? ?[-+]?",
        re.IGNORECASE,
    )


def _after_equals(scope: str, free: Sequence[_Candidate]) -> _Candidate | None:
    """The result of a computation: what follows the last equals sign.

    A list of assignments ("age = 2, sex = 1") has no result.
    """
    signs = [m.start() for m in re.finditer("[=≈≒→]", scope)]
    signs = [sign for sign in signs if free and sign < free[-1].start]
    if not signs:
        return None
    left = scope[: signs[-1]].rstrip(" ")[-1:]
    if len(signs) > 1 and not (left.isdigit() or left in f")%+-*/×÷^{ASKED}{OTHER}{NAME}"):
        return None
    after = [c for c in free if c.start > signs[-1]]
    return _only(after) or _only([c for c in after if c.unit == ASKED])


def _leading(
    scope: str, found: Sequence[_Candidate], linked: set[_Candidate], *, points: bool
) -> _Candidate | None:
    """The number that begins the text when an explanation follows: "4 points: …"."""
    first = found[0]
    before, after = scope[: first.start], scope[first.end :]
    more_points = points and any(c.unit == ASKED for c in found[1:] if c not in linked)
    if first in linked or more_points or not _opening().fullmatch(before.rstrip(" -+")):
        return None
    return first if re.match(rf" ?[{ASKED}{OTHER}]? ?[:;,.—-] ?[^\d\s+-]", after) else None


@cache
def _opening() -> re.Pattern[str]:
    words = f"{NAME}|{source('name_links')}|{source('approximations')}|\\W"
    return re.compile(f"(?: ?(?:{words}))*+", re.IGNORECASE)
