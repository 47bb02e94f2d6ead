"""McNemar's exact test and Holm's correction against published examples."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.report.paired_tests import holm, mcnemar

COUNTS = st.integers(0, 60)


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [
        (1, 7, 0.0703),  # Fagerland, Lydersen, Laake 2013, airway hyper-responsiveness
        (6, 16, 0.0525),  # the same, complete response before and after consolidation
        (0, 5, 0.0625),  # the smallest p of five
        (4, 4, 1.0),
        (0, 0, 1.0),
    ],
)
def test_published_examples(first: int, second: int, p: float) -> None:
    assert mcnemar(first, second) == pytest.approx(p, abs=5e-5)


@given(COUNTS, COUNTS)
def test_p_is_the_exact_sum_of_binomial_terms(first: int, second: int) -> None:
    n, k = first + second, min(first, second)
    tail = sum(Fraction(comb(n, i), 2**n) for i in range(k + 1))
    assert mcnemar(first, second) == pytest.approx(float(min(Fraction(1), 2 * tail)))


@given(COUNTS, COUNTS)
def test_p_does_not_depend_on_the_order(first: int, second: int) -> None:
    assert mcnemar(first, second) == pytest.approx(mcnemar(second, first))


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09]),
        ([0.6, 0.7], [1.0, 1.0]),
        ([0.02], [0.02]),
        ([], []),
    ],
)
def test_holms_correction_of_known_examples(p_values: list[float], adjusted: list[float]) -> None:
    assert holm(p_values) == pytest.approx(adjusted)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_the_correction_keeps_the_order_and_lowers_nothing(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(a >= p for a, p in zip(adjusted, p_values, strict=True))
    ranked = [a for _, a in sorted(zip(p_values, adjusted, strict=True))]
    assert ranked == sorted(ranked)
