"""Puts questions and rules together: which points count where, and what forbids a verdict."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kokushi_inspect.exam import Criterion, PaperRule, Part, Question, Sitting
from kokushi_inspect.sources.criteria_file import Announcement, Rules, YearRules


def apply_rules(
    questions: Sequence[Question], rules: Rules, *, source: str, filtered: str = ""
) -> tuple[list[Question], list[Sitting]]:
    """Give each question its treatment and the criteria it counts toward; describe the sittings.

    Args:
        questions: The questions of one profession, of any number of years.
        rules: The profession's rules.
        source: Name of the source.
        filtered: The filter that took questions away, empty when none did.

    Returns:
        The questions in their order, and one sitting for each year.
    """
    years = sorted({q.year for q in questions}, key=lambda year: (year is None, year))
    ready: dict[str, Question] = {}
    sittings: list[Sitting] = []
    for year in years:
        year_rules = rules.years.get(year) if year is not None else None
        mine = [q for q in questions if q.year == year]
        notes: list[str] = []
        if year_rules is not None:
            mine = [_treat(q, year_rules, notes) for q in mine]
        mine = [
            replace(q, counts_in=_counts_in(q, rules), paper_in=_paper_in(q, rules)) for q in mine
        ]
        ready.update((q.id, q) for q in mine)
        sittings.append(_sitting(mine, rules, year, year_rules, source, filtered, notes))
    return [ready[q.id] for q in questions], sittings


def _counts_in(question: Question, rules: Rules) -> tuple[str, ...]:
    return tuple(part.name for part in rules.parts if part.selector.takes(question))


def _paper_in(question: Question, rules: Rules) -> tuple[str, ...]:
    return tuple(name for name, selector in rules.paper_buckets if selector.takes(question))


def _treat(question: Question, rules: YearRules, notes: list[str]) -> Question:
    """The question with what was announced for it, where the source does not say so itself."""
    announced = rules.treatments.get(f"{question.section}{question.index}")
    if announced is None or question.key.treatment != "none":
        return question
    key = question.key
    if announced.treatment != "none" and announced.treatment != "not_seen":
        notes.append(f"{question.id}: {_in_words(announced)} (criteria file)")
        return replace(question, key=replace(key, treatment=announced.treatment))
    if announced.accept and len(key.accepted) < len(announced.accept):
        notes.append(f"{question.id}: {_in_words(announced)} (criteria file)")
        return replace(question, key=replace(key, accepted=announced.accept))
    return question


def _in_words(announced: Announcement) -> str:
    if announced.accept and announced.treatment == "none":
        return " or ".join("".join(answer) for answer in announced.accept) + " accepted"
    return announced.treatment.replace("_", " ")


def _sitting(
    questions: list[Question],
    rules: Rules,
    year: int | None,
    year_rules: YearRules | None,
    source: str,
    filtered: str,
    notes: list[str],
) -> Sitting:
    scored = [q for q in questions if q.scored]
    criteria = []
    problems: list[str] = []
    for part in rules.parts:
        of = sum(q.points for q in scored if part.name in q.counts_in)
        announced = None if year_rules is None else year_rules.lines.get(part.name)
        if announced is not None and announced.of is not None and of != announced.of:
            problems.append(_difference(part, of, announced.of, questions, rules))
        line = None if announced is None else announced.line
        criteria.append(Criterion(part.name, line, of, part.personal_ratio))
    if year_rules is None or not year_rules.lines:
        problems.insert(0, f"no announced line for {year if year is not None else 'no year'}")
    problems += _without_key(questions, year_rules)
    limit = None if year_rules is None else year_rules.forbidden_limit
    return Sitting(
        profession=rules.profession,
        year=year,
        label=str(year) if year_rules is None else year_rules.label,
        source=source,
        rows=len(questions),
        scored=len(scored),
        of=sum(q.points for q in scored),
        criteria=tuple(criteria),
        forbidden_limit=limit,
        problems=tuple(problems),
        filtered=filtered,
        notes=(*notes, *_forbidden_notes(scored, limit, year_rules)),
        paper=_paper_rule(questions, rules, year_rules),
    )


def _difference(
    part: Part, of: int, announced: int, questions: list[Question], rules: Rules
) -> str:
    """Names the sections in which the source has other numbers of questions than the exam."""
    counts = Counter(q.section for q in questions)
    sections = [
        f"section {name} has {counts[name]} of {size} questions"
        for name, size in rules.sections.items()
        if counts[name] != size and (not part.selector.sections or name in part.selector.sections)
    ]
    detail = f" ({', '.join(sections)})" if sections else ""
    return f"{part.name}: the source has {of} points, the announced line is of {announced}{detail}"


def _without_key(questions: list[Question], year_rules: YearRules | None) -> list[str]:
    missing = [
        q for q in questions if not (q.scored or q.superseded) and q.key.treatment != "excluded"
    ]
    if not missing:
        return []
    notes = {} if year_rules is None else year_rules.treatments
    named = []
    for question in missing[:5]:
        announced = notes.get(f"{question.section}{question.index}")
        named.append(question.id + (f" ({announced.note})" if announced else ""))
    more = "" if len(missing) <= 5 else f" and {len(missing) - 5} more"
    return [f"{len(missing)} without a key: {', '.join(named)}{more}"]


def _forbidden_notes(
    scored: list[Question], limit: int | None, year_rules: YearRules | None
) -> list[str]:
    if limit is None:
        return []
    rests = (
        " (standing rule)" if year_rules and "standing" in year_rules.forbidden_confidence else ""
    )
    if not any(q.forbidden for q in scored):
        return ["forbidden options not checked: the source names none"]
    return [
        f"forbidden options{rests} are an estimate: the ministry never publishes which they are"
    ]


def _paper_rule(
    questions: list[Question], rules: Rules, year_rules: YearRules | None
) -> PaperRule | None:
    if year_rules is None or year_rules.paper_lines is None:
        return None
    return PaperRule(
        buckets=tuple(
            (name, line, sum(q.points for q in questions if name in q.paper_in))
            for (name, _), line in zip(rules.paper_buckets, year_rules.paper_lines, strict=True)
        ),
        forbidden_limit=rules.paper_forbidden_limit,
    )
