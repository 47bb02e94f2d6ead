"""What every benchmark prints: one line a result, also as a row for the table in README.md."""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    """One result.

    Attributes:
        what: What was measured.
        value: The result, with its unit.
        target: What it should be; empty when there is no target.
        met: Whether it is; None without a target.
    """

    what: str
    value: str
    target: str = ""
    met: bool | None = None


def at_most(what: str, value: float, limit: float, unit: str = "×", digits: int = 2) -> Row:
    """A result that must not exceed a limit."""
    return Row(what, f"{value:.{digits}f} {unit}", f"≤ {limit:g} {unit}", value <= limit)


def at_least(what: str, value: float, limit: float, unit: str = "×", digits: int = 2) -> Row:
    """A result that must reach a limit."""
    return Row(what, f"{value:.{digits}f} {unit}", f"≥ {limit:g} {unit}", value >= limit)


def run_benchmark(description: str, measure: Callable[[bool], Sequence[Row]]) -> None:
    """The command line of a benchmark: measure, print, and keep the rows when asked to.

    Args:
        description: Its docstring.
        measure: Measures; True asks for a short run that only shows that the benchmark works.
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a short run; its numbers say little")
    parser.add_argument("--rows", type=Path, help="file that receives the rows as JSON")
    chosen = parser.parse_args()
    rows = list(measure(chosen.quick))
    for row in rows:
        print(line_of(row))
    if chosen.rows:
        text = json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1)
        chosen.rows.write_text(text, "utf-8")


def line_of(row: Row) -> str:
    """A result in words."""
    judged = {True: "met", False: "MISSED", None: ""}[row.met]
    target = f"   target {row.target}: {judged}" if row.target else ""
    return f"{row.what:62} {row.value:>18}{target}"
