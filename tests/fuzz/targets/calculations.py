"""Replies to calculations: read robustly and as the reference program does."""

from typing import get_args

from kokushi_inspect.exam import Status
from scorers.error_kinds import error_kind
from scorers.medcalc_reading import read_calculation
from scorers.official_compatible import official_correct
from scorers.tolerance import (
    DATE_CALCULATORS,
    DECIMAL_CALCULATORS,
    GESTATION_CALCULATORS,
    INTEGER_CALCULATORS,
    accepts,
    parse_key,
    write_value,
)
from targets.draws import Draws

CALCULATORS = sorted(
    DATE_CALCULATORS | DECIMAL_CALCULATORS | GESTATION_CALCULATORS | INTEGER_CALCULATORS
)
NAMES = ("", "FIB-4", "CHA2DS2-VASc", "CKD-EPI", "(((", "1")
STOPS = (None, "stop", "max_tokens", "content_filter")
SEEDS = (b"\x03\x00\x00\x05\x30\x31", b"\x0c\x00\x00\x40", bytes(range(90)))


def key_text(calculator: int) -> str:
    """A key as rows write it."""
    if calculator in DATE_CALCULATORS:
        return "09/23/2014"
    return "('14 weeks', '1 days')" if calculator in GESTATION_CALCULATORS else "5"


def fuzz_one(data: bytes) -> None:
    """Read a reply, and hold it against a key."""
    draws = Draws(data)
    calculator, name, stop = draws.pick(CALCULATORS), draws.pick(NAMES), draws.pick(STOPS)
    text = draws.text("calculation")
    reading = read_calculation(text, calculator, name, stop_reason=stop)
    assert reading == read_calculation(text, calculator, name, stop_reason=stop)
    assert reading.status in get_args(Status)
    assert (reading.value is not None) == (reading.status == "answered")
    assert len(reading.text) <= 200
    answer = key_text(calculator)
    key = parse_key(calculator, answer, answer, answer)
    if reading.value is not None:
        assert write_value(reading.value)
        assert accepts(key, reading.value) or error_kind(reading.value, key)
    assert official_correct(text, calculator, answer, answer, answer) in (True, False)
