"""Kills a run when its server has answered so many questions; no clock is involved."""

from threading import Lock
from typing import Protocol

from faulty_server import Reply
from practice_exam import right_answer


class Killable(Protocol):
    """A process, of `subprocess` or of `multiprocessing`."""

    def kill(self) -> None:
        """Send SIGKILL."""


class Plug:
    """The plan of a server that answers rightly, and pulls the plug of its client once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answers = 0
        self._process: Killable | None = None

    def pull(self, process: Killable, after: int) -> None:
        """From now on: answer so many questions, and kill the process at the next one."""
        with self._lock:
            self._process, self._answers = process, after

    def __call__(self, question: str, before: int) -> Reply:
        with self._lock:
            self._answers -= 1
            if self._process is not None and self._answers < 0:
                self._process.kill()
                self._process = None
        return right_answer(question)
