"""Metrics over marks: what a reader of a terminal or of the viewer sees of a run."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isnan
from typing import Any

import pytest
from builders import make_mark, make_sitting
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.scorer import Metric, SampleScore, Score, stderr

from kokushi_inspect.exam import Criterion, Mark, PaperRule, Sitting, Verdict
from scorers.marked import marks_of
from scorers.metrics import (
    accuracy_of_marks,
    breakdown,
    clustered_stderr,
    describe_verdicts,
    official_verdict,
    paper_verdict,
    statuses,
    verdicts_of,
)
from scorers.pass_fail import judge


def scores_of(marks: Iterable[Mark], sitting: Sitting | None = None) -> list[SampleScore]:
    """Marks as Inspect hands them to a metric."""
    record = (sitting or make_sitting()).to_record()
    return [
        SampleScore(
            score=Score(value={"correct": "C" if m.correct else "I"}, metadata=m.to_record()),
            sample_id=m.question,
            sample_metadata={"sitting": record, "scenario": m.scenario},
        )
        for m in marks
    ]


def value_of(metric: Metric, scores: Sequence[SampleScore]) -> dict[str, Any]:
    value = metric(list(scores))  # type: ignore[arg-type]
    assert isinstance(value, dict)
    return value


def marks(rights: str, **changes: Any) -> list[Mark]:
    """One mark for each letter: `r` is right, `w` is wrong, `x` does not count."""
    return [
        make_mark(f"A{n}", correct=right == "r", counted=right != "x", **changes)
        for n, right in enumerate(rights)
    ]


# Marks in scores


def test_the_marks_of_a_score_are_in_its_metadata() -> None:
    mark = make_mark()
    assert marks_of(Score(value=1, metadata=mark.to_record())) == [mark]


@pytest.mark.parametrize(
    "metadata", [None, {}, {"unrelated": 1}, {"question": "A1", "unscored": "excluded"}], ids=str
)
def test_a_score_without_a_mark_has_none(metadata: dict[str, Any] | None) -> None:
    assert marks_of(Score(value=0, metadata=metadata)) == []


# Accuracy


def test_accuracy_is_the_share_of_right_answers() -> None:
    assert value_of(accuracy_of_marks(), scores_of(marks("rrrw")))["accuracy"] == 0.75


def test_questions_that_do_not_count_for_the_examinee_are_left_out() -> None:
    assert value_of(accuracy_of_marks(), scores_of(marks("rrrwxx")))["accuracy"] == 0.75


def test_accuracy_counts_questions_and_not_points() -> None:
    heavy = [make_mark("A1", correct=True, points=3), make_mark("A2")]
    assert value_of(accuracy_of_marks(), scores_of(heavy))["accuracy"] == 0.5


@pytest.mark.parametrize("rights", ["", "x"])
def test_without_a_question_that_counts_there_is_no_accuracy(rights: str) -> None:
    value = value_of(accuracy_of_marks(), scores_of(marks(rights)))
    assert list(value) == ["accuracy"]
    assert isnan(value["accuracy"])


def test_a_single_cluster_has_no_standard_error() -> None:
    shared = marks("rw", scenario="A1-2")
    assert value_of(accuracy_of_marks(), scores_of(shared)) == {"accuracy": 0.5}


def test_the_standard_error_is_clustered_by_scenario() -> None:
    alone = marks("rwrwrwrw")
    pairs = [replace(m, scenario=f"pair{n // 2}") for n, m in enumerate(marks("rrwwrrww"))]
    values = [value_of(accuracy_of_marks(), scores_of(given)) for given in (alone, pairs)]
    assert values[0]["accuracy"] == values[1]["accuracy"] == 0.5
    assert values[1]["stderr"] > values[0]["stderr"]


def is_correct(value: Any) -> float:
    """The value of a score as the number that Inspect's own metrics work on."""
    return float(value["correct"] == "C")


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abcdef")), min_size=2, max_size=40))
def test_the_standard_error_is_inspects_own(answers: list[tuple[bool, str]]) -> None:
    given_marks = [
        make_mark(f"A{n}", correct=right, scenario=scenario)
        for n, (right, scenario) in enumerate(answers)
    ]
    inspects: Any = stderr(to_float=is_correct, cluster="scenario")
    theirs = inspects(scores_of(given_marks))
    assert (clustered_stderr(given_marks) or 0.0) == pytest.approx(theirs)


