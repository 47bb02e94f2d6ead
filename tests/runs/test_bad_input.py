"""Bad input ends before anything is asked, with one line that says what to do."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine, Run, by_path, error_lines
from small_exam import Exam


def without_a_figure(folder: Path) -> None:
    (folder / "images" / "back.jpg").unlink()


def with_half_a_row(folder: Path) -> None:
    text = (folder / "questions.jsonl").read_text("utf-8")
    (folder / "questions.jsonl").write_text(text[: text.index("\n") + 40], "utf-8")


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (without_a_figure, ["questions.jsonl, row 3, field 'images'", "back.jpg", "missing"]),
        (with_half_a_row, ["questions.jsonl, row 2", "no JSON"]),
    ],
)
def test_spoiled_questions_stop_the_run(
    command_line: CommandLine,
    exam: Exam,
    tmp_path: Path,
    spoil: Callable[[Path], None],
    named: list[str],
) -> None:
    folder = tmp_path / "spoiled"
    shutil.copytree(exam.folder, folder)
    spoil(folder)
    run = evaluate(command_line, exam, spoil.__name__, "-T", f"source={folder}")
    assert_one_clear_line(run, named)


BASELINE = "solvers/baseline.py"
REPLAY = "solvers/replay.py"


@pytest.mark.parametrize(
    ("solver", "words", "named"),
    [
        (BASELINE, [], ["KokushiMD-10", "cannot be reached", "-T source=practice"]),
        (BASELINE, ["-T", "source=.", "-T", "figures=maybe"], ["figures='maybe'", "'withheld'"]),
        (BASELINE, ["-T", "source=.", "-S", "kind=lucky"], ["kind='lucky'", "'chance'"]),
        (REPLAY, ["-T", "source=.", "-S", "replies=none.jsonl"], ["none.jsonl", "-S replies="]),
    ],
)
def test_wrong_parameters_stop_the_run(
    command_line: CommandLine, exam: Exam, solver: str, words: list[str], named: list[str]
) -> None:
    path = by_path(solver, exam.folder)
    run = evaluate(command_line, exam, " ".join(words) or "no source", *words, "--solver", path)
    assert_one_clear_line(run, named)


@pytest.mark.parametrize("log", ["nowhere.eval", "criteria.toml"])
def test_verdict_of_what_is_no_log_is_refused(
    command_line: CommandLine, exam: Exam, log: str
) -> None:
    run = command_line.call("kokushi", "verdict", log, cwd=exam.folder)
    assert_one_clear_line(run, [log, "expected an Inspect log"])


def evaluate(command_line: CommandLine, exam: Exam, name: str, *words: str) -> Run:
    return command_line.evaluate(
        f"bad {name.replace('/', ' ')}", "kokushi_inspect/medicine", *words, "--model", "none"
    )


def assert_one_clear_line(run: Run, named: list[str]) -> None:
    """The command failed, wrote no log, and its only complaint names these things."""
    assert run.code != 0
    assert run.log_file is None
    assert "Traceback" not in run.said
    (line,) = error_lines(run)
    assert [words for words in named if words not in line] == []
