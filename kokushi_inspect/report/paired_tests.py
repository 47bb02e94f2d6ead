"""Tests of two examinees on the same questions, and of many such pairs."""

from collections.abc import Sequence

from scipy.stats import binomtest

ALPHA = 0.05
"""Below this a corrected p says that two examinees differ."""


def mcnemar(only_first: int, only_second: int) -> float:
    """Exact two-sided p of McNemar's test.

    Under the hypothesis of no difference, the questions that exactly one of the two gets right
    fall to either with probability 1/2 (McNemar 1947; exact binomial form). Without any such
    question p is 1.

    Args:
        only_first: Questions that only the first gets right.
        only_second: Questions that only the second gets right.
    """
    discordant = only_first + only_second
    return 1.0 if discordant == 0 else float(binomtest(only_first, discordant, 0.5).pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction (Holm 1979): adjusted p values, in the order given.

    The k-th smallest of m is multiplied by m-k+1; none is below a smaller one's, none above 1.
    """
    count = len(p_values)
    adjusted = [0.0] * count
    highest = 0.0
    for rank, place in enumerate(sorted(range(count), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (count - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted
