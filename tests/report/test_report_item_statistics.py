"""Difficulty, discrimination and doubts about keys."""

from math import nan

import numpy as np
import pytest
from scipy.stats import pearsonr

from kokushi_inspect.report.item_statistics import (
    difficulties,
    discriminations,
    key_doubt,
    share_right,
)

TABLE = np.random.default_rng(5).integers(0, 2, size=(12, 7)).astype(float)
STRENGTH = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.5, "e": 0.4, "f": 0.3}
KEYS: list[tuple[int | None, str]] = [(2024, "A1"), (2024, "A2")]


def test_discrimination_is_the_correlation_with_the_other_questions() -> None:
    rest = (TABLE.sum(axis=0) - TABLE) / 11
    expected = [pearsonr(row, others).statistic for row, others in zip(TABLE, rest, strict=True)]
    assert discriminations(TABLE) == pytest.approx(expected)


def test_a_missing_mark_is_left_out() -> None:
    table = TABLE.copy()
    table[0, 6] = nan
    rest = (table[1:].sum(axis=0) / 11)[:6]
    assert difficulties(table)[0] == pytest.approx(TABLE[0, :6].mean())
    assert discriminations(table)[0] == pytest.approx(pearsonr(TABLE[0, :6], rest).statistic)


def test_a_question_that_all_get_right_does_not_discriminate() -> None:
    assert discriminations(np.vstack([np.ones(7), TABLE]))[0] is None


def test_two_examinees_are_too_few() -> None:
    assert discriminations(TABLE[:, :2]) == [None] * 12


def test_nobody_marked_has_no_difficulty() -> None:
    assert difficulties(share_right({"e1": {}}, KEYS)) == [None, None]


def test_epochs_weigh_as_shares() -> None:
    table = share_right({"e1": {KEYS[0]: 0.5}, "e2": {KEYS[0]: 1.0}}, KEYS[:1])
    assert difficulties(table) == [0.75]


def test_strong_examinees_that_agree_against_the_key_are_a_doubt() -> None:
    answers = {"a": "c", "b": "c", "c": "a", "d": "a", "e": "a", "f": "a"}
    doubt = key_doubt(answers, {id: answers[id] == "a" for id in answers}, STRENGTH)
    assert doubt is not None
    assert (doubt.answer, doubt.agree, doubt.strong) == ("c", ("a", "b"), ("a", "b", "c"))
    assert doubt.share == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "answers",
    [
        {"a": "c", "b": "d", "c": "a"},
        {"a": "c"},
        {"a": "a", "b": "a", "c": "a", "d": "c", "e": "c", "f": "c"},
        {},
    ],
    ids=["they disagree", "the others were not read", "only weak ones", "nobody was read"],
)
def test_anything_less_is_no_doubt(answers: dict[str, str]) -> None:
    assert key_doubt(answers, {id: answers[id] == "a" for id in answers}, STRENGTH) is None


def test_four_examinees_are_too_few_for_a_doubt() -> None:
    four = {id: STRENGTH[id] for id in "abcd"}
    assert key_doubt(dict.fromkeys(four, "c"), dict.fromkeys(four, False), four) is None
