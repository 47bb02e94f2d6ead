"""`kokushi compare`: two logs question by question, or the reason why not."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from inspect_ai.log import EvalLog, write_eval_log
from reporting import SCENARIO_ROWS, report_of, takes
from taking import PLACES, rows_at, saying, take

from kokushi_inspect.command import main
from solvers.baseline import baseline


def compare(*words: object) -> Result:
    return CliRunner().invoke(main, ["compare", *(str(word) for word in words)])


def compared(first: EvalLog, second: EvalLog) -> dict[str, Any]:
    result = compare(first.location, second.location, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_numbers_are_those_of_the_report(tmp_path: Path) -> None:
    first = takes(tmp_path, "A1=b", rows=SCENARIO_ROWS)
    second = take(tmp_path, baseline("chance"), rows=SCENARIO_ROWS)
    found = compared(first, second)
    (pair,) = report_of(first, second).groups[0].pairs
    assert found["n"] == pair.n == 16
    assert (found["only_first"], found["only_second"]) == (pair.only_first, pair.only_second)
    assert found["p"] == pytest.approx(pair.p, abs=1e-6)
    assert found["difference"] == pytest.approx(pair.difference, abs=1e-6)


def test_the_order_of_the_logs_stays(tmp_path: Path, whole: EvalLog, silent: EvalLog) -> None:
    found = compared(silent, whole)
    assert (found["difference"], found["only_second"]) == (-1.0, 4)
    assert found["first"]["examinee"] == "baseline/silent"


def test_questions_that_differ_are_listed(folder: Path, whole: EvalLog) -> None:
    found = compared(whole, take(folder, saying(A2="c", B1="…")))
    assert found["differing"] == [
        {"question": "A2", "key": ["a"], "first": "a", "second": "c", "right": "first"},
        {"question": "B1", "key": ["a"], "first": "a", "second": "unreadable", "right": "first"},
    ]


def test_text_has_accuracies_difference_test_and_verdicts(whole: EvalLog, silent: EvalLog) -> None:
    result = compare(whole.location, silent.location)
    said = " ".join(result.output.split())
    assert "accuracy A 100.0 %" in said
    assert "difference A-B +100.0 %" in said
    assert "McNemar, exact, two-sided: p = 0.125" in said
    assert "medicine 2024: A pass +0; B fail -2" in said
    assert "4 questions differ:" in said


def test_the_same_log_does_not_differ_from_itself(whole: EvalLog) -> None:
    found = compared(whole, whole)
    assert (found["p"], found["differing"]) == (1.0, [])


def test_other_questions_are_refused(whole: EvalLog, tmp_path: Path) -> None:
    other = take(tmp_path, baseline("key"), rows=rows_at(PLACES, question="Another?"))
    result = compare(whole.location, other.location)
    assert result.exit_code == 1
    assert "must not be compared: other questions (their checksum differs)" in result.output


def test_practice_with_real_is_refused(whole: EvalLog, tmp_path: Path) -> None:
    copy = whole.model_copy(deep=True)
    copy.eval.metadata = (copy.eval.metadata or {}) | {"source": "practice"}
    write_eval_log(copy, str(tmp_path / "practice.eval"))
    result = compare(whole.location, tmp_path / "practice.eval")
    assert (result.exit_code, "the practice exam, not a real one" in result.output) == (1, True)


def test_another_profession_is_refused(whole: EvalLog, tmp_path: Path) -> None:
    copy = whole.model_copy(deep=True)
    copy.eval.metadata = (copy.eval.metadata or {}) | {"profession": "nursing"}
    write_eval_log(copy, str(tmp_path / "nursing.eval"))
    result = compare(whole.location, tmp_path / "nursing.eval")
    assert (result.exit_code, "nursing instead of medicine" in result.output) == (1, True)


@pytest.mark.parametrize("content", [b"no zip", b""])
def test_a_damaged_log_is_refused(content: bytes, whole: EvalLog, tmp_path: Path) -> None:
    (tmp_path / "bad.eval").write_bytes(content)
    result = compare(whole.location, tmp_path / "bad.eval")
    assert (result.exit_code, "cannot be read" in result.output) == (1, True)


def test_logs_without_a_common_mark_are_refused(folder: Path) -> None:
    logs = [take(folder, baseline("key"), sample_id=[place]) for place in ("A1", "B1")]
    result = compare(*(log.location for log in logs))
    assert (result.exit_code, "no marked question in common" in result.output) == (1, True)
