"""A report as CSV files, one for each kind of fact; safe to open in a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kokushi_inspect.report.model import Report, to_record

Row = dict[str, Any]

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Beginnings that make a spreadsheet take a text for a formula (OWASP, CSV injection)."""

_EXAMINEES = ("examinee", "first", "second", "plain", "variant")
_ITEMS = ("item",)
_ITEM_LISTS = ("people_only", "examinee_only", "right_anyway")


def write_csv(report: Report, folder: Path) -> list[Path]:
    """Write a report into a folder; files that are there already are replaced.

    Args:
        report: The report.
        folder: Is made when it does not exist.

    Returns:
        The files. A table without rows has none, and an older one of its name is removed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, rows in tables_of(report).items():
        file = folder / f"{name}.csv"
        if not rows:
            file.unlink(missing_ok=True)
            continue
        columns = list(dict.fromkeys(column for row in rows for column in row))
        # the mark at the beginning tells spreadsheets that this is UTF-8
        with file.open("w", encoding="utf-8-sig", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(columns)
            writer.writerows([safe_cell(row.get(column)) for column in columns] for row in rows)
        files.append(file)
    return files


def safe_cell(value: Any) -> Any:
    """A value for a cell: numbers stay numbers, and a text is never a formula.

    A text that a spreadsheet would take for one gets an apostrophe in front.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return value
    text = str(value)
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def tables_of(report: Report) -> dict[str, list[Row]]:
    """The tables of a report, each with one flat row a fact."""
    record: dict[str, Any] = to_record(report)
    named = _Named(record)
    sittings = record["sittings"]
    groups = record["groups"]
    items = record["items"]
    tables: dict[str, Iterable[Row]] = {
        "examinees": record["examinees"],
        "groups": _without(groups, "apart", "ranks", "pairs"),
        "apart": _below(groups, "apart", "group"),
        "sittings": _without(sittings, *_PROTOCOLS, "flips", "forbidden", "left_out"),
        "verdicts": _verdicts(sittings),
        "criteria": _criteria(sittings),
        "flips": _below(sittings, "flips", "sitting"),
        "forbidden": _below(sittings, "forbidden", "sitting"),
        "left_out": _below(sittings, "left_out", "sitting"),
        "ranks": _below(groups, "ranks", "group"),
        "pairs": _below(groups, "pairs", "group"),
        "bands": _bands(record["people"]),
        "people": _people(record["people"]),
        "figures": record["figures"],
        "variants": record["variants"],
        "items": _without(items, "options", "figures", "choices", "replies"),
        "choices": _below(items, "choices", "item"),
        "replies": _below(items, "replies", "item"),
        "slices": record["slices"],
        "calculations": _without(record["calculations"], "categories", "calculators"),
        "calculation_lines": _lines(record["calculations"]),
        "costs": record["costs"],
        "logs": record["logs"],
        "troubles": record["troubles"],
    }
    return {name: [named.flatten(row) for row in rows] for name, rows in tables.items()}


_PROTOCOLS = ("official", "paper")


class _Named:
    """Flattens rows, and puts names beside the ids in them."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._labels = {each["id"]: each["label"] for each in record["examinees"]}
        self._questions = {each["id"]: each["question"] for each in record["items"]}

    def flatten(self, row: Mapping[str, Any]) -> Row:
        return dict(self._cells(row, ""))

    def _cells(self, row: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
        for name, value in row.items():
            column = prefix + name
            if isinstance(value, Mapping):
                yield from self._cells(value, f"{column}_")
            elif not isinstance(value, list):
                yield column, value
                if name in _EXAMINEES and value in self._labels:
                    yield f"{column}_label", self._labels[value]
                elif name in _ITEMS and value in self._questions:
                    yield f"{column}_question", self._questions[value]
            elif all(not isinstance(each, Mapping | list) for each in value):
                told = self._questions if name in _ITEM_LISTS else self._labels
                yield column, "; ".join(str(told.get(each, each)) for each in value)


def _without(rows: Iterable[Row], *names: str) -> Iterator[Row]:
    """The rows without the lists that are tables of their own."""
    for row in rows:
        yield {name: value for name, value in row.items() if name not in names}


def _below(rows: Iterable[Row], name: str, owner: str) -> Iterator[Row]:
    """The rows of a list inside other rows, with the owner's id first."""
    for row in rows:
        for each in row[name]:
            yield {owner: row["id"], **each}


def _place(sitting: Row) -> Row:
    return {name: sitting[name] for name in ("group", "examinee", "profession", "year", "label")}


def _verdicts(sittings: Iterable[Row]) -> Iterator[Row]:
    for sitting in sittings:
        for result in _without([sitting[p] for p in _PROTOCOLS], "criteria"):
            yield {"sitting": sitting["id"], **_place(sitting), **result}


def _criteria(sittings: Iterable[Row]) -> Iterator[Row]:
    for sitting in sittings:
        for protocol in _PROTOCOLS:
            for bar in sitting[protocol]["criteria"]:
                yield {
                    "sitting": sitting["id"],
                    **_place(sitting),
                    "protocol": protocol,
                    **bar,
                }


def _bands(people: Iterable[Row]) -> Iterator[Row]:
    for each in people:
        for band in each["bands"]:
            shared = {name: band[name] for name in ("low", "high", "n", "human")}
            for examinee, accuracy in band["examinees"].items():
                yield {"group": each["group"], **shared, "examinee": examinee, "accuracy": accuracy}


def _people(people: Iterable[Row]) -> Iterator[Row]:
    for each in people:
        for beside in each["examinees"]:
            yield {"group": each["group"], **beside}


def _lines(calculations: Iterable[Row]) -> Iterator[Row]:
    for result in calculations:
        for by in ("categories", "calculators"):
            for line in result[by]:
                yield {"group": result["group"], "examinee": result["examinee"], "by": by, **line}
