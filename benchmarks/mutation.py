"""How many small changes of the marking rules the tests notice.

    python -m pip install '.[dev,fuzz]'
    python benchmarks/mutation.py                # minutes
    python benchmarks/mutation.py --show         # … and what each survivor changes

mutmut changes one operator, constant or call of `scorers/pass_fail.py`, `marking.py` or
`tolerance.py` at a time, in a copy of the tree in a temporary folder, and runs the tests that are
about these files. A mutant is killed when a test fails or does not end. Exit code 1 when fewer than
90 % of a file's mutants are killed.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("kokushi_inspect", "scorers", "solvers", "tests")
MUTATED = ("scorers/pass_fail.py", "scorers/marking.py", "scorers/tolerance.py")
TESTS = (
    "tests/scorers/test_pass_fail.py",
    "tests/scorers/test_marking.py",
    "tests/scorers/test_tolerance.py",
)
REQUIRED = 0.9

SETTINGS = f"""
[tool.mutmut]
source_paths = ["scorers"]
only_mutate = {list(MUTATED)}
also_copy = ["kokushi_inspect", "solvers"]
pytest_add_cli_args = ["-q", "-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {list(TESTS)}
use_git_change_detection = false
track_dependencies = false
"""

KILLED = frozenset({1, 3, 24, 36, 152, 255, -24})
"""Exit codes of the tests under a killed mutant: a test failed, or it took too much time."""


@click.command()
@click.option("--show", is_flag=True, help="Print what each survivor changes.")
@click.option("--workers", default=2, show_default=True, help="Processes.")
def main(show: bool, workers: int) -> None:
    with tempfile.TemporaryDirectory(prefix="kokushi-mutation-") as name:
        folder = Path(name)
        copy_tree(folder)
        # Named mutants make mutmut first run their tests by name on the code as it is. Without
        # that, a test that pytest does not find again in one process (its name has characters
        # outside ASCII) makes every mutant look killed.
        mutmut(folder, "run", "--max-children", str(workers), "scorers.*")
        codes = exit_codes(folder)
        if show:
            for mutant in sorted(m for m, code in codes.items() if code not in KILLED):
                click.echo(mutmut(folder, "show", mutant))
    sys.exit(0 if report(codes) else 1)


def copy_tree(folder: Path) -> None:
    for part in COPIED:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").write_text(SETTINGS, "utf-8")


def mutmut(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise click.ClickException(f"mutmut failed\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def exit_codes(folder: Path) -> dict[str, int | None]:
    """The exit code of the tests under each mutant, by its name (`scorers.marking.x_mark…`)."""
    found: dict[str, int | None] = {}
    for file in MUTATED:
        meta = json.loads((folder / "mutants" / f"{file}.meta").read_text("utf-8"))
        found |= meta["exit_code_by_key"]
    return found


def report(codes: dict[str, int | None]) -> bool:
    """Print killed and all mutants of each file; whether enough were killed in each."""
    enough = True
    for file in MUTATED:
        module = file.removesuffix(".py").replace("/", ".")
        of_file = Counter(code in KILLED for m, code in codes.items() if m.startswith(f"{module}."))
        total = of_file.total()
        share = of_file[True] / total
        enough = enough and share >= REQUIRED
        click.echo(f"{file:24} {of_file[True]:4} of {total:4} killed  {share:.1%}")
    return enough


if __name__ == "__main__":
    main()
