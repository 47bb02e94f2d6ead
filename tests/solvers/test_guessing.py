"""Baselines without a model: what a key, chance and people answer."""

from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import pytest
from builders import make_key, make_question, make_written
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import Boxes, HumanRecord, Key, KokushiError, Question, Reading
from scorers.marking import mark
from scorers.reading import read_reply
from solvers.guessing import (
    answer_by_chance,
    answer_like_people,
    answer_of_key,
    chance_of,
)


def choice(select: int | None, *keys: str, **changes: Any) -> Question:
    return make_question(kind="multiple", select=select, key=make_key(*keys), **changes)


def numeric(key: str, digits: int, decimals: int = 0) -> Question:
    return make_written("numeric", key, boxes=Boxes(digits, decimals))


KINDS = {
    "one of five": make_question(),
    "one of two": make_question(options=(("a", "one"), ("b", "two"))),
    "one of five, two accepted": make_question(key=make_key("a", "c")),
    "two of five": choice(2, "ac"),
    "two of five, two accepted": choice(2, "ac", "bc"),
    "three of five": choice(3, "abc"),
    "all that apply": choice(None, "acd"),
    "all that apply, two accepted": choice(None, "a", "acd"),
    "order of three": make_question(
        kind="ordered", select=None, key="cab", options=tuple((x, x) for x in "abc")
    ),
    "order of some": make_question(kind="ordered", select=None, key="cab"),
    "one digit": numeric("7", 1),
    "two digits": numeric("12", 2),
    "a decimal": numeric("0.4", 2, 1),
    "a number that the boxes cannot hold": numeric("12", 1),
    "a number without boxes": make_written("numeric", "1.5"),
    "a word": make_written("fill_in", "heart"),
    "everyone right": make_question(key=make_key(treatment="everyone_right")),
    "key of another size": choice(2, "a"),
}


def is_right(question: Question, answer: str) -> bool:
    """Whether an answer as it is written is right; a label is one character here."""
    written = question.kind in ("numeric", "fill_in")
    return mark(question, Reading("answered", (answer,) if written else tuple(answer))).correct


@pytest.mark.parametrize("question", KINDS.values(), ids=KINDS)
def test_the_chance_of_a_right_answer_is_the_rate_of_right_guesses(question: Question) -> None:
    tries = 2000
    chance = chance_of(question)
    guesses = [answer_by_chance(question, Random(seed)) for seed in range(tries)]
    rate = sum(is_right(question, guess) for guess in guesses) / tries
    assert abs(rate - chance) <= 3 * sqrt(chance * (1 - chance) / tries)


@pytest.mark.parametrize(
    ("question", "chance"),
    [
        (make_question(), 1 / 5),
        (choice(2, "ac"), 1 / 10),
        (choice(3, "abc"), 1 / 10),
        (choice(None, "acd"), 1 / 31),
        (choice(2, "ac", "ca"), 1 / 10),
        (KINDS["order of three"], 1 / 6),
        (numeric("12", 2), 1 / 100),
        (numeric("0.4", 2, 1), 1 / 100),
        (numeric("-4", 2), 0),
        (numeric("0.45", 2, 1), 0),
        (make_written("numeric", "125"), 1 / 1000),
        (make_written("fill_in", "heart"), 0),
        (make_question(key=make_key(treatment="everyone_right")), 1),
    ],
    ids=str,
)
def test_the_chance_is_the_share_of_accepted_answers_among_the_allowed(
    question: Question, chance: float
) -> None:
    assert chance_of(question) == pytest.approx(chance)


@given(st.integers(0, 10_000), st.integers(1, 5))
def test_a_guess_chooses_as_many_different_options_as_are_asked_for(seed: int, select: int) -> None:
    guess = answer_by_chance(choice(select, "abcde"[:select]), Random(seed))
    assert len(set(guess)) == len(guess) == select


@given(st.integers(0, 10_000))
def test_a_guess_at_all_that_apply_chooses_at_least_one(seed: int) -> None:
    guess = answer_by_chance(choice(None, "a"), Random(seed))
    assert 1 <= len(set(guess)) == len(guess) <= 5


def test_guesses_at_all_that_apply_are_uniform_over_the_sets() -> None:
    question = choice(None, "a", options=(("a", "1"), ("b", "2"), ("c", "3")))
    guesses = Counter(answer_by_chance(question, Random(seed)) for seed in range(3500))
    assert len(guesses) == 7
    assert all(abs(count - 500) < 4 * sqrt(500) for count in guesses.values())


@given(st.integers(0, 10_000))
def test_a_guess_at_an_order_uses_every_option_once(seed: int) -> None:
    guess = answer_by_chance(make_question(kind="ordered", key="abcde"), Random(seed))
    assert sorted(guess) == list("abcde")


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(0, 4))
def test_a_guessed_number_fills_the_boxes(seed: int, digits: int, decimals: int) -> None:
    decimals = min(decimals, digits)
    guess = answer_by_chance(numeric("1", digits, decimals), Random(seed))
    whole, _, fraction = guess.partition(".")
    assert len(fraction) == decimals
    assert len(whole) == max(1, digits - decimals)
    float(guess)


