"""What figures cost in the log.

    python benchmarks/log_sizes.py

400 questions of which 80 have a figure of 300 kB, with and without `--no-log-images`, and with the
log written after every sample (`--log-buffer 1`): each such write copies the whole log.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_run import ROOT, Measured, inspect_eval
from interleaving import interleave, middle
from latency_server import serving
from question_folder import make_question_folder
from result_row import Row, at_most, run_benchmark

SETTINGS = {
    "figures in the log": ("--no-log-realtime",),
    "figures in the log, written after every sample": ("--no-log-realtime", "--log-buffer", "1"),
    "--no-log-images": ("--no-log-realtime", "--no-log-images"),
    "--no-log-images, written after every sample": (
        "--no-log-realtime",
        "--no-log-images",
        "--log-buffer",
        "1",
    ),
}


def measure(quick: bool) -> Sequence[Row]:
    """Size, processor time and memory for each setting."""
    questions, size = (20, 300_000) if quick else (400, 300_000)
    with TemporaryDirectory() as name, serving(0.05) as server:
        folder = Path(name)
        source = make_question_folder(
            folder / "exam", "medicine", questions, figures=questions // 5, figure_bytes=size
        )

        def run(settings: Sequence[str]) -> Measured:
            task = ROOT / "kokushi_inspect" / "medicine.py"
            words = ["-T", f"source={source}"]
            return inspect_eval(task, words, cwd=folder, server=server, settings=settings)

        runs = {what: lambda s=s: run(s) for what, s in SETTINGS.items()}
        measured = interleave(runs, 1 if quick else 3)
    rows = [
        Row(
            what,
            f"{middle(results, 'log_bytes') / 1e6:.1f} MB,"
            f" {1000 * middle(results, 'cpu') / questions:.0f} ms of processor a sample,"
            f" {middle(results, 'memory') / 1e6:.0f} MB",
        )
        for what, results in measured.items()
    ]
    names = list(SETTINGS)
    figures = questions // 5 * size
    ratio = middle(measured[names[0]], "log_bytes") / figures
    rows.append(at_most("log to the files of its figures", ratio, 1.2))
    plain = middle(measured[names[2]], "log_bytes") / questions
    rows.append(at_most("a sample in a log without figures", plain / 1000, 15, "kB", 1))
    return rows


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
