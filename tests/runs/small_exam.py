"""The exam that these runs take: where it is, its rows, and its replay."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from command_line import ROOT, CommandLine, Run, by_path


@dataclass(frozen=True)
class Exam:
    """The exam of `tests/runs/exam`, copied beside its figures.

    Attributes:
        folder: Where it is; commands are typed here, so that `.` is its source.
        questions: The rows of the question file, by id.
        replies: The rows of the file of replies, by id: a reply and how it must be marked.
    """

    folder: Path
    questions: dict[str, dict[str, Any]]
    replies: dict[str, dict[str, Any]]

    @property
    def stems(self) -> dict[str, str]:
        """The stem of each question, by which a local server knows it."""
        return {id: row["question"] for id, row in self.questions.items()}


def rows(file: Path) -> dict[str, dict[str, Any]]:
    """The rows of a JSON lines file, by their id."""
    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return {row["id"]: row for row in found}


def replay(command_line: CommandLine, exam: Exam) -> Run:
    """The stored replies of one of two models, marked with the rules of the exam."""
    return command_line.evaluate(
        "replay",
        "kokushi_inspect/medicine",
        *("-T", "source=.", "-T", "criteria=criteria.toml", "--model", "none"),
        *("--solver", by_path("solvers/replay.py", exam.folder)),
        *("-S", "replies=two_models.jsonl", "-S", "examinee=tester"),
    )


def unknown_year(command_line: CommandLine, exam: Exam) -> Run:
    """The key, marked with the built-in rules, which know nothing of the year of this exam.

    Typed in the repository, with its own files by path.
    """
    return command_line.evaluate(
        "unknown year",
        "kokushi_inspect/medicine.py",
        *("-T", f"source={os.path.relpath(exam.folder, ROOT)}", "--model", "none"),
        *("--solver", "solvers/baseline.py", "-S", "kind=key"),
        cwd=ROOT,
    )
