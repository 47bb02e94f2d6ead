"""Puts questions and rules together: which points count where, and what forbids a verdict."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kokushi_inspect.exam import Criterion, KokushiError, PaperRule, Part, Question, Sitting
from kokushi_inspect.sources.criteria_file import Announcement, Rules, YearRules


def apply_rules(
    questions: Sequence[Question],
    rules: Rules,
    *,
    source: str,
    filtered: str = "",
    derived_lines: bool = False,
) -> tuple[list[Question], list[Sitting]]:
    """Give each question its treatment and the criteria it counts toward; describe the sittings.

    Args:
        questions: The questions of one profession, of any number of years.
        rules: The profession's rules.
        source: Name of the source.
        filtered: The filter that takes questions away later, empty when none does.
        derived_lines: Whether a line that nobody announced is derived from the regularity of the
            others.

    Returns:
        The questions in their order, and one sitting for each year.
    """
    years = sorted({q.year for q in questions}, key=lambda year: (year is None, year))
    ready: dict[str, Question] = {}
    sittings: list[Sitting] = []
    for year in years:
        builder = _Builder(rules, year, source, filtered, derived_lines, len(years) > 1)
        mine = [builder.prepare(q) for q in questions if q.year == year]
        ready.update((q.id, q) for q in mine)
        sittings.append(builder.sitting(mine))
    return [ready[q.id] for q in questions], sittings


def official_points(question: Question, rules: Rules) -> Question:
    """The question with the points that the structure of the exam gives it.

    Raises:
        KokushiError: The structure does not tell the points of a question by its place.
    """
    section = rules.section_aliases.get(question.section.lower(), question.section)
    role = question.role or rules.section_roles.get(section)
    placed = replace(question, section=section, role=role)
    points = next((p for selector, p in rules.points if selector.takes(placed)), None)
    if points is None:
        raise KokushiError(
            f"points=official: the structure of {rules.profession} does not tell the points of"
            f" {question.id}",
            fix="use -T points=source, and let the source say the points",
        )
    return replace(question, points=points)


@dataclass(slots=True)
class _Builder:
    """Builds one sitting.

    What a verdict rests on gathers in `notes`, what forbids it in `problems`.
    """

    rules: Rules
    year: int | None
    source: str
    filtered: str
    derived_lines: bool
    among_others: bool
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def year_rules(self) -> YearRules | None:
        return None if self.year is None else self.rules.years.get(self.year)

    @property
    def parts(self) -> list[Part]:
        return [part for part in self.rules.parts if part.holds_in(self.year)]

    def prepare(self, question: Question) -> Question:
        """The question with its section, role, treatment, and what its points count toward."""
        section = self.rules.section_aliases.get(question.section.lower(), question.section)
        role = question.role or self.rules.section_roles.get(section)
        scenario = question.scenario
        if scenario is not None and self.among_others:
            scenario = replace(scenario, id=f"{self.year} {scenario.id}")
        placed = (question.section, question.role, question.scenario)
        if placed != (section, role, scenario):
            question = replace(question, section=section, role=role, scenario=scenario)
        question = self._treat(question)
        counts_in = tuple(name for part in self.parts for name in _criterion_names(part, question))
        paper_in = tuple(n for n, selector in self.rules.paper_buckets if selector.takes(question))
        return replace(question, counts_in=counts_in, paper_in=paper_in)

    def _treat(self, question: Question) -> Question:
        """Applies what was announced, where the source does not say so itself.

        A question that has a key is not excluded on the word of the criteria: when it should have
        been, the points do not add up to the announced ones and there is no verdict.
        """
        announced = self._announcement(question)
        if announced is None or question.key.treatment != "none":
            return question
        key = question.key
        if announced.treatment == "excluded" and key.accepted:
            return question
        if announced.treatment != "none" and announced.treatment != "not_seen":
            self.notes.append(f"{question.id}: {announced.treatment.replace('_', ' ')} (criteria)")
            return replace(question, key=replace(key, treatment=announced.treatment))
        if announced.accept and len(key.accepted) < len(announced.accept):
            answers = " or ".join("".join(answer) for answer in announced.accept)
            self.notes.append(f"{question.id}: {answers} accepted (criteria)")
            return replace(question, key=replace(key, accepted=announced.accept))
        return question

    def _announcement(self, question: Question) -> Announcement | None:
        if self.year_rules is None:
            return None
        treatments = self.year_rules.treatments
        if found := treatments.get(f"{question.section}{question.index}"):
            return found
        running = question.number
        return next(
            (
                announced
                for place, announced in treatments.items()
                if announced.number is not None
                and announced.number == running
                and place.startswith(question.section)
            ),
            None,
        )

    def sitting(self, questions: list[Question]) -> Sitting:
        """The sitting of the prepared questions."""
        scored = [q for q in questions if q.scored]
        criteria = [c for part in self.parts for c in self._criteria(part, scored, questions)]
        if not any(c.line is not None for c in criteria):
            named = self.year if self.year is not None else "a sitting without a year"
            self.problems.insert(0, f"no announced line for {named}")
        self._check_keys(questions)
        year_rules = self.year_rules
        self._note_forbidden(scored)
        return Sitting(
            profession=self.rules.profession,
            year=self.year,
            label=str(self.year) if year_rules is None else year_rules.label,
            source=self.source,
            rows=len(questions),
            scored=len(scored),
            of=sum(q.points for q in scored),
            criteria=tuple(criteria),
            forbidden_limit=None if year_rules is None else year_rules.forbidden_limit,
            problems=tuple(self.problems),
            filtered=self.filtered,
            notes=tuple(self.notes),
            paper=self._paper_rule(questions),
        )

    def _criteria(
        self, part: Part, scored: list[Question], questions: list[Question]
    ) -> list[Criterion]:
        mine = [q for q in scored if part.takes(q)]
        if part.position is None and not all(q.counts_in for q in scored):
            self.problems.append(
                f"{part.name}: the source does not say which questions it is about"
            )
        elif part.areas and any(q.area is None for q in mine):
            self.notes.append(f"{part.name} rests on the position of the questions")
        if part.zero_subjects is not None:
            return self._subjects_with_points(part, mine)
        if part.subjects:
            return self._subject_shares(part, mine)
        of = sum(q.points for q in mine)
        return [Criterion(part.name, self._line(part, of, questions), of, part.personal)]

    def _line(self, part: Part, of: int, questions: list[Question]) -> int | None:
        announced = None if self.year_rules is None else self.year_rules.lines.get(part.name)
        if announced is not None:
            if announced.of is None:
                self._check_whole(part, of, questions)
            elif of != announced.of:
                self.problems.append(self._difference(part, of, announced.of, questions))
            return announced.line
        if part.standing is not None and self.year_rules is not None:
            self.notes.append(f"{part.name}: line by the standing rule")
            return part.standing.of(of)
        if part.derived is not None and self.derived_lines:
            self.notes.append(f"{part.name}: derived line, announced by nobody")
            return part.derived.of(of)
        return None

    def _check_whole(self, part: Part, of: int, questions: list[Question]) -> None:
        """Where nobody states the points attainable, they must follow from the structure."""
        if sections := self._incomplete_sections(questions, ()):
            self.problems.append(", ".join(sections))
        elif self.rules.points:
            mine = [q for q in questions if q.scored and part.takes(q)]
            official = sum(official_points(q, self.rules).points for q in mine)
            if of != official:
                self.problems.append(
                    f"{part.name}: the source has {of} points, the structure gives {official}"
                )

    def _incomplete_sections(self, questions: list[Question], within: Sequence[str]) -> list[str]:
        counts = Counter(q.section for q in questions if not q.superseded)
        return [
            f"section {name} has {counts[name]} of {size} questions"
            for name, size in self.rules.sections.items()
            if counts[name] != size and (not within or name in within)
        ]

    def _difference(self, part: Part, of: int, announced: int, questions: list[Question]) -> str:
        """Names the sections in which the source has other numbers of questions than the exam."""
        within = part.position.sections if part.position is not None else ()
        sections = self._incomplete_sections(questions, within)
        where = ", ".join(sections)
        if not sections:
            points = Counter[str]()
            for question in questions:
                if question.scored and part.takes(question):
                    points[question.section] += question.points
            where = ", ".join(f"section {name} {points[name]}" for name in sorted(points))
        where = where or "no question belongs to it"
        return (
            f"{part.name}: the source has {of} points, the announced line is of {announced}"
            f" ({of - announced:+d}: {where}){self._hint(part, announced, questions)}"
        )

    def _hint(self, part: Part, announced: int, questions: list[Question]) -> str:
        if not self.rules.points:
            return ""
        mine = [q for q in questions if q.scored and part.takes(q)]
        official = sum(official_points(q, self.rules).points for q in mine)
        return ", use -T points=official" if official == announced else ""

    def _subject_shares(self, part: Part, mine: list[Question]) -> list[Criterion]:
        """One criterion for each subject; the line is the part's share of the subject's points."""
        share = part.standing
        if nameless := [q for q in mine if part.subject_of(q) is None]:
            self.problems.append(f"{part.name}: {len(nameless)} questions without a known subject")
        criteria = []
        for name, _ in part.subjects:
            of = sum(q.points for q in mine if part.subject_of(q) == name)
            line = None if share is None or self.year_rules is None else share.of(of)
            criteria.append(Criterion(f"{part.name} {name}", line, of))
        return criteria

    def _subjects_with_points(self, part: Part, mine: list[Question]) -> list[Criterion]:
        """At most so many subjects without points: needs subjects, else it is not checked."""
        subjects = {q.subject for q in mine if q.subject}
        if not subjects or self.year_rules is None or part.zero_subjects is None:
            self.notes.append(f"{part.name} not checked: the source names no subjects")
            return []
        line = max(0, len(subjects) - part.zero_subjects)
        return [Criterion(part.name, line, len(subjects), rule="subjects_with_points")]

    def _check_keys(self, questions: list[Question]) -> None:
        missing = [
            q for q in questions if not (q.scored or q.superseded) and q.key.treatment != "excluded"
        ]
        if not missing:
            return
        named = []
        for question in missing[:5]:
            announced = self._announcement(question)
            note = f" ({announced.note})" if announced is not None and announced.note else ""
            named.append(question.id + note)
        more = "" if len(missing) <= 5 else f" and {len(missing) - 5} more"
        self.problems.append(f"{len(missing)} without a key: {', '.join(named)}{more}")

    def _note_forbidden(self, scored: list[Question]) -> None:
        rules = self.year_rules
        if rules is None or rules.forbidden_limit is None:
            return
        if not any(q.forbidden for q in scored):
            self.notes.append("forbidden options not checked: the source names none")
            return
        standing = (
            " (limit by the standing rule)" if "standing" in rules.forbidden_confidence else ""
        )
        self.notes.append(
            f"forbidden options{standing} are an estimate: the ministry never publishes them"
        )

    def _paper_rule(self, questions: list[Question]) -> PaperRule | None:
        rules = self.year_rules
        if rules is None or rules.paper_lines is None:
            return None
        return replace(
            self.rules.paper_rule,
            buckets=tuple(
                (name, line, sum(q.points for q in questions if name in q.paper_in))
                for (name, _), line in zip(self.rules.paper_buckets, rules.paper_lines, strict=True)
            ),
        )


def _criterion_names(part: Part, question: Question) -> list[str]:
    if not part.takes(question):
        return []
    if not part.subjects or part.zero_subjects is not None:
        return [part.name]
    subject = part.subject_of(question)
    return [] if subject is None else [f"{part.name} {subject}"]
