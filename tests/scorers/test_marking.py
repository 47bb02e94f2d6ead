"""The examiner's mark: a reading held against a key, strict and without partial credit."""

from collections.abc import Sequence

import pytest
from builders import make_key, make_question, make_written
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import UNREAD, Figure, Question, Reading, Scenario, Status, Treatment
from scorers.marking import is_accepted, mark

LABELS = "abcde"
treatments: st.SearchStrategy[Treatment] = st.sampled_from(
    ["none", "excluded_unless_right", "everyone_right"]
)
answers = st.sets(st.sampled_from(LABELS), min_size=1).map(lambda s: tuple(sorted(s)))


def answered(*answer: str) -> Reading:
    return Reading("answered", answer)


def multiple(*keys: str, select: int | None = 2) -> Question:
    return make_question(kind="multiple", select=select, key=make_key(*keys))


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        (["a"], False),
        (["a", "c"], True),
        (["c", "a"], True),
        (["a", "b"], False),
        (["a", "b", "c"], False),
        ([], False),
    ],
    ids=str,
)
def test_a_set_is_right_only_as_a_whole(answer: Sequence[str], accepted: bool) -> None:
    assert is_accepted(multiple("ac"), tuple(answer)) is accepted


@pytest.mark.parametrize(("answer", "accepted"), [("a", True), ("c", True), ("b", False)])
def test_any_of_several_accepted_answers_is_right(answer: str, accepted: bool) -> None:
    question = make_question(key=make_key("a", "c"))
    assert is_accepted(question, (answer,)) is accepted


def test_two_accepted_answers_together_are_wrong() -> None:
    assert not is_accepted(make_question(key=make_key("a", "c")), ("a", "c"))


@pytest.mark.parametrize(
    ("answer", "accepted"), [("cab", True), ("abc", False), ("ca", False), ("cabc", False)]
)
def test_an_order_is_right_only_in_its_order(answer: str, accepted: bool) -> None:
    question = make_question(kind="ordered", select=None, key="cab")
    assert is_accepted(question, tuple(answer)) is accepted


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [("0.4", True), ("0.40", True), ("4", False), ("04", False), ("40", False), ("0.5", False)],
)
def test_numbers_compare_as_numbers_and_are_never_rescaled(answer: str, accepted: bool) -> None:
    assert is_accepted(make_written("numeric", "0.4"), (answer,)) is accepted


def test_any_of_several_accepted_numbers_is_right() -> None:
    assert is_accepted(make_written("numeric", "12", "13"), ("13",))


@pytest.mark.parametrize(("answer", "accepted"), [("心臓", True), ("肝臓", False)])
def test_a_word_is_right_when_it_is_an_accepted_one(answer: str, accepted: bool) -> None:
    assert is_accepted(make_written("fill_in", "心臓"), (answer,)) is accepted


def test_two_numbers_are_no_answer_to_a_numeric_question() -> None:
    assert not is_accepted(make_written("numeric", "12"), ("12", "12"))


def test_a_right_answer_earns_all_points() -> None:
    given_mark = mark(make_question(points=3), answered("a"))
    assert (given_mark.correct, given_mark.earned, given_mark.points) == (True, 3, 3)


def test_a_wrong_answer_earns_none() -> None:
    given_mark = mark(make_question(points=3), answered("b"))
    assert (given_mark.correct, given_mark.earned, given_mark.points) == (False, 0, 3)


@pytest.mark.parametrize("status", UNREAD)
def test_a_reply_that_was_not_read_is_wrong_and_keeps_its_status(status: Status) -> None:
    given_mark = mark(make_question(), Reading(status))
    assert (given_mark.status, given_mark.correct, given_mark.earned) == (status, False, 0)
    assert given_mark.counted


def test_the_reading_is_kept_whatever_the_mark() -> None:
    assert mark(multiple("ac"), answered("a", "b")).read == ("a", "b")


@pytest.mark.parametrize("reading", [answered("b"), Reading("empty"), Reading("refused")])
def test_where_everyone_is_right_every_reply_earns_the_points(reading: Reading) -> None:
    question = make_question(points=2, key=make_key(treatment="everyone_right"))
    given_mark = mark(question, reading)
    assert (given_mark.correct, given_mark.earned, given_mark.counted) == (True, 2, True)


@pytest.mark.parametrize(
    ("reading", "counted"),
    [(answered("a"), True), (answered("b"), False), (Reading("unreadable"), False)],
    ids=["right", "wrong", "unread"],
)
def test_a_question_excluded_unless_right_counts_only_for_who_got_it_right(
    reading: Reading, counted: bool
) -> None:
    question = make_question(key=make_key("a", treatment="excluded_unless_right"))
    assert mark(question, reading).counted is counted


@pytest.mark.parametrize(
    ("answer", "forbidden"), [("e", True), ("b", False), ("ae", True), ("", False)]
)
def test_choosing_a_forbidden_option_is_noted(answer: str, forbidden: bool) -> None:
    question = make_question(kind="multiple", select=None, forbidden=("e", "d"))
    assert mark(question, answered(*answer)).forbidden is forbidden


def test_a_forbidden_option_counts_also_in_a_right_answer() -> None:
    given_mark = mark(make_question(forbidden=("a",)), answered("a"))
    assert given_mark.correct
    assert given_mark.forbidden


@pytest.mark.parametrize("kind", ["ordered", "numeric", "fill_in"])
def test_only_a_choice_can_be_forbidden(kind: str) -> None:
    question = make_question(kind=kind, select=None, forbidden=("e",))
    assert not mark(question, answered("e")).forbidden


def test_a_mark_says_where_its_question_stands() -> None:
    question = make_question(
        id="B7",
        section="B",
        kind="multiple",
        select=2,
        scenario=Scenario("B6-8"),
        subject="薬理",
        counts_in=("必修",),
        figures=(Figure("/x.png", "/x.png", 1, 1),),
    )
    given_mark = mark(question, answered("b"), epoch=3)
    assert given_mark.question == "B7"
    assert (given_mark.section, given_mark.kind, given_mark.scenario) == ("B", "multiple", "B6-8")
    assert (given_mark.subject, given_mark.counts_in) == ("薬理", ("必修",))
    assert given_mark.has_figure
    assert given_mark.epoch == 3


def test_without_a_subject_or_an_epoch_a_mark_has_none_and_the_first() -> None:
    given_mark = mark(make_question(subject=None), answered("a"))
    assert (given_mark.subject, given_mark.epoch) == ("", 1)


def test_a_lost_figure_is_a_figure() -> None:
    assert mark(make_question(needs_figure=True), answered("a")).has_figure


@given(key=answers, answer=answers)
def test_a_choice_is_right_exactly_when_the_sets_are_equal(
    key: tuple[str, ...], answer: tuple[str, ...]
) -> None:
    question = make_question(kind="multiple", select=None, key=make_key(key))
    assert is_accepted(question, answer) == (key == answer)


@given(key=answers, answer=answers, treatment=treatments, points=st.integers(0, 5))
def test_points_are_all_or_nothing_and_only_for_right_answers(
    key: tuple[str, ...], answer: tuple[str, ...], treatment: Treatment, points: int
) -> None:
    question = make_question(
        kind="multiple", select=None, key=make_key(key, treatment=treatment), points=points
    )
    given_mark = mark(question, Reading("answered", answer))
    assert given_mark.earned == (points if given_mark.correct else 0)
    assert given_mark.counted or not given_mark.correct
