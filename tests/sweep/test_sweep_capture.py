"""Listing the tasks of a plan, with small programs in the place of the definition."""

import sys
from pathlib import Path

import pytest
from planning import plan_of

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep import capture as capture_module
from kokushi_inspect.sweep.capture import capture

PLAN = plan_of("examinees: [{model: o/a}, {model: o/b}]\nexams: {professions: [nursing]}")

LISTS = """
import json, os
names = {names}
tasks = [dict(identifier=name, sequence=n) for n, name in enumerate(names)]
with open(os.environ["INSPECT_EVAL_SET_CAPTURE"], "w") as out:
    json.dump(dict(version=3, tasks=tasks), out)
"""


def stand_in(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    command = (sys.executable, "-c", code)
    monkeypatch.setattr(capture_module, "definition_command", lambda plan: command)


def test_tasks_are_paired_with_entries_by_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, LISTS.format(names=["x", "y"]))
    found = capture(PLAN, tmp_path)
    assert {id: task.identifier for id, task in found.items()} == {
        "nursing/2024/ja/plain/a": "x",
        "nursing/2024/ja/plain/b": "y",
    }


def test_what_cannot_be_made_is_said_in_plain_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, "raise SystemExit('traceback\\nNo [bold]SOME_API_KEY[/bold] defined.')")
    with pytest.raises(KokushiError, match=r"cannot be made: No SOME_API_KEY defined\."):
        capture(PLAN, tmp_path)


def test_entries_that_are_one_task_for_inspect_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, LISTS.format(names=["x", "x"]))
    with pytest.raises(KokushiError, match=r"plain/a, nursing.*plain/b; give the examinees"):
        capture(PLAN, tmp_path)


def test_a_list_of_another_length_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, LISTS.format(names=["x"]))
    with pytest.raises(KokushiError, match="lists 1 tasks for 2 entries"):
        capture(PLAN, tmp_path)
