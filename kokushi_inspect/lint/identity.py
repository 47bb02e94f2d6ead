"""Whether each row is a question of its own, of the exam that its file is about."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding

_ENOUGH = 5
"""Rows that a file must have before a few of them can be strangers."""

_FEW = 50
"""A stranger's value stands in at most one row of so many, or in a single one."""


def check_all(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Ids that stand twice, and rows of another exam or year than nearly all others of their file.

    Args:
        entries: The rows of one source, in their order.
    """
    yield from _twice(entries)
    files: dict[str, list[Entry]] = {}
    for entry in entries:
        files.setdefault(entry.place.file, []).append(entry)
    for members in files.values():
        yield from _strays(members, "exam-stray", "exam", lambda entry: entry.profession)
        yield from _strays(members, "year-stray", "year", lambda entry: entry.row.year)


def _twice(entries: Sequence[Entry]) -> Iterator[Finding]:
    first: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        key = (entry.profession, entry.id)
        if key in first:
            what = f"'{entry.id}' stands in row {first[key].place.row} already"
            yield entry.finds("id-duplicate", "id", what)
        first.setdefault(key, entry)


def _strays(
    entries: list[Entry], code: str, field: str, value_of: Callable[[Entry], object]
) -> Iterator[Finding]:
    values = Counter(value_of(entry) for entry in entries)
    usual, most = values.most_common(1)[0]
    few = max(1, len(entries) // _FEW)
    # a file of many years or professions has no usual one
    if len(entries) < _ENOUGH or most + few * (len(values) - 1) < len(entries):
        return
    for value, count in values.items():
        if value != usual and count <= few:
            head = next(entry for entry in entries if value_of(entry) == value)
            shown, rows = value or "nothing", f"{count} row{'s' if count > 1 else ''}"
            what = f"{field} is {shown} in {rows}, {usual} in {most}"
            yield head.finds(code, field, what)
