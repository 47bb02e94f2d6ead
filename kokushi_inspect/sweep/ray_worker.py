"""The far end of the Ray engine: an actor that runs one worker process on its node.

Ray is not imported here: `ray_engine.py` makes an actor of `RemoteWorker`.
"""

import os
import subprocess
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from signal import SIGINT
from tempfile import TemporaryDirectory

from kokushi_inspect import __version__
from kokushi_inspect.sweep.capture import last_words
from kokushi_inspect.sweep.engine import Advanced, Assignment
from kokushi_inspect.sweep.launch import (
    LIFELINE_VARIABLE,
    Launch,
    prepare,
    read_events,
    worker_environment,
)

_POLL = 0.1
_LAST_LINES = 12
_GRACE = 10.0
"""Seconds that a worker gets to close its logs."""


def installed() -> str:
    """What must be the same on all machines of a sweep."""
    return f"kokushi-inspect {__version__} with inspect-ai {version('inspect-ai')}"


@dataclass(frozen=True, slots=True)
class Look:
    """What a worker did since the last look.

    Attributes:
        events: What happened, in order.
        code: Exit code; None while it runs.
        said: Its last lines, when it has ended.
    """

    events: tuple[Advanced, ...]
    code: int | None = None
    said: str = ""


class RemoteWorker:
    """Runs one worker process, and ends it when nobody looks at it any more.

    The process ends with this object's own process, because it holds the reading end of a pipe;
    and when `look` was not called for `lease` seconds: a machine that is cut off must not go on
    asking models while another one has taken over its entries.

    Args:
        lease: Seconds.
    """

    def __init__(self, lease: float) -> None:
        self._lease = lease
        self._seen = time.monotonic()
        self._scratch = TemporaryDirectory(prefix="kokushi-sweep-")
        self._position = 0
        self._lifeline, self._held = os.pipe()

    def place(self) -> str:
        """What is installed on this machine."""
        return installed()

    def begin(self, assignment: Assignment, variables: Mapping[str, str]) -> Look:
        """Start the process.

        Args:
            assignment: What it does.
            variables: Environment variables beside those of this machine.
        """
        self._number = assignment.number
        folder = Path(self._scratch.name)
        self._launch: Launch = prepare(assignment, folder)
        self._output = folder / "output.txt"
        own = {**variables, **self._launch.variables, LIFELINE_VARIABLE: str(self._lifeline)}
        with self._output.open("wb") as out:
            self._process = subprocess.Popen(
                self._launch.command,
                cwd=self._launch.folder,
                env=worker_environment(own),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                pass_fds=(self._lifeline,),
            )
        self._seen = time.monotonic()
        threading.Thread(target=self._end_without_looks, daemon=True, name="lease").start()
        return Look(())

    def look(self, patience: float) -> Look:
        """What happened since the last look; waits until something has, `patience` seconds at most.

        Whether the process ended is asked first, so that no event comes after.
        """
        until = time.monotonic() + patience
        while True:
            self._seen = time.monotonic()
            code = self._process.poll()
            events, self._position = read_events(self._number, self._launch.events, self._position)
            if code is not None:
                said = self._output.read_text(encoding="utf-8", errors="replace")
                return Look(tuple(events), code, last_words(said, _LAST_LINES))
            if events or self._seen >= until:
                return Look(tuple(events))
            time.sleep(_POLL)

    def end(self) -> None:
        """End the process so that it closes its logs; kill it when it does not."""
        self._process.send_signal(SIGINT)
        try:
            self._process.wait(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _end_without_looks(self) -> None:
        while self._process.poll() is None:
            if time.monotonic() - self._seen > self._lease:
                self._process.kill()
            time.sleep(_POLL)
