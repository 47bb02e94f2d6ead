"""Clustered intervals: against scipy, against the log's own metric, and their coverage."""

from collections.abc import Iterable

import numpy as np
import pytest
from builders import make_mark
from scipy.stats import binomtest, ttest_1samp

from kokushi_inspect.report.intervals import accuracy_of, clustered_error, clustered_interval
from kokushi_inspect.report.model import Interval
from scorers.metrics import clustered_stderr

MARKS = [
    make_mark(f"A{n}", correct=correct, scenario=scenario)
    for n, (correct, scenario) in enumerate(
        [(True, "x"), (True, "x"), (False, "y"), (True, "z"), (False, "z"), (False, "z")]
    )
]


def interval(values: Iterable[float], clusters: Iterable[object]) -> Interval:
    found = clustered_interval(list(values), list(clusters), low=0, high=1)
    assert found is not None
    return found


def test_questions_without_scenarios_have_the_interval_of_students_t() -> None:
    values = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0]
    low, high = ttest_1samp(values, 0).confidence_interval(0.95)
    found = interval(values, range(len(values)))
    assert (found.low, found.high) == pytest.approx((low, high))


def test_scenarios_of_one_size_have_the_interval_of_their_means() -> None:
    values = [1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0]
    means = np.reshape(values, (4, 3)).mean(axis=1)
    low, high = ttest_1samp(means, 0).confidence_interval(0.95)
    found = interval(values, [n // 3 for n in range(12)])
    assert (found.low, found.high) == pytest.approx((max(0, low), min(1, high)))


def test_the_error_is_that_of_the_logs_metric() -> None:
    error = clustered_error([float(m.correct) for m in MARKS], [m.scenario for m in MARKS])
    assert error == pytest.approx(clustered_stderr(MARKS))


def test_one_cluster_has_no_interval() -> None:
    assert clustered_interval([1, 0, 1], ["x"] * 3, low=0, high=1) is None


@pytest.mark.parametrize("right", [True, False])
def test_without_variation_the_interval_is_that_of_clopper_and_pearson(right: bool) -> None:
    exact = binomtest(20 * right, 20).proportion_ci(0.95, method="exact")
    found = interval([float(right)] * 20, range(20))
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high))


def test_two_years_do_not_share_a_scenario() -> None:
    both = accuracy_of([(year, mark) for year in (2023, 2024) for mark in MARKS])
    assert (both.clusters, both.n, both.right) == (6, 12, 6)


def test_what_does_not_count_is_not_in_the_accuracy() -> None:
    found = accuracy_of([(None, make_mark("A1", correct=True)), (None, make_mark(counted=False))])
    assert (found.right, found.n, found.share) == (1, 1, 1.0)


def test_nothing_that_counts_has_no_share() -> None:
    assert accuracy_of([]).share is None


def test_the_interval_covers_the_truth_in_95_of_100_exams() -> None:
    rng = np.random.default_rng(7)
    covered = 0
    exams = 600
    for _ in range(exams):
        # scenarios of one to three questions that are easy or hard together; the mean is 0.7
        sizes = rng.integers(1, 4, size=60)
        ease = rng.beta(3.5, 1.5, size=60)
        clusters = np.repeat(np.arange(60), sizes)
        values = rng.random(len(clusters)) < np.repeat(ease, sizes)
        found = interval(values.astype(float), clusters.tolist())
        covered += found.low <= 0.7 <= found.high
    assert 0.925 <= covered / exams <= 0.975
