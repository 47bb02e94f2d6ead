"""Reads the lines of a file that should be UTF-8, and says what a line is that is not."""

import re
from dataclasses import dataclass

_WIDE = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
_GUESSES = (("euc_jp", "EUC-JP"), ("cp932", "Shift-JIS"))
"""In this order: EUC-JP often passes for Shift-JIS, but hardly the other way round."""
_ISO_2022_JP = b"\x1b$"
_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_PRIVATE = re.compile("[\ue000-\uf8ff]")


@dataclass(frozen=True, slots=True)
class ForeignLines:
    """The lines of a file that are no UTF-8.

    Attributes:
        first: Number of the first one (from 1).
        byte: The first byte in it that is wrong (from 0).
        count: How many there are.
        guess: The encoding that the file seems to have; empty when none fits.
    """

    first: int
    byte: int
    count: int
    guess: str = ""

    def __str__(self) -> str:
        more = f", nor are {self.count - 1} of the lines behind it" if self.count > 1 else ""
        guess = f" (it reads as {self.guess})" if self.guess else ""
        return f"byte {self.byte} of the line is no UTF-8{guess}{more}"


def decode_lines(content: bytes) -> tuple[list[str | None], ForeignLines | None]:
    """The lines of a file, None for each that is no UTF-8, and what is to be said of those.

    A mark of the byte order at the start is left out. Lines end with a line feed only, as in JSON
    lines; a carriage return before it is white space.
    """
    for mark, name in _WIDE:
        if content.startswith(mark):
            return [None], ForeignLines(1, 0, 1, name)
    lines: list[str | None] = []
    first, byte = 0, 0
    foreign: list[bytes] = []
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        foreign_at = 0 if _ISO_2022_JP in line else None
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            foreign_at = error.start
        if foreign_at is None:
            lines.append(text)
            continue
        lines.append(None)
        if not foreign:
            first, byte = number, foreign_at
        foreign.append(line)
    if not foreign:
        return lines, None
    return lines, ForeignLines(first, byte, len(foreign), _guess(b"\n".join(foreign)))


def _guess(content: bytes) -> str:
    if _ISO_2022_JP in content:
        return "ISO-2022-JP"
    for codec, name in _GUESSES:
        try:
            text = content.decode(codec)
        except UnicodeDecodeError:
            continue
        # what is no letter of cp932 becomes a private-use character there
        if _JAPANESE.search(text) and not _PRIVATE.search(text):
            return name
    return ""
