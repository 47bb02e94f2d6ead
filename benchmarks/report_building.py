"""How long `kokushi report` takes for whole sittings.

    python benchmarks/report_building.py

Five years of the physician's exam of a made-up KokushiMD-10 (2,000 questions), sat by three
baselines, once each: seconds and peak memory of the command, from the logs to the page and to
JSON. `report_page.py` measures how long the page takes to open.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_run import ROOT, run_command
from kokushimd10_folder import make_full_exam
from result_row import Row, run_benchmark

from kokushi_inspect.sources.criteria_file import load_rules

EXAMINEES = ("kind=key", "kind=silent", "kind=chance")


def measure(quick: bool) -> Sequence[Row]:
    """Seconds and memory."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        exam = make_full_exam(folder / "exam", share=0.02 if quick else 1.0)
        # Inspect takes no absolute paths of task files
        task = os.path.relpath(ROOT / "kokushi_inspect" / "medicine.py", folder)
        solver = os.path.relpath(ROOT / "solvers" / "baseline.py", folder)
        short = load_rules("medicine").aliases[0]
        questions = sum(row["profession"] == short for row in exam.rows)
        samples = 0
        for kind in EXAMINEES[: 1 if quick else 3]:
            words = ["inspect", "eval", task, "-T", f"source={exam.folder}", "--solver", solver]
            words += ["-S", kind, "--model", "none", "--log-dir", folder / "logs"]
            words += ["--display", "none", "--no-log-realtime", "--no-log-images"]
            run_command(*words, cwd=folder, logs=folder / "logs")
            samples += questions
        page = run_command("kokushi", "report", "logs", "-o", "report.html", cwd=folder)
        data = run_command("kokushi", "report", "logs", "--json", "report.json", cwd=folder)
        size = (folder / "report.html").stat().st_size / 1e6
    what = f"{samples:,} answers"
    return [
        Row(f"{what}: page of {size:.1f} MB", f"{page.wall:.1f} s, {page.memory / 1e6:.0f} MB"),
        Row(f"{what}: JSON", f"{data.wall:.1f} s, {data.memory / 1e6:.0f} MB"),
        Row("milliseconds of processor an answer, JSON", f"{1000 * data.cpu / samples:.1f} ms"),
    ]


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
