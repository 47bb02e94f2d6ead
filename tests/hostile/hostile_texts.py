"""Replies that a broken or hostile model may send: fragments that are repeated without end.

    python tests/hostile/hostile_texts.py

prints how many there are of each kind.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent

FRAGMENTS = {
    "one line": "a",
    "many lines": "a\n",
    "braces": "{",
    "closed braces": "{}",
    "nested JSON": '{"answer":',
    "nested lists": "[",
    "answer tags": "<answer>",
    "closed answer tags": "<answer>a</answer>",
    "boxes": "\\boxed{",
    "closed boxes": "\\boxed{a}",
    "boxes in boxes": "\\boxed{\\text{",
    "combining marks": "a\u0300\u0316\u0301",
    "combining marks alone": "\u0301",
    "zero-width characters": "\u200b",
    "turned text": "\u202ea\u202c",
    "digits": "1",
    "decimal points": "1.",
    "minus signs": "-",
    "corner brackets": "「、」",
    "thought tags": "<think>",
    "closed thought tags": "</think>",
    "quotes": '"\\',
    "single quotes": "'",
    "tags": "<a ",
    "labels": "答え：a。",
    "negated labels": "bではなく",
    "characters that unfold": "\ufdfa",
    "half-width kana": "ｶﾞ",
    "emoji": "👍🏽",
    "terminal codes": "\x1b[31m",
    "unfinished terminal links": "\x1b]8;;",
    "weeks and days": "5 weeks ",
    "sums": "1 + ",
    "dates": "1/1/2020 ",
    "parentheses": "((a",
    "numerals": "〇",
    "spaces between": "a" + " " * 500,
}
"""What is repeated, by name."""


def repeated(fragment: str, size: int) -> str:
    """A text of that many characters."""
    return (fragment * (size // len(fragment) + 1))[:size]


def load(name: str) -> dict[str, str] | list[str]:
    """One of the tables beside this file."""
    found: dict[str, str] | list[str] = json.loads((HERE / name).read_text("utf-8"))
    return found


INJECTIONS: list[str] = list(load("injections.json"))
INVISIBLE: dict[str, str] = dict(load("invisible_forms.json"))  # type: ignore[arg-type]

if __name__ == "__main__":
    print(f"{len(FRAGMENTS):>5} endless replies")
    print(f"{len(INJECTIONS):>5} replies that ask the examiner for marks")
    print(f"{len(INVISIBLE):>5} invisible forms around an answer")
