"""The verdicts of finished logs, read back from their files."""

from pathlib import Path
from typing import Any

import pytest
from builders import make_row
from inspect_ai import Task
from inspect_ai import eval as run_eval
from inspect_ai import score as score_again
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, read_eval_log
from taking import PLACES, rows_at, take

from kokushi_inspect.exam import KokushiError, Protocol, Verdict
from kokushi_inspect.report.verdicts import (
    epochs_of,
    examinee_of,
    log_verdicts,
    read_exam_log,
)
from scorers.paper import paper
from solvers.baseline import baseline

BOTH: list[Protocol] = ["official", "paper"]


def verdict_of(log: EvalLog, protocol: Protocol = "official") -> Verdict:
    """The only verdict of a log."""
    (verdict,) = log_verdicts(read_exam_log(log.location), protocol)
    return verdict


def metrics_of(log: EvalLog) -> dict[str, Any]:
    """What the terminal and the viewer show."""
    assert log.results is not None
    return {name: metric.value for name, metric in log.results.scores[0].metrics.items()}


def test_a_whole_sitting_that_reaches_every_line_passes(whole: EvalLog) -> None:
    verdict = verdict_of(whole)
    assert (verdict.passed, verdict.points, verdict.of) == (True, 4, 4)
    assert [(c.name, c.points, c.of, c.line, c.met) for c in verdict.criteria] == [
        ("必修", 2, 2, 2, True),
        ("必修以外", 2, 2, 1, True),
    ]


def test_a_whole_sitting_below_a_line_fails_and_names_the_lines(silent: EvalLog) -> None:
    verdict = verdict_of(silent)
    assert (verdict.passed, verdict.points) == (False, 0)
    assert verdict.reason.startswith("必修 0 of 2, line 2; 必修以外 0 of 2, line 1")


def test_the_metrics_of_a_run_show_the_same_verdict(whole: EvalLog, silent: EvalLog) -> None:
    assert (metrics_of(whole)["passed"], metrics_of(silent)["passed"]) == (1, 0)
    assert metrics_of(whole)["必修 ≥ 2 of 2"] == 2


@pytest.mark.parametrize("protocol", BOTH)
def test_a_limit_leaves_no_verdict(limited: EvalLog, protocol: Protocol) -> None:
    verdict = verdict_of(limited, protocol)
    assert (verdict.passed, verdict.reason) == (None, "3 of 4 questions marked")


@pytest.mark.parametrize("protocol", BOTH)
def test_an_errored_sample_leaves_no_verdict_and_is_quoted(
    errored: EvalLog, protocol: Protocol
) -> None:
    verdict = verdict_of(errored, protocol)
    assert verdict.passed is None
    assert verdict.reason.startswith("1 sample error(s), e.g. B2: ")
    assert "the wire broke" in verdict.reason


def test_an_errored_sample_leaves_no_verdict_in_the_metrics(errored: EvalLog) -> None:
    values = metrics_of(errored)
    assert values["no verdict: 3 of 4 questions marked"] == 1
    assert "passed" not in values


def test_each_epoch_has_its_verdict(three_epochs: EvalLog) -> None:
    verdicts = log_verdicts(read_exam_log(three_epochs.location))
    assert [(v.epoch, v.passed, v.points) for v in verdicts] == [(n, True, 4) for n in (1, 2, 3)]


def test_the_epoch_of_a_mark_is_that_of_its_sample(three_epochs: EvalLog) -> None:
    log = read_exam_log(three_epochs.location)
    for sample in log.samples or []:
        for given in (sample.scores or {}).values():
            given.metadata = (given.metadata or {}) | {"epoch": 1}
    assert [verdict.epoch for verdict in log_verdicts(log)] == [1, 2, 3]


def test_the_metrics_count_the_epochs_that_passed(three_epochs: EvalLog) -> None:
    assert metrics_of(three_epochs)["passed of 3 epochs"] == 3


@pytest.mark.parametrize("protocol", BOTH)
def test_a_filter_leaves_no_verdict(tmp_path: Path, protocol: Protocol) -> None:
    log = take(tmp_path, baseline("key"), task={"questions": "text_only"})
    verdict = verdict_of(log, protocol)
    assert (verdict.passed, verdict.reason) == (None, "filtered: questions=text_only")


