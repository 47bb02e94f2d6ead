"""No regular expression of ours takes more than linear time, whatever text it is given."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pattern_attack import attacks, takes_too_long

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """All patterns, from a process of its own: there `re` is watched."""
    done = subprocess.run(
        [sys.executable, HERE / "compiled_patterns.py"], capture_output=True, text=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_every_call_of_re_is_seen(found: dict[str, Any]) -> None:
    assert found["unseen"] == []
    assert len(found["patterns"]) > 400


def test_no_pattern_takes_more_than_linear_time(found: dict[str, Any]) -> None:
    slow = []
    for text, flags, places, methods in found["patterns"]:
        pattern = re.compile(text, flags)
        for attack in attacks(pattern):
            if growth := takes_too_long(pattern, methods, attack):
                slow.append(f"{places[0]}: {attack}: {growth}: {text[:100]}")
                break
    assert slow == []


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(a+)+b", "match"),
        (r"\s*x?\s*y", "match"),
        (r"\s+$", "search"),
        (r"\(.*=", "finditer"),
    ],
)
def test_an_attack_finds_what_takes_too_long(pattern: str, method: str) -> None:
    slow = re.compile(pattern)
    assert any(takes_too_long(slow, [method], attack) for attack in attacks(slow))


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"a++b", "match"),
        (r"\s+$", "match"),
        (r"(?<!\s)\s++$", "search"),
        (r"<a>[^<]{0,200}</a>", "sub"),
    ],
)
def test_what_takes_linear_time_passes(pattern: str, method: str) -> None:
    plain = re.compile(pattern)
    assert not any(takes_too_long(plain, [method], attack) for attack in attacks(plain))
