"""How a wrong value of a calculation is wrong.

The kinds are tried in the order of `ErrorKind`: a value that its opposite would make right is a
sign error whatever else it is. They describe, and never change a mark.
"""

from datetime import date
from math import isfinite
from typing import Literal

from scorers.tolerance import (
    AbstainKey,
    CalculationKey,
    DateKey,
    GestationKey,
    IntervalKey,
    RoundedKey,
    Value,
    WeeksDays,
    accepts,
)

ErrorKind = Literal["sign", "percent", "unit", "off_by_one", "within_10_percent", "other"]
"""`sign`: right with the other sign. `percent`: right when multiplied or divided by 100.
`unit`: right by another power of ten or a known conversion. `off_by_one`: the neighbouring score or
day. `within_10_percent`: not accepted, but within 10 % of the key. `other`: anything else."""

_CONVERSIONS = (
    18.0182,  # glucose, mg/dL to mmol/L
    38.67,  # cholesterol, mg/dL to mmol/L
    88.42,  # creatinine, mg/dL to µmol/L
    17.104,  # bilirubin, mg/dL to µmol/L
    4.008,  # calcium, mg/dL to mmol/L
    2.8,  # urea nitrogen, mg/dL to mmol/L
    2.20462,  # kg to lb
    2.54,  # inch to cm
    30.48,  # foot to cm
    7.50062,  # kPa to mmHg
    24.0,  # a day to an hour
    60.0,  # an hour to a minute, a minute to a second
    1.73,  # with and without the body surface of 1.73 m²
)
_POWERS_OF_TEN = tuple(10.0**n for n in (1, 3, 4, 5, 6, 9))


def error_kind(value: Value, key: CalculationKey) -> ErrorKind:
    """How a value that the key does not accept is wrong.

    Points are never compared by factors: a score of 10 for 1 is `other`, not a unit error.

    Args:
        value: The value read from the reply.
        key: The key that does not accept it.
    """
    match key:
        case DateKey(day=day) if isinstance(value, date):
            return "off_by_one" if abs((value - day).days) == 1 else "other"
        case GestationKey(age=age) if isinstance(value, WeeksDays):
            apart = abs(value.total_days() - age.total_days())
            return "off_by_one" if apart == 1 else "other"
        case RoundedKey() | IntervalKey() if isinstance(value, int | float) and isfinite(value):
            return _of_number(float(value), key)
        case AbstainKey() | _:
            return "other"


def _of_number(value: float, key: RoundedKey | IntervalKey) -> ErrorKind:
    if accepts(key, -value):
        return "sign"
    if isinstance(key, IntervalKey):
        factor = _factor(value, key)
        if factor is not None:
            return factor
    if isinstance(key, RoundedKey) and abs(round(value) - key.number) == 1:
        return "off_by_one"
    if key.number and abs(value - key.number) <= 0.1 * abs(key.number):
        return "within_10_percent"
    return "other"


def _factor(value: float, key: IntervalKey) -> ErrorKind | None:
    """`percent` or `unit` when a factor between value and key explains the error."""
    if not value:
        return None
    if accepts(key, value * 100) or accepts(key, value / 100):
        return "percent"
    for factor in (*_POWERS_OF_TEN, *_CONVERSIONS):
        if accepts(key, value * factor) or accepts(key, value / factor):
            return "unit"
    return None
