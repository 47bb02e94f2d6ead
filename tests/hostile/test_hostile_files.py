"""Hostile files are refused in words or handled, quickly, in little memory, touching nothing else.

All are read once for all tests (see `watched`).
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hostile_case import Case
from hostile_cases import ALL

SECONDS = 2.0
"""Processor time."""

MEGABYTES = 500
"""Of the whole process, with the interpreter and all packages."""

LONGEST_MESSAGE = 6_000

Outcomes = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """What became of each case, by its name."""
    home = tmp_path_factory.mktemp("hostile")
    script = Path(__file__).with_name("watched.py")
    done = subprocess.run(
        [sys.executable, str(script), str(home)], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["name"]: row for row in rows}


def test_every_case_has_a_name_of_its_own() -> None:
    assert len({case.name for case in ALL}) == len(ALL)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_hostile_file_is_refused_in_words_or_handled(case: Case, outcomes: Outcomes) -> None:
    outcome = outcomes[case.name]
    assert outcome["error"] in ("", "KokushiError"), outcome["message"]
    assert len(outcome["message"]) < LONGEST_MESSAGE
    if case.says:
        assert bool(outcome["error"]) is not case.handled, outcome["message"] or outcome["result"]
        assert re.search(case.says, outcome["message"] or outcome["result"], re.DOTALL)


def test_none_takes_more_than_two_seconds(outcomes: Outcomes) -> None:
    assert {name: o["seconds"] for name, o in outcomes.items() if o["seconds"] > SECONDS} == {}


def test_none_takes_more_than_500_megabytes(outcomes: Outcomes) -> None:
    assert {n: o["megabytes"] for n, o in outcomes.items() if o["megabytes"] > MEGABYTES} == {}


def test_none_has_a_file_outside_its_folder_opened(outcomes: Outcomes) -> None:
    assert {name: o["outside"] for name, o in outcomes.items() if o["outside"]} == {}


def test_none_has_anything_run_unpickled_or_called_over_a_network(outcomes: Outcomes) -> None:
    assert {name: o["ran"] for name, o in outcomes.items() if o["ran"]} == {}


def test_no_message_acts_on_a_terminal(outcomes: Outcomes) -> None:
    active = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
    assert [name for name, o in outcomes.items() if active.search(o["message"])] == []
