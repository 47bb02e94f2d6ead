from dataclasses import replace

import pytest
from builders import make_key, make_question, make_written
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import HumanRecord, Key, Question
from kokushi_inspect.sources.shuffle import shuffle_options

seeds = st.integers(0, 10_000)


def moved(question: Question) -> tuple[int, Question, dict[str, str]]:
    """The first seed that moves an option, with what it makes."""
    for seed in range(100):
        shuffled, origin = shuffle_options(question, seed)
        if any(label != old for label, old in origin.items()):
            return seed, shuffled, origin
    raise AssertionError("no seed moves an option")


def texts(question: Question, labels: tuple[str, ...]) -> list[str]:
    options = dict(question.options)
    return [options[label] for label in labels]


@given(seeds)
def test_labels_stay_and_texts_move(seed: int) -> None:
    question = make_question()
    shuffled, origin = shuffle_options(question, seed)
    assert shuffled.labels == question.labels
    assert {label: dict(question.options)[old] for label, old in origin.items()} == dict(
        shuffled.options
    )
    assert sorted(origin) == sorted(origin.values()) == sorted(question.labels)


@given(seeds, st.sampled_from(["a", "c", "e"]))
def test_the_key_follows_its_text(seed: int, key: str) -> None:
    question = make_question(key=key)
    shuffled, _ = shuffle_options(question, seed)
    assert texts(shuffled, shuffled.key.accepted[0]) == texts(question, (key,))
    assert shuffled.key.printed == shuffled.key.accepted[0]


@given(seeds)
def test_a_set_keeps_its_texts_and_is_in_printed_order(seed: int) -> None:
    question = make_question(kind="multiple", select=2, key=make_key("ad", "be"))
    shuffled, _ = shuffle_options(question, seed)
    for before, after in zip(question.key.accepted, shuffled.key.accepted, strict=True):
        assert set(texts(shuffled, after)) == set(texts(question, before))
        assert list(after) == sorted(after)


@given(seeds)
def test_an_order_keeps_the_order_of_its_texts(seed: int) -> None:
    question = make_question(kind="ordered", select=None, key="cab")
    shuffled, _ = shuffle_options(question, seed)
    assert texts(shuffled, shuffled.key.accepted[0]) == ["third", "first", "second"]


@given(seeds)
def test_forbidden_options_and_human_rates_follow_their_texts(seed: int) -> None:
    question = make_question(
        forbidden=("c",), printed_forbidden=("c",), human=HumanRecord(0.5, {"a": 0.5, "c": 0.1})
    )
    shuffled, _ = shuffle_options(question, seed)
    assert texts(shuffled, shuffled.forbidden) == ["third"]
    assert shuffled.printed_forbidden == shuffled.forbidden
    rates = shuffled.human.choice_rates or {}
    assert rates[shuffled.forbidden[0]] == 0.1


def test_the_same_seed_moves_the_same_question_in_the_same_way() -> None:
    assert shuffle_options(make_question(), 7) == shuffle_options(make_question(), 7)


def test_another_question_is_moved_in_another_way() -> None:
    origins = {str(shuffle_options(make_question(id=f"A{n}"), 7)[1]) for n in range(20)}
    assert len(origins) > 1


def test_nothing_else_of_the_question_changes() -> None:
    question = make_question(key="c")
    _, shuffled, _ = moved(question)
    assert replace(shuffled, options=question.options, key=question.key) == question


@pytest.mark.parametrize(
    "text", ["上記のすべて", "いずれもない", "all of the above", "None of them"]
)
def test_an_option_that_speaks_of_all_others_stays_in_place(text: str) -> None:
    question = make_question(options=(("a", "one"), ("b", text), ("c", "two"), ("d", "three")))
    for seed in range(30):
        assert shuffle_options(question, seed)[1]["b"] == "b"
    moved(question)


@pytest.mark.parametrize("text", ["aとb", "a and c", "ａ、ｃ", "A・B", "b及びc"])
def test_a_question_with_an_option_that_names_labels_is_left_alone(text: str) -> None:
    question = make_question(options=(("a", "one"), ("b", "two"), ("c", "three"), ("d", text)))
    assert all(shuffle_options(question, seed) == (question, {}) for seed in range(10))


def test_lost_options_are_left_alone() -> None:
    question = make_question(options=(("a", "one"), ("b", " "), ("c", "three")))
    assert shuffle_options(question, 1) == (question, {})


@pytest.mark.parametrize("kind", ["numeric", "fill_in"])
def test_a_written_answer_has_nothing_to_shuffle(kind: str) -> None:
    question = make_written(kind, "12")
    assert shuffle_options(question, 1) == (question, {})


def test_a_printed_key_that_names_no_option_stays() -> None:
    question = make_question(key=Key((("a",),), printed=("x",)))
    assert moved(question)[1].key.printed == ("x",)
