"""The scripts for Slurm: checked by shellcheck, and run with programs that stand in for Slurm's."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from emitting import MODELS, emit, write_spec

from kokushi_inspect.sweep.sweep import open_sweep, survey_sweep

# runs every index of the array at once, as Slurm does on free nodes, and writes down its words
SBATCH = """#!/bin/bash
echo "$@" >> "$RECORD/sbatch"
script="${@: -1}"
array=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
for index in $(seq 1 "${array:-1}"); do
  SLURM_ARRAY_TASK_ID=$index bash "$script" >"$RECORD/$script-$index" 2>&1 &
  running+=($!)
done
for process in "${running[@]}"; do
  wait "$process"
  echo "$script $?" >> "$RECORD/codes"
done
echo "4$(wc -l < "$RECORD/sbatch");cluster"
"""
SRUN = """#!/bin/bash
echo "$@" >> "$RECORD/srun"
shift
exec "$@"
"""


@dataclass
class Submitted:
    """What came of `submit.sh`."""

    said: str
    record: Path
    spec: Path

    def lines(self, name: str) -> list[str]:
        return sorted((self.record / name).read_text().splitlines())


@pytest.fixture(scope="module")
def submitted(tmp_path_factory: pytest.TempPathFactory) -> Submitted:
    """Two parts at the same time, and the last job, of a sweep of two entries."""
    home = tmp_path_factory.mktemp("slurm")
    programs, record = home / "programs", home / "record"
    for folder in (programs, record):
        folder.mkdir()
    for name, text in {"sbatch": SBATCH, "srun": SRUN}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    spec = write_spec(home)
    emit("slurm", spec, home / "cluster")
    done = subprocess.run(
        ["sh", home / "cluster" / "submit.sh", "--partition=cpu", "--time=1:00:00"],
        env={
            **os.environ,
            "KOKUSHI_CACHE_DIR": str(home / "cache"),
            "PATH": f"{programs}:{os.environ['PATH']}",
            "RECORD": str(record),
        },
        capture_output=True,
        text=True,
        timeout=200,
    )
    return Submitted(done.stdout + done.stderr, record, spec)


@pytest.mark.slow
def test_every_part_and_the_last_job_end_well(submitted: Submitted) -> None:
    said = [file.read_text() for file in submitted.record.glob("*.sbatch-*")]
    assert submitted.lines("codes") == ["finish.sbatch 0", "part.sbatch 0", "part.sbatch 0"], said


@pytest.mark.slow
def test_all_entries_are_complete_with_one_log_each(submitted: Submitted) -> None:
    survey = survey_sweep(open_sweep(submitted.spec))
    assert [(s.complete, len(s.attempts)) for s in survey.states.values()] == [(True, 1)] * 2
    assert survey.odd == ()


@pytest.mark.slow
def test_each_index_runs_a_part_of_its_own(submitted: Submitted) -> None:
    parts = [line.partition("--part ")[2].split(" ")[0] for line in submitted.lines("srun")]
    assert sorted(parts) == ["", "1/2", "2/2"]


@pytest.mark.slow
def test_options_reach_every_job_and_the_last_one_waits(submitted: Submitted) -> None:
    assert submitted.lines("sbatch") == [
        "--parsable --partition=cpu --time=1:00:00 --dependency=afterany:41 finish.sbatch",
        "--parsable --partition=cpu --time=1:00:00 part.sbatch",
    ]
    assert submitted.said == "parts: job 41 (1-2), then: job 42\n"


def test_scripts_pass_shellcheck(tmp_path: Path) -> None:
    program = shutil.which("shellcheck", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if program is None:
        pytest.skip("shellcheck is not installed")
    files = emit("slurm", write_spec(tmp_path), tmp_path / "out")
    scripts = [tmp_path / "out" / name for name in files]
    done = subprocess.run([program, *scripts], capture_output=True, text=True)
    assert (len(files), done.returncode, done.stdout) == (3, 0, "")


def test_same_spec_gives_the_same_scripts_without_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = write_spec(tmp_path, MODELS)
    first = emit("slurm", spec, tmp_path / "first")
    monkeypatch.setenv("OPENAI_API_KEY", "open-sesame")
    assert emit("slurm", spec, tmp_path / "second") == first
    assert "open-sesame" not in "".join(first.values())


@pytest.mark.parametrize(("words", "parts"), [((), 6), (("--workers", "4"), 4)])
def test_array_has_an_index_for_each_part(
    tmp_path: Path, words: tuple[str, ...], parts: int
) -> None:
    files = emit("slurm", write_spec(tmp_path, MODELS), tmp_path / "out", *words)
    assert f"#SBATCH --array=1-{parts}\n" in files["part.sbatch"]
    assert f'"$SLURM_ARRAY_TASK_ID/{parts}"' in files["part.sbatch"]