# Breakdown


def test_accuracy_is_broken_down_by_kind_section_and_figure() -> None:
    given_marks = [
        make_mark("A1", correct=True, section="A", kind="single"),
        make_mark("A2", correct=False, section="A", kind="multiple", has_figure=True),
        make_mark("B1", correct=True, section="B", kind="multiple", has_figure=True),
    ]
    assert value_of(breakdown(), scores_of(given_marks)) == {
        "kind multiple": 0.5,
        "kind single": 1.0,
        "section A": 0.5,
        "section B": 1.0,
        "with figure": 0.5,
        "without figure": 1.0,
    }


def test_what_all_questions_share_is_not_broken_down() -> None:
    assert value_of(breakdown(), scores_of(marks("rw"))) == {}


def test_the_breakdown_leaves_out_questions_that_do_not_count() -> None:
    given_marks = [
        make_mark("A1", correct=True),
        make_mark("B1", correct=True, section="B"),
        make_mark("B2", counted=False, section="B"),
    ]
    assert value_of(breakdown(), scores_of(given_marks))["section B"] == 1.0


# Statuses


def test_the_share_of_each_status_is_shown_also_when_it_is_zero() -> None:
    given_marks = [
        make_mark("A1"),
        make_mark("A2", status="refused"),
        make_mark("A3", status="empty"),
        make_mark("A4", counted=False),
    ]
    assert value_of(statuses(), scores_of(given_marks)) == {
        "answered": 0.5,
        "refused": 0.25,
        "truncated": 0.0,
        "empty": 0.25,
        "unreadable": 0.0,
    }


def test_without_marks_there_are_no_statuses() -> None:
    assert value_of(statuses(), []) == {}


# Verdicts of sittings and epochs


def pairs(sitting: Sitting, given: Iterable[Mark]) -> list[tuple[dict[str, Any], Mark]]:
    return [(sitting.to_record(), mark) for mark in given]


def test_each_year_and_each_epoch_has_its_own_verdict_in_order() -> None:
    early, late, undated = (make_sitting(year=y, label=str(y)) for y in (2021, 2024, None))
    mixed = [
        *pairs(undated, [make_mark("X1")]),
        *pairs(late, [make_mark("B1", epoch=2), make_mark("B1", correct=True, epoch=1)]),
        *pairs(early, [make_mark("A1")]),
    ]
    verdicts = verdicts_of(mixed, judge)
    assert [(v.year, v.epoch, v.points) for v in verdicts] == [
        (2021, 1, 0),
        (2024, 1, 1),
        (2024, 2, 0),
        (None, 1, 0),
    ]


def test_two_professions_of_one_year_are_two_sittings() -> None:
    physician, nurse = make_sitting(), make_sitting(profession="nursing")
    verdicts = verdicts_of([*pairs(nurse, marks("r")), *pairs(physician, marks("r"))], judge)
    assert [v.profession for v in verdicts] == ["medicine", "nursing"]


# Names and values of verdicts

CRITERIA = (Criterion("必修", 2, 2), Criterion("必修以外", 1, 2))


def exam_marks(first: int, second: int, epoch: int = 1) -> list[Mark]:
    """Two questions of 必修 and two others, so many of them right."""
    return [
        make_mark(
            f"A{n}",
            epoch=epoch,
            correct=n < first if n < 2 else n - 2 < second,
            counts_in=("必修",) if n < 2 else ("必修以外",),
        )
        for n in range(4)
    ]


def verdict(first: int, second: int, epoch: int = 1, **changes: Any) -> Verdict:
    given_marks = exam_marks(first, second, epoch)
    return judge(make_sitting(*CRITERIA, marks=given_marks, **changes), given_marks)


