"""Reads the small files that a user writes: criteria, prompts, maps of fields."""

import tomllib
from pathlib import Path
from typing import Any

MAX_BYTES = 200_000
"""Largest file; ours have less than a tenth."""

_LONGEST_LINE = 3_000
_MOST_PARTS = 60
"""Characters of a line of TOML and points in it; the parser is quadratic in the parts of a key."""


def read_text(file: Path) -> str:
    """The text of a small UTF-8 file, without a mark of the byte order.

    Raises:
        ValueError: It is none, too large, or no UTF-8.
    """
    if not file.is_file():
        raise ValueError("it is no file")
    if file.stat().st_size > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES} bytes")
    return decode(file.read_bytes())


def decode(content: bytes) -> str:
    """The text of a small UTF-8 file's content.

    Raises:
        ValueError: It is too large or no UTF-8.
    """
    if len(content) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is no UTF-8") from error


def parse_toml(text: str) -> dict[str, Any]:
    """The table that a text is.

    Raises:
        ValueError: It is no TOML, nested too deeply, or has a line that is too long.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _LONGEST_LINE or line.count(".") > _MOST_PARTS:
            raise ValueError(f"line {number} is too long")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