def test_there_is_no_guess_at_a_word() -> None:
    assert answer_by_chance(make_written("fill_in", "heart"), Random(1)) == ""


@pytest.mark.parametrize("question", KINDS.values(), ids=KINDS)
def test_the_same_seed_gives_the_same_guess(question: Question) -> None:
    assert answer_by_chance(question, Random(7)) == answer_by_chance(question, Random(7))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (make_question(key=make_key("c", "a")), "c"),
        (choice(2, "ac"), "ac"),
        (make_question(kind="ordered", key="cab"), "cab"),
        (numeric("0.4", 2, 1), "0.4"),
        (make_written("fill_in", "心臓"), "心臓"),
        (make_question(key=make_key()), ""),
    ],
    ids=str,
)
def test_the_key_is_answered_as_an_examinee_writes_it(question: Question, answer: str) -> None:
    assert answer_of_key(question) == answer


@pytest.mark.parametrize("name", [n for n in KINDS if n != "everyone right"])
def test_the_answered_key_is_read_and_marked_right(name: str) -> None:
    question = KINDS[name]
    reading = read_reply(answer_of_key(question), question, "stop")
    assert mark(question, reading).correct


def people(question: Question, tries: int = 2000) -> Counter[str]:
    return Counter(answer_like_people(question, Random(seed)) for seed in range(tries))


HUMAN = {
    "single": make_question(human=HumanRecord(0.7)),
    "two accepted": make_question(key=make_key("a", "c"), human=HumanRecord(0.7)),
    "several": choice(2, "ac", human=HumanRecord(0.7)),
    "order": make_question(kind="ordered", select=None, key="cabde", human=HumanRecord(0.7)),
    "number": make_written("numeric", "7", boxes=Boxes(1), human=HumanRecord(0.7)),
    "word": make_written("fill_in", "heart", human=HumanRecord(0.7)),
}


@pytest.mark.parametrize("question", HUMAN.values(), ids=HUMAN)
def test_people_are_right_as_often_as_people_were(question: Question) -> None:
    tries = 2000
    answers = people(question, tries)
    right = sum(count for answer, count in answers.items() if is_right(question, answer))
    assert abs(right / tries - 0.7) <= 3 * sqrt(0.7 * 0.3 / tries)


@pytest.mark.parametrize(("accuracy", "rate"), [(0.0, 0), (1.0, 300)])
def test_people_who_are_never_or_always_right_are_so(accuracy: float, rate: int) -> None:
    for question in HUMAN.values():
        changed = make_question(
            kind=question.kind,
            options=question.options,
            key=question.key,
            select=question.select,
            boxes=question.boxes,
            human=HumanRecord(accuracy),
        )
        assert people(changed, 300)[answer_of_key(changed)] == rate


def test_wrong_choices_follow_the_rates_of_people() -> None:
    human = HumanRecord(0.0, {"a": 0.5, "b": 0.4, "c": 0.1})
    answers = people(make_question(human=human))
    assert set(answers) == {"b", "c"}
    assert abs(answers["b"] / 2000 - 0.8) <= 3 * sqrt(0.8 * 0.2 / 2000)


@pytest.mark.parametrize("rates", [None, {}, {"a": 1.0}], ids=str)
def test_wrong_choices_are_uniform_where_no_rates_tell(rates: dict[str, float] | None) -> None:
    answers = people(make_question(human=HumanRecord(0.0, rates)))
    assert set(answers) == set("bcde")
    assert all(abs(count - 500) < 4 * sqrt(500) for count in answers.values())


def test_where_every_option_is_right_people_who_fail_say_nothing() -> None:
    question = make_question(
        options=(("a", "1"), ("b", "2")), key=make_key("a", "b"), human=HumanRecord(0.0)
    )
    assert set(people(question, 50)) == {""}


def test_where_nothing_can_be_wrong_people_who_fail_say_nothing() -> None:
    key = Key(tuple((str(digit),) for digit in range(10)))
    question = make_question(
        kind="numeric", options=(), key=key, boxes=Boxes(1), human=HumanRecord(0.0)
    )
    assert set(people(question, 20)) == {""}


def test_a_question_without_human_accuracy_says_what_to_do() -> None:
    with pytest.raises(KokushiError) as caught:
        answer_like_people(make_question(id="A7"), Random(1))
    assert "A7 has no human accuracy" in str(caught.value)
    assert "use kind=key, chance or silent with this source" in str(caught.value)


def test_a_guess_is_read_as_an_answer() -> None:
    question = choice(2, "ac")
    guess = answer_by_chance(question, Random(1))
    assert read_reply(guess, question, "stop") == Reading("answered", tuple(guess))
