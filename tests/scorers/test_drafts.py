"""What stands beside the final answer, in scores and in metrics."""

from typing import Any

import pytest
from builders import make_key, make_question
from inspect_ai.scorer import Metric, SampleScore, Score
from inspect_ai.util import Store

from kokushi_inspect.exam import Question
from scorers.draft_metrics import cost_of_question, panel_members, second_look
from scorers.drafts import add_drafts
from scorers.marked import COST, FIRST_LOOK, MEMBERS

COSTS = {"calls": 3, "turns": 2, "tokens": 50}


def reply(text: str, stop: str = "stop") -> dict[str, str]:
    return {"text": text, "stop": stop, "model": "m"}


def drafted(*questions: Question, **store: Any) -> Score:
    """A score of a right answer a, after the store has been looked at."""
    given = Score(value=1, explanation="right", metadata={"correct": True, "question": "A1"})
    return add_drafts(given, Store(store), list(questions or [make_question()]))


def value_of(metric: Metric, *metadata: dict[str, Any]) -> dict[str, float]:
    scores = [SampleScore(score=Score(value=1, metadata=m)) for m in metadata]
    value = metric(scores)  # type: ignore[arg-type, call-arg]
    assert isinstance(value, dict)
    return value  # type: ignore[return-value]


def draft(correct: bool, counted: bool = True) -> dict[str, Any]:
    return {"status": "answered", "read": ["a"], "correct": correct, "counted": counted}


def test_a_score_without_drafts_stays_as_it_is() -> None:
    given = drafted()
    assert (given.explanation, given.metadata) == ("right", {"correct": True, "question": "A1"})


def test_the_final_mark_stays_beside_the_drafts() -> None:
    metadata = drafted(**{FIRST_LOOK: reply("b"), COST: COSTS}).metadata or {}
    assert (metadata["correct"], metadata["first_look"]["correct"]) == (True, False)


def test_a_draft_is_read_with_its_stop_reason() -> None:
    metadata = drafted(**{FIRST_LOOK: reply("考えると", "max_tokens")}).metadata or {}
    assert metadata["first_look"]["status"] == "truncated"


def test_the_vote_is_marked_like_a_member() -> None:
    members = {f"examinee_{n}": reply(text) for n, text in enumerate("bba", start=1)}
    metadata = drafted(**{MEMBERS: members}).metadata or {}
    assert [mark["correct"] for mark in metadata["members"].values()] == [False, False, True]
    assert metadata["vote"] == draft(correct=False) | {"read": ["b"]}
    assert metadata["agreement"] == pytest.approx(2 / 3, abs=1e-4)


def test_a_vote_of_nobody_is_wrong() -> None:
    metadata = drafted(**{MEMBERS: {"examinee_1": reply("")}}).metadata or {}
    assert (metadata["vote"]["status"], metadata["vote"]["correct"]) == ("unreadable", False)


def test_the_explanation_lists_members_and_vote() -> None:
    members = {"examinee_1": reply("b"), "examinee_2": reply("")}
    explanation = drafted(**{MEMBERS: members}).explanation or ""
    assert explanation.splitlines() == [
        "right",
        "",
        "- examinee_1: `b` wrong",
        "- examinee_2: empty, wrong",
        "- vote: `b` wrong, agreement 0.50",
    ]


def test_drafts_of_a_question_that_is_not_scored_are_not_marked() -> None:
    excluded = make_question(key=make_key("a", treatment="excluded"))
    store = {FIRST_LOOK: reply("b"), MEMBERS: {"examinee_1": reply("b")}}
    assert drafted(excluded, **store).metadata == {"correct": True, "question": "A1"}


def test_the_cost_names_how_many_questions_it_was_for() -> None:
    given = drafted(make_question(), make_question(id="A2"), **{COST: COSTS})
    assert (given.metadata or {})["cost"] == {**COSTS, "questions": 2}


def test_a_panel_of_three_stays_in_the_summaries_of_a_log() -> None:
    """Inspect leaves metadata above 1 kB out of them; the mark itself takes about 400 bytes."""
    members = {f"examinee_{n}": reply("a") for n in range(1, 4)}
    metadata = drafted(**{MEMBERS: members, COST: COSTS}).metadata or {}
    assert len(str(metadata)) < 600


@pytest.mark.parametrize("metric", [second_look(), panel_members(), cost_of_question()])
def test_a_metric_shows_nothing_where_nothing_was_recorded(metric: Metric) -> None:
    assert value_of(metric, {"correct": True}) == {}


def test_costs_are_for_each_question_and_not_for_each_sample() -> None:
    scenario = {"cost": {"calls": 3, "turns": 3, "tokens": 60, "questions": 3}}
    alone = {"cost": {"calls": 5, "turns": 1, "tokens": 20, "questions": 1}}
    assert value_of(cost_of_question(), scenario, alone) == {
        "calls per question": 2,
        "turns per question": 1,
        "tokens per question": 20,
    }


def test_turned_marks_are_counted_and_not_averaged() -> None:
    looks = [(False, True), (False, True), (True, False), (True, True)]
    metadata = [{"first_look": draft(first), "correct": final} for first, final in looks]
    assert value_of(second_look(), *metadata) == {
        "right before": 0.5,
        "became right": 2,
        "became wrong": 1,
    }


def test_a_first_answer_that_does_not_count_is_no_part_of_the_accuracy() -> None:
    metadata = [
        {"first_look": draft(True), "correct": True},
        {"first_look": draft(False, counted=False), "correct": False},
    ]
    assert value_of(second_look(), *metadata)["right before"] == 1


def panel_of(*correct: bool, vote: bool, agreement: float) -> dict[str, Any]:
    members = {f"examinee_{n}": draft(right) for n, right in enumerate(correct, start=1)}
    return {"members": members, "vote": draft(vote), "agreement": agreement}


def test_members_are_held_against_their_vote() -> None:
    panels = [
        panel_of(True, True, False, vote=True, agreement=0.6667),
        panel_of(False, True, False, vote=False, agreement=1.0),
    ]
    assert value_of(panel_members(), *panels) == {
        "examinee_1 accuracy": 0.5,
        "examinee_2 accuracy": 1.0,
        "examinee_3 accuracy": 0.0,
        "members' mean accuracy": 0.5,
        "majority accuracy": 0.5,
        "agreement": pytest.approx(0.83335),
    }


def test_members_are_named_in_their_order() -> None:
    names = list(value_of(panel_members(), panel_of(*[True] * 11, vote=True, agreement=1)))
    assert names[:2] + names[9:11] == [
        "examinee_1 accuracy",
        "examinee_2 accuracy",
        "examinee_10 accuracy",
        "examinee_11 accuracy",
    ]
