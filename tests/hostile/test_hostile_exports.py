"""What a spreadsheet opens holds no formula, whatever stood in replies, names and questions."""

import ast
import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from page_reports import make_report

from kokushi_inspect.report.csv_tables import write_csv
from kokushi_inspect.report.model import Report

ROOT = Path(__file__).resolve().parents[2]
FORMULAS = (
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(1,1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "＝1+1",
    '=HYPERLINK("http://127.0.0.1/?"&A1,"a")',
)
STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
WRITER = "kokushi_inspect/report/csv_tables.py"


def saying(formula: str) -> Report:
    """A report with the formula in each place that is another's."""
    report = make_report(2, 3, (2024,), says=lambda *_: formula, names=lambda n: f"{formula}{n}")
    items = (
        replace(each, question=formula, text=formula, subject=formula, options=(("a", formula),))
        for each in report.items
    )
    sittings = (
        replace(each, label=formula, official=replace(each.official, reason=formula))
        for each in report.sittings
    )
    logs = (
        replace(each, location=formula, source=formula, arguments={formula: formula})
        for each in report.logs
    )
    troubles = (replace(each, location=formula, reason=formula) for each in report.troubles)
    return replace(
        report,
        items=tuple(items),
        sittings=tuple(sittings),
        logs=tuple(logs),
        troubles=tuple(troubles),
    )


def cells(folder: Path) -> Iterator[str]:
    """Every cell of every table, headers included."""
    for file in folder.glob("*.csv"):
        with file.open(encoding="utf-8-sig", newline="") as stream:
            for row in csv.reader(stream):
                yield from row


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("formula", FORMULAS, ids=ascii)
def test_no_cell_of_a_report_is_a_formula(formula: str, tmp_path: Path) -> None:
    files = write_csv(saying(formula), tmp_path)
    found = list(cells(tmp_path))
    assert [cell for cell in found if cell.startswith(STARTS) and not is_number(cell)] == []
    names = {file.stem for file in files}
    assert {"examinees", "items", "replies", "sittings", "logs", "troubles"} <= names
    assert sum(formula in cell for cell in found) > 20


def test_tables_are_written_in_one_place() -> None:
    """Where cells are made safe; whoever writes CSV elsewhere has to think of that."""
    places = {
        str(file.relative_to(ROOT))
        for folder in ("kokushi_inspect", "scorers", "solvers")
        for file in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("writer", "DictWriter", "to_csv")
    }
    assert places == {WRITER}
