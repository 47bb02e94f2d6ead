"""Characters that a reader of the printed exam never saw."""

import unicodedata
from collections.abc import Callable, Iterator

from kokushi_inspect.lint.entry import Entry, normal, shortened
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.lint.words import matches, pattern

_SINGLE = {"char-private": "private", "char-control": "control", "char-lookalike": "lookalike"}


def check(entry: Entry) -> Iterator[Finding]:
    """Mojibake, private-use and control characters, loose marks, look-alikes, markup.

    One finding a row for each code: it names the first field and shows up to three pieces.
    """
    if not entry.row.question.strip():
        yield entry.finds("stem-empty", "question", "the stem is empty")
    texts = list(entry.texts())
    for code, name in _SINGLE.items():
        yield from _found(entry, code, name, texts, _named)
    yield from _found(entry, "mojibake", "mojibake", texts, _quoted)
    yield from _found(entry, "markup", "markup", texts, _quoted)
    normals = [(field, normal(text)) for field, text in texts]
    yield from _found(entry, "char-confused", "confused", normals, _quoted)
    yield from _decomposed(entry, texts)


def _found(
    entry: Entry, code: str, name: str, texts: list[tuple[str, str]], show: Callable[[str], str]
) -> Iterator[Finding]:
    pieces: dict[str, None] = {}
    first = None
    for field, text in texts:
        for piece in matches("text", name, text):
            first = first or field
            pieces.setdefault(piece)
    if first is not None:
        yield entry.finds(code, first, ", ".join(show(piece) for piece in list(pieces)[:3]))


def _quoted(piece: str) -> str:
    return f"'{shortened(piece, 20)}'"


def _named(piece: str) -> str:
    return f"U+{ord(piece):04X} {unicodedata.name(piece, '')}".strip()


def _decomposed(entry: Entry, texts: list[tuple[str, str]]) -> Iterator[Finding]:
    mark = pattern("text", "decomposed")
    loose = [(field, text) for field, text in texts if mark.search(text)]
    if loose:
        count = sum(len(mark.findall(text)) for _, text in loose)
        yield entry.finds("char-decomposed", loose[0][0], f"{count} marks stand apart")
