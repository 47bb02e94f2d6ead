"""How much of a slow model's capacity a run uses.

    python benchmarks/latency_bound.py

A server that answers after 2 s, 50 connections: 25 samples a second at best. 2,000 questions of
which 400 have a figure of 300 kB, in one process with Inspect's defaults, in one with the settings
that README.md recommends, and as a sweep with one and with two workers that share the connections.
The share is of the time from the first request to the last answer.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_run import FAST, ROOT, Measured, inspect_eval
from latency_server import Server, serving
from question_folder import make_question_folder
from result_row import Row, at_least, run_benchmark
from sweep_run import sweep

LATENCY = 2.0
CONNECTIONS = 50
PROFESSIONS = ("medicine", "nursing", "pharmacy", "dentistry")


def measure(quick: bool) -> Sequence[Row]:
    """The shares of the ideal rate."""
    questions = 100 if quick else 2000
    with TemporaryDirectory() as name, serving(LATENCY) as server:
        folder = Path(name)
        one = make_question_folder(
            folder / "one", "medicine", questions, figures=questions // 5, figure_bytes=300_000
        )
        rows = []
        for what, settings, least in (
            ("one process, Inspect's defaults", (), None),
            ("one process, our settings", FAST, 0.90),
        ):
            measured = _run(one, folder, server, settings)
            rows += [_row(what, measured, least), _log(what, measured)]
        for workers, least in ((1, 0.90), (2, 0.95)):
            measured = sweep(
                folder,
                server,
                workers,
                sources=[_four(folder, questions)],
                professions=PROFESSIONS,
                connections=CONNECTIONS,
            )
            rows.append(_row(f"kokushi sweep --workers {workers}", measured, least))
    return rows


def _four(folder: Path, questions: int) -> Path:
    """The same number of questions for four professions: four entries, divided among workers."""
    target = folder / "four"
    if not target.is_dir():
        target.mkdir()
        with (target / "questions.jsonl").open("w", encoding="utf-8") as file:
            for profession in PROFESSIONS:
                part = make_question_folder(
                    target / profession,
                    profession,
                    questions // 4,
                    figures=questions // 20,
                    figure_bytes=300_000,
                )
                text = (part / "questions.jsonl").read_text("utf-8")
                text = text.replace('"figures/', f'"{profession}/figures/')
                file.write(text.replace('"id": "Q', f'"id": "{profession}-Q'))
    return target


def _run(source: Path, folder: Path, server: Server, settings: Sequence[str]) -> Measured:
    return inspect_eval(
        ROOT / "kokushi_inspect" / "medicine.py",
        ["-T", f"source={source}"],
        cwd=folder,
        server=server,
        connections=CONNECTIONS,
        settings=settings,
    )


def _row(what: str, measured: Measured, least: float | None) -> Row:
    share = measured.rate * LATENCY / CONNECTIONS
    if least is None:
        return Row(f"{what}: share of the ideal", f"{100 * share:.0f} %")
    return at_least(f"{what}: share of the ideal", 100 * share, 100 * least, "%", 0)


def _log(what: str, measured: Measured) -> Row:
    size = f"{measured.log_bytes / 1e6:.0f} MB, {measured.memory / 1e6:.0f} MB"
    return Row(f"{what}: log, peak memory", size)


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
