"""A finished log, marked again by the reference scorer's rule."""

from dataclasses import replace
from pathlib import Path

import pytest
from command_line import ROOT, CommandLine, Run
from small_exam import Exam, replay


@pytest.fixture(scope="module")
def first(command_line: CommandLine, exam: Exam) -> Run:
    return replay(command_line, exam)


@pytest.fixture(scope="module")
def again(command_line: CommandLine, first: Run) -> Run:
    def make(folder: Path) -> Run:
        out = folder / "again.eval"
        assert first.log_file is not None, first.said
        run = command_line.call(
            *("inspect", "score", first.log_file, "--scorer", "scorers/paper.py"),
            *("--action", "append", "--output-file", out),
            cwd=ROOT,
        )
        return replace(run, log_file=out if out.is_file() else None)

    return command_line.once("paper", make)


def test_each_reply_is_marked_with_the_faults_of_the_reference(again: Run, exam: Exam) -> None:
    expected = {id: row["paper"] for id, row in exam.replies.items()}
    assert {id: mark["correct"] for id, mark in again.marks("paper").items()} == expected


def test_marks_of_the_first_protocol_stay(again: Run, first: Run) -> None:
    assert again.marks("official") == first.marks("official")


def test_score_of_the_exam_comes_first(again: Run) -> None:
    assert list(again.samples["A1"].scores or {}) == ["official", "paper"]


def test_first_log_is_left_alone(again: Run, first: Run) -> None:
    assert again.log_file != first.log_file
    assert list(first.samples["A1"].scores or {}) == ["official"]


def test_verdict_by_the_paper_has_its_buckets(command_line: CommandLine, again: Run) -> None:
    (verdict,) = command_line.verdicts(again, "paper")
    assert (verdict["protocol"], verdict["passed"]) == ("paper", False)
    assert verdict["criteria"] == [
        {"name": "A", "points": 6, "of": 12, "line": 8, "met": False},
        {"name": "B", "points": 4, "of": 13, "line": 8, "met": False},
    ]


def test_verdict_by_the_paper_needs_no_second_marking(
    command_line: CommandLine, first: Run, again: Run
) -> None:
    assert command_line.verdicts(first, "paper") == command_line.verdicts(again, "paper")


def test_metrics_of_the_paper_name_its_verdict(again: Run) -> None:
    shown = again.metrics("paper")
    assert (shown["passed"], shown["A ≥ 8 of 12"], shown["B ≥ 8 of 13"]) == (0, 6, 4)
