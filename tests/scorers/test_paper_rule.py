"""The reference scorer's rule, each of its faults kept (facts: its published program)."""

from dataclasses import replace
from typing import Any

import pytest
from builders import make_key, make_mark, make_question, make_sitting, make_written
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import Key, Mark, PaperRule, Question, Sitting
from scorers.paper_rule import judge_as_paper, mark_as_paper, normalise


def right(question: Question, text: str) -> bool:
    return mark_as_paper(question, text, "answered").correct


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("a", "A"),
        ("ca", "AC"),
        (" C,A ", "AC"),
        ("21", "12"),
        ("1.5", "15"),
        ("a1", "1A"),
        ("ａ", ""),
        ("①", ""),
        ("答え", ""),
        ("", ""),
        ("abcdefgh", "ABCDEF"),
        ("aA", "AA"),
        ("aBc", "BAC"),
        ("é", ""),
        ("²", ""),
    ],
)
def test_an_answer_is_its_ascii_letters_and_digits_sorted_upper_cased_and_cut_to_six(
    text: str, normal: str
) -> None:
    assert normalise(text) == normal


@pytest.mark.parametrize(
    ("text", "correct"), [("a", True), ("A", True), ("a.", True), ("b", False)]
)
def test_a_short_answer_is_right_when_it_normalises_like_the_key(text: str, correct: bool) -> None:
    assert right(make_question(), text) is correct


def test_order_is_lost() -> None:
    assert right(make_question(kind="ordered", select=None, key="cab"), "abc")


def test_digits_of_a_number_are_sorted() -> None:
    assert right(make_written("numeric", "12"), "21")


def test_the_decimal_point_is_lost() -> None:
    assert right(make_written("numeric", "1.5"), "15")


def test_a_full_width_answer_vanishes() -> None:
    assert not right(make_question(), "ａ")


def test_a_sentence_is_wrong() -> None:
    assert not right(make_question(), "The answer is a")


def test_a_japanese_sentence_with_one_label_is_right() -> None:
    assert right(make_question(), "答えはaです。")


def test_a_long_number_is_cut() -> None:
    assert right(make_written("numeric", "1234567"), "1234568")


def test_mixed_case_can_miss_its_key() -> None:
    question = make_question(kind="multiple", select=3, key=make_key("abc"))
    assert right(question, "abc")
    assert not right(question, "aBc")


@pytest.mark.parametrize(
    ("printed", "text", "forbidden"), [("e", "e", False), ("E", "e", True), ("E", "a", False)]
)
def test_forbidden_labels_are_compared_with_the_upper_cased_answer(
    printed: str, text: str, forbidden: bool
) -> None:
    question = make_question(forbidden=("e",), printed_forbidden=(printed,))
    assert mark_as_paper(question, text, "answered").forbidden is forbidden


def test_any_letter_of_a_sentence_can_be_a_forbidden_label() -> None:
    question = make_question(printed_forbidden=("E",))
    assert mark_as_paper(question, "Oxygen", "unreadable").forbidden


@pytest.mark.parametrize("text", ["", "a"])
def test_a_question_without_a_printed_key_is_wrong_for_everybody(text: str) -> None:
    several = make_question(key=Key((("a",), ("c",)), printed=()))
    assert not right(several, text)


def test_an_excluded_question_with_a_printed_key_still_counts() -> None:
    question = make_question(key=make_key("a", treatment="excluded"))
    given_mark = mark_as_paper(question, "a", "answered")
    assert (given_mark.correct, given_mark.counted) == (True, True)


def test_the_printed_key_counts_and_not_the_accepted_answers() -> None:
    question = make_question(key=Key((("a",), ("c",)), printed=("a",)))
    assert right(question, "a")
    assert not right(question, "c")


@pytest.mark.parametrize(("profession", "correct"), [("medicine", True), ("dentistry", False)])
def test_a_superseded_row_is_wrong_except_for_physicians(profession: str, correct: bool) -> None:
    assert right(make_question(profession=profession, superseded=True), "a") is correct


def test_points_count_toward_the_references_own_buckets() -> None:
    question = make_question(points=3, counts_in=("必修",), paper_in=("B+E",))
    given_mark = mark_as_paper(question, "a", "answered", epoch=2)
    assert given_mark.counts_in == ("B+E",)
    assert (given_mark.points, given_mark.earned, given_mark.epoch) == (3, 3, 2)


def test_the_mark_keeps_what_was_compared_and_the_robust_status() -> None:
    given_mark = mark_as_paper(make_question(), "I refuse", "refused")
    assert (given_mark.read, given_mark.status) == (("IEEFRS",), "refused")
    assert mark_as_paper(make_question(), "", "empty").read == ()


printable = st.sampled_from("abcdeABCDE0123456789 .,あａ①\n") | st.characters()


@given(st.text(printable, max_size=40))
def test_marking_is_total_on_any_text(text: str) -> None:
    given_mark = mark_as_paper(make_question(forbidden=("e",)), text, "unreadable")
    assert given_mark.earned == int(given_mark.correct)
    assert len(normalise(text)) <= 6


@given(st.text("abcdeABCDE019 -", max_size=6))
def test_a_normal_form_stays_itself_or_was_of_mixed_case(text: str) -> None:
    normal = normalise(text)
    assert normalise(normal) == "".join(sorted(normal))


def sitting_of(marks: list[Mark], rule: PaperRule | None, **changes: Any) -> Sitting:
    return make_sitting(marks=marks, paper=rule, **changes)


TWO_BUCKETS = PaperRule((("first", 2, 3), ("second", 1, 2)), forbidden_limit=3)


