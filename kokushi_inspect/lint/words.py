"""The words and patterns of `words.toml`."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _table() -> dict[str, dict[str, Any]]:
    content = files("kokushi_inspect") / "lint" / "words.toml"
    return tomllib.loads(content.read_text("utf-8"))


@cache
def pattern(group: str, name: str) -> re.Pattern[str]:
    """The pattern of that name, or any of its patterns."""
    found = _table()[group][name]
    return re.compile(found if isinstance(found, str) else "|".join(found), re.MULTILINE)


def matches(group: str, name: str, text: str, most: int = 3) -> list[str]:
    """The first pieces of the text that fit the pattern, each once."""
    found: dict[str, None] = {}
    for match in pattern(group, name).finditer(text):
        found.setdefault(match[0].strip() or match[0])
        if len(found) == most:
            break
    return list(found)
