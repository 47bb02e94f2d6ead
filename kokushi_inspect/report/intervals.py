"""95 % intervals of means over clusters: questions that share a case are not independent."""

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from scipy.stats import t as student

from kokushi_inspect.exam import Mark
from kokushi_inspect.report.model_sittings import Accuracy, Interval

LEVEL = 0.95


def clustered_interval(
    values: Sequence[float], clusters: Sequence[Hashable], *, low: float, high: float
) -> Interval | None:
    """The interval of a mean, clustered; None for fewer than two clusters.

    Mean ± t(g-1) × s, with the cluster-robust standard error s of `clustered_error` for g
    clusters, cut to the possible range. When nothing varies because every value is at an end of
    the range, s is 0 and says nothing: the interval then reaches from there to the share that g
    equal clusters exclude at this level (exact binomial, Clopper and Pearson 1934).

    Args:
        values: The values.
        clusters: The cluster of each.
        low: Smallest possible value.
        high: Largest possible value.
    """
    count = len(set(clusters))
    error = clustered_error(values, clusters)
    if error is None:
        return None
    mean = float(np.mean(values))
    if all(value == high for value in values) or all(value == low for value in values):
        reach = (high - low) * (1 - ((1 - LEVEL) / 2) ** (1 / count))
        return Interval(float(max(low, mean - reach)), float(min(high, mean + reach)))
    reach = float(student.ppf((1 + LEVEL) / 2, count - 1)) * error
    return Interval(float(max(low, mean - reach)), float(min(high, mean + reach)))


def clustered_error(values: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Standard error of a mean, clustered; None for fewer than two clusters.

    The cluster-robust variance with the factor g/(g-1), as Inspect's `stderr(cluster=…)` and
    `scorers.metrics.clustered_stderr`.
    """
    numbers: dict[Hashable, int] = {}
    places = np.array([numbers.setdefault(cluster, len(numbers)) for cluster in clusters], int)
    count = len(numbers)
    if count < 2:
        return None
    array = np.asarray(values, float)
    sums = np.bincount(places, weights=array - array.mean(), minlength=count)
    return float(np.sqrt((sums**2).sum() * count / (count - 1))) / len(array)


def accuracy_of(marks: Iterable[tuple[int | None, Mark]]) -> Accuracy:
    """The accuracy of marks, each with the year of its sitting; only those that count.

    A scenario is a cluster within its year; the epochs of a question are in its cluster.
    """
    counted = [(year, m) for year, m in marks if m.counted]
    values = [float(m.correct) for _, m in counted]
    clusters = [(year, m.scenario) for year, m in counted]
    return Accuracy(
        right=int(sum(values)),
        n=len(values),
        share=sum(values) / len(values) if values else None,
        interval=clustered_interval(values, clusters, low=0, high=1),
        clusters=len(set(clusters)),
    )
