"""The probability of passing: against exact probabilities, and calibrated by simulation."""

from collections.abc import Sequence

import numpy as np
import pytest
from builders import make_mark, make_sitting
from scipy.stats import binom

from kokushi_inspect.exam import Criterion, Mark, Share
from kokushi_inspect.report.passing import pass_probability

MONTE_CARLO = 0.04
"""More than three standard errors of 2,000 draws."""


def marks_of(right: int, n: int, **changes: object) -> list[Mark]:
    return [
        make_mark(f"A{k}", **({"correct": k < right, "scenario": f"A{k}"} | changes))
        for k in range(n)
    ]


def share(marks: Sequence[Mark], line: int, of: int, **changes: object) -> float:
    sitting = make_sitting(Criterion("total", line, of), marks=marks, **changes)
    return pass_probability(sitting, marks).share


@pytest.mark.parametrize(("right", "line"), [(60, 60), (65, 60), (55, 60), (70, 60), (50, 60)])
def test_single_questions_are_drawn_like_a_binomial(right: int, line: int) -> None:
    exact = binom.sf(line - 1, 100, right / 100)
    assert share(marks_of(right, 100), line, 100) == pytest.approx(exact, abs=MONTE_CARLO)


def test_questions_of_a_scenario_are_drawn_together() -> None:
    marks = [make_mark(f"A{k}", correct=k < 64, scenario=f"s{k // 4}") for k in range(100)]
    exact = binom.sf(60 / 4 - 1, 25, 16 / 25)
    assert share(marks, 60, 100) == pytest.approx(exact, abs=MONTE_CARLO)


def test_each_epoch_is_drawn_equally_often() -> None:
    marks = marks_of(70, 100, epoch=1) + marks_of(50, 100, epoch=2)
    exact = binom.sf(59, 100, 0.6)
    assert share(marks, 60, 100) == pytest.approx(exact, abs=MONTE_CARLO)


def test_every_criterion_must_be_met() -> None:
    parts = marks_of(30, 50, counts_in=("必修",)) + [
        make_mark(f"B{k}", correct=k < 30, counts_in=("一般",)) for k in range(50)
    ]
    sitting = make_sitting(Criterion("必修", 30, 50), Criterion("一般", 30, 50), marks=parts)
    exact = binom.sf(29, 50, 0.6) ** 2
    assert pass_probability(sitting, parts).share == pytest.approx(exact, abs=MONTE_CARLO)


def test_forbidden_options_are_drawn_too() -> None:
    marks = marks_of(100, 100)
    chosen = [make_mark(f"F{k}", correct=True, forbidden=True) for k in range(3)]
    sitting = make_sitting(Criterion("total", 1, 103), marks=marks + chosen, forbidden_limit=3)
    exact = binom.cdf(3, 103, 3 / 103)
    found = pass_probability(sitting, [*marks, *chosen]).share
    assert found == pytest.approx(exact, abs=MONTE_CARLO)


def test_subjects_without_points_are_counted_in_each_draw() -> None:
    marks = [
        make_mark(f"{subject}{k}", correct=k == 0, subject=subject)
        for subject in ("x", "y")
        for k in range(4)
    ]
    sitting = make_sitting(Criterion("total", 2, 2, rule="subjects_with_points"), marks=marks)
    rng = np.random.default_rng(3)
    drawn = rng.integers(0, 8, size=(20_000, 8))
    exact = ((drawn == 0).any(axis=1) & (drawn == 4).any(axis=1)).mean()
    assert pass_probability(sitting, marks).share == pytest.approx(exact, abs=MONTE_CARLO)


def test_a_smaller_denominator_of_ones_own_has_a_lower_line() -> None:
    excluded = [make_mark(f"E{k}", counted=False) for k in range(10)]
    marks = marks_of(36, 40) + excluded
    plain = make_sitting(Criterion("total", 40, 50), marks=marks)
    personal = make_sitting(Criterion("total", 40, 50, Share(4, 5)), marks=marks)
    assert pass_probability(plain, marks).share < 0.2
    assert pass_probability(personal, marks).share > 0.9


def test_key_and_silence_are_certain() -> None:
    assert share(marks_of(100, 100), 60, 100) == 1.0
    assert share(marks_of(0, 100), 60, 100) == 0.0


def test_the_same_seed_draws_the_same() -> None:
    assert share(marks_of(60, 100), 60, 100) == share(marks_of(60, 100), 60, 100)


def test_the_order_of_the_marks_does_not_matter() -> None:
    marks = marks_of(60, 100)
    assert share(marks, 60, 100) == share(marks[::-1], 60, 100)


def test_what_was_drawn_is_said() -> None:
    marks = marks_of(1, 2, epoch=1) + marks_of(2, 2, epoch=2)
    found = pass_probability(make_sitting(Criterion("total", 1, 2), marks=marks), marks)
    assert (found.scenarios, found.epochs, found.draws) == (2, 2, 2000)


def test_examinees_at_the_line_are_called_likely_to_pass_as_often_as_unlikely() -> None:
    """At a true rate on the line, p ≥ 0.9 and p ≤ 0.1 come in one of ten exams each."""
    rng = np.random.default_rng(11)
    found = []
    for _ in range(300):
        right = rng.random(120) < 0.7 - 0.5 / 120
        marks = [make_mark(f"A{k}", correct=bool(r)) for k, r in enumerate(right)]
        sitting = make_sitting(Criterion("total", 84, 120), marks=marks)
        found.append(pass_probability(sitting, marks, draws=250).share)
    high, low = np.mean(np.array(found) >= 0.9), np.mean(np.array(found) <= 0.1)
    assert 0.06 <= high <= 0.15
    assert 0.06 <= low <= 0.15
