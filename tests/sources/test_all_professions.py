"""Every profession, year and criterion: met at the line, missed one point below it."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from full_size import full_size

from kokushi_inspect.exam import Criterion, Mark, Question, Reading, Sitting, Verdict
from kokushi_inspect.sources.criteria_file import load_rules
from scorers.marking import mark
from scorers.paper_rule import judge_as_paper, mark_as_paper
from scorers.pass_fail import judge

PROFESSIONS = (
    "medicine",
    "dentistry",
    "nursing",
    "public_health_nursing",
    "midwifery",
    "pharmacy",
    "physical_therapy",
    "occupational_therapy",
    "radiologic_technology",
    "optometry",
)
YEARS = [(p, year) for p in PROFESSIONS for year in sorted(load_rules(p).years)]
ANNOUNCED = [(p, year) for p, year in YEARS if load_rules(p).years[year].lines]
UNKNOWN = [each for each in YEARS if each not in ANNOUNCED]
CRITERIA = [
    (p, year, criterion.name)
    for p, year in ANNOUNCED
    for criterion in full_size(p, year)[1].criteria
    if criterion.rule == "points"
]


def marks(questions: Iterable[Question], wrong: Iterable[str] = ()) -> list[Mark]:
    """Every question right but the named ones, which count however the ministry treats them."""
    missed = set(wrong)
    given = []
    for question in questions:
        if not question.scored:
            continue
        labels = question.labels
        answer = labels[-1:] if question.id in missed else labels[:1]
        given.append(replace(mark(question, Reading("answered", answer)), counted=True))
    return given


def can_miss(questions: list[Question], criterion: Criterion) -> list[Question]:
    """The questions of a criterion, those first that touch no other and are worth least."""
    mine = [
        q
        for q in questions
        if criterion.name in q.counts_in and q.scored and q.key.treatment != "everyone_right"
    ]
    return sorted(mine, key=lambda q: (len(q.counts_in), q.points, q.number or 0, q.section))


def miss(questions: list[Question], criterion: Criterion, points: int) -> list[str]:
    """As many of them as are worth at most so many points."""
    chosen: list[str] = []
    for question in can_miss(questions, criterion):
        if question.points <= points:
            points -= question.points
            chosen.append(question.id)
    return chosen


def verdict(sitting: Sitting, given: list[Mark]) -> Verdict:
    return judge(sitting, given)


@pytest.mark.parametrize(("profession", "year"), ANNOUNCED)
def test_who_knows_everything_passes_every_sitting(profession: str, year: int) -> None:
    questions, sitting = full_size(profession, year)
    result = verdict(sitting, marks(questions))
    assert (result.passed, result.points) == (True, result.of), result.reason


@pytest.mark.parametrize(("profession", "year", "name"), CRITERIA)
def test_a_criterion_is_met_at_its_line_and_missed_one_question_below(
    profession: str, year: int, name: str
) -> None:
    questions, sitting = full_size(profession, year)
    criterion = next(c for c in sitting.criteria if c.name == name)
    assert criterion.line is not None
    missed = miss(questions, criterion, criterion.of - criterion.line)
    one_more = next(q.id for q in can_miss(questions, criterion) if q.id not in missed)
    at_line = verdict(sitting, marks(questions, missed))
    below = verdict(sitting, marks(questions, [*missed, one_more]))
    assert at_line.passed is True, at_line.reason
    assert below.passed is False
    assert [c.name for c in below.criteria if not c.met] == [name]


@pytest.mark.parametrize(("profession", "year"), UNKNOWN)
def test_a_line_that_nobody_announced_is_not_invented(profession: str, year: int) -> None:
    questions, sitting = full_size(profession, year)
    result = verdict(sitting, marks(questions))
    assert result.passed is None
    assert "no announced line" in result.reason


@pytest.mark.parametrize(("profession", "year"), UNKNOWN)
def test_a_derived_line_is_used_on_request_and_says_so(profession: str, year: int) -> None:
    questions, sitting = full_size(profession, year, derived_lines=True)
    result = verdict(sitting, marks(questions))
    assert result.passed is True
    assert "derived line, announced by nobody" in result.reason


@pytest.mark.parametrize(("profession", "year"), [y for y in ANNOUNCED if y[0] == "medicine"])
def test_a_fourth_forbidden_option_fails_a_physician(profession: str, year: int) -> None:
    questions, sitting = full_size(profession, year)
    limit = sitting.forbidden_limit
    assert limit == 3
    given = marks(questions)
    for chosen, passed in ((limit, True), (limit + 1, False)):
        touched = [replace(m, forbidden=number < chosen) for number, m in enumerate(given)]
        assert verdict(sitting, touched).passed is passed


def test_a_sitting_that_lost_a_question_names_its_section() -> None:
    from kokushi_inspect.sources.sittings import apply_rules

    questions, _ = full_size("nursing", 2023)
    rules = load_rules("nursing")
    _, sittings = apply_rules(questions[:-1], rules, source="synthetic")
    assert "section b has 119 of 120 questions" in "; ".join(sittings[0].problems)


def test_radiologic_technologists_may_have_one_subject_without_points() -> None:
    questions, sitting = full_size("radiologic_technology", 2023)
    for subjects, passed in ((1, True), (2, False)):
        zero = {f"subject {n}" for n in range(subjects)}
        wrong = [q.id for q in questions if q.subject in zero]
        assert verdict(sitting, marks(questions, wrong)).passed is passed


def test_a_perfect_physical_therapist_passes_officially_and_cannot_under_the_paper() -> None:
    """The reference holds questions 81-100, worth 40 points, against the line of 実地, 43."""
    questions, sitting = full_size("physical_therapy", 2024)
    perfect = [mark_as_paper(q, "".join(q.key.printed), "answered") for q in questions]
    assert verdict(sitting, marks(questions)).passed is True
    paper = judge_as_paper(sitting, perfect)
    assert paper.passed is False
    assert paper.reason == "index from 81 40 of 40, line 43"


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_only_the_two_therapists_fail_the_paper_when_perfect(profession: str) -> None:
    questions, sitting = full_size(profession, 2024)
    perfect = [mark_as_paper(q, "".join(q.key.printed), "answered") for q in questions]
    therapist = profession in ("physical_therapy", "occupational_therapy")
    assert judge_as_paper(sitting, perfect).passed is not therapist
