"""`kokushi report`: reads logs with a progress bar, and writes what was asked for."""

import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.paths import user_path
from kokushi_inspect.report.build import build_report
from kokushi_inspect.report.csv_tables import write_csv
from kokushi_inspect.report.markdown_table import markdown_of
from kokushi_inspect.report.model import Report, to_record
from kokushi_inspect.report.terminal import json_text, say

STANDARD_OUTPUT = "-"
DEFAULT_PAGE = "report.html"


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a report is written to; `-` is the standard output, None is nowhere.

    Attributes:
        page: The HTML file.
        csv: Folder for CSV files.
        markdown: The Markdown file.
        json: The JSON file.
    """

    page: str | None = None
    csv: str | None = None
    markdown: str | None = None
    json: str | None = None

    def or_page(self) -> "Outputs":
        """The same; with the usual HTML file when nothing was asked for."""
        asked = (self.page, self.csv, self.markdown, self.json)
        return self if any(asked) else Outputs(page=DEFAULT_PAGE)

    @property
    def words(self) -> list[str]:
        """The options that ask for them."""
        options = (
            ("-o", self.page),
            ("--csv", self.csv),
            ("--markdown", self.markdown),
            ("--json", self.json),
        )
        return [word for name, value in options if value for word in (name, value)]


def make_report(places: Sequence[str], asked: Outputs) -> list[str]:
    """Build a report and write it; what was written, in words.

    Raises:
        KokushiError: A place does not exist, or no log in them can be used.
    """
    outputs = asked.or_page()
    command = shlex.join(["kokushi", "report", *places, *outputs.words])
    report = _build(places, command)
    if not report.groups:
        raise KokushiError(_nothing(report), expected="logs of our tasks in the places named")
    page = _page(report) if outputs.page else ""  # first: it is the part that can fail
    written = []
    if outputs.json:
        text = json_text(to_record(report), indent=1)
        written += _write(outputs.json, text + "\n")
    if outputs.markdown:
        written += _write(outputs.markdown, markdown_of(report))
    if outputs.csv:
        folder = user_path(outputs.csv)
        files = write_csv(report, folder)
        written.append(f"{folder}: {len(files)} CSV files")
    if outputs.page:
        written += _write(outputs.page, page)
    return written + [f"{t.kind}: {t.location}: {t.reason}" for t in report.troubles]


def _page(report: Report) -> str:
    from kokushi_inspect.report.page import render

    return render(report)


def _build(places: Sequence[str], command: str) -> Report:
    """Build with a progress bar on a terminal; the bar goes to the standard error."""
    with ExitStack() as stack:

        def begin(total: int) -> Callable[[], None]:
            bar = click.progressbar(length=total, label="reading samples", file=sys.stderr)
            shown = stack.enter_context(bar)
            return lambda: shown.update(1)

        return build_report(places, command=command, begin=begin)


def _nothing(report: Report) -> str:
    if not report.troubles:
        return "there is no log"
    told = [f"{t.location} ({t.kind}: {t.reason})" for t in report.troubles[:5]]
    more = len(report.troubles) - len(told)
    return "no log can be used: " + "; ".join(told) + (f"; and {more} more" if more > 0 else "")


def _write(place: str, text: str) -> list[str]:
    if place == STANDARD_OUTPUT:
        say(text, nl=False)
        return []
    file = Path(user_path(place))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return [f"{file}: {len(text.encode()) / 1e6:.1f} MB"]
