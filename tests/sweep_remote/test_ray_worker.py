"""The far end of the Ray engine, without Ray: the process of a worker, and when it ends."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kokushi_inspect.sweep import ray_worker
from kokushi_inspect.sweep.engine import Advanced, Assignment
from kokushi_inspect.sweep.launch import Launch
from kokushi_inspect.sweep.ray_worker import Look, RemoteWorker

ASSIGNMENT = Assignment(7, 0, ("a",), "{}", {}, {}, ".")
FOREVER = "import threading; threading.Event().wait()"
TELLS_KEY = "import os; print('key:', os.environ['LOCAL_API_KEY'])"
TELLS_EVENT = """
import json, os
event = {"entry": "a", "happened": "sample", "samples": 1}
print(json.dumps(event), file=open(os.environ["EVENTS"], "a"))
"""
Begin = Callable[[str, float], RemoteWorker]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Begin:
    """Starts a worker whose process runs a Python text, with a lease in seconds."""

    def start(program: str, lease: float) -> RemoteWorker:
        events = tmp_path / "events.jsonl"
        events.touch()
        launch = Launch((sys.executable, "-c", program), {"EVENTS": str(events)}, tmp_path, events)
        monkeypatch.setattr(ray_worker, "prepare", lambda assignment, scratch: launch)
        worker = RemoteWorker(lease)
        worker.begin(ASSIGNMENT, {"LOCAL_API_KEY": "sesame"})
        return worker

    return start


def until_the_end(worker: RemoteWorker) -> Look:
    looks = [worker.look(0.5)]
    until = time.monotonic() + 20
    while looks[-1].code is None and time.monotonic() < until:
        looks.append(worker.look(0.5))
    events = tuple(event for look in looks for event in look.events)
    return Look(events, looks[-1].code, looks[-1].said)


def test_process_has_the_variables_that_came_along(begin: Begin) -> None:
    assert until_the_end(begin(TELLS_KEY, 30)) == Look((), 0, "key: sesame")


def test_events_are_told_before_the_end(begin: Begin) -> None:
    end = until_the_end(begin(TELLS_EVENT, 30))
    assert (end.events, end.code) == ((Advanced(7, "a", "sample"),), 0)


def test_process_ends_when_nobody_looks_any_more(begin: Begin) -> None:
    worker = begin(FOREVER, 0.2)
    worker._process.wait(timeout=20)
    assert worker.look(0).code == -9


def test_process_goes_on_while_somebody_looks(begin: Begin) -> None:
    worker = begin(FOREVER, 0.4)
    assert worker.look(1.5).code is None
    worker.end()


def test_asked_process_ends(begin: Begin) -> None:
    worker = begin(FOREVER, 30)
    worker.end()
    assert worker.look(0).code not in (0, None)
