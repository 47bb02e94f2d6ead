"""The two scorers on single replies: what stands in a score."""

import asyncio
from math import isnan
from typing import Any

import pytest
from builders import make_key, make_question, make_sitting, make_written
from inspect_ai.model import ChatMessageUser, ModelName, ModelOutput
from inspect_ai.scorer import Score, Scorer, Target
from inspect_ai.solver import TaskState

from kokushi_inspect.exam import Key, Mark, Question
from scorers.marked import NO_REPLY, REPLIES, marks_of
from scorers.official import official
from scorers.paper import paper


def state_of(question: Question, reply: str | None, *, stop: Any = "stop") -> TaskState:
    """A finished task state; a reply of None was never given."""
    output = ModelOutput.from_content("none/none", reply or "", stop_reason=stop)
    if reply is None:
        output.metadata = {NO_REPLY: True}
    return TaskState(
        model=ModelName("none/none"),
        sample_id=question.id,
        epoch=2,
        input="",
        messages=[ChatMessageUser(content="")],
        output=output,
        metadata=question.to_record() | {"sitting": make_sitting().to_record()},
    )


def score(scorer: Scorer, question: Question, reply: str | None, **given: Any) -> Score:
    result = asyncio.run(scorer(state_of(question, reply, **given), Target("")))
    assert isinstance(result, Score)
    return result


def is_unscored(given: Score) -> bool:
    """Whether Inspect leaves the score out of every metric."""
    return isinstance(given.value, float) and isnan(given.value)


def test_a_right_answer_shows_mark_points_and_forbidden_options() -> None:
    question = make_question(points=3, forbidden=("e",))
    given = score(official(), question, "a")
    assert given.value == {"correct": "C", "points": 3, "forbidden": 0}
    assert given.answer == "a"
    assert given.reason is None
    assert given.explanation == "read `a`; key `a`; right, 3 of 3 points"


def test_a_wrong_and_forbidden_answer_says_so() -> None:
    given = score(official(), make_question(forbidden=("e",)), "e")
    assert given.value == {"correct": "I", "points": 0, "forbidden": 1}
    assert given.explanation == (
        "read `e`; key `a`; wrong, 0 of 1 points; a forbidden option was chosen"
    )


def test_the_metadata_of_a_score_is_the_mark_with_its_epoch() -> None:
    metadata = score(official(), make_question(), "b").metadata or {}
    mark = Mark.from_record(metadata)
    assert (mark.question, mark.correct, mark.read, mark.epoch) == ("A1", False, ("b",), 2)


@pytest.mark.parametrize(
    ("reply", "stop", "status", "reason"),
    [
        ("", "stop", "empty", "no_response"),
        ("Let me think about", "max_tokens", "truncated", "truncated"),
        ("???", "stop", "unreadable", "invalid_response_format"),
    ],
)
def test_a_reply_without_an_answer_is_wrong_with_inspects_reason(
    reply: str, stop: str, status: str, reason: str
) -> None:
    given = score(official(), make_question(), reply, stop=stop)
    assert given.value == {"correct": "I", "points": 0, "forbidden": 0}
    assert (given.answer, given.reason) == (None, reason)
    assert (given.metadata or {})["status"] == status
    assert (given.explanation or "").startswith(f"{status}; key `a`; wrong")


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (make_question(key=make_key("a", treatment="excluded")), "excluded"),
        (make_question(key=make_key()), "no key"),
        (make_question(superseded=True), "superseded row"),
    ],
    ids=["excluded", "no key", "superseded"],
)
def test_a_question_that_is_not_scored_says_why_and_what_was_read(
    question: Question, why: str
) -> None:
    given = score(official(), question, "b")
    assert is_unscored(given)
    assert given.reason == why.replace(" ", "_")
    assert given.explanation == f"not scored: {why}"
    assert given.answer == "b"
    assert (given.metadata or {})["unscored"] == why


def test_a_question_without_a_reply_is_not_scored() -> None:
    given = score(official(), make_question(), None)
    assert is_unscored(given)
    assert (given.reason, given.answer) == ("no_reply", None)


def test_a_sample_that_a_limit_ended_before_any_reply_is_truncated() -> None:
    state = state_of(make_question(), "")
    state.output = ModelOutput()
    given = asyncio.run(official()(state, Target("")))
    assert isinstance(given, Score)
    assert (given.value, given.reason) == (
        {"correct": "I", "points": 0, "forbidden": 0},
        "truncated",
    )


def test_several_accepted_answers_are_all_shown() -> None:
    explanation = score(official(), make_question(key=make_key("a", "c")), "c").explanation
    assert explanation == "read `c`; key `a` or `c`; right, 1 of 1 points"


def test_where_everyone_is_right_any_answer_is_the_key() -> None:
    question = make_question(key=make_key(treatment="everyone_right"))
    assert score(official(), question, "d").explanation == (
        "read `d`; key any answer; right, 1 of 1 points"
    )


