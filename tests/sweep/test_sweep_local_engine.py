"""Children of the engine, without Inspect: small programs in the place of the definition."""

import json
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kokushi_inspect.sweep import launch
from kokushi_inspect.sweep.engine import Advanced, Assignment, Ended, Event
from kokushi_inspect.sweep.local_engine import LocalEngine

REPORTS = """
import json, os
with open(os.environ["KOKUSHI_SWEEP_EVENTS"], "a") as out:
    for happened in ("started", "sample", "ended"):
        print(json.dumps({"entry": "a", "happened": happened, "samples": 1}), file=out)
print("connections", os.environ["KOKUSHI_SWEEP_CONNECTIONS"])
print("selection", json.load(open(os.environ["INSPECT_EVAL_SET_SELECTION"])))
print("others", os.environ.get("INSPECT_EVAL_SET_CAPTURE"))
raise SystemExit(3)
"""

WAITS = """
import os, signal, sys, threading
from kokushi_inspect.sweep.definition import end_with_the_starter
end_with_the_starter()
def close(*_):
    open("closed", "w").close()
    sys.exit(0)
signal.signal(signal.SIGINT, close)
open("ready", "w").close()
threading.Event().wait()
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that children run."""
    file = tmp_path / "program.py"
    monkeypatch.setattr(launch, "definition_command", lambda plan: (sys.executable, str(file)))
    return file


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    engine = LocalEngine(2)
    yield engine
    engine.stop()


def assignment(folder: Path) -> Assignment:
    return Assignment(7, 0, ("a",), "{}", {"tasks": []}, {"openai/m": 5}, str(folder))


def all_events(engine: LocalEngine) -> list[Event]:
    found: list[Event] = []
    until = time.monotonic() + 60
    while not any(isinstance(event, Ended) for event in found):
        assert time.monotonic() < until
        found += engine.wait(1)
    return found


def wait_for(file: Path) -> None:
    until = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < until, f"{file} was not made"
        time.sleep(0.02)


def test_events_come_in_order_and_the_end_comes_last(
    program: Path, engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INSPECT_EVAL_SET_CAPTURE", "of somebody else")
    program.write_text(REPORTS)
    engine.start(assignment(program.parent))
    *advanced, ended = all_events(engine)
    assert advanced == [Advanced(7, "a", what) for what in ("started", "sample", "ended")]
    assert isinstance(ended, Ended) and ended.code == 3
    assert ended.said.splitlines() == [
        'connections {"openai/m": 5}',
        "selection {'tasks': []}",
        "others None",
    ]


def test_half_a_line_is_no_event_yet(tmp_path: Path) -> None:
    file = tmp_path / "events"
    line = json.dumps({"entry": "a", "happened": "sample", "samples": 1}) + "\n"
    file.write_text(line + line[:9])
    found, position = launch.read_events(1, file, 0)
    assert found == [Advanced(1, "a", "sample")]
    file.write_text(line + line)
    assert launch.read_events(1, file, position)[0] == found


def test_stopping_lets_workers_close_what_they_write(program: Path, engine: LocalEngine) -> None:
    program.write_text(WAITS)
    engine.start(assignment(program.parent))
    wait_for(program.parent / "ready")
    engine.stop()
    assert (program.parent / "closed").exists()


def test_workers_end_when_the_one_that_started_them_was_killed(program: Path) -> None:
    program.write_text(WAITS)
    starter = program.with_name("starter.py")
    starter.write_text(
        textwrap.dedent(f"""
        import os, sys
        from kokushi_inspect.sweep import launch
        from kokushi_inspect.sweep.engine import Assignment
        from kokushi_inspect.sweep.local_engine import LocalEngine
        launch.definition_command = lambda plan: (sys.executable, {str(program)!r})
        engine = LocalEngine(1, inherit=[os.dup(1)])
        engine.start(Assignment(1, 0, (), "", {{}}, {{}}, {str(program.parent)!r}))
        engine.wait(600)
        """)
    )
    held = subprocess.Popen([sys.executable, starter], stdout=subprocess.PIPE)
    wait_for(program.parent / "ready")
    held.kill()
    # the worker holds a copy of this pipe: it closes only when the worker has ended as well
    assert held.communicate(timeout=60)[0] == b""
