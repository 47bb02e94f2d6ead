"""What is imported when: each question is asked in a fresh interpreter."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import kokushi_inspect.exam

HEAVY = ("datasets", "pandas", "matplotlib", "plotly")


def modules_after(statement: str, tmp_path: Path) -> set[str]:
    """Top-level and dotted names in sys.modules after a statement."""
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


@pytest.mark.parametrize(
    "module", ["kokushi_inspect", "kokushi_inspect._registry", "kokushi_inspect.command"]
)
def test_starting_loads_no_heavy_package(module: str, tmp_path: Path) -> None:
    assert modules_after(f"import {module}", tmp_path).isdisjoint(HEAVY)


def test_the_data_model_loads_nothing_of_inspect(tmp_path: Path) -> None:
    loaded = modules_after("import kokushi_inspect.exam", tmp_path)
    assert not {name for name in loaded if name.split(".")[0] == "inspect_ai"}


def test_the_data_model_loads_nothing_else_of_ours(tmp_path: Path) -> None:
    loaded = modules_after("import kokushi_inspect.exam", tmp_path)
    ours = {n for n in loaded if n.split(".")[0] in ("kokushi_inspect", "solvers", "scorers")}
    assert {n for n in ours if not n.startswith("kokushi_inspect.exam")} == {"kokushi_inspect"}


@pytest.mark.parametrize(
    "file",
    sorted(Path(kokushi_inspect.exam.__file__ or "").parent.glob("*.py")),
    ids=lambda file: file.stem,
)
def test_a_file_of_the_data_model_imports_only_the_data_model_of_ours(file: Path) -> None:
    ours = {
        name.split(".")[0] + "." + ".".join(name.split(".")[1:2])
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        for name in _imported(node)
        if name.split(".")[0] in ("kokushi_inspect", "solvers", "scorers", "inspect_ai")
    }
    assert ours <= {"kokushi_inspect.exam"}


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return []
