"""Fuzz a target under coverage, or one after another all of them, with atheris (libFuzzer).

    python -m pip install '.[dev,fuzz]'
    python tests/fuzz/run_atheris.py [TARGET] --seconds 60

Ends with exit code 0 when the time is over, and otherwise with the traceback of the first failure
and the input that caused it as a file, to run again by

    python tests/fuzz/run_atheris.py TARGET --input FILE
"""

import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from targets import NAMES  # noqa: E402

INSTRUMENTED = ["kokushi_inspect", "scorers", "solvers", "targets"]
CORPUS = "KOKUSHI_FUZZ_CORPUS"
"""Names the corpus to the process that fuzzes: libFuzzer ends it at once, so that it cannot clean
up; this one waits for it and removes all that it wrote."""


@click.command()
@click.argument("target", type=click.Choice(NAMES), required=False)
@click.option("--seconds", default=60, show_default=True, help="How long to fuzz each.")
@click.option("--input", "file", type=click.Path(path_type=Path), help="Run this input only.")
@click.option("--artifacts", default=".", show_default=True, help="Folder of failing inputs.")
def main(target: str | None, seconds: int, file: Path | None, artifacts: str) -> None:
    if target is None:
        if file is not None:
            raise click.UsageError("--input needs the target that it is for")
        for name in NAMES:
            words = [sys.executable, sys.argv[0], name, *sys.argv[1:]]
            if code := subprocess.run(words).returncode:
                sys.exit(code)
    elif file is not None:
        importlib.import_module(f"targets.{target}").fuzz_one(file.read_bytes())
    elif corpus := os.environ.get(CORPUS):
        fuzz(target, seconds, corpus, artifacts)
    else:
        with tempfile.TemporaryDirectory(prefix="kokushi-atheris-") as name:
            made = Path(name, "corpus")
            made.mkdir()
            own = os.environ | {CORPUS: str(made), "TMPDIR": name}
            sys.exit(subprocess.run([sys.executable, *sys.argv], env=own).returncode)


def fuzz(target: str, seconds: int, corpus: str, artifacts: str) -> None:
    """Fuzz until the time is over or an input fails, and end the process."""
    import atheris

    with atheris.instrument_imports(include=INSTRUMENTED):
        module = importlib.import_module(f"targets.{target}")
    from targets.scratch import in_time

    for number, seed in enumerate(module.SEEDS):
        Path(corpus, f"seed-{number}").write_bytes(seed)
    options = [
        *(f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2000", "-max_len=4096"),
        *(f"-artifact_prefix={artifacts}/{target}-", "-print_final_stats=1"),
    ]
    atheris.Setup([sys.argv[0], *options, corpus], lambda data: in_time(module.fuzz_one, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
