"""Whether questions that share a case (連問, 状況設定問題) have it."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from kokushi_inspect.lint.entry import Entry, shortened
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.lint.repeats import share
from kokushi_inspect.lint.words import pattern

_SHARED = 80
"""So many characters of two stems in a row, equal from the start, are a case."""


def check(entry: Entry) -> Iterator[Finding]:
    """A question that speaks of a case which neither it nor its context tells."""
    if entry.context:
        return
    stem = entry.stem
    if found := pattern("scenario", "previous").search(stem):
        yield _missing(entry, found, "nothing before it")
        return
    if found := pattern("scenario", "read_this").search(stem):
        if _sentences(stem[found.end() :]) < 2:
            yield _missing(entry, found, "no case behind it")
        return
    found = pattern("scenario", "this_person").search(stem)
    if found is None or pattern("scenario", "introduces").search(stem[: found.start()]):
        return
    shown = entry.row.images and pattern("scenario", "shown").search(stem[: found.start()])
    if not shown:
        yield _missing(entry, found, "nobody before")


def _missing(entry: Entry, found: re.Match[str], lack: str) -> Finding:
    return entry.finds("case-missing", "question", f"'{shortened(found[0], 30)}', but {lack}")


def _sentences(text: str) -> int:
    return text.count("。") + text.count("? ")


def check_all(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Groups whose members differ or stand apart, and cases that no group holds together.

    Args:
        entries: The rows of one source, in their order.
    """
    yield from _groups(entries)
    keyed = groupby(entries, key=lambda e: (e.place.file, e.sitting, e.section))
    for _, section in keyed:
        yield from _ungrouped(list(section))


def _groups(entries: Sequence[Entry]) -> Iterator[Finding]:
    members: dict[tuple[str, int | None, str], list[tuple[int, Entry]]] = {}
    for position, entry in enumerate(entries):
        if entry.row.group:
            members.setdefault((*entry.sitting, entry.row.group), []).append((position, entry))
    for (_, _, group), found in members.items():
        head = found[0][1]
        cases = {"".join(entry.context.split()) for _, entry in found}
        if len(cases) > 1:
            lacking = [entry.id for _, entry in found if not entry.context]
            why = f"; {', '.join(lacking)} has none" if lacking else ""
            what = f"{len(cases)} cases in group '{group}'{why}"
            yield head.finds("case-unequal", "context", what)
        elif cases == {""} and len(found) > 1 and not _tell_it([entry for _, entry in found]):
            what = f"nobody in group '{group}' tells the case"
            yield head.finds("case-missing", "context", what)
        if found[-1][0] - found[0][0] >= len(found):
            yield head.finds("group-scattered", "group", f"group '{group}' is not in one piece")


def _tell_it(entries: Sequence[Entry]) -> bool:
    return all(_common(a.stem, b.stem) >= _SHARED for a, b in pairwise(entries))


def _ungrouped(entries: list[Entry]) -> Iterator[Finding]:
    """Runs of questions without group whose stems tell the same case."""
    run: list[Entry] = []
    for entry in entries:
        if run and not entry.row.group and _same_case(run[-1].stem, entry.stem):
            run.append(entry)
            continue
        yield from _of_run(run)
        run = [] if entry.row.group else [entry]
    yield from _of_run(run)


def _of_run(run: list[Entry]) -> Iterator[Finding]:
    if len(run) > 1:
        what = f"{', '.join(entry.id for entry in run)} tell the same case"
        yield run[0].finds("scenario-ungrouped", "group", what)


def _same_case(left: str, right: str) -> bool:
    """Whether two stems begin alike, or are nearly alike where recognition erred in one."""
    common = _common(left, right)
    if common >= _SHARED or min(len(left), len(right)) < 3 * _SHARED:
        return common >= _SHARED
    return common >= _SHARED // 4 and share(left, right) >= 0.7


def _common(left: str, right: str) -> int:
    """How many characters two texts share from their start, compared by halves."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[:middle] == right[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
