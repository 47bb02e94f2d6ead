"""The engine of this machine: every worker is a child process."""

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from signal import SIGINT
from tempfile import TemporaryDirectory

from kokushi_inspect.sweep.capture import last_words
from kokushi_inspect.sweep.engine import Assignment, Ended, Event
from kokushi_inspect.sweep.launch import (
    LIFELINE_VARIABLE,
    Launch,
    prepare,
    read_events,
    worker_environment,
)

_POLL = 0.1
_LAST_LINES = 12


@dataclass
class _Child:
    assignment: Assignment
    process: subprocess.Popen[bytes]
    launch: Launch
    output: Path
    position: int = 0


class LocalEngine:
    """Starts workers as child processes.

    The children end when this process ends, however that happens: each holds the reading end of
    a pipe whose writing end is open here alone.

    Args:
        workers: How many may run at once.
        inherit: Open descriptors that workers inherit, such as a lock.
    """

    def __init__(self, workers: int, inherit: Sequence[int] = ()) -> None:
        self._workers = workers
        self._inherit = tuple(inherit)
        self._scratch = TemporaryDirectory(prefix="kokushi-sweep-")
        self._children: dict[int, _Child] = {}
        self._lifeline, self._held = os.pipe()

    @property
    def slots(self) -> int:
        """How many workers may run at once."""
        return self._workers

    def start(self, assignment: Assignment) -> None:
        """Start a child for the assignment."""
        folder = Path(self._scratch.name, str(assignment.number))
        folder.mkdir()
        launch = prepare(assignment, folder)
        output = folder / "output.txt"
        variables = {**launch.variables, LIFELINE_VARIABLE: str(self._lifeline)}
        with output.open("wb") as out:
            process = subprocess.Popen(
                launch.command,
                cwd=launch.folder,
                env=worker_environment(variables),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                pass_fds=(self._lifeline, *self._inherit),
                process_group=0,  # Ctrl-C reaches this process alone, and `stop` asks the children
            )
        self._children[assignment.number] = _Child(assignment, process, launch, output)

    def wait(self, timeout: float) -> Sequence[Event]:
        """What happened since the last call; waits until something has, `timeout` at most."""
        until = time.monotonic() + timeout
        while True:
            events = [event for child in list(self._children.values()) for event in self._of(child)]
            if events or time.monotonic() >= until:
                return events
            time.sleep(_POLL)

    def stop(self) -> None:
        """Ask all children to end, so that they close their logs, and end those that do not."""
        for child in self._children.values():
            child.process.send_signal(SIGINT)
        for child in self._children.values():
            try:
                child.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
        self._children.clear()
        for descriptor in (self._lifeline, self._held):
            if descriptor >= 0:
                os.close(descriptor)
        self._lifeline = self._held = -1
        self._scratch.cleanup()

    def _of(self, child: _Child) -> list[Event]:
        """What one child did. Whether it ended is asked first, so that no event comes after."""
        code = child.process.poll()
        number = child.assignment.number
        advanced, child.position = read_events(number, child.launch.events, child.position)
        if code is None:
            return list(advanced)
        del self._children[number]
        said = child.output.read_text(encoding="utf-8", errors="replace")
        return [*advanced, Ended(number, code, last_words(said, _LAST_LINES))]
