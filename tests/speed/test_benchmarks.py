"""The benchmarks run; their numbers are not tested."""

import json
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def test_marking_speed_runs_and_keeps_its_rows(tmp_path: Path) -> None:
    rows = tmp_path / "rows.json"
    command = [sys.executable, BENCHMARKS / "marking_speed.py", "--quick", "--rows", rows]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert {"what", "value", "target", "met"} == set(json.loads(rows.read_text("utf-8"))[0])


def test_the_readme_names_every_benchmark() -> None:
    support = {"run_all", "latency_server", "minimal_task", "bare_inspect", "inspect_run"}
    support |= {"interleaving", "question_folder", "kokushimd10_folder", "result_row"}
    support |= {"sweep_run", "report_contents"}
    text = (BENCHMARKS / "README.md").read_text("utf-8")
    scripts = {file.stem for file in BENCHMARKS.glob("*.py")} - support
    assert {name for name in scripts if f"`{name}.py`" not in text} == set()
