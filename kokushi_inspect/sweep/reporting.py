"""A worker writes down what happens in it, for the progress display of the sweep."""

import json
from pathlib import Path
from typing import Any

from inspect_ai.hooks import Hooks, SampleEnd, TaskEnd, TaskStart, hooks

from kokushi_inspect.sweep.plan import METADATA


def report_to(file: Path) -> None:
    """From now on write every start and end of a task and of a sample into a file."""

    @hooks(name="kokushi_sweep", description="writes down the progress of a sweep's worker")
    class Reporting(Hooks):
        def __init__(self) -> None:
            self.entries: dict[str, str] = {}

        async def on_task_start(self, data: TaskStart) -> None:
            entry = (data.spec.metadata or {}).get(METADATA, {}).get("entry")
            if entry:
                self.entries[data.eval_id] = entry
                _write(file, entry, "started", 0)

        async def on_sample_end(self, data: SampleEnd) -> None:
            if entry := self.entries.get(data.eval_id):
                _write(file, entry, "error" if data.sample.error else "sample", 1)

        async def on_task_end(self, data: TaskEnd) -> None:
            if entry := self.entries.get(data.eval_id):
                _write(file, entry, "ended", 1)


def _write(file: Path, entry: str, happened: str, samples: int) -> None:
    record: dict[str, Any] = {"entry": entry, "happened": happened, "samples": samples}
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(record, ensure_ascii=False) + "\n")
