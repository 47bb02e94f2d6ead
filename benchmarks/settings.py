"""What each of Inspect's settings is worth, in a run that waits for its model.

    python benchmarks/settings.py

A server that answers after 2 s, 50 connections (ideal: 25 samples/s), questions of which a fifth
has a figure of 300 kB. Every setting alone, then those that help together. Prints samples a second,
their share of the ideal, milliseconds of processor time a sample beyond the start-up, peak memory
and the size of the log.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_run import FAST, ROOT, Measured, inspect_eval
from latency_server import Server, serving
from question_folder import make_question_folder
from result_row import Row, run_benchmark

LATENCY = 2.0
CONNECTIONS = 50
QUESTIONS = 1000
SETTINGS: dict[str, tuple[str, ...]] = {
    "defaults": (),
    "--no-log-realtime": ("--no-log-realtime",),
    "--no-log-images": ("--no-log-images",),
    "--log-images": ("--log-images",),
    "--no-score-display": ("--no-score-display",),
    "--log-buffer 200": ("--log-buffer", "200"),
    "--max-samples 150": ("--max-samples", "150"),
    "--max-samples 300": ("--max-samples", "300"),
    "--display none": ("--display", "none"),
    "--no-log-model-api": ("--no-log-model-api",),
    "the recommended set": FAST,
    "the recommended set, --max-samples 100": (*FAST[:-1], "100"),
    "the recommended set, --max-samples 300": (*FAST[:-1], "300"),
    "the recommended set, --display none": (*FAST, "--display", "none"),
    "the recommended set, --no-log-images": (*FAST, "--no-log-images"),
    "the recommended set, --log-buffer 200": (*FAST, "--log-buffer", "200"),
}
ADAPTIVE: dict[str, tuple[str, ...]] = {
    "adaptive connections": (),
    "adaptive connections, no realtime": ("--no-log-realtime", "--no-score-display"),
}


def measure(quick: bool) -> Sequence[Row]:
    """A row for each setting."""
    questions = 60 if quick else QUESTIONS
    rows = []
    with TemporaryDirectory() as name, serving(LATENCY) as server:
        folder = Path(name)
        source = make_question_folder(
            folder / "exam", "medicine", questions, figures=questions // 5, figure_bytes=300_000
        )
        start_up = _run(folder, source, server, FAST, words=("--limit", "1"))
        for label, settings in SETTINGS.items():
            if quick and label not in ("defaults", "the recommended set"):
                continue
            measured = _run(folder, source, server, settings)
            rows.append(_row(label, measured, start_up.cpu))
            print(rows[-1].what, rows[-1].value, flush=True)
        for label, settings in {} if quick else ADAPTIVE.items():
            measured = _run(folder, source, server, settings, connections=None)
            rows.append(_row(label, measured, start_up.cpu))
    return rows


def _run(
    folder: Path,
    source: Path,
    server: Server,
    settings: Sequence[str],
    connections: int | None = CONNECTIONS,
    words: Sequence[str] = (),
) -> Measured:
    task = ROOT / "kokushi_inspect" / "medicine.py"
    return inspect_eval(
        task,
        ["-T", f"source={source}", *words],
        cwd=folder,
        server=server,
        connections=connections,
        settings=settings,
    )


def _row(label: str, measured: Measured, start_up: float) -> Row:
    share = measured.rate * LATENCY / CONNECTIONS
    each = 1000 * (measured.cpu - start_up) / measured.requests
    value = (
        f"{measured.rate:.1f}/s, {share:.0%} of ideal, {each:.1f} ms/sample,"
        f" {measured.memory / 1e6:.0f} MB, log {measured.log_bytes / 1e6:.1f} MB"
    )
    return Row(label, value)


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
