"""Questions that stand in a source twice, as they are or almost.

Almost: most of the short pieces of stem and options are shared. Each question is looked up by a few
of its pieces only (those with the smallest checksums), and pieces that many questions have are left
out, so the work grows with the number of questions and not with its square.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from kokushi_inspect.lint.entry import Entry, normal
from kokushi_inspect.lint.finding import Finding

PIECE = 5
"""Characters of a piece."""

_SKETCH = 24
"""Pieces by which a question is looked up."""

_COMMON = 12
"""A piece that more questions have in their sketches is a phrase of exams."""

_NEAR = 0.8
"""Share of pieces that two questions have in common when they are almost the same."""

_VERY_NEAR = 0.9
"""The same for stems whose options tell nothing."""

_ASKED = 0.5
"""The same for the sentence that asks."""

_TAIL = 400
"""Characters of the stem that count, from its end: a case before it is shared by intent."""

_LEAST = 30
"""Characters below which two questions are alike by chance."""


@dataclass(frozen=True, slots=True)
class _Print:
    """What is compared of a question."""

    entry: Entry
    stem: str
    options: str


def check_all(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Pairs of questions that are the same, or almost; each later one is named once.

    Args:
        entries: The rows of one source.
    """
    prints = [_print_of(entry) for entry in entries if not entry.superseded]
    first: dict[tuple[str, str], _Print] = {}
    apart: list[_Print] = []
    for each in prints:
        if len(each.stem) + len(each.options) < _LEAST:
            continue
        key = (each.stem, each.options)
        if key in first:
            yield each.entry.finds("repeat-exact", "question", _same_as(each, first[key]))
        else:
            first[key] = each
            apart.append(each)
    yield from _near(apart)


def _print_of(entry: Entry) -> _Print:
    stem = "".join(f"{entry.context}{entry.stem}".split()).lower()
    options = sorted("".join(normal(text).split()).lower() for text in entry.row.choices.values())
    return _Print(entry, stem, "/".join(options))


def _same_as(later: _Print, earlier: _Print) -> str:
    a, b = later.entry, earlier.entry
    other = "" if a.sitting == b.sitting else f" of {b.profession} {b.row.year or ''}".rstrip()
    return f"as {b.id}{other}, row {b.place.row}"


def _near(prints: Sequence[_Print]) -> Iterator[Finding]:
    shelf: dict[int, list[int]] = {}
    for position, each in enumerate(prints):
        pieces = _pieces(each.stem[-_TAIL:]) | _pieces(each.options[:_TAIL])
        mates: dict[int, int] = {}
        for piece in nsmallest(_SKETCH, pieces):
            bucket = shelf.setdefault(piece, [])
            if len(bucket) < _COMMON:
                for mate in bucket:
                    mates[mate] = mates.get(mate, 0) + 1
                bucket.append(position)
        likely = sorted(mates, key=lambda mate: (-mates[mate], mate))[:_COMMON]
        like = next((m for m in likely if mates[m] > 1 and _alike(prints[m], each)), None)
        if like is not None:
            what = f"almost {_same_as(each, prints[like])}"
            yield each.entry.finds("repeat-near", "question", what)


def _alike(left: _Print, right: _Print) -> bool:
    """Whether the options are almost the same, and the stems too.

    Questions of one case have most of their stems in common, so what they ask is compared as well.
    Options of a few characters are numbers or labels, which many questions have.
    """
    group = left.entry.row.group
    if group and group == right.entry.row.group and left.entry.sitting == right.entry.sitting:
        return False
    short = min(len(left.options), len(right.options)) < _LEAST
    options = float(left.options == right.options) if short else share(left.options, right.options)
    wanted = _VERY_NEAR if short else _NEAR - 0.2 * (options == 1)
    return (
        options >= _NEAR
        and share(left.stem[-_TAIL:], right.stem[-_TAIL:]) >= wanted
        and share(_asked(left.stem), _asked(right.stem)) >= _ASKED
    )


def _asked(stem: str) -> str:
    """The last sentence that is more than 「2つ選べ」."""
    sentences = [sentence for sentence in stem.split("。") if len(sentence) >= 8]
    return sentences[-1] if sentences else stem


def share(left: str, right: str) -> float:
    """The share of their short pieces that two texts have in common, from 0 to 1."""
    a, b = _pieces(left), _pieces(right)
    return len(a & b) / len(a | b) if a and b else float(left == right)


def _pieces(text: str) -> set[int]:
    # crc32 and not hash(), which differs from run to run
    return {
        zlib.crc32(text[n : n + PIECE].encode("utf-8", "replace"))
        for n in range(max(1, len(text) - PIECE + 1))
    }
