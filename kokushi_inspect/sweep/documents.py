"""The documents that are exchanged with Inspect's eval sets: the protocol for external runners.

Inspect documents it in the modules that read them (`eval_set_manifest.py`,
`eval_set_selection.py`, `eval_set_overrides.py` of `inspect_ai` 0.3.285). Twice the definition of
an eval set is executed: with `INSPECT_EVAL_SET_CAPTURE` it lists its tasks and ends; with
`INSPECT_EVAL_SET_SELECTION` it runs the tasks that a document names, and keeps no books: many
workers can write into one directory, and its metadata are written here, by the runner alone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kokushi_inspect.exam import KokushiError

CAPTURE_VARIABLE = "INSPECT_EVAL_SET_CAPTURE"
SELECTION_VARIABLE = "INSPECT_EVAL_SET_SELECTION"

CAPTURE_VERSIONS = (2, 3)
"""Versions of the list of tasks that are understood here."""

SELECTION_VERSION = 4
"""The version that our documents declare: the first with `max_tasks` among the overrides."""


@dataclass(frozen=True, slots=True)
class CapturedTask:
    """A task of an eval set, as Inspect lists it.

    Attributes:
        identifier: Pairs the task with its logs.
        record: The whole record.
    """

    identifier: str
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Selected:
    """A task that a worker runs.

    Attributes:
        task: The task.
        resume: Location of an earlier log whose complete samples are taken over.
    """

    task: CapturedTask
    resume: str | None = None


def read_capture(file: Path) -> list[CapturedTask]:
    """The tasks of an eval set in the order of the definition, from the list that Inspect wrote.

    Raises:
        KokushiError: The list is missing or of a version that is not known here.
    """
    if not file.is_file():
        raise KokushiError(
            "Inspect listed no tasks",
            expected=f"a list of tasks through {CAPTURE_VARIABLE}",
            fix="install inspect-ai 0.3.285 or newer",
        )
    document = json.loads(file.read_text(encoding="utf-8"))
    if document.get("version") not in CAPTURE_VERSIONS:
        raise KokushiError(
            f"Inspect's list of tasks has version {document.get('version')}",
            expected=f"version {' or '.join(map(str, CAPTURE_VERSIONS))}",
            fix="install a version of inspect-ai from constraints.txt, or a newer kokushi-inspect",
        )
    tasks = sorted(document["tasks"], key=lambda record: record["sequence"])
    return [CapturedTask(record["identifier"], record) for record in tasks]


def selection_document(
    eval_set_id: str, selected: Iterable[Selected], overrides: Mapping[str, Any]
) -> dict[str, Any]:
    """The document that tells a worker which tasks it runs.

    Args:
        eval_set_id: Id of the eval set, for the logs.
        selected: The tasks, each once.
        overrides: Arguments of `eval_set` for this worker alone: `log_dir`, `max_samples`,
            `max_tasks`.
    """
    return {
        "version": SELECTION_VERSION,
        "eval_set_id": eval_set_id,
        "tasks": [_selected_record(each) for each in selected],
        "overrides": dict(overrides),
    }


def _selected_record(selected: Selected) -> dict[str, str]:
    record = {"identifier": selected.task.identifier}
    return record if selected.resume is None else record | {"resume": selected.resume}


def eval_set_document(
    eval_set_id: str, tasks: Sequence[CapturedTask], task_ids: Mapping[str, str]
) -> dict[str, Any]:
    """The `eval-set.json` of a log directory: what the viewer shows beside the logs.

    Args:
        eval_set_id: Id of the eval set.
        tasks: All its tasks.
        task_ids: Inspect's task id of those that have a log, by identifier.
    """
    return {
        "eval_set_id": eval_set_id,
        "tasks": [
            {
                "name": task.record["name"],
                "task_id": task_ids.get(task.identifier, task.identifier),
                "task_file": task.record.get("file"),
                "task_args": task.record["args"],
                "model": task.record["model"],
                "model_args": task.record["model_args"],
                "model_roles": task.record.get("model_roles"),
                "sequence": task.record["sequence"],
            }
            for task in tasks
        ],
    }


def write_document(document: Mapping[str, Any], file: Path) -> None:
    """Write a document as JSON."""
    file.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")
