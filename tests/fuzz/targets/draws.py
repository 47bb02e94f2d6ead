"""Turns the bytes that a fuzzer changes into texts, choices and JSON values.

Every sequence of bytes means something, and a changed byte changes one thing: so both hypothesis
and libFuzzer find their way, and both shrink what they find.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

PIECES: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "pieces.json").read_text("utf-8")
)
"""Pieces of texts by the kind of text that they are found in."""

_T = TypeVar("_T")

_FREE = 240
"""A byte from here on stands for any character, which the three behind it name."""

_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 50, 10**6, 10**30, 0.5, -0.0, 1e308, float("nan")),
    *("", " ", "1", "0", "true", "null", "[]", "{}", "NaN", "1e999", "０", "../x.png", "x.png"),
)


class Draws:
    """What is left of a fuzzer's bytes; when they are used up, zeros follow."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def byte(self) -> int:
        """A number from 0 to 255."""
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def pick(self, options: Sequence[_T]) -> _T:
        """One of at most 65,536 options."""
        number = self.byte()
        if len(options) > 256:
            number = 256 * number + self.byte()
        return options[number % len(options)]

    def text(self, kind: str, most: int = 60) -> str:
        """A text of at most so many pieces; a zero ends it."""
        pieces = PIECES[kind]
        found: list[str] = []
        while len(found) < most and (number := self.byte()):
            found.append(self._character() if number >= _FREE else pieces[number % len(pieces)])
        return "".join(found)

    def value(self, kind: str, depth: int = 2) -> Any:
        """A JSON value; NaN and numbers of many digits are among them."""
        match self.byte() % (8 if depth else 6):
            case 0 | 1 | 2:
                return self.text(kind, 8)
            case 3 | 4:
                return self.pick(_ODD)
            case 5:
                return self.byte()
            case 6:
                return [self.value(kind, depth - 1) for _ in range(self.byte() % 6)]
            case _:
                return {
                    self.text("label", 2): self.value(kind, depth - 1)
                    for _ in range(self.byte() % 6)
                }

    def record(self, names: Sequence[str], kind: str) -> dict[str, Any]:
        """A row with some of the fields."""
        return {self.pick(names): self.value(kind) for _ in range(self.byte() % 16)}

    def rest(self) -> bytes:
        """All bytes that are left."""
        return self._data[self._at :]

    def _character(self) -> str:
        number = (self.byte() << 16 | self.byte() << 8 | self.byte()) % 0x110000
        return chr(number)
