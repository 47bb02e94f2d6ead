"""Stored replies, marked as if they were given now."""

import json
from pathlib import Path

import pytest
from command_line import CommandLine, Run, by_path
from small_exam import Exam, replay


@pytest.fixture(scope="module")
def whole(command_line: CommandLine, exam: Exam) -> Run:
    return replay(command_line, exam)


@pytest.fixture(scope="module")
def gaps(command_line: CommandLine, exam: Exam) -> Run:
    """Two replies are missing, and one is for a question that the exam does not have."""
    rows = [row for id, row in exam.replies.items() if id not in ("A4", "B2")]
    rows.append({"id": "Z99", "output": "a"})

    def make(folder: Path) -> Path:
        file = folder / "replies.jsonl"
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
        file.write_text("".join(lines), "utf-8")
        return file

    return command_line.evaluate(
        "replay gaps",
        "kokushi_inspect/medicine",
        *("-T", "source=.", "-T", "criteria=criteria.toml", "--model", "none"),
        *("--solver", by_path("solvers/replay.py", exam.folder)),
        *("-S", f"replies={command_line.once('replies with gaps', make)}"),
    )


@pytest.mark.parametrize("field", ["status", "read", "correct", "earned"])
def test_each_reply_is_marked_as_the_table_says(whole: Run, exam: Exam, field: str) -> None:
    expected = {id: row[field] for id, row in exam.replies.items()}
    assert {id: mark[field] for id, mark in whole.marks().items()} == expected


def test_forbidden_option_is_counted(whole: Run) -> None:
    chosen = [id for id, mark in whole.marks().items() if mark["forbidden"]]
    assert (chosen, whole.metrics()["forbidden ≤ 1"]) == (["B6"], 1)


def test_wrong_answer_to_excluded_unless_right_does_not_count(whole: Run) -> None:
    left_out = [id for id, mark in whole.marks().items() if mark.get("counted") is False]
    assert left_out == ["B9"]


def test_unread_replies_carry_the_reason(whole: Run) -> None:
    reasons = {id: score.reason for id, score in whole.scores().items() if score.reason}
    assert reasons == {
        "B3": "truncated",
        "B5": "refusal",
        "B7": "no_response",
        "B8": "excluded",
        "B11": "invalid_response_format",
    }


def test_points_add_up_for_each_criterion(whole: Run) -> None:
    shown = whole.metrics()
    assert (shown["前半 ≥ 8 of 12"], shown["後半 ≥ 8 of 11"], shown["passed"]) == (10, 5, 0)


def test_only_the_named_model_is_replayed(whole: Run, exam: Exam) -> None:
    expected = {id: row["output"] for id, row in exam.replies.items()}
    assert {id: s.output.completion for id, s in whole.samples.items()} == expected


def test_log_names_the_examinee(whole: Run) -> None:
    assert {sample.output.model for sample in whole.samples.values()} == {"tester"}


def test_question_without_a_reply_is_unscored(gaps: Run) -> None:
    reasons = {id: gaps.marks()[id]["unscored"] for id in ("A4", "B2")}
    assert reasons == {"A4": "no reply", "B2": "no reply"}


def test_questions_without_a_reply_are_named_in_a_warning(gaps: Run) -> None:
    assert "no stored reply for 2 question(s): A4, B2" in gaps.said


def test_replies_for_unknown_questions_are_named_in_a_warning(gaps: Run) -> None:
    assert "stored replies for unknown questions: 1 question(s): Z99" in gaps.said


def test_missing_reply_leaves_no_verdict_with_the_reason(gaps: Run) -> None:
    verdicts = [name for name in gaps.metrics() if "verdict" in name or "passed" in name]
    assert len(verdicts) == 1
    assert verdicts[0].startswith("no verdict: 16 of 18 questions marked")