def test_the_papers_verdict_needs_no_second_marking(whole: EvalLog) -> None:
    verdict = verdict_of(whole, "paper")
    assert (verdict.protocol, verdict.passed) == ("paper", True)
    assert [(c.name, c.points, c.line) for c in verdict.criteria] == [
        ("first", 2, 2),
        ("second", 2, 1),
    ]


def test_the_papers_marks_are_used_when_the_log_has_them(whole: EvalLog) -> None:
    log = read_eval_log(whole.location)
    again = score_again(log, paper(), action="append", display="none")
    scores = (again.samples or [])[0].scores or {}
    scores["paper"].metadata = (scores["paper"].metadata or {}) | {"earned": 0}
    (verdict,) = log_verdicts(again, "paper")
    assert verdict.points == 3


def test_marks_of_a_scorer_that_is_known_by_its_package_are_found(whole: EvalLog) -> None:
    log = read_eval_log(whole.location)
    for sample in log.samples or []:
        sample.scores = {f"kokushi_inspect/{k}": s for k, s in (sample.scores or {}).items()}
    assert log_verdicts(log)[0].passed is True


def test_a_sitting_that_was_never_asked_has_no_verdict(whole: EvalLog) -> None:
    log = read_eval_log(whole.location)
    log.samples = []
    (verdict,) = log_verdicts(log)
    assert (verdict.passed, verdict.reason) == (None, "0 of 4 questions marked")


@pytest.mark.parametrize("protocol", BOTH)
def test_a_scenario_asked_in_one_sample_is_judged_by_its_questions(
    tmp_path: Path, protocol: Protocol
) -> None:
    rows = [*rows_at(["A1", "A2"]), *rows_at(["B1", "B2"], group="B1-2", context="A man of 60.")]
    log = take(tmp_path, baseline("key"), rows=rows, task={"unit": "scenario"})
    assert len(log.samples or []) == 3
    assert verdict_of(log, protocol).passed is True


def test_a_log_of_two_years_has_two_verdicts(tmp_path: Path) -> None:
    rows = [*rows_at(PLACES), make_row(id="2026A1", year=2026, section="A", index="1")]
    log = take(tmp_path, baseline("key"), rows=rows)
    verdicts = log_verdicts(read_exam_log(log.location))
    assert [(v.year, v.passed) for v in verdicts] == [(2024, True), (2026, None)]
    assert "no announced line for 2026" in verdicts[1].reason


def test_the_examinee_is_the_baseline_that_answered(whole: EvalLog) -> None:
    assert examinee_of(read_exam_log(whole.location)) == "baseline/key"


def test_the_examinee_is_the_name_that_a_replay_was_given(whole: EvalLog) -> None:
    log = read_exam_log(whole.location)
    log.eval.solver_args = {"examinee": "my model"}
    assert examinee_of(log) == "my model"


def test_the_examinee_of_a_run_with_a_model_is_the_model(whole: EvalLog) -> None:
    log = read_exam_log(whole.location)
    log.eval.model = "openai/some-model"
    assert examinee_of(log) == "openai/some-model"


def test_epochs_are_those_of_the_run(whole: EvalLog, three_epochs: EvalLog) -> None:
    logs = [read_exam_log(log.location) for log in (whole, three_epochs)]
    assert [epochs_of(log) for log in logs] == [1, 3]


def test_a_path_without_a_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match=r"expected an Inspect log \(\.eval or \.json\)"):
        read_exam_log(str(tmp_path / "none.eval"))


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("{}")
    with pytest.raises(KokushiError, match="the log cannot be read"):
        read_exam_log(str(file))


def test_a_log_of_another_task_is_refused_by_its_name(tmp_path: Path) -> None:
    task = Task(dataset=[Sample(input="hello")], solver=baseline("silent"), name="greeting")
    (log,) = run_eval(
        task,
        model="none",
        display="none",
        log_dir=str(tmp_path),
        fail_on_error=False,
        log_realtime=False,
    )
    with pytest.raises(KokushiError, match=r"this is no log of an exam \(task 'greeting'\)"):
        read_exam_log(log.location)
