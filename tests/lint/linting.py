"""Lints rows that a test writes, and says what was found in a few words."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from builders import write_rows

from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.lint.lint_command import lint_source
from kokushi_inspect.sources.open_source import Opening

ALWAYS = ("section-size", "points-total")
"""What is found in every sitting of a few rows."""


def found_in(source: Path, *ignore: str) -> list[Finding]:
    """The findings in a source, but for those of the codes that are not of interest."""
    return list(lint_source(Opening(str(source)), ignore=ignore).findings)


def found_in_rows(
    folder: Path, *rows: Mapping[str, Any] | str, ignore: Iterable[str] = ALWAYS
) -> list[Finding]:
    """The findings in a question file with these rows."""
    return found_in(write_rows(folder, *rows), *ignore)


def in_words(findings: Iterable[Finding]) -> list[str]:
    """Row, code and field of each finding ("2 key-label answer"), sorted."""
    return sorted(f"{f.place.row} {f.code} {f.place.field}" for f in findings)
