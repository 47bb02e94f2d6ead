"""Whether sections and numbers are those of the exam, in its order, without gaps."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kokushi_inspect.exam import Place
from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding


def check_all(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Sections and numbers of every sitting.

    Args:
        entries: The rows of one source, in their order.
    """
    sittings: dict[tuple[str, int | None], list[Entry]] = {}
    for entry in entries:
        if entry.rules is not None:
            sittings.setdefault(entry.sitting, []).append(entry)
    for members in sittings.values():
        yield from _sections(members)


def _sections(entries: list[Entry]) -> Iterator[Finding]:
    sections: dict[str, list[Entry]] = {}
    last = None
    for entry in entries:
        section = entry.section
        same_file = last is not None and last.place.file == entry.place.file
        if last is not None and same_file and last.section != section and section in sections:
            what = f"section {section} goes on behind section {last.section}"
            yield entry.finds("section-order", "section", what)
        sections.setdefault(section, []).append(entry)
        last = entry
    rules = entries[0].rules
    known = {} if rules is None else rules.sections
    for section, members in sections.items():
        head = members[0]
        printed = [entry for entry in members if not entry.superseded]
        if section not in known:
            what = f"'{section}' in {len(members)} rows; the exam has {', '.join(known)}"
            yield head.finds("section-unknown", "section", what)
        elif len(printed) != known[section]:
            what = f"{_called(head)} has {len(printed)} of {known[section]} questions"
            yield head.finds("section-size", "section", what)
        yield from _numbers(printed)


def _called(entry: Entry) -> str:
    return f"section {entry.section}" + (f" of {entry.row.year}" if entry.row.year else "")


def _numbers(entries: list[Entry]) -> Iterator[Finding]:
    indices: dict[str, Entry] = {}
    highest, falling = -1, []
    for entry in entries:
        index = entry.row.index.strip()
        if index and index in indices:
            first = indices[index].place.row
            what = f"{_called(entry)} has the number {index} in row {first} already"
            yield entry.finds("index-duplicate", "index", what)
        indices.setdefault(index, entry)
        if entry.number is None:
            continue
        if entry.number < highest:
            falling.append(entry)
        highest = max(highest, entry.number)
    if falling:
        more = f", and {len(falling) - 1} more rows" if len(falling) > 1 else ""
        what = f"{_called(falling[0])}: {falling[0].number} stands behind a higher number{more}"
        yield falling[0].finds("index-order", "index", what)
    yield from _gaps(entries)


def _gaps(entries: list[Entry]) -> Iterator[Finding]:
    numbers = Counter(entry.number for entry in entries if entry.number is not None)
    there = sorted(numbers)
    missing = [
        f"{low + 1}" if high - low == 2 else f"{low + 1}-{high - 1}"
        for low, high in pairwise(there)
        if high - low > 1
    ]
    if missing:
        head = entries[0]
        more = f" and {len(missing) - 8} more gaps" if len(missing) > 8 else ""
        what = f"{_called(head)} lacks {', '.join(missing[:8])}{more}"
        yield Finding("index-gap", Place(head.place.file, None, "index"), "", what)
