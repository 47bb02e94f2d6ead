"""What a key accepts, and how wrong values are wrong."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import KokushiError, Place
from scorers.error_kinds import ErrorKind, error_kind
from scorers.tolerance import (
    DATE_CALCULATORS,
    DECIMAL_CALCULATORS,
    GESTATION_CALCULATORS,
    INTEGER_CALCULATORS,
    AbstainKey,
    CalculationKey,
    DateKey,
    GestationKey,
    IntervalKey,
    RoundedKey,
    Value,
    WeeksDays,
    accepts,
    answer_form,
    parse_key,
    write_value,
)

BODY_MASS, WELLS_EMBOLISM, WELLS_THROMBOSIS, SEVERITY, MELD = 6, 8, 16, 29, 23
DUE_DATE, CONCEPTION, GESTATION = 13, 68, 69


def key_of(
    calculator: int, answer: str, lower: str | None = None, upper: str | None = None
) -> CalculationKey:
    """A key whose limits are the answer itself unless they are given."""
    return parse_key(calculator, answer, lower or answer, upper or answer)


def test_the_55_calculators_fall_into_four_kinds_without_overlap() -> None:
    kinds = (
        DATE_CALCULATORS,
        GESTATION_CALCULATORS,
        INTEGER_CALCULATORS,
        DECIMAL_CALCULATORS,
    )
    assert [len(kind) for kind in kinds] == [2, 1, 18, 34]
    assert len(frozenset().union(*kinds)) == 55


@pytest.mark.parametrize(
    ("calculator", "form"),
    [
        (DUE_DATE, "date"),
        (CONCEPTION, "date"),
        (GESTATION, "gestation"),
        (WELLS_THROMBOSIS, "score"),
        (WELLS_EMBOLISM, "score"),
        (MELD, "score"),
        (BODY_MASS, "quantity"),
    ],
)
def test_the_form_of_an_answer_follows_from_the_calculator(calculator: int, form: str) -> None:
    assert answer_form(calculator) == form


# keys


@pytest.mark.parametrize(
    ("calculator", "answer", "lower", "upper", "key"),
    [
        (DUE_DATE, "03/09/2021", "03/09/2021", "03/09/2021", DateKey(date(2021, 3, 9))),
        (CONCEPTION, "3/9/2021", "", "", DateKey(date(2021, 3, 9))),
        (GESTATION, "('31 weeks', '4 days')", "", "", GestationKey(WeeksDays(31, 4))),
        (GESTATION, "(1 week, 0 days)", "", "", GestationKey(WeeksDays(1, 0))),
        (WELLS_THROMBOSIS, "-2", "-2", "-2", RoundedKey(-2, -2, -2)),
        (WELLS_THROMBOSIS, "4.0", "4", "4", RoundedKey(4, 4, 4)),
        (WELLS_EMBOLISM, "5.5", "5.5", "5.5", IntervalKey(5.5, 5.5, 5.5)),
        (BODY_MASS, "20", "19", "21", IntervalKey(20, 19, 21)),
        (BODY_MASS, "-20", "-19", "-21", IntervalKey(-20, -21, -19)),
        (BODY_MASS, "N/A", "N/A", "N/A", AbstainKey()),
        (DUE_DATE, "n/a", "", "", AbstainKey()),
    ],
)
def test_a_key_is_parsed_by_its_calculator(
    calculator: int, answer: str, lower: str, upper: str, key: CalculationKey
) -> None:
    assert parse_key(calculator, answer, lower, upper) == key


@pytest.mark.parametrize(
    ("calculator", "answer", "lower", "upper", "field"),
    [
        (BODY_MASS, "twenty", "19", "21", "Ground Truth Answer"),
        (BODY_MASS, "20", "", "21", "Lower Limit"),
        (BODY_MASS, "20", "19", "inf", "Upper Limit"),
        (BODY_MASS, "nan", "19", "21", "Ground Truth Answer"),
        (WELLS_THROMBOSIS, "1.5", "1.5", "1.5", "Ground Truth Answer"),
        (DUE_DATE, "13/01/2021", "", "", "Ground Truth Answer"),
        (GESTATION, "31 weeks", "", "", "Ground Truth Answer"),
    ],
)
def test_a_key_that_does_not_parse_names_file_row_and_field(
    calculator: int, answer: str, lower: str, upper: str, field: str
) -> None:
    place = rf"^rows\.csv, row 7, field '{field}'"
    with pytest.raises(KokushiError, match=rf"{place}: '.*' does not parse; expected an? \w+"):
        parse_key(calculator, answer, lower, upper, place=Place("rows.csv", 7))


def test_a_key_without_a_place_still_names_its_field() -> None:
    with pytest.raises(KokushiError, match="Lower Limit 'x' does not parse"):
        parse_key(BODY_MASS, "20", "x", "21")


def test_an_unknown_calculator_is_an_error() -> None:
    with pytest.raises(
        KokushiError,
        match=r"no calculator 12; expected the id of one of the 55 calculators of MedCalc-Bench$",
    ):
        parse_key(12, "1", "1", "1")


# acceptance


@pytest.mark.parametrize(
    ("key", "value", "accepted"),
    [
        (key_of(BODY_MASS, "20", "19", "21"), 19.0, True),
        (key_of(BODY_MASS, "20", "19", "21"), 21.0, True),
        (key_of(BODY_MASS, "20", "19", "21"), 21.0001, False),
        (key_of(BODY_MASS, "0"), 0.0, True),
        (key_of(BODY_MASS, "0"), -0.0, True),
        (key_of(BODY_MASS, "0"), 0.01, False),
        (key_of(BODY_MASS, "-20", "-19", "-21"), -20.5, True),
        (key_of(WELLS_THROMBOSIS, "4"), 3.6, True),
        (key_of(WELLS_THROMBOSIS, "4"), 4.5, True),
        (key_of(WELLS_THROMBOSIS, "4"), 3.5, True),
        (key_of(WELLS_THROMBOSIS, "4"), 4.6, False),
        (key_of(WELLS_THROMBOSIS, "-1"), 1.0, False),
        (key_of(SEVERITY, "160", "152.0", "168.0"), 155.0, True),
        (key_of(SEVERITY, "160", "152.0", "168.0"), 152.0, True),
        (key_of(SEVERITY, "160", "152.0", "168.0"), 168.0, True),
        (key_of(SEVERITY, "160", "152.0", "168.0"), 150.0, False),
        (key_of(WELLS_EMBOLISM, "5.5"), 5.0, False),
        (key_of(BODY_MASS, "20", "19", "21"), float("inf"), False),
        (key_of(WELLS_THROMBOSIS, "4"), float("nan"), False),
        (key_of(DUE_DATE, "03/09/2021"), date(2021, 3, 9), True),
        (key_of(DUE_DATE, "03/09/2021"), date(2021, 9, 3), False),
        (key_of(GESTATION, "('31 weeks', '4 days')"), WeeksDays(31, 4), True),
        (key_of(GESTATION, "('31 weeks', '4 days')"), WeeksDays(30, 11), False),
        (key_of(GESTATION, "('31 weeks', '4 days')"), 221.0, False),
        (key_of(DUE_DATE, "03/09/2021"), 3.0, False),
        (key_of(BODY_MASS, "20", "19", "21"), None, False),
    ],
)
def test_acceptance(key: CalculationKey, value: Value | None, accepted: bool) -> None:
    assert accepts(key, value) is accepted


def test_a_key_that_cannot_be_computed_accepts_an_abstention_and_nothing_else() -> None:
    assert accepts(AbstainKey(), None, abstained=True)
    assert not accepts(AbstainKey(), None)
    assert not accepts(AbstainKey(), 4.0, abstained=True)
    assert not accepts(key_of(BODY_MASS, "20", "19", "21"), None, abstained=True)


@given(st.floats(-1e6, 1e6), st.floats(0, 1e5), st.floats(1e-3, 1e5), st.booleans())
def test_an_interval_is_closed_whatever_the_order_of_its_limits(
    middle: float, half: float, beyond: float, swapped: bool
) -> None:
    low, high = middle - half, middle + half
    limits = (repr(high), repr(low)) if swapped else (repr(low), repr(high))
    key = parse_key(BODY_MASS, repr(middle), *limits)
    assert accepts(key, low) and accepts(key, high) and accepts(key, middle)
    assert not accepts(key, low - beyond) and not accepts(key, high + beyond)


@given(st.integers(-50, 300), st.floats(-0.49, 0.49), st.integers(1, 50))
def test_a_score_accepts_what_rounds_to_it_and_no_other_score(
    number: int, off: float, apart: int
) -> None:
    key = key_of(WELLS_THROMBOSIS, str(number))
    assert accepts(key, number + off)
    assert not accepts(key, float(number + apart)) and not accepts(key, float(number - apart))


# writing


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4.0, "4"),
        (-0.62, "-0.62"),
        (0.00001, "0.00001"),
        (1e21, "1000000000000000000000"),
        (date(2021, 3, 9), "03/09/2021"),
        (WeeksDays(31, 4), "(31 weeks, 4 days)"),
    ],
)
def test_a_value_is_written_without_exponent(value: Value, text: str) -> None:
    assert write_value(value) == text


# kinds of errors


@pytest.mark.parametrize(
    ("value", "key", "kind"),
    [
        (0.62, key_of(BODY_MASS, "-0.62", "-0.651", "-0.589"), "sign"),
        (1.0, key_of(WELLS_THROMBOSIS, "-1"), "sign"),
        (0.008, key_of(40, "0.8", "0.76", "0.84"), "percent"),
        (80.0, key_of(40, "0.8", "0.76", "0.84"), "percent"),
        (0.447, key_of(11, "447", "424.65", "469.35"), "unit"),
        (17.5, key_of(7, "9.4", "8.93", "9.87"), "other"),
        (88.42, key_of(BODY_MASS, "1", "0.95", "1.05"), "unit"),
        (132.3, key_of(10, "60", "57", "63"), "unit"),
        (5.0, key_of(WELLS_THROMBOSIS, "4"), "off_by_one"),
        (10.0, key_of(WELLS_THROMBOSIS, "1"), "other"),
        (150.0, key_of(SEVERITY, "160"), "within_10_percent"),
        (22.0, key_of(BODY_MASS, "20", "19", "21"), "within_10_percent"),
        (22.1, key_of(BODY_MASS, "20", "19", "21"), "other"),
        (0.0, key_of(BODY_MASS, "20", "19", "21"), "other"),
        (0.5, key_of(BODY_MASS, "0"), "other"),
        (date(2021, 3, 10), key_of(DUE_DATE, "03/09/2021"), "off_by_one"),
        (date(2021, 9, 3), key_of(DUE_DATE, "03/09/2021"), "other"),
        (WeeksDays(32, 0), key_of(GESTATION, "('31 weeks', '6 days')"), "off_by_one"),
        (WeeksDays(32, 4), key_of(GESTATION, "('31 weeks', '4 days')"), "other"),
        (float("inf"), key_of(WELLS_THROMBOSIS, "4"), "other"),
        (float("nan"), key_of(WELLS_THROMBOSIS, "4"), "other"),
        (4.0, AbstainKey(), "other"),
        (4.0, key_of(DUE_DATE, "03/09/2021"), "other"),
    ],
)
def test_kind_of_error(value: Value, key: CalculationKey, kind: ErrorKind) -> None:
    assert not accepts(key, value)
    assert error_kind(value, key) == kind


@given(st.dates(date(2000, 1, 1), date(2030, 1, 1)), st.sampled_from([-1, 1]))
def test_the_neighbouring_day_is_off_by_one(day: date, step: int) -> None:
    assert error_kind(day + timedelta(step), DateKey(day)) == "off_by_one"
