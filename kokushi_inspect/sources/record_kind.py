"""Decides what kind of answer a foreign row asks for.

The rules, in their order; each is the cautious choice, and `kokushi data` shows what came out:

1. Options, a stem that asks for an order, and a key that names every option once, at least three:
   ordered.
2. Options: single or multiple. How many are to be chosen says the stem (２つ選べ, select two, …),
   else the key; without either it is one.
3. No options, and the stem asks to choose (どれか, which): the options are lost, for example into
   the figure. Single or multiple as above, on the profession's labels.
4. No options, and the key is a number: numeric.
5. No options, and the key consists of letters among the profession's labels: options lost.
6. No options and no key: options lost, unless the row itself calls the question numeric.
7. Otherwise the answer is a word: fill_in.

A row that says `numeric`, `ordered` or `fill_in` itself is believed where the options allow it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from kokushi_inspect.exam import Kind, KokushiError
from kokushi_inspect.sources.record_key import WrittenKey, key_labels
from kokushi_inspect.sources.record_names import fold_name, record_words
from kokushi_inspect.sources.record_options import LETTERS
from kokushi_inspect.sources.record_values import half_width, read_number


@dataclass(frozen=True, slots=True)
class Decided:
    """What a row asks for.

    Attributes:
        kind: Kind of the question.
        select: Options to choose, 0 for all that apply; None outside choices.
        options: The options; those that were lost have labels only.
        accepted: The accepted answers.
    """

    kind: Kind
    select: int | None
    options: dict[str, str]
    accepted: list[list[str]]


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """The pattern of that name, or any of its patterns."""
    found = record_words()["stem"][name]
    return re.compile(found if isinstance(found, str) else "|".join(found), re.MULTILINE)


@lru_cache(maxsize=16)
def _comparable(stem: str) -> str:
    """The stem, half-width and lower case; a row's is asked for several times."""
    return half_width(stem).lower()


def asked_to_choose(stem: str) -> int | None:
    """How many options a stem asks for: 0 for all that apply, None when it does not say."""
    text = _comparable(stem)
    if _pattern("choose_all").search(text):
        return 0
    words: list[str] = [g for m in _pattern("choose_some").finditer(text) for g in m.groups() if g]
    if not words:
        return None
    numbers: Mapping[str, int] = record_words()["stem"]["numbers"]
    return int(words[-1]) if words[-1].isdecimal() else numbers[words[-1]]


def read_boxes(stem: str) -> dict[str, Any] | None:
    """The answer boxes that end a line of the stem ("①②．③ mL"); None when it shows none.

    Circled numbers are boxes when they count from ① upwards without a gap.
    """
    for match in _pattern("boxes").finditer(stem):
        whole, part, unit = match.groups()
        digits = "".join((whole + (part or "")).split())
        if digits == "".join(chr(0x2460 + n) for n in range(len(digits))):
            decimals = len("".join((part or "").split()))
            return {"digits": len(digits), "decimals": decimals, "unit": unit}
    return None


def decide(
    stem: str, options: Mapping[str, str], key: WrittenKey, stated: str, labels: Sequence[str]
) -> Decided:
    """Decide the kind of a question, and read its key accordingly.

    Args:
        stem: The stem.
        options: The options, none when the row has none.
        key: The key.
        stated: What the row says of its kind; empty when it says nothing.
        labels: The labels that the profession's exam prints.

    Raises:
        KokushiError: The key names something that is no option.
    """
    kind = _stated_kind(stated)
    if options:
        return _with_options(stem, dict(options), key, kind)
    if kind not in ("numeric", "fill_in") and _are_options_lost(stem, key, labels):
        return _with_options(stem, dict.fromkeys(_lost_labels(labels, key), ""), key, None)
    answers = [_joined_digits(answer) for answer in key.answers]
    if kind is None or kind == "ordered":
        numbers = all(read_number(answer) is not None for answer in answers)
        kind = "numeric" if answers and numbers else "fill_in"
    return Decided(kind, None, {}, [[answer] for answer in answers])


def _stated_kind(stated: str) -> Kind | None:
    if not stated:
        return None
    kinds: Mapping[Kind, list[str]] = record_words()["kinds"]
    return next((kind for kind, names in kinds.items() if fold_name(stated) in names), None)


def _with_options(
    stem: str, options: dict[str, str], key: WrittenKey, stated: Kind | None
) -> Decided:
    accepted = [key_labels(answer, options) for answer in key.answers]
    select = asked_to_choose(stem)
    whole = len(accepted) == 1 and len(accepted[0]) == len(options) >= 3
    asks_order = _pattern("order").search(_comparable(stem)) is not None and select is None
    if stated == "ordered" or (asks_order and whole):
        return Decided("ordered", None, options, accepted)
    if select is None:
        sizes = {len(answer) for answer in accepted}
        select = sizes.pop() if len(sizes) == 1 else 1
    return Decided("single" if select == 1 else "multiple", select, options, accepted)


def _are_options_lost(stem: str, key: WrittenKey, labels: Sequence[str]) -> bool:
    if _pattern("choose").search(_comparable(stem)) or not key.answers:
        return True
    if not labels[0].isalpha():
        return False
    try:
        return all(key_labels(answer, dict.fromkeys(labels, "")) for answer in key.answers)
    except KokushiError:
        return False


def _lost_labels(labels: Sequence[str], key: WrittenKey) -> str:
    """The profession's labels, continued to the last one that the key names."""
    every = LETTERS if labels[0].isalpha() else "123456789"
    named = [every.find(c) for answer in key.answers for c in half_width(answer).lower()]
    return every[: max([len(labels), *(n + 1 for n in named)])]


def _joined_digits(answer: str) -> str:
    """A number that is written digit by digit, one for each box ("1,5" → "15")."""
    pieces = [piece.strip() for piece in answer.split(",")]
    if len(pieces) > 1 and all(len(p) == 1 and half_width(p).isdecimal() for p in pieces):
        return "".join(pieces)
    return answer.strip()
