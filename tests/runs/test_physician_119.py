"""What the baselines and two stored models get in the real physician exam of 2025."""

from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from real_exam import RealExam, stored_replies

from kokushi_inspect.exam import Verdict
from solvers.guessing import answer_by_chance, answer_of_key, chance_of

SEEDS = 20

PUBLISHED = {"qwen2_5-72b": (398, 314), "pfn-medllm-qwen-72b": (332, 272)}
"""Points and right answers that the peer publishes for the stored replies."""

DIFFERENCES = {
    "119C69": "the peer kept the confidence that follows the label in the answer field",
    "119E7": "the peer kept the percentage that follows the label in the answer field",
    "119F4": "the peer kept the quotes around the label",
}
"""Where our mark differs from the peer's, with the reason; each is a question of one point."""


@pytest.fixture(scope="module")
def replies(physician_119: Path) -> dict[str, dict[str, dict[str, Any]]]:
    return stored_replies(physician_119)


@pytest.fixture(scope="module")
def by_key(real_exam: RealExam) -> Verdict:
    return real_exam.verdict({q.id: answer_of_key(q) for q in real_exam.questions})


def outputs(rows: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {id: row["output"] for id, row in rows.items()}


def guesses(real_exam: RealExam, seed: int) -> dict[str, str]:
    return {q.id: answer_by_chance(q, Random(f"{seed}/{q.id}")) for q in real_exam.questions}


def test_exam_is_whole(real_exam: RealExam) -> None:
    sitting = real_exam.sitting
    assert (sitting.scored, sitting.of, sitting.problems) == (400, 500, ())


def test_key_gets_every_point_and_passes(by_key: Verdict) -> None:
    assert (by_key.points, by_key.of, by_key.passed) == (500, 500, True)


def test_key_meets_both_criteria_with_all_points(by_key: Verdict) -> None:
    criteria = {c.name: (c.points, c.of, c.line) for c in by_key.criteria}
    assert criteria == {"必修": (200, 200, 160), "必修以外": (300, 300, 221)}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_chance_fails(real_exam: RealExam, seed: int) -> None:
    assert real_exam.verdict(guesses(real_exam, seed)).passed is False


def test_chance_is_right_as_often_as_theory_says(real_exam: RealExam) -> None:
    rights = sum(
        given.correct
        for seed in range(SEEDS)
        for given in real_exam.marks(guesses(real_exam, seed))
    )
    chances = [chance_of(q) for q in real_exam.questions]
    error = sqrt(SEEDS * sum(p * (1 - p) for p in chances))
    assert abs(rights - SEEDS * sum(chances)) < 3 * error


def test_silence_gets_nothing(real_exam: RealExam) -> None:
    verdict = real_exam.verdict({q.id: "" for q in real_exam.questions})
    assert (verdict.points, verdict.passed) == (0, False)


def test_marks_equal_the_peers_but_for_what_has_a_reason(
    real_exam: RealExam, replies: dict[str, dict[str, dict[str, Any]]]
) -> None:
    differing = {
        (model, given.question)
        for model, rows in replies.items()
        for given in real_exam.marks(outputs(rows))
        if given.correct != rows[given.question]["peer_verdict"]
    }
    assert differing == {("pfn-medllm-qwen-72b", id) for id in DIFFERENCES}


@pytest.mark.parametrize("model", list(PUBLISHED))
def test_points_of_stored_replies_are_the_published_ones_and_the_differences(
    real_exam: RealExam, replies: dict[str, dict[str, dict[str, Any]]], model: str
) -> None:
    marks = real_exam.marks(outputs(replies[model]))
    ours = [m for m in marks if m.correct and not replies[model][m.question]["peer_verdict"]]
    points, rights = PUBLISHED[model]
    assert sum(m.earned for m in marks) == points + len(ours)
    assert sum(m.correct for m in marks) == rights + len(ours)


@pytest.mark.parametrize(
    ("model", "passed"), [("qwen2_5-72b", True), ("pfn-medllm-qwen-72b", False)]
)
def test_verdict_on_stored_replies(
    real_exam: RealExam,
    replies: dict[str, dict[str, dict[str, Any]]],
    model: str,
    passed: bool,
) -> None:
    assert real_exam.verdict(outputs(replies[model])).passed is passed


def test_either_announced_answer_of_e28_is_right(real_exam: RealExam) -> None:
    silent = {q.id: "" for q in real_exam.questions}
    right = {
        label: {m.question for m in real_exam.marks(silent | {"119E28": label}) if m.correct}
        for label in "abcde"
    }
    assert right == {label: {"119E28"} if label in "ac" else set() for label in "abcde"}
