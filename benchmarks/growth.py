"""How time and memory grow with the number of samples.

    python benchmarks/growth.py

500, 2,000, 8,000 and 32,000 questions: samples are built, replies read and marked, metrics
computed and the verdict made, each size in a process of its own. The exponent is the slope in a
double logarithmic plot: 1 is linear. Inspect's own run (replayed replies) up to 2,000.

Garbage is collected once before the metrics and counted on its own: Python looks through all that
the process holds, samples and all, and at 32,000 samples that happened once inside the metrics.
"""

import json
import math
import subprocess
import sys
from collections.abc import Sequence
from os import environ, path
from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_run import ROOT, run_command
from question_folder import make_question_folder
from result_row import Row, at_most, run_benchmark

SIZES = (500, 2_000, 8_000, 32_000)
_STEPS = """
import gc, json, logging, resource, sys, time
from inspect_ai.scorer import SampleScore
from kokushi_inspect.exam import Question
from kokushi_inspect.sources.exam import Request, load_exam
from scorers.marked import Answered
from scorers.metrics import accuracy_of_marks, breakdown, official_verdict, statuses
from scorers.official import score_answer
logging.disable(logging.WARNING)
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before, begun, seconds = peak(), time.process_time(), {}
def lap(name):
    global begun
    now = time.process_time()
    seconds[name], begun = now - begun, now
exam = load_exam("medicine", Request(source=sys.argv[1]))
lap("build")
scores = []
for sample in exam.dataset:
    question = Question.from_record(sample.metadata)
    score = score_answer(Answered(question, sys.argv[2], "stop"), 1)
    scores.append(SampleScore(score=score, sample_id=sample.id, sample_metadata=sample.metadata))
lap("read and mark")
gc.collect()
gc.freeze()
lap("collect garbage")
for metric in (official_verdict(), accuracy_of_marks(), breakdown(), statuses()):
    metric(scores)
lap("metrics and verdict")
print(json.dumps({"seconds": seconds, "bytes": peak() - before}))
"""


def measure(quick: bool) -> Sequence[Row]:
    """Time and memory by size, with exponents."""
    sizes = (100, 400) if quick else SIZES
    rows, found = [], {}
    with TemporaryDirectory() as name:
        folder = Path(name)
        for size in sizes:
            source = make_question_folder(folder / f"exam{size}", "medicine", size, figures=0)
            found[size] = _steps(source, folder)
        runs = {}
        for size in (50, 100) if quick else sizes[:2]:
            source = make_question_folder(folder / f"run{size}", "medicine", size, figures=0)
            runs[size] = _inspects_run(source, folder)
    for size, result in found.items():
        parts = ", ".join(f"{name} {each:.2f} s" for name, each in result["seconds"].items())
        rows.append(Row(f"{size:,} samples", f"{parts}, {result['bytes'] / 1e6:.0f} MB"))
    for part in found[sizes[0]]["seconds"]:
        points = [(size, result["seconds"][part]) for size, result in found.items()]
        rows.append(at_most(f"{part}: exponent of its time", slope(points), 1.1, ""))
    memory = [(size, result["bytes"]) for size, result in found.items()]
    rows.append(at_most("exponent of the memory", slope(memory), 1.1, ""))
    (small, first), (large, second) = runs.items()
    each = 1000 * (second - first) / (large - small)
    what = f"Inspect's run, {small:,} to {large:,} samples: processor a sample more"
    return [*rows, Row(what, f"{each:.1f} ms")]


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The least-squares slope of the logarithms: y grows as x to this power."""
    logs = [(math.log(x), math.log(max(y, 1e-9))) for x, y in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    above = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    return above / sum((x - mean_x) ** 2 for x, _ in logs)


def _steps(source: Path, folder: Path) -> dict:
    reply = json.loads((Path(__file__).parent / "replies.json").read_text("utf-8"))["reasons"]
    done = subprocess.run(
        [sys.executable, "-c", _STEPS, str(source), reply],
        env=environ | {"KOKUSHI_CACHE_DIR": str(folder / "cache")},
        stdout=subprocess.PIPE,
        check=True,
    )
    return dict(json.loads(done.stdout))


def _inspects_run(source: Path, folder: Path) -> float:
    task = path.relpath(ROOT / "kokushi_inspect" / "medicine.py", folder)
    solver = path.relpath(ROOT / "solvers" / "baseline.py", folder)
    words = ["inspect", "eval", task, "-T", f"source={source}", "--solver", solver]
    words += ["-S", "kind=chance", "--model", "none", "--log-dir", str(folder / "logs")]
    words += ["--display", "none", "--no-log-realtime"]
    return run_command(*words, cwd=folder).cpu


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
