"""The summary of a source as text for a terminal."""

from collections import Counter
from collections.abc import Iterator, Sequence

from kokushi_inspect.exam import Sitting
from kokushi_inspect.exam.visible import on_one_line
from kokushi_inspect.report.data_summary import DataSummary, SectionCount
from kokushi_inspect.sources.published_counts import counted_kind, has_figure
from kokushi_inspect.sources.remarks import group_remarks
from kokushi_inspect.sources.survey import Survey

_FORMS = {
    "kokushimd10": "KokushiMD-10",
    "igakuqa": "IgakuQA",
    "question_file": "our own question file",
    "practice": "the built-in practice exam",
}
_LISTED = 10


def data_text(summaries: Sequence[DataSummary], nobodys: Sequence[Survey], language: str) -> str:
    """How a source was understood, in words.

    Args:
        summaries: One for each profession.
        nobodys: What is of no profession: only rows that were not understood.
        language: The language that was taken.
    """
    first = summaries[0].survey if summaries else nobodys[0]
    lines = [f"{on_one_line(first.source)}: {_FORMS[first.form]}, language {language}"]
    if first.revision:
        lines.append(f"revision {on_one_line(first.revision)}")
    for summary in summaries:
        lines += ["", *_block(summary)]
    troubles = [t for s in summaries for t in s.survey.troubles]
    troubles += [t for survey in nobodys for t in survey.troubles]
    lines.append("")
    if published := [s for s in summaries if s.published is not None]:
        differing = [s for s in published if s.differences]
        rows = sum(len(s.questions) for s in published)
        named = ", ".join(s.survey.profession for s in differing)
        lines.append(
            f"published counts: {'differ for ' + named if differing else 'match'}"
            f" ({rows} rows of {len(published)} professions)"
        )
    lines.append(f"not understood: {len(troubles) or 'nothing'}")
    lines += [f"  {trouble}" for trouble in troubles]
    return "\n".join(lines)


def _block(summary: DataSummary) -> Iterator[str]:
    survey = summary.survey
    yield f"{survey.profession} ({summary.name}), sha256 {survey.sha256[:16]}…"
    yield from (f"  {_section(section)}" for section in summary.sections)
    yield f"  {_total(summary)}"
    yield f"  {_figures(summary)}"
    yield f"  without a key: {_listed(summary.keyless)}"
    yield from (f"  {line}" for s in summary.sittings for line in _sitting(s, summary))
    forbidden = sum(bool(q.printed_forbidden) for q in summary.questions)
    yield f"  forbidden labels: {forbidden} questions; odd: {_listed(summary.odd_forbidden)}"
    human = sum(q.human.accuracy is not None for q in summary.questions)
    yield f"  human accuracy: {human} of {len(summary.questions)} questions"
    yield from _remarks(survey.warnings)
    yield from (f"  differs from the published counts: {line}" for line in summary.differences)


def _section(section: SectionCount) -> str:
    official = "" if section.official is None else f" of {section.official}"
    kinds = ", ".join(f"{kind} {count}" for kind, count in section.kinds.items())
    more = f", superseded {section.superseded}" if section.superseded else ""
    name = (
        f"{section.year if section.year is not None else 'no year'} {on_one_line(section.section)}"
    )
    return f"{name:<9} {section.rows:>4}{official} questions: {kinds}{more}"


def _total(summary: DataSummary) -> str:
    published = summary.published
    kinds = Counter(map(counted_kind, summary.questions))
    if published is None:
        counts = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        return f"total {len(summary.questions)} rows: {counts}"
    names = sorted({*kinds, *(kind for kind, count in published.kinds.items() if count)})
    counts = ", ".join(f"{k} {kinds[k]} ({published.kinds.get(k, 0)})" for k in names)
    return f"total {len(summary.questions)} rows (published {published.rows}): {counts}"


def _figures(summary: DataSummary) -> str:
    count, published = summary.survey.figures, summary.published
    questions = sum(map(has_figure, summary.questions))
    beside = "" if published is None else f" (published {published.with_figures})"
    return (
        f"figures: {questions} questions{beside}; {count.named} named: {count.found} found,"
        f" {count.missing} missing, {count.undecodable} undecodable"
    )


def _sitting(sitting: Sitting, summary: DataSummary) -> Iterator[str]:
    announced = summary.announced.get(sitting.year or 0, {})
    parts = [
        f"{c.name} {c.of}" + (f" (announced {announced[c.name]})" if c.name in announced else "")
        for c in sitting.criteria
    ]
    yield f"{sitting.label}: {sitting.of} points" + (f"; {', '.join(parts)}" if parts else "")
    yield from (f"  no verdict: {problem}" for problem in sitting.problems)


def _remarks(warnings: Sequence[str]) -> Iterator[str]:
    """The remarks, those that differ only in their question on one line."""
    if warnings:
        yield f"  {len(warnings)} remarks:"
    ranked = list(group_remarks(warnings).items())
    yield from (
        f"    {on_one_line(remark)} ({_listed(where, 3)})" for remark, where in ranked[:_LISTED]
    )
    if len(ranked) > _LISTED:
        yield f"    and {len(ranked) - _LISTED} other remarks (--json lists all)"


def _listed(items: Sequence[str], most: int = _LISTED) -> str:
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return f"{len(items)}: {', '.join(map(on_one_line, items[:most]))}{more}" if items else "none"
