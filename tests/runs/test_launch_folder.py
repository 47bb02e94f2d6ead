"""Relative paths mean the folder of the command, however task and solver are named."""

import shutil
from pathlib import Path

import pytest
from command_line import CommandLine, Run, by_path
from small_exam import Exam, unknown_year

RELATIVE = (
    *("-T", "source=mine", "-T", "criteria=mine/criteria.toml", "-T", "prompt=mine/wording.txt"),
    *("--model", "none", "-S", "replies=answers/replies.jsonl"),
)


@pytest.fixture(scope="module")
def elsewhere(exam: Exam, command_line: CommandLine) -> Path:
    """A folder that is neither the repository nor that of the questions."""

    def make(folder: Path) -> Path:
        shutil.copytree(exam.folder, folder / "mine", ignore=shutil.ignore_patterns("lock"))
        (folder / "mine" / "wording.txt").write_text("$role: $format", "utf-8")
        (folder / "answers").mkdir()
        replies = (exam.folder / "replies.jsonl").read_text("utf-8")
        more = replies + '{"id": "Z99", "output": "a"}\n'
        (folder / "answers" / "replies.jsonl").write_text(more, "utf-8")
        return folder

    return command_line.once("elsewhere", make)


@pytest.fixture(scope="module", params=["path", "name"])
def run(request: pytest.FixtureRequest, command_line: CommandLine, elsewhere: Path) -> Run:
    task = {
        "path": by_path("kokushi_inspect/medicine.py", elsewhere),
        "name": "kokushi_inspect/medicine",
    }[request.param]
    solver = by_path("solvers/replay.py", elsewhere)
    return command_line.evaluate(
        f"launch by {request.param}", task, *RELATIVE, "--solver", solver, cwd=elsewhere
    )


def test_relative_source_is_found(run: Run, elsewhere: Path) -> None:
    metadata = run.log.eval.metadata or {}
    assert metadata["source"] == str(elsewhere / "mine" / "questions.jsonl")


def test_relative_replies_are_found(run: Run, exam: Exam) -> None:
    expected = {id: row["correct"] for id, row in exam.replies.items()}
    assert {id: mark["correct"] for id, mark in run.marks().items()} == expected


def test_relative_replies_are_compared_with_the_questions(run: Run) -> None:
    assert "stored replies for unknown questions: 1 question(s): Z99" in run.said


def test_relative_criteria_are_found(run: Run) -> None:
    assert "前半 ≥ 8 of 12" in run.metrics()


def test_relative_prompt_is_found(run: Run) -> None:
    metadata = run.log.eval.metadata or {}
    assert metadata["prompt"]["version"] == "wording.txt"


def test_task_file_runs_from_the_folder_of_the_repository(
    command_line: CommandLine, exam: Exam
) -> None:
    run = unknown_year(command_line, exam)
    assert (run.code, run.log.status, run.log.eval.task) == (0, "success", "medicine")
