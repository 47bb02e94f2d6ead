"""The second look: both answers are kept, and the log tells what the look was worth."""

from pathlib import Path
from typing import Any

import pytest
from builders import make_key, make_question
from inspect_ai.model import ModelOutput
from invigilated import Sat, in_turn, say, sit

from kokushi_inspect.exam import Question
from scorers.marked import COST, FIRST_LOOK
from solvers.review import review
from solvers.wording import WORDING


def look_twice(folder: Path, *replies: str | ModelOutput, **options: Any) -> Sat:
    """One question, of which a is right."""
    questions = options.pop("questions", [make_question()])
    solver = options.pop("solver", None) or review()
    return sit(solver, questions, in_turn(*replies), folder, **options)


def test_the_last_answer_is_the_final_one(tmp_path: Path) -> None:
    sat = look_twice(tmp_path, "b", "a")
    assert (sat.mark["read"], sat.mark["correct"]) == (["a"], True)


def test_the_second_look_follows_the_first_answer_in_the_same_conversation(tmp_path: Path) -> None:
    messages = look_twice(tmp_path, "b", "a").sample.messages
    assert [m.role for m in messages] == ["system", "user", "assistant", "user", "assistant"]
    assert "見直してください" in messages[3].text


def test_the_instruction_says_nothing_of_the_question(tmp_path: Path) -> None:
    numbered = make_question(text="Which of the 17?", options=(("1", "one"), ("2", "two")), key="1")
    sheets = [
        look_twice(tmp_path, "a", "a").sample.messages[3].text,
        look_twice(tmp_path, "1", "1", questions=[numbered]).sample.messages[3].text,
    ]
    assert sheets[0] == sheets[1]


def test_the_first_answer_is_kept_with_its_mark(tmp_path: Path) -> None:
    sat = look_twice(tmp_path, "答え：b", "a")
    assert sat.sample.store[FIRST_LOOK] == {"text": "答え：b", "stop": "stop"}
    assert sat.mark["first_look"] == {
        "status": "answered",
        "read": ["b"],
        "correct": False,
        "counted": True,
    }


def test_the_explanation_shows_both(tmp_path: Path) -> None:
    scores = look_twice(tmp_path, "b", "a").sample.scores or {}
    explanation = scores["official"].explanation or ""
    assert explanation.startswith("read `a`; key `a`; right")
    assert explanation.endswith("first look: `b` wrong")


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ("b", "a", (0, 1, 0)),
        ("a", "b", (1, 0, 1)),
        ("a", "a", (1, 0, 0)),
        ("b", "c", (0, 0, 0)),
        ("よく分からない。", "a", (0, 1, 0)),
    ],
    ids=["better", "worse", "kept right", "kept wrong", "unread before"],
)
def test_metrics_tell_what_became_of_the_first_answer(
    tmp_path: Path, first: str, second: str, shown: tuple[int, int, int]
) -> None:
    metrics = look_twice(tmp_path, first, second).metrics
    names = ("right before", "became right", "became wrong")
    assert tuple(metrics[name] for name in names) == shown


def test_answers_are_counted_over_all_questions(tmp_path: Path) -> None:
    questions = [make_question(id=f"A{n}") for n in range(4)]
    replies = ["b", "a", "b", "a", "a", "b", "a", "a"]
    metrics = look_twice(tmp_path, *replies, questions=questions, max_samples=1).metrics
    assert (metrics["right before"], metrics["accuracy"]) == (0.5, 0.75)
    assert (metrics["became right"], metrics["became wrong"]) == (2, 1)


def test_a_first_answer_that_does_not_count_is_left_out_of_the_accuracy(tmp_path: Path) -> None:
    lenient = make_question(key=make_key("a", treatment="excluded_unless_right"))
    metrics = look_twice(
        tmp_path, "b", "b", "a", "a", questions=[lenient, make_question(id="A2")], max_samples=1
    ).metrics
    assert metrics["right before"] == 1


def test_a_question_that_is_not_scored_has_no_first_mark(tmp_path: Path) -> None:
    excluded = make_question(key=make_key("a", treatment="excluded"))
    assert "first_look" not in look_twice(tmp_path, "a", "b", questions=[excluded]).mark


def test_a_refused_first_answer_is_looked_over_too(tmp_path: Path) -> None:
    sat = look_twice(tmp_path, say("", "content_filter"), "a")
    assert (sat.mark["first_look"]["status"], sat.mark["correct"]) == ("refused", True)


def test_a_limit_before_the_second_look_leaves_the_first_answer(tmp_path: Path) -> None:
    sat = look_twice(tmp_path, "a", "b", message_limit=3)
    assert (sat.log.status, sat.mark["read"]) == ("success", ["a"])


def test_a_limit_before_the_first_answer_is_truncated(tmp_path: Path) -> None:
    sat = look_twice(tmp_path, message_limit=2)
    assert (sat.log.status, sat.mark["status"]) == ("success", "truncated")
    assert "right before" not in sat.metrics


def test_two_calls_and_two_turns_a_question(tmp_path: Path) -> None:
    sat = look_twice(tmp_path, "b", "a")
    assert sat.sample.store[COST] == {"calls": 2, "turns": 2, "tokens": 4}
    names = ("calls per question", "turns per question", "tokens per question")
    assert tuple(sat.metrics[name] for name in names) == (2, 2, 4)


def test_english_wording(tmp_path: Path) -> None:
    sat = look_twice(tmp_path, "b", "a", solver=review(language="en"))
    assert "".join(message.text for message in sat.sample.messages).isascii()
    assert list(sat.sample.store[WORDING]) == ["review_en 1", "answer_sheet_en 1"]


def test_a_user_may_word_the_system_message(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Dear $role", "utf-8")
    sat = look_twice(tmp_path, "b", "a", solver=review(prompt=str(tmp_path / "mine.txt")))
    assert sat.sample.messages[0].text == "Dear 医師"


def test_a_scenario_in_one_sample_is_refused_with_what_to_do(tmp_path: Path) -> None:
    questions: list[Question] = [make_question(), make_question(id="A2")]
    log = look_twice(tmp_path, questions=questions, scenario=True).log
    assert log.status == "error"
    assert log.error is not None
    assert "use --solver solvers/dialogue.py" in log.error.message
