"""How long building the samples of all fifty sittings takes, and how much memory they take.

    python benchmarks/building_samples.py

A KokushiMD-10 of full size: 11,588 questions, 2,283 with a figure. Figures stay files; the first
build decodes each once, later ones find the record of that. Each build runs in a process of its
own; memory is what the process has more than one that has loaded Inspect and our packages.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory

from kokushimd10_folder import make_full_exam
from result_row import Row, at_most, run_benchmark

_BUILD = """
import json, resource, sys, time
from kokushi_inspect.sources.exam import Request, load_exam
from kokushi_inspect.sources.exam_names import all_rules
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
professions = tuple(all_rules())
before, begun, used = peak(), time.perf_counter(), time.process_time()
exams = [load_exam(name, Request(source=sys.argv[1])) for name in professions]
print(json.dumps({
    "seconds": time.perf_counter() - begun,
    "cpu": time.process_time() - used,
    "bytes": peak() - before,
    "samples": sum(len(exam.dataset) for exam in exams),
    "images": sum(bool(q.figures) for exam in exams for q in exam.questions),
}))
"""


def measure(quick: bool) -> Sequence[Row]:
    """Seconds and memory of the first and of later builds."""
    with TemporaryDirectory() as name:
        exam = make_full_exam(Path(name) / "exam", share=0.02 if quick else 1.0, figure_bytes=3_000)
        builds = [_build(exam.folder, Path(name) / "cache") for _ in range(2 if quick else 4)]
    first, *later = builds
    warm = min(later, key=lambda build: build["seconds"])
    what = f"{first['samples']:,.0f} samples, {first['images']:,.0f} with a figure"
    return [
        at_most(f"build {what}: the first time", first["seconds"], 6, "s", 1),
        at_most(f"build {what}: later", warm["seconds"], 3, "s", 1),
        at_most("memory for them", warm["bytes"] / 1e6, 300, "MB", 0),
    ]


def _build(folder: Path, cache: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, str(folder)],
        env=environ | {"KOKUSHI_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
