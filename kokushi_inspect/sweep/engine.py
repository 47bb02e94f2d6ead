"""The seam between what a sweep decides and where its workers run.

The scheduler (`schedule.py`) decides which entries a worker gets, from which log each one is
resumed, and when a dead worker is replaced. An engine only starts processes and says what became
of them. `local_engine.py` is the engine of this machine; another engine implements the same
protocol elsewhere and may use `launch.py` on the other side.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Assignment:
    """What one worker process does. Everything in it can be sent to another machine.

    Attributes:
        number: Number of the process in this run, from 1; a replacement gets a new one.
        slot: The worker, from 0, whose share of the connections it uses.
        entries: Ids of the entries that it runs, in order.
        plan: The plan as JSON text (`Plan.to_json`): what the definition executes.
        selection: The document that `INSPECT_EVAL_SET_SELECTION` names (`documents.py`).
        connections: Connections that it may open at once, by model.
        folder: The folder of the spec on the machine that starts the sweep. Relative paths of
            the plan mean this folder.
    """

    number: int
    slot: int
    entries: tuple[str, ...]
    plan: str
    selection: Mapping[str, Any]
    connections: Mapping[str, int]
    folder: str


@dataclass(frozen=True, slots=True)
class Advanced:
    """An entry has gone on.

    Attributes:
        number: The assignment.
        entry: Id of the entry.
        happened: `started`, `sample` (one is complete), `error` (one failed), or `ended`.
        samples: Of `started`: samples that were taken from an earlier log. Otherwise 1.
    """

    number: int
    entry: str
    happened: str
    samples: int = 1


@dataclass(frozen=True, slots=True)
class Ended:
    """A worker process has ended, well or not.

    Attributes:
        number: The assignment.
        code: Exit code; negative for a signal; None when the machine was lost.
        said: The last lines that it wrote, for the user when something is wrong.
    """

    number: int
    code: int | None
    said: str = ""


Event = Advanced | Ended


class Engine(Protocol):
    """Starts workers and reports what they do.

    An engine never restarts a worker by itself, and writes nothing into the log directory: the
    scheduler is told that the worker ended, looks at the logs, and starts another.
    """

    @property
    def slots(self) -> int:
        """How many workers may run at once, at least 1."""

    def start(self, assignment: Assignment) -> None:
        """Start a worker for the assignment and return without waiting for it.

        Raises:
            KokushiError: It cannot be started at all.
        """

    def wait(self, timeout: float) -> Sequence[Event]:
        """What happened since the last call, in order; waits for up to `timeout` seconds.

        Each assignment gives exactly one `Ended`, after its last `Advanced`. `Advanced` is for
        the display only: an engine that cannot know leaves it out.
        """

    def stop(self) -> None:
        """End all workers that still run and release what the engine holds. May be repeated."""
