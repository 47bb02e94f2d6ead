"""How a worker process is started, the same on this machine and on any other."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kokushi_inspect.sweep.documents import SELECTION_VARIABLE, write_document
from kokushi_inspect.sweep.engine import Advanced, Assignment

CONNECTIONS_VARIABLE = "KOKUSHI_SWEEP_CONNECTIONS"
"""Names a JSON object: connections of this worker, by model."""

EVENTS_VARIABLE = "KOKUSHI_SWEEP_EVENTS"
"""Names the file into which a worker writes what happens, one JSON object a line."""

LIFELINE_VARIABLE = "KOKUSHI_SWEEP_LIFELINE"
"""Number of a pipe that the starting process holds open: its end is the end of the worker."""


@dataclass(frozen=True, slots=True)
class Launch:
    """A worker that is ready to start.

    Attributes:
        command: Program and arguments.
        variables: Environment variables beside those of the starting process.
        folder: Where it runs.
        events: The file that `read_events` reads.
    """

    command: tuple[str, ...]
    variables: Mapping[str, str]
    folder: Path
    events: Path


def prepare(assignment: Assignment, scratch: Path) -> Launch:
    """Write the documents of an assignment and say how its worker is started.

    Args:
        assignment: What the worker does.
        scratch: An existing folder on the machine that runs the worker, for this worker alone.
            It may be removed when the worker has ended.
    """
    plan = scratch / "plan.json"
    plan.write_text(assignment.plan, encoding="utf-8")
    selection = scratch / "selection.json"
    write_document(assignment.selection, selection)
    events = scratch / "events.jsonl"
    events.touch()
    folder = Path(assignment.folder)
    return Launch(
        command=definition_command(plan),
        variables={
            SELECTION_VARIABLE: str(selection),
            CONNECTIONS_VARIABLE: json.dumps(dict(assignment.connections)),
            EVENTS_VARIABLE: str(events),
        },
        folder=folder if folder.is_dir() else scratch,
        events=events,
    )


def definition_command(plan: Path) -> tuple[str, ...]:
    """The command that executes the definition of the eval set that a plan describes."""
    return (sys.executable, "-m", "kokushi_inspect.sweep.definition", str(plan))


def worker_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of a worker: that of this process, without its own eval-set variables."""
    own = {name: value for name, value in os.environ.items() if not _of_a_driver(name)}
    return own | dict(variables)


def _of_a_driver(name: str) -> bool:
    return name.startswith(("INSPECT_EVAL_SET_", "KOKUSHI_SWEEP_"))


def read_events(number: int, events: Path, position: int) -> tuple[list[Advanced], int]:
    """The events that a worker has written since `position` (bytes), and the new position.

    Args:
        number: The assignment of the worker.
        events: Its file of events.
        position: 0 at first, then what the last call returned.
    """
    with events.open("rb") as file:
        file.seek(position)
        text = file.read()
    whole = text[: text.rfind(b"\n") + 1]
    found = [json.loads(line) for line in whole.splitlines()]
    advanced = [Advanced(number, e["entry"], e["happened"], e["samples"]) for e in found]
    return advanced, position + len(whole)
