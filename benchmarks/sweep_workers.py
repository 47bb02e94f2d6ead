"""What more workers are worth where the processor is the limit.

    python benchmarks/sweep_workers.py

Eight sittings of 250 questions, a server that answers after 50 ms, 100 connections: `kokushi sweep`
with 1, 2 and 4 workers, taking turns. The rate is that of the time from the first request to the
last answer; start-up is shown beside it. More workers than cores gain nothing.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_run import Measured
from interleaving import interleave, middle
from latency_server import serving
from question_folder import PROFESSIONS, make_question_folder
from result_row import Row, at_least, run_benchmark
from sweep_run import sweep


def measure(quick: bool) -> Sequence[Row]:
    """Rates and ratios for each number of workers."""
    each = 10 if quick else 250
    professions = PROFESSIONS[:2] if quick else PROFESSIONS[:8]
    with TemporaryDirectory() as name, serving(0.05) as server:
        folder = Path(name)
        source = folder / "exams"
        source.mkdir()
        with (source / "questions.jsonl").open("w", encoding="utf-8") as file:
            for profession in professions:
                part = make_question_folder(folder / profession, profession, each, figures=0)
                text = (part / "questions.jsonl").read_text("utf-8")
                file.write(text.replace('"id": "Q', f'"id": "{profession}-Q'))

        def run(workers: int) -> Measured:
            return sweep(
                folder, server, workers, sources=[source], professions=professions, connections=100
            )

        counts = (1, 2) if quick else (1, 2, 4)
        runs = {str(n): lambda n=n: run(n) for n in counts}
        measured = interleave(runs, 1 if quick else 3)
    rows = []
    for workers, results in measured.items():
        rate, whole = middle(results, "rate"), middle(results, "wall")
        rows.append(Row(f"{workers} workers", f"{rate:.0f} samples/s, {whole:.0f} s in all"))
    for workers in counts[1:]:
        gain = middle(measured[str(workers)], "rate") / middle(measured["1"], "rate")
        what = f"{workers} workers to one, on {os.cpu_count()} cores"
        rows.append(at_least(what, gain, 1.7) if workers == 2 else Row(what, f"{gain:.2f} ×"))
    return rows


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