def test_a_passed_sitting_shows_every_criterion_with_its_line() -> None:
    assert describe_verdicts([verdict(2, 2)]) == {
        "passed": 1,
        "points of 4": 4,
        "必修 ≥ 2 of 2": 2,
        "必修以外 ≥ 1 of 2": 2,
        "margin": 0,
    }


def test_a_failed_sitting_shows_a_zero_and_the_margin_that_is_missing() -> None:
    values = describe_verdicts([verdict(0, 2)])
    assert (values["passed"], values["margin"]) == (0, -2)


def test_a_forbidden_limit_is_shown_with_the_count() -> None:
    values = describe_verdicts([replace(verdict(2, 2, forbidden_limit=3), forbidden=1)])
    assert values["forbidden ≤ 3"] == 1


def test_without_a_verdict_its_reason_is_the_name_and_no_pass_or_margin_is_shown() -> None:
    values = describe_verdicts([verdict(2, 2, filtered="questions=text_only")])
    assert values == {
        "no verdict: filtered: questions=text_only": 1,
        "points of 4": 4,
        "必修 ≥ 2 of 2": 2,
        "必修以外 ≥ 1 of 2": 2,
    }


def test_a_criterion_without_a_line_says_so() -> None:
    unknown = make_sitting(Criterion("必修", None, 2), marks=exam_marks(1, 1))
    values = describe_verdicts([judge(unknown, exam_marks(1, 1))])
    assert values["必修 no line of 2"] == 1


def test_epochs_are_counted_and_their_points_averaged() -> None:
    values = describe_verdicts([verdict(2, 2), verdict(0, 1, 2), verdict(2, 0, 3)])
    assert values == {
        "passed of 3 epochs": 1,
        "points of 4": pytest.approx(7 / 3),
        "必修 ≥ 2 of 2": pytest.approx(4 / 3),
        "必修以外 ≥ 1 of 2": 1,
        "margin": -2,
    }


def test_epochs_without_a_verdict_are_counted_apart() -> None:
    values = describe_verdicts([verdict(2, 2), verdict(2, 2, 2, filtered="x")])
    assert (values["passed of 1 epochs"], values["no verdict: filtered: x"]) == (1, 1)


def test_several_sittings_are_told_apart_by_their_label() -> None:
    values = describe_verdicts([verdict(2, 2, year=2021, label="2021"), verdict(0, 0)])
    assert (values["2021 passed"], values["2024 passed"]) == (1, 0)
    assert len(values) == 2 * 5


def test_no_verdicts_are_described_by_nothing() -> None:
    assert describe_verdicts([]) == {}


def test_the_official_verdict_is_a_metric_over_the_marks_of_scores() -> None:
    given_marks = exam_marks(2, 1)
    sitting = make_sitting(*CRITERIA, marks=given_marks)
    values = value_of(official_verdict(), scores_of(given_marks, sitting))
    assert values == describe_verdicts([judge(sitting, given_marks)])


def test_the_papers_verdict_follows_the_papers_buckets() -> None:
    given_marks = exam_marks(2, 0)
    paper = PaperRule((("必修", 1, 2), ("必修以外", 0, 2)))
    sitting = make_sitting(*CRITERIA, marks=given_marks, paper=paper)
    values = value_of(paper_verdict(), scores_of(given_marks, sitting))
    assert values["passed"] == 1
    assert values["必修 ≥ 1 of 2"] == 2


def test_a_score_without_a_mark_is_a_question_that_was_not_marked() -> None:
    given_marks = exam_marks(2, 2)
    sitting = make_sitting(*CRITERIA, marks=given_marks)
    scores = scores_of(given_marks, sitting)
    scores[0].score.metadata = {"question": "A0", "unscored": "no reply"}
    assert "no verdict: 3 of 4 questions marked" in value_of(official_verdict(), scores)


def test_a_sample_that_is_no_question_of_an_exam_is_left_out() -> None:
    stray = SampleScore(score=Score(value=1), sample_id="x", sample_metadata=None)
    assert value_of(official_verdict(), [stray]) == {}
