"""Errors that say what is wrong, where, what was expected and what to do."""

from dataclasses import dataclass

import click

from kokushi_inspect.exam.visible import shortened, visible


@dataclass(frozen=True, slots=True)
class Place:
    """Where an error is: a file, the row in it (from 1), and the field of the row."""

    file: str
    row: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        row = "" if self.row is None else f", row {self.row}"
        field = "" if self.field is None else f", field '{self.field}'"
        return f"{self.file}{row}{field}"


_LONGEST = 4_000


def _shown(text: str) -> str:
    """A text of an error: it may quote what others wrote, of any length."""
    return visible(shortened(text, _LONGEST))


class KokushiError(click.ClickException):
    """Bad input, found before anything is paid for.

    A `ClickException`, so that the command line shows the message and not a traceback.

    Args:
        what: What is wrong, in one sentence without a full stop.
        place: Where it is, if it is in a file.
        expected: What would have been right.
        fix: What the user can do.
    """

    def __init__(
        self,
        what: str,
        *,
        place: Place | None = None,
        expected: str | None = None,
        fix: str | None = None,
    ) -> None:
        what = _shown(what)
        expected, fix = (None if text is None else _shown(text) for text in (expected, fix))
        self.what = what
        self.place = place
        self.expected = expected
        self.fix = fix
        parts = [what if place is None else f"{_shown(str(place))}: {what}"]
        if expected:
            parts.append(f"expected {expected}")
        if fix:
            parts.append(fix)
        super().__init__("; ".join(parts))

    def __str__(self) -> str:
        return self.message
