"""JSON that others wrote is parsed within bounds, or refused with the reason."""

import math
from typing import Any

import pytest

from kokushi_inspect.sources import json_text
from kokushi_inspect.sources.json_text import MAX_DEPTH, parse_file, parse_row


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2.5, null]}', {"a": [1, 2.5, None]}),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ("[" * MAX_DEPTH + "]" * MAX_DEPTH, None),
        ('["' + "[" * (MAX_DEPTH + 1) + '"]', ["[" * (MAX_DEPTH + 1)]),
        ('"' + "[" * (MAX_DEPTH + 1) + '"', "[" * (MAX_DEPTH + 1)),
        (f"[{'[], ' * MAX_DEPTH}[]]", [[]] * (MAX_DEPTH + 1)),
    ],
    ids=[
        "values",
        "surrogate pair",
        "depth at the bound",
        "text in a list",
        "text of brackets",
        "flat list",
    ],
)
def test_json_within_the_bounds_is_parsed(text: str, value: Any) -> None:
    parsed = parse_row(text)
    assert value is None or parsed == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a":1,"a":2}', "the field 'a' stands twice"),
        ("1e999", "the number 1e999 is too large"),
        ("NaN", "NaN is no number of JSON"),
        ("Infinity", "Infinity is no number of JSON"),
        ('"\\ud83d"', "half a surrogate pair"),
        ("{", "Expecting property name"),
    ],
)
def test_json_out_of_bounds_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_row(text)


def test_a_row_of_the_longest_length_is_parsed_and_a_longer_one_is_not() -> None:
    assert parse_row('"12345"', longest=7) == "12345"
    with pytest.raises(ValueError, match="too long: 8 characters, at most 7"):
        parse_row('"123456"', longest=7)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 100_000])
def test_what_is_nested_too_deeply_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_row("[" * depth + "]" * depth)


def test_too_many_values_are_refused_before_they_cost_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(json_text, "_MAX_VALUES", 3)
    assert parse_row('[[], [], "[[[["]') == [[], [], "[[[["]
    with pytest.raises(ValueError, match="too many lists and objects: at most 3"):
        parse_row("[[], [], {}]")


def test_nothing_as_pandas_writes_it_is_allowed_where_it_may_stand() -> None:
    assert math.isnan(parse_row("NaN", allow_nan=True))
    assert math.isnan(parse_file("[NaN]")[0])
    with pytest.raises(ValueError, match="Infinity is no number"):
        parse_file("[Infinity]")
