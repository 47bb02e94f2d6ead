"""What the answers of many examinees say of the questions: difficulty, discrimination, doubts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, nan

import numpy as np
from numpy.typing import NDArray

from kokushi_inspect.report.catalogue import QuestionKey
from kokushi_inspect.report.model import KeyDoubt

Numbers = NDArray[np.float64]

FEWEST = 3
"""Examinees needed for a discrimination, and strong ones for a doubt about a key."""

AGREEMENT = 2 / 3
"""Share of the strong examinees that must agree against a key."""


def share_right(
    shares: Mapping[str, Mapping[QuestionKey, float]], keys: Sequence[QuestionKey]
) -> Numbers:
    """Questions × examinees: share of the epochs that are right; NaN where there is no mark."""
    return np.array([[mine.get(key, nan) for mine in shares.values()] for key in keys]).reshape(
        len(keys), len(shares)
    )


def difficulties(table: Numbers) -> list[float | None]:
    """Mean over examinees for each question; None without any mark."""
    known = ~np.isnan(table)
    counts = known.sum(axis=1)
    sums = np.where(known, table, 0).sum(axis=1)
    return [float(s / n) if n else None for s, n in zip(sums, counts, strict=True)]


def rest_shares(table: Numbers) -> Numbers:
    """For each question and examinee the share right on all other questions."""
    known = ~np.isnan(table)
    filled = np.where(known, table, 0)
    others = known.sum(axis=0) - known
    sums = filled.sum(axis=0) - filled
    shares: Numbers = np.divide(sums, others, out=np.full(table.shape, nan), where=others > 0)
    return shares


def discriminations(table: Numbers) -> list[float | None]:
    """Correlation of each question with the share right on the others (item-rest correlation).

    None for fewer than three examinees, or when one of the two does not vary.
    """
    return [_correlation(row, rest) for row, rest in zip(table, rest_shares(table), strict=True)]


def _correlation(row: Numbers, rest: Numbers) -> float | None:
    known = ~np.isnan(row) & ~np.isnan(rest)
    if known.sum() < FEWEST:
        return None
    x, y = row[known] - row[known].mean(), rest[known] - rest[known].mean()
    norm = float(np.sqrt((x**2).sum() * (y**2).sum()))
    return float((x * y).sum()) / norm if norm > 1e-12 else None


def key_doubt(
    answers: Mapping[str, str], right: Mapping[str, bool], strength: Mapping[str, float]
) -> KeyDoubt | None:
    """A doubt about a key: strong examinees agree on an answer that it does not accept.

    Strong is the better half on the other questions of the group, at least three examinees; at
    least two thirds of them must give the same answer.

    Args:
        answers: What each examinee answers (in most of its epochs), unread ones left out.
        right: Whether that is right.
        strength: Share right on the other questions, of everybody who was marked.
    """
    ranked = sorted(strength, key=lambda id: -strength[id])
    strong = tuple(ranked[: ceil(len(ranked) / 2)])
    if len(strong) < FEWEST:
        return None
    wrong = Counter(answers[id] for id in strong if id in answers and not right[id])
    if not wrong:
        return None
    answer, count = wrong.most_common(1)[0]
    if count < AGREEMENT * len(strong):
        return None
    agree = tuple(id for id in strong if answers.get(id) == answer)
    return KeyDoubt(answer, agree, strong, count / len(strong))
