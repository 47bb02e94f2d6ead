import os
import re
from io import StringIO
from pathlib import Path

import pytest
from planning import entry_of
from pretended import PretendedLogs
from rich.console import Console

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep.engine import Advanced
from kokushi_inspect.sweep.lock import lock
from kokushi_inspect.sweep.progress import LINE_EVERY, BarProgress, PlainProgress

ENTRIES = [entry_of("a"), entry_of("b")]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_how_far_all_is_is_said_now_and_then_and_not_for_every_sample() -> None:
    logs, lines, clock = PretendedLogs(), [], Clock()
    logs.records = {"a": 4}
    progress = PlainProgress(lines.append, clock)
    progress.surveyed(logs.survey(ENTRIES))
    progress.advanced(Advanced(1, "a", "started", 0))
    progress.advanced(Advanced(1, "a", "sample"))
    progress.advanced(Advanced(1, "a", "error"))
    assert lines == []
    clock.now = LINE_EVERY
    progress.advanced(Advanced(1, "a", "sample"))
    assert lines == ["running   6 of 20 samples, 0.1/s, 4 min left, 1 errors"]


def test_an_entry_that_has_ended_is_named_once() -> None:
    logs, lines = PretendedLogs(), []
    progress = PlainProgress(lines.append)
    progress.surveyed(logs.survey(ENTRIES))
    progress.advanced(Advanced(1, "b", "ended"))
    logs.records = {"b": 10}
    progress.surveyed(logs.survey(ENTRIES))
    assert lines == ["ended     b  (1 of 2 entries)"]


def test_what_was_complete_from_the_start_is_counted() -> None:
    logs, lines = PretendedLogs(), []
    logs.records = {"a": 10}
    PlainProgress(lines.append).surveyed(logs.survey(ENTRIES))
    assert lines == ["already complete: 1 of 2 entries"]


def test_a_terminal_shows_a_bar_for_each_examinee_and_one_for_all() -> None:
    logs, written = PretendedLogs(), StringIO()
    logs.records = {"a": 4}
    console = Console(file=written, force_terminal=True, width=100, color_system=None)
    progress = BarProgress(console)
    entries = [entry_of("a", "openai/m"), entry_of("b", "other/n")]
    progress.surveyed(logs.survey(entries))
    progress.advanced(Advanced(1, "b", "sample"))
    progress.advanced(Advanced(1, "b", "error"))
    progress.told("a worker [died]")
    progress.close()
    shown = re.sub(r"\x1b\[[0-9?]*[A-Za-z]", "", written.getvalue())
    assert "a worker [died]" in shown
    last = {
        line.split()[0]: line for line in [row for row in shown.splitlines() if row.strip()][-3:]
    }
    assert list(last) == ["openai/m", "other/n", "all"]
    assert "4/10" in last["openai/m"]
    assert "1/10 1 errors" in last["other/n"]
    assert "5/20 1 errors" in last["all"]


def test_a_folder_belongs_to_one_sweep_at_a_time(tmp_path: Path) -> None:
    held = lock(tmp_path / "logs")
    with pytest.raises(KokushiError, match="another sweep is at work here"):
        lock(tmp_path / "logs")
    os.close(held)
    os.close(lock(tmp_path / "logs"))


def test_the_folder_stays_locked_while_a_worker_holds_a_copy(tmp_path: Path) -> None:
    held = lock(tmp_path)
    copy = os.dup(held)
    os.close(held)
    with pytest.raises(KokushiError, match="another sweep"):
        lock(tmp_path)
    os.close(copy)


def test_parts_of_one_sweep_lock_a_folder_side_by_side(tmp_path: Path) -> None:
    for descriptor in [lock(tmp_path, "-1-of-2"), lock(tmp_path, "-2-of-2")]:
        os.close(descriptor)
