"""An engine and a folder of logs without processes and files: what a worker does is a script."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSpec
from planning import entry_of

from kokushi_inspect.sweep.documents import CapturedTask
from kokushi_inspect.sweep.engine import Advanced, Assignment, Ended, Event
from kokushi_inspect.sweep.log_folder import Attempt, LogFolder, State, Survey
from kokushi_inspect.sweep.plan import Entry, Plan
from kokushi_inspect.sweep.schedule import Job

HEADER = EvalLog(
    eval=EvalSpec(
        created="2026-01-01T00:00:00+00:00",
        task="t",
        dataset=EvalDataset(),
        model="none/none",
        config=EvalConfig(),
    )
)


class PretendedLogs(LogFolder):
    """Knows how many records of each entry are complete."""

    def __init__(self) -> None:
        super().__init__("/logs")
        self.records: dict[str, int] = {}
        self.errors: dict[str, int] = {}

    def survey(self, entries: Sequence[Entry]) -> Survey:
        return Survey({entry.id: State(entry, self._attempts(entry)) for entry in entries})

    def _attempts(self, entry: Entry) -> tuple[Attempt, ...]:
        if entry.id not in self.records:
            return ()
        done = self.records[entry.id]
        attempt = Attempt(
            path=f"/logs/{entry.id}.eval",
            entry=entry.id,
            fingerprint=entry.fingerprint,
            task_id=entry.id,
            finished=done >= entry.records,
            records=done,
            errors=0,
            written=0,
            header=HEADER,
        )
        return (attempt,)


Worker = Callable[[Assignment, PretendedLogs], int | None]
"""What a worker does to the logs, and the code with which it ends."""


@dataclass
class PretendedEngine:
    """Runs each worker at once, one after another.

    Attributes:
        worker: What every worker does.
        logs: The logs that it writes.
        slots: How many workers there are.
        begins: Whether a worker begins all of its entries; otherwise none.
    """

    worker: Worker
    logs: PretendedLogs
    slots: int = 1
    begins: Callable[[str], bool] = lambda id: True
    started: list[Assignment] = field(default_factory=list)
    waiting: list[Event] = field(default_factory=list)

    def start(self, assignment: Assignment) -> None:
        self.started.append(assignment)
        begun = [id for id in assignment.entries if self.begins(id)]
        self.waiting += [Advanced(assignment.number, id, "started", 0) for id in begun]
        self.waiting.append(Ended(assignment.number, self.worker(assignment, self.logs), "oops"))

    def wait(self, timeout: float) -> Sequence[Event]:
        events, self.waiting = self.waiting, []
        return events

    def stop(self) -> None:
        """Nothing runs."""


class Notes:
    """Remembers what the user is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def advanced(self, event: Advanced) -> None:
        """Not remembered."""

    def surveyed(self, survey: Survey) -> None:
        """Not remembered."""

    def told(self, text: str) -> None:
        self.lines.append(text)


def job_of(ids: Sequence[str], logs: LogFolder, tries: int = 3) -> Job:
    entries = tuple(entry_of(id) for id in ids)
    tasks = {id: CapturedTask(f"task {id}", {}) for id in ids}
    return Job(Plan("p", entries), tasks, "/spec", logs, "set", tries)
