"""What `kokushi data SOURCE` prints: how a source was understood, beside what was published."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kokushi_inspect.exam import Question, Sitting
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.published_counts import (
    PublishedCounts,
    counted_kind,
    differences,
    has_figure,
    published_counts,
)
from kokushi_inspect.sources.sittings import apply_rules
from kokushi_inspect.sources.survey import Survey


@dataclass(frozen=True, slots=True)
class SectionCount:
    """The rows of one section of one sitting.

    Attributes:
        year: Year of the sitting.
        section: Section, as the criteria name it.
        rows: Rows, without the superseded ones.
        official: Questions that the section has in the exam; None when the criteria do not say.
        kinds: Rows by kind; `blank` are those without a key.
        superseded: Rows that are the misprinted twin of another.
    """

    year: int | None
    section: str
    rows: int
    official: int | None
    kinds: dict[str, int]
    superseded: int


@dataclass(frozen=True, slots=True)
class DataSummary:
    """How the questions of one profession were understood.

    Attributes:
        survey: What the source holds.
        name: Name of the profession in Japanese.
        questions: The questions that were understood, with keys and points as the source has them.
        sections: Rows by year and section.
        sittings: The sittings, with the points that the source has for each criterion.
        announced: Points of each criterion as announced, by year and criterion.
        published: The published counts; None when the source is not KokushiMD-10.
        differences: How the rows differ from them.
    """

    survey: Survey
    name: str
    questions: tuple[Question, ...]
    sections: tuple[SectionCount, ...]
    sittings: tuple[Sitting, ...]
    announced: dict[int, dict[str, int]] = field(default_factory=dict)
    published: PublishedCounts | None = None
    differences: tuple[str, ...] = ()

    @property
    def keyless(self) -> list[str]:
        """Ids of the questions without a key."""
        return [q.id for q in self.questions if not q.key.accepted]

    @property
    def odd_forbidden(self) -> list[str]:
        """Forbidden labels that are not written like the options, each with its question."""
        return [
            f"{q.id}: '{label}'"
            for q in self.questions
            for label in q.printed_forbidden
            if label not in q.labels
        ]

    def to_record(self) -> dict[str, Any]:
        """The summary as plain JSON values."""
        survey, published = self.survey, self.published
        figures = survey.figures
        return {
            "profession": survey.profession,
            "rows": len(self.questions),
            "sha256": survey.sha256,
            "sections": [
                {
                    "year": s.year,
                    "section": s.section,
                    "rows": s.rows,
                    "official": s.official,
                    "kinds": s.kinds,
                    "superseded": s.superseded,
                }
                for s in self.sections
            ],
            "kinds": dict(Counter(map(counted_kind, self.questions))),
            "figures": {
                "questions": sum(map(has_figure, self.questions)),
                "named": figures.named,
                "found": figures.found,
                "missing": figures.missing,
                "undecodable": figures.undecodable,
            },
            "without_key": self.keyless,
            "sittings": [self._sitting_record(sitting) for sitting in self.sittings],
            "forbidden": {
                "questions": sum(bool(q.printed_forbidden) for q in self.questions),
                "odd": self.odd_forbidden,
            },
            "human_accuracy": sum(q.human.accuracy is not None for q in self.questions),
            "published": None
            if published is None
            else {
                "rows": published.rows,
                "with_figures": published.with_figures,
                "superseded": published.superseded,
                "kinds": dict(published.kinds),
                "match": not self.differences,
                "differences": list(self.differences),
            },
            "warnings": list(survey.warnings),
            "not_understood": trouble_records(survey),
        }

    def _sitting_record(self, sitting: Sitting) -> dict[str, Any]:
        announced = self.announced.get(sitting.year or 0, {})
        return {
            "year": sitting.year,
            "points": sitting.of,
            "criteria": [
                {"name": c.name, "of": c.of, "announced_of": announced.get(c.name)}
                for c in sitting.criteria
            ],
            "problems": list(sitting.problems),
        }


def trouble_records(survey: Survey) -> list[dict[str, Any]]:
    """The rows that were not understood, as plain JSON values."""
    return [
        {"file": t.place.file, "row": t.place.row, "field": t.place.field, "reason": t.reason}
        for t in survey.troubles
    ]


def summarise(survey: Survey, rules: Rules) -> DataSummary:
    """Summarise what a source holds for one profession.

    Args:
        survey: What the source holds.
        rules: The profession's rules.
    """
    treated, sittings = apply_rules(survey.questions, rules, source=survey.source)
    # the criteria may bring keys of their own; what the source has is to be shown
    questions = tuple(
        replace(raw, section=placed.section)
        for raw, placed in zip(survey.questions, treated, strict=True)
    )
    foreign = survey.form == "kokushimd10"
    return DataSummary(
        survey=survey,
        name=rules.name_ja,
        questions=questions,
        sections=tuple(_sections(questions, rules)),
        sittings=tuple(sittings),
        announced={
            year: {name: line.of for name, line in known.lines.items() if line.of is not None}
            for year, known in rules.years.items()
        },
        published=published_counts(rules.profession) if foreign else None,
        differences=tuple(differences(questions, rules)) if foreign else (),
    )


def _sections(questions: Sequence[Question], rules: Rules) -> list[SectionCount]:
    groups: dict[tuple[int | None, str], list[Question]] = {}
    for question in questions:
        groups.setdefault((question.year, question.section), []).append(question)
    order = list(rules.sections)
    return [
        SectionCount(
            year=year,
            section=section,
            rows=sum(not q.superseded for q in mine),
            official=rules.sections.get(section),
            kinds=dict(sorted(Counter(map(counted_kind, mine)).items())),
            superseded=sum(q.superseded for q in mine),
        )
        for (year, section), mine in sorted(
            groups.items(),
            key=lambda item: (
                item[0][0] or 0,
                order.index(item[0][1]) if item[0][1] in order else len(order),
            ),
        )
    ]
