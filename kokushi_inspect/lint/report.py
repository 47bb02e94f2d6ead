"""Findings as text for a terminal, and as JSON."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.lint.linter import Linted

SHOWN = 10
"""Findings of one code that are printed unless all are asked for."""


def to_record(linted: Linted) -> dict[str, Any]:
    """Everything as plain JSON values."""
    return {
        "source": linted.source,
        "findings": [finding.to_record() for finding in linted.findings],
        "summary": {
            "rows": linted.rows,
            **_severities(linted.findings),
            "codes": dict(Counter(finding.code for finding in linted.findings)),
        },
    }


def text(linted: Linted, *, every: bool = False) -> str:
    """Findings by kind with their counts, advice once for each kind, and a summary line.

    Args:
        linted: What was found.
        every: Whether all findings of a code are printed, and not the first ten.
    """
    blocks = [
        "\n".join(_block(list(found), every))
        for _, found in groupby(linted.findings, key=lambda finding: finding.code)
    ]
    counts = _severities(linted.findings)
    listed = ", ".join(
        f"{count} {name[:-1] if count == 1 else name}" for name, count in counts.items()
    )
    return "\n\n".join([*blocks, f"{linted.source}: {linted.rows} rows, {listed}"])


def _severities(findings: Sequence[Finding]) -> dict[str, int]:
    counts = Counter(finding.kind.severity for finding in findings)
    return {"errors": counts["error"], "warnings": counts["warning"], "notes": counts["note"]}


def _block(findings: list[Finding], every: bool) -> Iterator[str]:
    code = findings[0].kind
    yield f"{code.severity} {code.name} ({len(findings)}): {code.means}"
    shown = findings if every else findings[:SHOWN]
    yield from (f"  {_line(finding)}" for finding in shown)
    if len(shown) < len(findings):
        yield f"  and {len(findings) - len(shown)} more (--all prints them)"
    yield f"  → {code.advice}"


def _line(finding: Finding) -> str:
    place = finding.place
    where = Path(place.file).name if place.row is not None else place.file
    row = "" if place.row is None else f":{place.row}"
    named = f" {finding.id}" if finding.id else ""
    field = f" {place.field}" if place.field else ""
    line = f"{where}{row}{named}{field}: {finding.what}"
    return " ".join(line.splitlines())
