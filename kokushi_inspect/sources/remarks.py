"""Remarks about questions, put together for people: those that differ in the question only."""

from collections.abc import Iterable, Iterator

_NAMED = 3


def group_remarks(remarks: Iterable[str]) -> dict[str, list[str]]:
    """The questions of each remark, the remarks of most questions first.

    Args:
        remarks: Texts of the form "119C15: it has a figure, but the file names none".
    """
    groups: dict[str, list[str]] = {}
    for remark in remarks:
        where, _, what = remark.partition(": ")
        groups.setdefault(what, []).append(where)
    return dict(sorted(groups.items(), key=lambda item: -len(item[1])))


def summarize_remarks(remarks: Iterable[str]) -> Iterator[str]:
    """One line for each kind of remark; a remark about few questions names them all."""
    for what, where in group_remarks(remarks).items():
        if len(where) <= _NAMED:
            yield f"{', '.join(where)}: {what}" if what else where[0]
        else:
            yield f"{', '.join(where[:_NAMED])} and {len(where) - _NAMED} more: {what}"