def five_marks(first: int, second: int, forbidden: int = 0) -> list[Mark]:
    """Three questions of the first bucket and two of the second, so many of them right."""
    return [
        make_mark(
            f"A{n}",
            counts_in=("first",) if n < 3 else ("second",),
            correct=n < first if n < 3 else n - 3 < second,
            forbidden=n < forbidden,
        )
        for n in range(5)
    ]


@pytest.mark.parametrize(
    ("first", "second", "passed"),
    [(2, 1, True), (3, 2, True), (1, 2, False), (3, 0, False), (0, 0, False)],
)
def test_every_bucket_must_reach_its_line(first: int, second: int, passed: bool) -> None:
    marks = five_marks(first, second)
    assert judge_as_paper(sitting_of(marks, TWO_BUCKETS), marks).passed is passed


def test_the_buckets_are_the_criteria_of_the_verdict() -> None:
    marks = five_marks(2, 0)
    verdict = judge_as_paper(sitting_of(marks, TWO_BUCKETS), marks)
    assert [(c.name, c.points, c.of, c.line, c.met) for c in verdict.criteria] == [
        ("first", 2, 3, 2, True),
        ("second", 0, 2, 1, False),
    ]
    assert (verdict.protocol, verdict.points, verdict.of) == ("paper", 2, 5)
    assert verdict.reason == "second 0 of 2, line 1"


@pytest.mark.parametrize(("forbidden", "passed"), [(3, True), (4, False)])
def test_more_than_three_forbidden_options_fail(forbidden: int, passed: bool) -> None:
    marks = five_marks(3, 2, forbidden)
    verdict = judge_as_paper(sitting_of(marks, TWO_BUCKETS), marks)
    assert (verdict.passed, verdict.forbidden) == (passed, forbidden)


def test_a_profession_whose_forbidden_options_are_not_counted_passes_with_them() -> None:
    marks = five_marks(3, 2, forbidden=5)
    rule = replace(TWO_BUCKETS, forbidden_limit=None)
    assert judge_as_paper(sitting_of(marks, rule), marks).passed is True


def test_missing_keys_and_odd_sections_do_not_forbid_the_papers_verdict() -> None:
    marks = five_marks(2, 1)
    sitting = sitting_of(marks, TWO_BUCKETS, problems=("2 without a key: A1, A2",))
    assert judge_as_paper(sitting, marks).passed is True


@pytest.mark.parametrize(
    ("changes", "trouble", "reason"),
    [
        ({"filtered": "questions=text_only"}, "", "filtered: questions=text_only"),
        ({"rows": 6}, "", "5 of 6 questions marked"),
        ({}, "1 sample error(s)", "1 sample error(s)"),
        ({"paper": None}, "", "the reference scorer has no lines for 2024"),
    ],
    ids=["filter", "limit", "error", "no lines"],
)
def test_there_is_no_papers_verdict_and_the_reason_is_said(
    changes: dict[str, Any], trouble: str, reason: str
) -> None:
    marks = five_marks(3, 2)
    sitting = replace(sitting_of(marks, TWO_BUCKETS), **changes)
    verdict = judge_as_paper(sitting, marks, trouble=trouble)
    assert (verdict.passed, verdict.reason) == (None, reason)


def test_a_sitting_that_nobody_answered_has_no_papers_verdict() -> None:
    verdict = judge_as_paper(sitting_of(five_marks(0, 0), TWO_BUCKETS), [])
    assert (verdict.passed, verdict.epoch) == (None, 1)


def test_therapists_cannot_pass_with_every_answer_right() -> None:
    """The line of the total is applied to part of it, that of a part to the rest."""
    marks = [
        make_mark(
            f"{half}{n}",
            points=3 if n <= 20 else 1,
            correct=True,
            counts_in=("index 1-80",) if n <= 80 else ("index from 81",),
        )
        for half in "ab"
        for n in range(1, 101)
    ]
    rule = PaperRule((("index 1-80", 168, 240), ("index from 81", 43, 40)))
    verdict = judge_as_paper(sitting_of(marks, rule), marks)
    assert verdict.passed is False
    assert verdict.reason == "index from 81 40 of 40, line 43"


PHARMACIST = PaperRule((("total", 1, 20), ("a1", 1, 10)), subject_share=0.3, compulsory="a1")


@pytest.mark.parametrize(
    ("compulsory", "elsewhere", "passed"), [(7, 3, True), (7, 2, False), (1, 9, True)]
)
def test_the_pharmacists_rule_on_subjects_is_inverted(
    compulsory: int, elsewhere: int, passed: bool
) -> None:
    """30 % of what was earned in a subject must come from outside the compulsory part."""
    marks = [
        make_mark(
            f"{part}{n}",
            counts_in=("total", "a1") if part == "a1" else ("total",),
            subject="薬理",
            correct=n < earned,
        )
        for part, earned in (("a1", compulsory), ("b1", elsewhere))
        for n in range(10)
    ]
    verdict = judge_as_paper(sitting_of(marks, PHARMACIST), marks)
    assert verdict.passed is passed
    assert verdict.criteria[-1].name == "薬理 outside a1"


def test_a_subject_in_which_nothing_was_earned_meets_the_papers_rule() -> None:
    marks = [
        make_mark("a1-1", counts_in=("total", "a1"), subject="薬理", correct=True),
        make_mark("b1-1", counts_in=("total",), subject="薬理", correct=True),
        make_mark("b1-2", counts_in=("total",), subject="衛生"),
    ]
    results = judge_as_paper(sitting_of(marks, PHARMACIST), marks).criteria
    assert [(r.name, r.points, r.of, r.met) for r in results[2:]] == [
        ("薬理 outside a1", 1, 2, True),
        ("衛生 outside a1", 0, 0, True),
    ]
