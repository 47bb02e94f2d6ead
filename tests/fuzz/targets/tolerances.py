"""Keys of calculations as texts: a key or an error in words; a key accepts its own bounds."""

from datetime import date

from kokushi_inspect.exam import KokushiError, Place
from scorers.error_kinds import error_kind
from scorers.official_compatible import official_correct
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
    parse_key,
    write_value,
)
from targets.calculations import CALCULATORS
from targets.draws import Draws

VALUES: tuple[Value, ...] = (
    *(0.0, -0.0, 1, 5.5, -3.25, 1e-300, 1e308, float("inf"), float("nan")),
    *(date.min, date.max, WeeksDays(0, 0), WeeksDays(999, 999)),
)
SEEDS = (b"\x03\x05\x06\x00\x05\x00\x06\x00", b"\x0c\x1d\x00\x00\x00", bytes(range(40)))


def fuzz_one(data: bytes) -> None:
    """Parse a key, and hold values against it."""
    draws = Draws(data)
    calculator = draws.pick([*CALCULATORS, 0, -1, 10**30])
    answer, lower, upper = (draws.text("number", 12) for _ in range(3))
    official_correct(f'"answer": "{answer}"}}', calculator, answer, lower, upper)
    try:
        key = parse_key(calculator, answer, lower, upper, place=Place("rows.csv", 1))
    except KokushiError:
        return
    assert key == parse_key(calculator, answer, lower, upper)
    for value in inside(key):
        assert accepts(key, value), (key, value)
        assert accepts(parse_key(calculator, write_value(value), lower, upper), value)
    for value in VALUES:
        assert accepts(key, value) or error_kind(value, key)
    assert accepts(key, None, abstained=True) is isinstance(key, AbstainKey)


def inside(key: CalculationKey) -> list[Value]:
    """Values that a key must accept."""
    match key:
        case AbstainKey():
            return []
        case DateKey(day=day):
            return [day]
        case GestationKey(age=age):
            return [age]
        case RoundedKey(number=number):
            return [float(number)]
        case IntervalKey(low=low, high=high):
            assert low <= high
            return [low, high]
