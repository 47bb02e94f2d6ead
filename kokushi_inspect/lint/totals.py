"""Whether points add up to what the ministry announced."""

from collections.abc import Iterator, Sequence

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.sittings import apply_rules, official_points
from kokushi_inspect.sources.survey import Survey


def check(entry: Entry) -> Iterator[Finding]:
    """A question worth nothing that nobody excluded."""
    row = entry.row
    if row.points == 0 and row.treatment != "excluded" and "excluded" not in row.flags:
        yield entry.finds("points-zero", "points", "it carries 0 points")


def check_survey(survey: Survey, rules: Rules, entries: Sequence[Entry]) -> Iterator[Finding]:
    """The points of every criterion beside the denominator of its line, sitting by sitting.

    Where the announcement states none, the points that the structure gives are compared.

    Args:
        survey: What the source holds for one profession.
        rules: The profession's rules.
        entries: Its rows, for the name of their file.
    """
    file = entries[0].place.file if entries else survey.source
    questions, sittings = apply_rules(survey.questions, rules, source=survey.source)
    for sitting in sittings:
        year = None if sitting.year is None else rules.years.get(sitting.year)
        if year is None:
            continue
        for criterion in sitting.criteria:
            line = year.lines.get(criterion.name)
            if line is None:
                continue
            members = [q for q in questions if q.year == sitting.year and q.scored]
            mine = [q for q in members if criterion.name in q.counts_in]
            try:
                official = sum(official_points(q, rules).points for q in mine)
            except KokushiError:
                official = None
            announced = line.of if line.of is not None else official
            if announced is None or announced == criterion.of:
                continue
            said = "announced" if line.of is not None else "given by the structure"
            hint = "; points=official gives them" if official == announced else ""
            what = (
                f"{sitting.label} {criterion.name}: {criterion.of} points, {announced} {said}{hint}"
            )
            yield Finding("points-total", Place(file, None, "points"), "", what)
