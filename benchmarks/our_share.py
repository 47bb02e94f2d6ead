"""What our tasks cost beyond Inspect: time of whole runs, against a task that does the least.

    python benchmarks/our_share.py [--quick]

For each task 400 questions are put to a server that answers after 50 ms, with 50 connections, by
our task and by `minimal_task.py`: the same samples and requests, `generate`, a constant scorer, in
an Inspect that does not load this package. Runs take turns; ratios are of medians. `processor` is
the time of the whole process, which a busy machine distorts less than the wall clock.
"""

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from inspect_ai.dataset import Sample
from inspect_run import ROOT, inspect_eval
from interleaving import interleave, ratio
from latency_server import Server, serving
from question_folder import PROFESSIONS, make_calculation_file, make_question_folder
from result_row import Row, at_most, run_benchmark

from kokushi_inspect.exam import Question
from solvers.medcalc_wording import load_medcalc_wording, medcalc_system_message
from solvers.prompt import load_wording, system_message

QUESTIONS = 400
LATENCY = 0.05
REPETITIONS = 3


def measure(quick: bool) -> Sequence[Row]:
    """The ratios of each task."""
    rows: list[Row] = []
    with TemporaryDirectory() as name, serving(LATENCY) as server:
        for task in ("medicine",) if quick else (*PROFESSIONS, "medcalc"):
            folder = Path(name, task)
            folder.mkdir()
            rows += _of_task(task, folder, server, 20 if quick else QUESTIONS, quick)
    return rows


def _of_task(task: str, folder: Path, server: Server, questions: int, quick: bool) -> list[Row]:
    source = (
        make_calculation_file(folder / "rows", questions)
        if task == "medcalc"
        else make_question_folder(folder / "exam", task, questions)
    )
    samples = _write_samples(task, source, folder)

    def ours() -> Any:
        file = ROOT / "kokushi_inspect" / f"{task}.py"
        return inspect_eval(file, ["-T", f"source={source}"], cwd=folder, server=server)

    def least() -> Any:
        file = ROOT / "benchmarks" / "minimal_task.py"
        words = ["-T", f"samples={samples}"]
        return inspect_eval(file, words, cwd=folder, server=server, command="bare_inspect")

    runs = {"ours": ours, "least": least}
    if not quick:
        interleave(runs, 1)  # fills the caches of the file system
    measured = interleave(runs, 1 if quick else REPETITIONS)
    return [
        at_most(f"{task}: wall clock", ratio(measured, "ours", "least", "wall"), 1.10),
        at_most(f"{task}: processor", ratio(measured, "ours", "least", "cpu"), 1.10),
        at_most(f"{task}: first request", ratio(measured, "ours", "least", "first"), 1.15),
    ]


def _write_samples(task: str, source: Path, folder: Path) -> Path:
    """The samples of our task, with the system message that our solver puts before them."""
    made = getattr(import_module(f"kokushi_inspect.{task}"), task)(source=str(source))
    file = folder / "samples.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for sample in made.dataset:
            lines.write(json.dumps(_record(task, sample), ensure_ascii=False) + "\n")
    return file


def _record(task: str, sample: Sample) -> dict[str, Any]:
    metadata = sample.metadata or {}
    if task == "medcalc":
        wording = load_medcalc_wording("en")
        system = medcalc_system_message(wording, "cot", metadata["calculator"])
    else:
        system = system_message(Question.from_record(metadata), load_wording())
    if isinstance(sample.input, str):
        parts: list[Any] = [sample.input]
    else:
        content = sample.input[0].content
        listed = [content] if isinstance(content, str) else content
        parts = [_part(each) for each in listed]
    return {
        "id": sample.id,
        "target": sample.target,
        "system": system,
        "parts": parts,
        "metadata": metadata,
    }


def _part(content: Any) -> str | dict[str, str]:
    if isinstance(content, str):
        return content
    return {"image": content.image} if content.type == "image" else str(content.text)


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
