"""Runs every check over what a source holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kokushi_inspect.exam import Place
from kokushi_inspect.lint import (
    boxes,
    characters,
    fields,
    figure_files,
    figure_mentions,
    forbidden,
    identity,
    labels,
    numbering,
    options,
    repeats,
    scenarios,
    scripts,
    selection,
    totals,
)
from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding, codes
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.record_names import FieldNames
from kokushi_inspect.sources.survey import Survey, Trouble

ROW_CHECKS = (
    fields.check,
    totals.check,
    labels.check,
    selection.check,
    boxes.check,
    forbidden.check,
    options.check,
    scenarios.check,
    figure_mentions.check,
    figure_files.check,
    characters.check,
    scripts.check,
)
"""What looks at one row alone."""

SOURCE_CHECKS = (
    fields.check_all,
    identity.check_all,
    numbering.check_all,
    scenarios.check_all,
    figure_files.check_all,
    repeats.check_all,
)
"""What compares the rows of a source."""


@dataclass(frozen=True, slots=True)
class Linted:
    """What was found in a source.

    Attributes:
        source: Name of the source.
        rows: Rows that were looked at.
        findings: What was found, by group and code, in the order of the rows.
    """

    source: str
    rows: int
    findings: tuple[Finding, ...]


def lint(surveys: Sequence[Survey], names: FieldNames) -> Linted:
    """Run every check.

    Args:
        surveys: What the source holds, one survey for each profession.
        names: Under which names the fields of a foreign source are looked for.
    """
    entries = [entry for survey in surveys for entry in _entries(survey, names)]
    entries.sort(key=lambda entry: (entry.place.file, entry.place.row or 0))
    found = [finding for entry in entries for check in ROW_CHECKS for finding in check(entry)]
    found += [finding for check in SOURCE_CHECKS for finding in check(entries)]
    for survey in surveys:
        if survey.profession:
            rules = load_rules(survey.profession, practice=survey.form == "practice")
            mine = [entry for entry in entries if entry.rules is rules]
            found += totals.check_survey(survey, rules, mine)
    troubles = [trouble for survey in surveys for trouble in survey.troubles]
    places = {entry.place.file for entry in entries} | {t.place.file for t in troubles}
    for file in sorted(places):
        if Path(file).suffix == ".jsonl" and Path(file).is_file():
            found += fields.check_file(Path(file))
    found += _unread(troubles, found)
    order = {name: n for n, name in enumerate(codes())}
    found.sort(key=lambda f: (order[f.code], f.place.file, f.place.row or 0))
    return Linted(
        source=surveys[0].source if surveys else "",
        rows=sum(len(survey.rows) for survey in surveys),
        findings=tuple(found),
    )


def _entries(survey: Survey, names: FieldNames) -> Iterator[Entry]:
    rules = (
        load_rules(survey.profession, practice=survey.form == "practice")
        if survey.profession
        else None
    )
    own = survey.form in ("question_file", "practice")
    for row in survey.rows:
        if row.row is not None:
            yield Entry(row, row.row, rules, None if own else names)


def _unread(troubles: Sequence[Trouble], found: Sequence[Finding]) -> Iterator[Finding]:
    """Rows at which a run stops, unless an error of that row says why already."""
    explained = {(f.place.file, f.place.row) for f in found if f.kind.severity == "error"}
    for trouble in troubles:
        place = trouble.place
        if (place.file, place.row) not in explained:
            where = Place(place.file, place.row, place.field)
            yield Finding("row-unread", where, "", trouble.reason)
