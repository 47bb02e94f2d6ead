"""A report as Markdown tables for a README."""

from collections.abc import Iterable, Iterator, Sequence

from kokushi_inspect.exam.visible import on_one_line
from kokushi_inspect.report.model import Group, Matrix, Rank, Report
from kokushi_inspect.report.wording import (
    accuracy_text,
    cell_text,
    interval_text,
    percent,
    probability_text,
)

_SPECIAL = "\\`*_{}[]<>#|~$&!"


def markdown_of(report: Report) -> str:
    """The verdict matrices with passed k of n, the order by accuracy, MedCalc-Bench, and notes."""
    parts: list[str] = []
    for matrix in report.matrices:
        parts += _matrix(report, matrix)
    for group in report.groups:
        if group.ranks:
            parts += _ranks(report, group)
    parts += _calculations(report)
    parts += _notes(report)
    return "\n".join(parts).rstrip() + "\n"


def escape(text: str) -> str:
    """A text that Markdown shows as it is, on one line; names come from users."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return "".join(f"\\{c}" if c in _SPECIAL else c for c in flat)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table whose first column is text; the cells are escaped already."""
    yield f"| {' | '.join(header)} |"
    yield f"|{'|'.join([' --- ', *[' ---: '] * (len(header) - 1)])}|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _labels(report: Report) -> dict[str, str]:
    return {each.id: escape(each.label) for each in report.examinees}


def _matrix(report: Report, matrix: Matrix) -> Iterator[str]:
    labels = _labels(report)
    sittings = {each.id: each for each in report.sittings}
    groups = [group for group in report.groups if group.id in matrix.groups]
    yield f"**Verdicts{_title(groups)}**"
    yield ""
    header = ["examinee", *(escape(f"{c.name_en} {c.label}") for c in matrix.columns), "passed"]
    if len(matrix.columns) == 1:
        header += ["points", "probability of passing (%)"]
    rows = []
    for row in matrix.rows:
        taken = [None if id is None else sittings[id] for id in row.cells]
        cells = ["–" if each is None else cell_text(each) for each in taken]
        cells.append(f"{row.total.official_passed} of {row.total.official_judged}")
        if len(matrix.columns) == 1 and (only := taken[0]) is not None:
            points = f"{only.official.points:g} of {only.official.of}"
            cells += [points, probability_text(only.probability)]
        rows.append([labels[row.examinee], *cells])
    yield from _table(header, rows)


def _title(groups: Sequence[Group]) -> str:
    if not groups or groups[0].main:
        return ", practice exam (not a real one)" if groups and groups[0].practice else ""
    return f", set apart: {escape('; '.join(d.text for d in groups[0].apart))}"


def _ranks(report: Report, group: Group) -> Iterator[str]:
    labels = _labels(report)
    apart = "" if group.main else _title([group])
    practice = ", practice exam" if group.practice else ""
    yield f"**Accuracy, {escape(group.name_en)}{practice}{apart}** (%, 95 % interval by scenario)"
    yield ""
    header = ["examinee", "place", "accuracy", "right"]
    yield from _table(header, (_rank(labels[rank.examinee], rank) for rank in group.ranks))


def _rank(label: str, rank: Rank) -> list[str]:
    accuracy = rank.accuracy
    place = f"{rank.place}{' (tied with the one above)' if rank.tied else ''}"
    return [label, place, accuracy_text(accuracy), f"{accuracy.right} of {accuracy.n}"]


def _calculations(report: Report) -> Iterator[str]:
    labels = _labels(report)
    for group in report.groups:
        results = [r for r in report.calculations if r.group == group.id]
        if not results:
            continue
        yield f"**MedCalc-Bench{_title([group])}** (%)"
        yield ""
        header = ["examinee", "accuracy", "95 % interval", "macro", "official-compatible"]
        yield from _table(
            [*header, "format loss", "rows"],
            (
                [
                    labels[r.examinee],
                    percent(r.overall.accuracy),
                    interval_text(r.interval),
                    percent(r.macro_accuracy),
                    percent(r.overall.official),
                    percent(r.overall.format_loss),
                    str(r.overall.n),
                ]
                for r in results
            ),
        )


def _notes(report: Report) -> Iterator[str]:
    reasons = dict.fromkeys(
        f"{s.profession} {s.label}: no verdict: {s.official.reason}"
        for s in report.sittings
        if s.official.outcome == "none"
    )
    yield from (f"- {escape(reason)}" for reason in reasons)
    for trouble in report.troubles:
        yield f"- {escape(trouble.location)}: {trouble.kind}: {escape(trouble.reason)}"
    if report.command:
        yield f"- made with `{on_one_line(report.command, 1000).replace('`', '')}`"
