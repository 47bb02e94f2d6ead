"""Pass and fail by the ministry's rules: a pure function of a sitting and its marks."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from builders import make_key, make_mark, make_sitting, physician_exam
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import (
    Criterion,
    CriterionResult,
    Mark,
    Question,
    Reading,
    Share,
    Sitting,
    Treatment,
    Verdict,
)
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.sittings import apply_rules
from scorers.marking import mark
from scorers.pass_fail import judge

RIGHT, WRONG = Reading("answered", ("a",)), Reading("answered", ("b",))

EXCLUDED = {
    2020: ("E29", "F63"),
    2022: ("A34", "B43", "C36", "D64"),
    2023: ("A1", "A2", "A3", "A4", "A5"),
}
"""Questions to leave out so that a made-up exam has the announced denominators."""


def announced_exam(year: int) -> tuple[list[Question], Sitting]:
    exam = physician_exam(year, excluded=EXCLUDED.get(year, ()))
    questions, (sitting,) = apply_rules(exam, load_rules("medicine"), source="test")
    return [question for question in questions if question.scored], sitting


def marks_with(questions: Iterable[Question], **missed: int) -> list[Mark]:
    """All right, but `missed` points short in each named criterion (single points first)."""
    left = dict(missed)
    marks = []
    for question in sorted(questions, key=lambda q: q.points):
        (part,) = question.counts_in
        wrong = left.get(part, 0) >= question.points > 0
        if wrong:
            left[part] -= question.points
        marks.append(mark(question, WRONG if wrong else RIGHT))
    assert not any(left.values()), "the points cannot be missed exactly"
    return marks


LINES = [
    (year, name, line.line, line.of or 0)
    for year, rules in load_rules("medicine").years.items()
    for name, line in rules.lines.items()
]
LINE_IDS = [f"{year}-{line}-of-{of}" for year, _, line, of in LINES]


@pytest.mark.parametrize(("year", "name", "line", "of"), LINES, ids=LINE_IDS)
def test_points_at_the_line_pass(year: int, name: str, line: int, of: int) -> None:
    questions, sitting = announced_exam(year)
    verdict = judge(sitting, marks_with(questions, **{name: of - line}))
    result = next(c for c in verdict.criteria if c.name == name)
    assert (result.points, result.of, result.line, result.met) == (line, of, line, True)
    assert verdict.passed is True


@pytest.mark.parametrize(("year", "name", "line", "of"), LINES, ids=LINE_IDS)
def test_a_point_below_the_line_fails(year: int, name: str, line: int, of: int) -> None:
    questions, sitting = announced_exam(year)
    verdict = judge(sitting, marks_with(questions, **{name: of - line + 1}))
    assert verdict.passed is False
    assert f"{name} {line - 1} of {of}, line {line}" in verdict.reason


def test_every_announced_year_has_two_lines() -> None:
    assert len(LINES) == 12


def test_all_right_earns_every_point() -> None:
    questions, sitting = announced_exam(2025)
    verdict = judge(sitting, marks_with(questions))
    assert (verdict.points, verdict.of, verdict.passed) == (500, 500, True)
    assert [(c.points, c.of) for c in verdict.criteria] == [(200, 200), (300, 300)]


def test_a_verdict_names_its_sitting_protocol_and_epoch() -> None:
    marks = [make_mark(correct=True, epoch=2)]
    sitting = make_sitting(Criterion("total", 1, 1), marks=marks, label="118")
    verdict = judge(sitting, marks)
    assert (verdict.profession, verdict.year, verdict.label) == ("medicine", 2024, "118")
    assert (verdict.protocol, verdict.epoch) == ("official", 2)


def ten_marks(**changes: object) -> list[Mark]:
    return [make_mark(f"A{n}", correct=True, **changes) for n in range(10)]


def ten_questions(*, line: int = 8, **changes: object) -> Sitting:
    return make_sitting(Criterion("total", line, 10), marks=ten_marks(), **changes)


@pytest.mark.parametrize(("chosen", "passed"), [(0, True), (3, True), (4, False), (5, False)])
def test_forbidden_options_up_to_the_limit_pass_and_one_more_fails(
    chosen: int, passed: bool
) -> None:
    marks = [replace(m, forbidden=n < chosen) for n, m in enumerate(ten_marks())]
    verdict = judge(ten_questions(forbidden_limit=3), marks)
    assert verdict.passed is passed
    assert (verdict.forbidden, verdict.forbidden_limit) == (chosen, 3)
    assert ("forbidden options, 3 allowed" in verdict.reason) is not passed


def test_without_a_limit_forbidden_options_are_counted_and_decide_nothing() -> None:
    verdict = judge(ten_questions(), ten_marks(forbidden=True))
    assert (verdict.passed, verdict.forbidden, verdict.forbidden_limit) == (True, 10, None)


def test_one_criterion_missed_fails_although_the_others_are_met() -> None:
    marks = [make_mark("A1", correct=True), make_mark("A2", counts_in=("必修",))]
    sitting = make_sitting(Criterion("total", 1, 1), Criterion("必修", 1, 1), marks=marks)
    verdict = judge(sitting, marks)
    assert [result.met for result in verdict.criteria] == [True, False]
    assert verdict.passed is False
    assert verdict.reason == "必修 0 of 1, line 1"


def test_what_a_verdict_rests_on_is_said_with_it() -> None:
    verdict = judge(ten_questions(notes=("derived line",)), ten_marks())
    assert (verdict.passed, verdict.reason) == (True, "derived line")


@pytest.mark.parametrize(
    ("changes", "trouble", "reason"),
    [
        ({"filtered": "questions=text_only"}, "", "filtered: questions=text_only"),
        ({"scored": 11}, "", "10 of 11 questions marked"),
        ({"problems": ("1 without a key: A5",)}, "", "1 without a key: A5"),
        ({}, "2 sample error(s)", "2 sample error(s)"),
        ({"criteria": (Criterion("total", None, 10),)}, "", "no announced line for total"),
    ],
    ids=["filter", "missing marks", "problem", "trouble", "no line"],
)
def test_there_is_no_verdict_and_the_reason_is_said(
    changes: dict[str, object], trouble: str, reason: str
) -> None:
    sitting = replace(ten_questions(), **changes)  # type: ignore[arg-type]
    verdict = judge(sitting, ten_marks(), trouble=trouble)
    assert (verdict.passed, verdict.reason) == (None, reason)
    assert verdict.points == 10


def test_without_a_verdict_no_criterion_is_called_met_or_missed() -> None:
    (result,) = judge(ten_questions(filtered="f"), ten_marks()).criteria
    assert result == CriterionResult("total", 10, 10, 8, None)


def test_every_reason_is_said() -> None:
    sitting = replace(ten_questions(), filtered="f", scored=11, problems=("p",))
    reason = judge(sitting, ten_marks(), trouble="t").reason
    assert reason == "t; filtered: f; 10 of 11 questions marked; p"


def test_a_year_without_any_line_says_so_once() -> None:
    sitting = replace(
        ten_questions(),
        criteria=(Criterion("必修", None, 5), Criterion("必修以外", None, 5)),
        problems=("no announced line for 2026",),
    )
    assert judge(sitting, ten_marks()).reason == "no announced line for 2026"


def test_a_sitting_that_nobody_answered_has_no_verdict() -> None:
    verdict = judge(ten_questions(), [])
    assert (verdict.passed, verdict.points, verdict.epoch) == (None, 0, 1)


def test_without_a_line_a_criterion_is_neither_met_nor_missed() -> None:
    sitting = replace(ten_questions(), criteria=(Criterion("total", None, 10),))
    (result,) = judge(sitting, ten_marks()).criteria
    assert (result.points, result.line, result.met) == (10, None, None)


NURSES = Criterion("必修", 40, 50, personal=Share(4, 5))


@pytest.mark.parametrize(
    ("excluded", "line"), [(0, 40), (1, 40), (2, 39), (3, 38), (4, 37), (6, 36)]
)
@pytest.mark.parametrize("short", [0, 1], ids=["at the line", "below it"])
def test_who_missed_questions_excluded_unless_right_is_held_to_an_own_line(
    excluded: int, line: int, short: int
) -> None:
    own = 50 - excluded
    marks = [
        make_mark(f"A{n}", counts_in=("必修",), correct=n < line - short, counted=n < own)
        for n in range(50)
    ]
    verdict = judge(make_sitting(NURSES, marks=marks), marks)
    (result,) = verdict.criteria
    assert (result.of, result.line, result.points) == (own, line, line - short)
    assert verdict.passed is (short == 0)
    assert verdict.of == own


def test_who_got_the_question_right_has_the_whole_denominator() -> None:
    marks = [make_mark(f"A{n}", counts_in=("必修",), correct=True) for n in range(50)]
    (result,) = judge(make_sitting(NURSES, marks=marks), marks).criteria
    assert (result.of, result.line) == (50, 40)


def test_a_question_with_everyone_right_counts_for_who_answered_nothing() -> None:
    questions, sitting = announced_exam(2024)
    questions[0] = replace(questions[0], key=make_key(treatment="everyone_right"))
    marks = [mark(question, Reading("empty")) for question in questions]
    verdict = judge(sitting, marks)
    assert (verdict.points, verdict.of) == (1, 500)


@pytest.mark.parametrize(("subjects", "passed"), [("abc", True), ("ab", True), ("a", False)])
def test_a_criterion_on_subjects_counts_those_with_points(subjects: str, passed: bool) -> None:
    marks = [make_mark(s, subject=s, correct=s in subjects) for s in "abc"]
    criterion = Criterion("total", 2, 3, rule="subjects_with_points")
    verdict = judge(make_sitting(criterion, marks=marks), marks)
    assert verdict.passed is passed
    assert verdict.criteria[0].points == len(subjects)


@pytest.mark.parametrize(("line", "met"), [(3, False), (2, True), (None, None)])
def test_the_result_of_a_criterion_on_subjects(line: int | None, met: bool | None) -> None:
    marks = [make_mark(s, subject=s, correct=s != "c") for s in "abc"]
    criterion = Criterion("total", line, 3, rule="subjects_with_points")
    assert judge(make_sitting(criterion, marks=marks), marks).criteria == (
        CriterionResult("total", 2, 3, line, met),
    )


def test_a_subject_with_several_right_answers_is_one_subject() -> None:
    marks = [make_mark(f"A{n}", subject="a", correct=True) for n in range(3)]
    criterion = Criterion("total", 2, 3, rule="subjects_with_points")
    assert judge(make_sitting(criterion, marks=marks), marks).passed is False


# Properties, on sittings of every treatment that leaves a question in the exam.

TREATMENTS: Sequence[Treatment] = ("none", "excluded_unless_right", "everyone_right")
rights = st.lists(st.booleans(), min_size=20, max_size=20)
treatments = st.lists(st.sampled_from(TREATMENTS), min_size=20, max_size=20)
lines = st.integers(1, 20)
TWENTY = physician_exam(2024)[:20]


def any_sitting(line: int, kinds: Sequence[Treatment]) -> tuple[list[Question], Sitting]:
    questions = [
        replace(q, counts_in=("必修",), points=1, key=make_key("a", treatment=kind))
        for q, kind in zip(TWENTY, kinds, strict=True)
    ]
    criterion = Criterion("必修", line, len(questions), personal=Share(4, 5))
    size = len(questions)
    return questions, make_sitting(criterion, rows=size, scored=size, of=size)


def judged(questions: Iterable[Question], sitting: Sitting, rights: Iterable[bool]) -> Verdict:
    pairs = zip(questions, rights, strict=True)
    return judge(sitting, [mark(q, RIGHT if right else WRONG) for q, right in pairs])


@given(lines, treatments, rights, st.integers(0, 19))
def test_a_wrong_answer_made_right_costs_no_points(
    line: int, kinds: list[Treatment], given_right: list[bool], better: int
) -> None:
    questions, sitting = any_sitting(line, kinds)
    before = judged(questions, sitting, given_right)
    after = judged(questions, sitting, [r or n == better for n, r in enumerate(given_right)])
    assert after.points >= before.points


@given(lines, rights, st.integers(0, 19))
def test_a_wrong_answer_made_right_never_turns_a_pass_into_a_fail(
    line: int, given_right: list[bool], better: int
) -> None:
    questions, sitting = any_sitting(line, ["none", "everyone_right"] * 10)
    before = judged(questions, sitting, given_right)
    after = judged(questions, sitting, [r or n == better for n, r in enumerate(given_right)])
    assert not (before.passed and not after.passed)


@given(treatments, rights, st.integers(0, 19))
def test_a_question_excluded_unless_right_never_makes_a_right_answer_a_loss(
    kinds: list[Treatment], given_right: list[bool], better: int
) -> None:
    questions, sitting = any_sitting(16, kinds)
    before = judged(questions, sitting, given_right)
    after = judged(questions, sitting, [r or n == better for n, r in enumerate(given_right)])
    assert not (before.passed and not after.passed)


@given(st.data(), lines, treatments, rights)
def test_the_order_of_the_marks_does_not_matter(
    data: st.DataObject, line: int, kinds: list[Treatment], given_right: list[bool]
) -> None:
    questions, sitting = any_sitting(line, kinds)
    marks = [
        mark(q, RIGHT if right else WRONG) for q, right in zip(questions, given_right, strict=True)
    ]
    assert judge(sitting, data.draw(st.permutations(marks))) == judge(sitting, marks)


@given(st.sets(st.integers(0, 19)), rights)
def test_taking_away_an_excluded_question_changes_nothing(
    excluded: set[int], given_right: list[bool]
) -> None:
    rules = load_rules("medicine")
    exam = [
        replace(q, key=make_key("a", treatment="excluded")) if n in excluded else q
        for n, q in enumerate(TWENTY)
    ]
    readings = {q.id: RIGHT if r else WRONG for q, r in zip(exam, given_right, strict=True)}
    verdicts = []
    for kept in (exam, [q for q in exam if q.scored]):
        questions, sittings = apply_rules(kept or exam, rules, source="test")
        sitting = replace(sittings[0], rows=0, problems=())
        marks = [mark(q, readings[q.id]) for q in questions if q.scored]
        verdicts.append(judge(sitting, marks))
    assert verdicts[0] == verdicts[1]
