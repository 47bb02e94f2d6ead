"""Our documents against the models of the Inspect that is installed."""

import json
from pathlib import Path
from typing import Any

import pytest
from inspect_ai._eval.eval_set_manifest import EVAL_SET_CAPTURE_VERSION, INSPECT_EVAL_SET_CAPTURE
from inspect_ai._eval.eval_set_selection import (
    EVAL_SET_SELECTION_VERSION,
    INSPECT_EVAL_SET_SELECTION,
    read_eval_set_selection,
)
from inspect_ai._eval.evalset import EvalSet

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep.documents import (
    CAPTURE_VARIABLE,
    CAPTURE_VERSIONS,
    SELECTION_VARIABLE,
    SELECTION_VERSION,
    CapturedTask,
    Selected,
    eval_set_document,
    read_capture,
    selection_document,
    write_document,
)

TASK = CapturedTask(
    "kokushi_inspect/medicine#1/openai/m/2",
    {
        "name": "kokushi_inspect/medicine",
        "args": {"years": 2024},
        "model": "openai/m",
        "model_args": {},
        "sequence": 0,
        "identifier": "kokushi_inspect/medicine#1/openai/m/2",
    },
)


def test_the_variables_and_versions_are_those_of_inspect() -> None:
    assert CAPTURE_VARIABLE == INSPECT_EVAL_SET_CAPTURE
    assert SELECTION_VARIABLE == INSPECT_EVAL_SET_SELECTION
    assert EVAL_SET_CAPTURE_VERSION in CAPTURE_VERSIONS
    assert SELECTION_VERSION <= EVAL_SET_SELECTION_VERSION


def test_inspect_reads_our_selection(tmp_path: Path) -> None:
    overrides = {"log_dir": "/logs", "max_samples": 30, "max_tasks": 2}
    file = tmp_path / "selection.json"
    write_document(selection_document("id", [Selected(TASK, "/logs/a.eval")], overrides), file)
    read = read_eval_set_selection(str(file))
    assert [(t.identifier, t.resume) for t in read.tasks] == [(TASK.identifier, "/logs/a.eval")]
    assert read.overrides is not None
    assert read.overrides.model_dump(exclude_none=True) == overrides


def test_inspect_reads_our_eval_set() -> None:
    read = EvalSet.model_validate(eval_set_document("id", [TASK], {TASK.identifier: "abc"}))
    assert (read.eval_set_id, read.tasks[0].task_id) == ("id", "abc")
    waiting = EvalSet.model_validate(eval_set_document("id", [TASK], {}))
    assert waiting.tasks[0].task_id == TASK.identifier


def capture_file(folder: Path, version: Any, sequences: tuple[int, ...] = ()) -> Path:
    tasks = [{"identifier": f"task {n}", "sequence": n} for n in sequences]
    file = folder / "capture.json"
    file.write_text(json.dumps({"version": version, "tasks": tasks}))
    return file


def test_tasks_come_in_the_order_of_the_definition(tmp_path: Path) -> None:
    found = read_capture(capture_file(tmp_path, 3, (1, 0)))
    assert [task.identifier for task in found] == ["task 0", "task 1"]


@pytest.mark.parametrize("version", [1, 99, None])
def test_an_unknown_version_of_the_list_is_refused(tmp_path: Path, version: Any) -> None:
    with pytest.raises(KokushiError, match="expected version 2 or 3"):
        read_capture(capture_file(tmp_path, version))


def test_an_inspect_that_lists_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="Inspect listed no tasks"):
        read_capture(tmp_path / "capture.json")
