"""A scenario in one conversation: what is asked when, and what is kept."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from builders import make_key, make_question, make_written
from inspect_ai.model import ChatMessage, ChatMessageUser, GenerateConfig, ModelOutput
from invigilated import Sat, always, in_turn, say, sit

from kokushi_inspect.exam import Boxes, KokushiError, Question, Scenario
from scorers.marked import COST, REPLIES
from solvers.answer_sheet import answer_sheet
from solvers.dialogue import dialogue
from solvers.wording import WORDING

CASE = Scenario("case", "A man of 60 fell on the stairs.")


def ask(number: int, **changes: Any) -> Question:
    return make_question(id=f"A{number}", text=f"Question {number}?", scenario=CASE, **changes)


THREE = (ask(1), ask(2, key="b"), ask(3, key="c"))


def converse(folder: Path, *replies: str | ModelOutput, **options: Any) -> Sat:
    """The three questions in a conversation, with these replies."""
    questions = options.pop("questions", THREE)
    solver = options.pop("solver", None) or dialogue()
    return sit(solver, questions, in_turn(*replies), folder, scenario=True, **options)


def user_texts(sat: Sat) -> list[str]:
    return [m.text for m in sat.sample.messages if isinstance(m, ChatMessageUser)]


def test_the_log_reads_like_a_conversation(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", "b", "c")
    roles = [message.role for message in sat.sample.messages]
    assert roles == ["system", *["user", "assistant"] * 3]
    assert [m.text for m in sat.sample.messages if m.role == "assistant"] == ["a", "b", "c"]


def test_the_case_is_shown_once_and_each_question_after_the_answer_before(tmp_path: Path) -> None:
    texts = user_texts(converse(tmp_path, "a", "b", "c"))
    assert [CASE.text in text for text in texts] == [True, False, False]
    assert [f"Question {n}?" in text for n, text in enumerate(texts, start=1)] == [True] * 3


def test_a_later_question_is_not_known_before_its_turn(tmp_path: Path) -> None:
    heard: list[str] = []

    def listen(messages: Sequence[ChatMessage], config: GenerateConfig) -> ModelOutput:
        heard.append("\n".join(message.text for message in messages))
        return say("a")

    sit(dialogue(), THREE, listen, tmp_path, scenario=True)
    assert ["Question 3?" in text for text in heard] == [False, False, True]


def test_each_question_says_its_own_form_of_answer(tmp_path: Path) -> None:
    numeric = make_written("numeric", "12", id="A2", scenario=CASE, boxes=Boxes(2))
    first, second = user_texts(converse(tmp_path, "a", "12", questions=(ask(1), numeric)))
    assert ("1つだけ" in first, "2桁" in first) == (True, False)
    assert ("1つだけ" in second, "2桁" in second) == (False, True)


def test_the_system_message_names_role_and_exam_and_no_single_form(tmp_path: Path) -> None:
    system = converse(tmp_path, "a", "b", "c").sample.messages[0].text
    assert ("医師国家試験" in system, "1つだけ" in system) == (True, False)


def test_english_wording(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", "b", "c", solver=dialogue(feedback="key", language="en"))
    everything = "".join(message.text for message in sat.sample.messages)
    assert everything.isascii()
    assert 'The right answer to the previous question is "A".' in everything


def test_marks_stay_per_question(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", "b", "e")
    assert [mark["correct"] for mark in sat.mark["marks"]] == [True, True, False]
    assert sat.metrics["accuracy"] == pytest.approx(2 / 3)


def test_replies_are_kept_by_question_with_their_stop_reason(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", say("I was about to", "max_tokens"), "c")
    assert sat.sample.store[REPLIES] == {
        "A1": {"text": "a", "stop": "stop"},
        "A2": {"text": "I was about to", "stop": "max_tokens"},
        "A3": {"text": "c", "stop": "stop"},
    }


def test_a_reply_that_was_cut_short_does_not_end_the_conversation(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", say("", "max_tokens"), "c")
    assert sat.statuses == ["answered", "truncated", "answered"]


def test_a_refusal_goes_on_with_the_next_question(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", say("", "content_filter"), "c")
    assert sat.statuses == ["answered", "refused", "answered"]


def test_no_feedback_is_given_by_default(tmp_path: Path) -> None:
    assert not [t for t in user_texts(converse(tmp_path, "e", "e", "e")) if "正解" in t]


def test_feedback_tells_the_key_before_the_next_question(tmp_path: Path) -> None:
    texts = user_texts(converse(tmp_path, "e", "e", "e", solver=dialogue(feedback="key")))
    told = [text.splitlines()[0] for text in texts]
    assert told == [
        CASE.text,
        "1つ前の問題の正解は「A」です。次の問題に答えてください。",
        "1つ前の問題の正解は「B」です。次の問題に答えてください。",
    ]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (ask(1, key=make_key("a", "c")), "正解は「A」または「C」です"),
        (ask(1, kind="multiple", select=2, key=make_key("ac")), "正解は「AC」です"),
        (make_written("numeric", "0.4", id="A1", scenario=CASE), "正解は「0.4」です"),
        (ask(1, key=make_key(treatment="everyone_right")), "どの解答も正解として"),
    ],
    ids=["several", "multiple", "numeric", "everyone"],
)
def test_feedback_says_what_is_accepted(tmp_path: Path, question: Question, told: str) -> None:
    solver = dialogue(feedback="key")
    texts = user_texts(converse(tmp_path, "a", "b", questions=(question, THREE[1]), solver=solver))
    assert told in texts[1]


def test_there_is_no_feedback_on_a_question_that_is_not_scored(tmp_path: Path) -> None:
    excluded = ask(1, key=make_key("a", treatment="excluded"))
    solver = dialogue(feedback="key")
    texts = user_texts(converse(tmp_path, "a", "b", questions=(excluded, THREE[1]), solver=solver))
    assert texts[1].startswith("Question 2?")


@pytest.mark.parametrize(
    ("limit", "kind"),
    [({"message_limit": 4}, "message"), ({"token_limit": 3}, "token"), ({"turn_limit": 1}, "turn")],
    ids=["messages", "tokens", "turns"],
)
def test_a_limit_leaves_the_other_questions_truncated(
    tmp_path: Path, limit: dict[str, int], kind: str
) -> None:
    sat = converse(tmp_path, "a", "b", "c", **limit)
    assert (sat.log.status, sat.sample.error) == ("success", None)
    assert (sat.sample.limit and sat.sample.limit.type) == kind
    assert sat.statuses == ["answered", "truncated", "truncated"]
    assert [mark["correct"] for mark in sat.mark["marks"]] == [True, False, False]


def test_a_limit_of_time_leaves_the_other_questions_truncated(tmp_path: Path) -> None:
    async def slow(messages: Sequence[ChatMessage], config: GenerateConfig) -> ModelOutput:
        if len(messages) > 2:
            await anyio.sleep_forever()
        return say("a")

    sat = sit(dialogue(), THREE, slow, tmp_path, scenario=True, time_limit=1)
    assert (sat.log.status, sat.sample.error) == ("success", None)
    assert sat.statuses == ["answered", "truncated", "truncated"]


def test_a_limit_before_the_first_reply_is_no_error(tmp_path: Path) -> None:
    sat = converse(tmp_path, message_limit=2)
    assert (sat.log.status, sat.statuses) == ("success", ["truncated"] * 3)


def test_the_cost_is_stated_for_each_question(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", "b", "c")
    assert sat.sample.store[COST] == {"calls": 3, "turns": 3, "tokens": 6}
    assert sat.metrics["calls per question"] == 1


def test_the_cost_is_stated_when_a_limit_ends_the_conversation(tmp_path: Path) -> None:
    sat = converse(tmp_path, "a", "b", message_limit=4)
    assert sat.sample.store[COST] == {"calls": 1, "turns": 1, "tokens": 2}


def test_a_question_alone_is_asked_as_on_the_answer_sheet(tmp_path: Path) -> None:
    ours = sit(dialogue(), [make_question()], always("a"), tmp_path)
    theirs = sit(answer_sheet(), [make_question()], always("a"), tmp_path)
    assert [m.text for m in ours.sample.messages] == [m.text for m in theirs.sample.messages]
    assert ours.mark["correct"] is True


def test_the_log_names_the_wordings(tmp_path: Path) -> None:
    in_conversation = converse(tmp_path, "a", "b", "c").sample.store[WORDING]
    alone = sit(dialogue(), [make_question()], always("a"), tmp_path).sample.store[WORDING]
    assert (list(in_conversation), list(alone)) == (
        ["dialogue_ja 1", "answer_sheet_ja 1"],
        ["answer_sheet_ja 1"],
    )


def test_an_unknown_feedback_says_which_there_are() -> None:
    with pytest.raises(KokushiError, match="feedback='hints'; expected 'none' or 'key'"):
        dialogue(feedback="hints")  # type: ignore[arg-type]


def test_a_limit_leaves_a_question_alone_truncated_too(tmp_path: Path) -> None:
    sat = sit(dialogue(), [make_question()], always("a"), tmp_path, message_limit=2)
    assert (sat.log.status, sat.statuses) == ("success", ["truncated"])
    assert (sat.sample.limit and sat.sample.limit.type) == "message"
