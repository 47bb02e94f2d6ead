"""A verdict needs a whole sitting: what limits, errors and unknown years do to it."""

import pytest
from command_line import CommandLine, Run, by_path
from local_providers import COMPATIBLE, ask, stored
from servers.exchange import Fault, by_question
from small_exam import Exam, unknown_year


@pytest.fixture(scope="module")
def limited(command_line: CommandLine, exam: Exam) -> Run:
    return command_line.evaluate(
        "limit",
        "kokushi_inspect/medicine",
        *("-T", "source=.", "-T", "criteria=criteria.toml", "--model", "none", "--limit", "5"),
        *("--solver", by_path("solvers/baseline.py", exam.folder), "-S", "kind=key"),
    )


@pytest.fixture(scope="module")
def other_year(command_line: CommandLine, exam: Exam) -> Run:
    return unknown_year(command_line, exam)


@pytest.fixture(scope="module")
def errored(command_line: CommandLine, exam: Exam) -> Run:
    """The provider refuses one question."""
    answers = stored(exam.replies) | {"B4": Fault(400, "the local server refuses this one")}
    return ask(
        command_line,
        "errored",
        COMPATIBLE,
        by_question(exam.stems, answers),
        *("-T", "source=.", "-T", "criteria=criteria.toml", "--no-fail-on-error"),
    )


def test_limit_leaves_no_verdict_in_the_metrics(limited: Run) -> None:
    assert limited.metrics()["no verdict: 5 of 18 questions marked"] == 1


def test_limit_leaves_no_passed_metric(limited: Run) -> None:
    assert not any("passed" in name for name in limited.metrics())


def test_limit_leaves_no_verdict_with_the_reason(command_line: CommandLine, limited: Run) -> None:
    (verdict,) = command_line.verdicts(limited)
    assert (verdict["passed"], verdict["reason"]) == (None, "5 of 18 questions marked")


def test_limit_leaves_no_verdict_by_the_paper_either(
    command_line: CommandLine, limited: Run
) -> None:
    (verdict,) = command_line.verdicts(limited, "paper")
    assert (verdict["passed"], verdict["reason"]) == (None, "5 of 19 questions marked")


def test_json_verdict_has_the_agreed_fields(command_line: CommandLine, limited: Run) -> None:
    (verdict,) = command_line.verdicts(limited)
    assert verdict | {"reason": ""} == {
        "profession": "medicine",
        "year": 2031,
        "protocol": "official",
        "points": 9,
        "of": 24,
        "criteria": [
            {"name": "前半", "points": 9, "of": 12, "line": 8, "met": None},
            {"name": "後半", "points": 0, "of": 12, "line": 8, "met": None},
        ],
        "forbidden": 0,
        "passed": None,
        "reason": "",
    }


def test_verdict_in_words_says_that_there_is_none(command_line: CommandLine, limited: Run) -> None:
    assert limited.log_file is not None
    said = command_line.call("kokushi", "verdict", limited.log_file, cwd=command_line.home)
    assert "NO VERDICT" in said.stdout
    assert "5 of 18 questions marked" in said.stdout


def test_year_without_criteria_is_marked_as_usual(other_year: Run) -> None:
    assert other_year.metrics()["accuracy"] == 1


def test_year_without_criteria_has_no_verdict(other_year: Run) -> None:
    (name,) = [name for name in other_year.metrics() if name.startswith("no verdict")]
    assert "no announced line for 2031" in name


def test_provider_error_costs_one_sample(errored: Run) -> None:
    broken = [id for id, sample in errored.samples.items() if sample.error is not None]
    assert broken == ["B4"]


def test_provider_error_leaves_no_verdict_in_the_metrics(errored: Run) -> None:
    (name,) = [n for n in errored.metrics() if "verdict" in n or "passed" in n]
    assert name.startswith("no verdict: 17 of 18 questions marked")


def test_provider_error_leaves_no_verdict_and_is_quoted(
    command_line: CommandLine, errored: Run
) -> None:
    (verdict,) = command_line.verdicts(errored)
    assert verdict["passed"] is None
    assert "1 sample error(s), e.g. B4" in verdict["reason"]
    assert "the local server refuses this one" in verdict["reason"]