def test_a_wrong_answer_that_does_not_count_says_so() -> None:
    question = make_question(key=make_key("a", treatment="excluded_unless_right"))
    assert score(official(), question, "b").explanation == (
        "read `b`; key `a`; wrong: excluded for this examinee (counts only when right)"
    )


def test_a_long_or_quoted_answer_does_not_break_the_explanation() -> None:
    question = make_question(kind="fill_in", options=(), select=None, key=Key((("a`b" * 60,),)))
    explanation = score(official(), question, "x").explanation or ""
    assert explanation.count("`") == 4
    assert len(explanation) < 250


def test_the_papers_score_shows_what_was_compared() -> None:
    question = make_question(kind="multiple", select=2, key=make_key("ac"), points=3)
    given = score(paper(), question, "c,a")
    assert given.value == {"correct": "C", "points": 3, "forbidden": 0}
    assert given.answer == "AC"
    assert given.explanation == "normalised to `AC`; 3 of 3 points"


def test_the_paper_marks_an_excluded_question_too() -> None:
    question = make_question(key=make_key("a", treatment="excluded"))
    assert score(paper(), question, "a").value == {"correct": "C", "points": 1, "forbidden": 0}


def test_the_paper_does_not_score_a_question_without_a_reply() -> None:
    assert is_unscored(score(paper(), make_question(), None))


def test_the_papers_mark_is_in_the_metadata() -> None:
    given = score(paper(), make_question(paper_in=("B+E",)), "a")
    mark = Mark.from_record(given.metadata or {})
    assert (mark.counts_in, mark.epoch) == (("B+E",), 2)


# Scenario samples: several questions, one score


def scenario_state(*questions: Question, **replies: str) -> TaskState:
    """A finished state of a sample that asks the questions; replies by question id."""
    state = state_of(questions[0], "")
    state.metadata = {
        "questions": [question.to_record() for question in questions],
        "sitting": make_sitting().to_record(),
    }
    given = {id: {"text": text, "stop": "stop"} for id, text in replies.items()}
    state.store.set(REPLIES, given)
    return state


def scenario_score(scorer: Scorer, *questions: Question, **replies: str) -> Score:
    result = asyncio.run(scorer(scenario_state(*questions, **replies), Target("")))
    assert isinstance(result, Score)
    return result


FIRST = make_question(id="A1", points=1, forbidden=("e",))
SECOND = make_question(id="A2", points=3, key="b")


@pytest.mark.parametrize(
    ("replies", "value"),
    [
        ({"A1": "a", "A2": "b"}, {"correct": "C", "points": 4, "forbidden": 0}),
        ({"A1": "a", "A2": "c"}, {"correct": "P", "points": 1, "forbidden": 0}),
        ({"A1": "e", "A2": "c"}, {"correct": "I", "points": 0, "forbidden": 1}),
    ],
    ids=str,
)
def test_a_scenario_is_right_in_whole_in_part_or_not_at_all(
    replies: dict[str, str], value: dict[str, Any]
) -> None:
    assert scenario_score(official(), FIRST, SECOND, **replies).value == value


@pytest.mark.parametrize("examiner", [official, paper])
def test_the_score_of_a_scenario_carries_the_mark_of_each_question(examiner: Any) -> None:
    given = scenario_score(examiner(), FIRST, SECOND, A1="a", A2="c")
    assert [(m.question, m.correct, m.epoch) for m in marks_of(given)] == [
        ("A1", True, 2),
        ("A2", False, 2),
    ]


def test_the_metadata_of_a_scenario_sums_up_its_marks() -> None:
    metadata = scenario_score(official(), FIRST, SECOND, A1="e", A2="???").metadata or {}
    summary = ("correct", "status", "read", "points", "earned", "forbidden")
    assert [metadata[name] for name in summary] == [False, "unreadable", ["e"], 4, 0, True]


def test_the_answers_of_a_scenario_stand_side_by_side() -> None:
    assert scenario_score(official(), FIRST, SECOND, A1="a", A2="").answer == "a / –"


@pytest.mark.parametrize("examiner", [official, paper])
def test_a_question_of_a_scenario_without_a_reply_has_no_mark(examiner: Any) -> None:
    given = scenario_score(examiner(), FIRST, SECOND, A1="a")
    assert [mark.question for mark in marks_of(given)] == ["A1"]
    assert given.value == {"correct": "C", "points": 1, "forbidden": 0}


def test_a_scenario_of_which_nothing_is_scored_is_not_scored() -> None:
    excluded = make_question(key=make_key("a", treatment="excluded"))
    assert is_unscored(scenario_score(official(), excluded, A1="a"))


def test_a_scenario_mixes_kinds_of_questions() -> None:
    number = make_written("numeric", "12", id="A2")
    given = scenario_score(official(), FIRST, number, A1="a", A2="12")
    assert given.value == {"correct": "C", "points": 2, "forbidden": 0}
