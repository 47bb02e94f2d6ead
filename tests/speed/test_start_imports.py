"""What the start of a run loads: each question is asked in a fresh interpreter."""

import subprocess
import sys
from pathlib import Path

import pytest

TASK = Path(__file__).resolve().parents[2] / "kokushi_inspect" / "medicine.py"
HEAVY = {
    *("datasets", "pandas", "pyarrow", "altair", "vl_convert", "jinja2", "ray", "scipy", "pint"),
    *("numpy", "matplotlib", "plotly", "huggingface_hub"),
}
"""Pillow is not among them: it takes 20 ms, and exams with figures need it at once."""

ONE_TASK_FILE = f"""
import runpy
runpy.run_path({str(TASK)!r})
"""


def loaded(statement: str, folder: Path) -> set[str]:
    """Top-level names of the modules that a statement loads."""
    code = f"{statement}\nimport sys\nprint(*sorted({{n.split('.')[0] for n in sys.modules}}))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.fixture(scope="module")
def by_inspect_alone(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    statement = "import inspect_ai.dataset, inspect_ai.scorer, inspect_ai.solver, inspect_ai.viewer"
    return loaded(statement, tmp_path_factory.mktemp("alone"))


@pytest.mark.parametrize(
    "statement",
    ["import kokushi_inspect._registry", ONE_TASK_FILE, "import kokushi_inspect.command"],
    ids=["entry point", "one task file", "kokushi"],
)
def test_our_start_loads_no_heavy_package_that_inspect_does_not(
    statement: str, by_inspect_alone: set[str], tmp_path: Path
) -> None:
    assert loaded(statement, tmp_path) & HEAVY <= by_inspect_alone


def test_the_package_itself_loads_nothing_but_itself(tmp_path: Path) -> None:
    bare = loaded("pass", tmp_path)
    assert loaded("import kokushi_inspect", tmp_path) - bare == {"kokushi_inspect"}
