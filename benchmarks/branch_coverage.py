"""Which share of the branches of the rules and readers the tests take.

    python benchmarks/branch_coverage.py            # minutes; all tests that are not slow
    python benchmarks/branch_coverage.py --missing  # … and where the others are

Measures `kokushi_inspect/exam`, `scorers` and `kokushi_inspect/sources` over the tests of these
folders, processes that they start included. Exit code 1 when fewer than 95 % of the branches of
one of them are taken, or when a test fails.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parents[1]
MEASURED = ("kokushi_inspect/exam", "scorers", "kokushi_inspect/sources")
TESTS = ("tests/exam", "tests/scorers", "tests/sources")
REQUIRED = 0.95

SETTINGS = """
[run]
branch = true
parallel = true
patch = subprocess
data_file = {folder}/data
source =
    {sources}
"""


@click.command()
@click.option("--missing", is_flag=True, help="Print the branches that no test takes.")
@click.option("--workers", default=2, show_default=True, help="Processes.")
def main(missing: bool, workers: int) -> None:
    with tempfile.TemporaryDirectory(prefix="kokushi-coverage-") as name:
        folder = Path(name)
        sources = "\n    ".join(str(ROOT / part) for part in MEASURED)
        (folder / "settings").write_text(SETTINGS.format(folder=name, sources=sources), "utf-8")
        failed = measure(folder, workers)
        files = json.loads((folder / "report.json").read_text("utf-8"))["files"]
    if missing:
        show_missing(files)
    sys.exit(0 if report(files) and not failed else 1)


def measure(folder: Path, workers: int) -> int:
    """Run the tests; their exit code. The report is then in the folder."""
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider"),
        *("-n", str(workers), "--dist", "loadfile", "--cov", f"--cov-config={folder}/settings"),
        *(f"--cov-report=json:{folder}/report.json", *TESTS),
    ]
    own = os.environ | {"COVERAGE_FILE": str(folder / "data")}
    return subprocess.run(command, cwd=ROOT, env=own).returncode


def show_missing(files: Mapping[str, Any]) -> None:
    for file, found in files.items():
        for start, end in found["missing_branches"]:
            where = "the end" if end < 0 else f"line {end}"
            click.echo(f"{file}:{start} never goes to {where}")


def report(files: Mapping[str, Any]) -> bool:
    """Print taken and all branches of each folder; whether enough were taken in each."""
    enough = True
    for part in MEASURED:
        of_part = [v["summary"] for file, v in files.items() if file.startswith(f"{part}/")]
        taken = sum(summary["covered_branches"] for summary in of_part)
        total = sum(summary["num_branches"] for summary in of_part)
        enough = enough and taken / total >= REQUIRED
        click.echo(f"{part:24} {taken:4} of {total:4} branches  {taken / total:.1%}")
    return enough


if __name__ == "__main__":
    main()
