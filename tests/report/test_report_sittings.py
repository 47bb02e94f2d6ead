"""What a report says of each sitting: verdicts, score range, accuracy, what does not count."""

from pathlib import Path

import pytest
from inspect_ai.log import EvalLog
from reporting import SCENARIO_ROWS, item, only_sitting, report_of, takes
from scipy.stats import t as student
from taking import PLACES, rows_at, take

from kokushi_inspect.report.verdicts import log_verdicts
from solvers.baseline import baseline


def metric(log: EvalLog, name: str) -> float:
    """A metric that the log itself states."""
    assert log.results is not None
    return float(log.results.scores[0].metrics[name].value)


def test_verdicts_are_those_of_kokushi_verdict(whole: EvalLog, silent: EvalLog) -> None:
    for log in (whole, silent):
        found = only_sitting(report_of(log))
        for protocol, result in (("official", found.official), ("paper", found.paper)):
            (verdict,) = log_verdicts(log, protocol)
            assert (result.points, result.of, result.passed) == (
                verdict.points,
                verdict.of,
                int(verdict.passed or False),
            )
            bars = [(b.name, b.points, b.of, b.line, b.margin) for b in result.criteria]
            assert bars == [(c.name, c.points, c.of, c.line, c.margin) for c in verdict.criteria]


def test_the_margin_is_that_of_the_line_nearest_to_failing(tmp_path: Path) -> None:
    found = only_sitting(report_of(takes(tmp_path, "B1=b B2=b"))).official
    assert (found.outcome, found.margin, found.nearest) == ("fail", -2, "必修")


def test_accuracy_and_interval_are_those_of_the_logs_metrics(tmp_path: Path) -> None:
    log = takes(tmp_path, "A1=b A2=b A5=c B3=d B8=e", rows=SCENARIO_ROWS)
    found = only_sitting(report_of(log)).accuracy
    assert found.interval is not None
    reach = student.ppf(0.975, 8 - 1) * metric(log, "stderr")
    assert found.share == pytest.approx(metric(log, "accuracy"))
    assert found.interval.high - (found.share or 0) == pytest.approx(reach, abs=1e-9)
    assert (found.right, found.n, found.clusters) == (11, 16, 8)


def test_unread_replies_span_a_range_from_all_wrong_to_all_right(tmp_path: Path) -> None:
    found = only_sitting(report_of(takes(tmp_path, "B1=… A1=b")))
    unread = found.unread
    assert (unread.unread, unread.worst_points, unread.best_points) == (1, 2, 3)
    assert (unread.worst, unread.best) == ("fail", "pass")
    assert found.statuses["answered"] == 3


def test_a_run_without_a_readable_reply_may_hide_everything(silent: EvalLog) -> None:
    found = only_sitting(report_of(silent))
    assert found.statuses == {
        "answered": 0,
        "refused": 0,
        "truncated": 0,
        "empty": 4,
        "unreadable": 0,
    }
    assert (found.unread.worst, found.unread.best) == ("fail", "pass")
    assert found.accuracy.share == 0


def test_epochs_are_counted_and_their_points_are_means(three_epochs: EvalLog) -> None:
    found = only_sitting(report_of(three_epochs))
    official = found.official
    assert (official.passed, official.judged, official.epochs) == (3, 3, 3)
    assert (official.points, found.accuracy.n, found.accuracy.clusters) == (4, 12, 4)


def test_epochs_that_differ_are_a_mixed_outcome(tmp_path: Path) -> None:
    rows = rows_at(PLACES, choices={"a": "first", "b": "second"})
    log = take(tmp_path, baseline("chance", 3), rows=rows, epochs=12)
    found = only_sitting(report_of(log)).official
    passed = [v.passed for v in log_verdicts(log)].count(True)
    assert 0 < passed < 12
    assert (found.outcome, found.passed) == ("mixed", passed)


def test_a_sitting_without_a_verdict_has_no_probability(limited: EvalLog) -> None:
    found = only_sitting(report_of(limited))
    assert (found.official.outcome, found.paper.outcome) == ("none", "none")
    assert "3 of 4 questions marked" in found.official.reason
    assert found.probability is None


def test_a_sample_error_forbids_the_verdict_and_is_named(errored: EvalLog) -> None:
    report = report_of(errored)
    found = only_sitting(report)
    assert "1 sample error(s), e.g. B2: RuntimeError('the wire broke')" in found.official.reason
    assert [(left.item, left.why) for left in found.left_out] == [
        (item(report, "B2").id, "sample error")
    ]
    assert report.logs[0].errors == 1


def test_excluded_questions_are_left_out_with_the_reason(tmp_path: Path) -> None:
    rows = [
        *rows_at(["A1"], treatment="excluded"),
        *rows_at(["A2"], treatment="excluded_unless_right"),
        *rows_at(PLACES[2:]),
    ]
    report = report_of(takes(tmp_path, "A2=b", rows=rows))
    whys = {left.item: left.why for left in only_sitting(report).left_out}
    assert whys == {
        item(report, "A1").id: "excluded",
        item(report, "A2").id: "excluded unless right",
    }


def test_forbidden_options_are_listed(tmp_path: Path) -> None:
    rows = rows_at(PLACES, kinki=["e"])
    report = report_of(takes(tmp_path, "A1=e B2=e", rows=rows))
    found = only_sitting(report)
    assert [(f.item, f.read) for f in found.forbidden] == [
        (item(report, "A1").id, "e"),
        (item(report, "B2").id, "e"),
    ]
    assert (found.official.forbidden, found.official.forbidden_limit) == (2, 1)


def test_flips_say_what_either_protocol_read(tmp_path: Path) -> None:
    report = report_of(takes(tmp_path, "A1=Answer:a"))
    (flip,) = only_sitting(report).flips
    assert (flip.item, flip.official, flip.paper) == (item(report, "A1").id, "right", "wrong")
    assert (flip.official_read, flip.paper_read) == ("a", "AAENRS")


def test_the_pass_rate_of_people_is_a_share(whole: EvalLog) -> None:
    assert only_sitting(report_of(whole)).human_pass_rate == pytest.approx(0.924)


def test_statuses_of_the_report_are_those_of_the_logs_metric(tmp_path: Path) -> None:
    log = takes(tmp_path, "A1=… A2=b")
    found = only_sitting(report_of(log))
    assert {name: n / 4 for name, n in found.statuses.items()} == {
        name: metric(log, name) for name in found.statuses
    }
