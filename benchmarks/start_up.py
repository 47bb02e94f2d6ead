"""How long it takes from the command to the first request.

    python benchmarks/start_up.py

The practice exams of a physician and a nurse, and MedCalc-Bench, against the least that Inspect
does without this package. Beside that: what importing our packages adds to importing Inspect.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from inspect_run import ROOT, inspect_eval
from interleaving import interleave, middle, ratio
from latency_server import serving
from result_row import Row, at_most, run_benchmark

TASKS = ("medicine", "nursing", "medcalc")
_IMPORT = """
import time, inspect_ai, inspect_ai.model, inspect_ai.scorer, inspect_ai.solver, inspect_ai.viewer
begun = time.process_time(); import kokushi_inspect._registry
print(time.process_time() - begun)
"""


def measure(quick: bool) -> Sequence[Row]:
    """Seconds to the first request, and their ratio to the least."""
    with TemporaryDirectory() as name, serving(0.05) as server:
        folder = Path(name)
        sample = {"id": 1, "target": "a", "system": "", "parts": ["a?"], "metadata": None}
        (folder / "one.jsonl").write_text(json.dumps(sample), "utf-8")

        def run(task: str) -> Any:
            file = ROOT / "kokushi_inspect" / f"{task}.py"
            words = ["-T", "source=practice", "--limit", "1"]
            return inspect_eval(file, words, cwd=folder, server=server)

        def least() -> Any:
            file = ROOT / "benchmarks" / "minimal_task.py"
            words = ["-T", f"samples={folder / 'one.jsonl'}"]
            return inspect_eval(file, words, cwd=folder, server=server, command="bare_inspect")

        tasks = TASKS[:1] if quick else TASKS
        runs = {"least": least} | {task: lambda task=task: run(task) for task in tasks}
        measured = interleave(runs, 1 if quick else 5)
    rows = [
        Row("Inspect alone: first request after", f"{middle(measured['least'], 'first'):.1f} s")
    ]
    for task in tasks:
        seconds = middle(measured[task], "first")
        rows.append(Row(f"{task}: first request after", f"{seconds:.1f} s"))
        what = f"{task}: first request, to Inspect alone"
        rows.append(at_most(what, ratio(measured, task, "least", "first"), 1.15))
    seconds = median(_import_seconds() for _ in range(1 if quick else 5))
    return [*rows, Row("importing our packages after Inspect", f"{seconds:.2f} s of processor")]


def _import_seconds() -> float:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT], stdout=subprocess.PIPE, check=True, text=True
    )
    return float(done.stdout)


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
