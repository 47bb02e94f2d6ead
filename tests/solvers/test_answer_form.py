"""What the agent may submit, and in which form it becomes the reply."""

from typing import Any

import pytest
from builders import make_question
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import Boxes, Question
from scorers.reading import read_reply
from solvers.tools.answer_form import BadForm, answer_form
from solvers.tools.wording import load_agent_wording


def options(*labels: str) -> dict[str, Any]:
    return {"options": tuple((label, f"text {n}") for n, label in enumerate(labels))}


def number(*boxes: int) -> dict[str, Any]:
    return {"kind": "numeric", "options": (), "boxes": Boxes(*boxes) if boxes else None}


ONE = make_question()
QUESTIONS = {
    "one": ONE,
    "two": make_question(kind="multiple", select=2),
    "all": make_question(kind="multiple", select=None),
    "order": make_question(kind="ordered", select=None),
    "digits": make_question(**options(*"12345")),
    "two digits": make_question(kind="multiple", select=2, **options(*"12345")),
    "katakana": make_question(kind="multiple", select=None, **options(*"アイウエオ")),
    "long": make_question(kind="multiple", select=None, **options("1", "2", "11", "12")),
    "28": make_question(**number(2)),
    "0.4": make_question(**number(2, 1)),
    "free": make_question(**number()),
    "term": make_question(kind="fill_in", options=()),
}


@pytest.mark.parametrize(
    ("name", "given", "reply"),
    [
        ("one", {"labels": ["b"]}, "B"),
        ("one", {"labels": "b"}, "B"),
        ("one", {"labels": ["B"]}, "B"),
        ("one", {"labels": ["ｂ."]}, "B"),
        ("one", {"labels": ["b"], "number": None, "text": ""}, "B"),
        ("two", {"labels": ["d", "a"]}, "AD"),
        ("two", {"labels": ["AD"]}, "AD"),
        ("two", {"labels": "a, d"}, "AD"),
        ("all", {"labels": ["e", "a", "c"]}, "ACE"),
        ("order", {"labels": ["c", "a", "b"]}, "CAB"),
        ("digits", {"labels": [3]}, "3"),
        ("digits", {"labels": 3}, "3"),
        ("digits", {"labels": ["③"]}, "3"),
        ("two digits", {"labels": [5, "1"]}, "15"),
        ("katakana", {"labels": ["ウ", "ア"]}, "アウ"),
        ("long", {"labels": ["11", "2"]}, "2,11"),
        ("28", {"number": 28}, "28"),
        ("28", {"number": 28.0}, "28"),
        ("28", {"number": "２８"}, "28"),
        ("28", {"number": "04"}, "4"),
        ("0.4", {"number": 0.4}, "0.4"),
        ("0.4", {"number": "0.40"}, "0.4"),
        ("0.4", {"number": ".4"}, "0.4"),
        ("0.4", {"number": 4}, "4"),
        ("free", {"number": -1250}, "-1250"),
        ("free", {"number": "1,250.5"}, "1250.5"),
        ("term", {"text": " 氷 "}, "氷"),
    ],
)
def test_submission_becomes_a_reply(name: str, given: dict[str, Any], reply: str) -> None:
    assert answer_form(QUESTIONS[name], **given) == reply


@pytest.mark.parametrize(
    ("name", "given", "error"),
    [
        ("one", {}, "use_labels"),
        ("one", {"labels": []}, "use_labels"),
        ("one", {"text": "b"}, "use_labels"),
        ("one", {"labels": ["b"], "text": "b"}, "use_labels"),
        ("one", {"labels": ["b"], "number": 0}, "use_labels"),
        ("one", {"labels": ["f"]}, "unknown_label"),
        ("one", {"labels": ["second"]}, "unknown_label"),
        ("one", {"labels": [""]}, "unknown_label"),
        ("one", {"labels": ["x" * 10_000]}, "unknown_label"),
        ("one", {"labels": ["a", "b"]}, "label_count"),
        ("one", {"labels": ["a"] * 10_000}, "repeated_label"),
        ("two", {"labels": ["a"]}, "label_count"),
        ("two", {"labels": ["a", "b", "c"]}, "label_count"),
        ("two", {"labels": ["a", "A"]}, "repeated_label"),
        ("order", {"labels": ["a", "b", "a"]}, "repeated_label"),
        ("digits", {"labels": [6]}, "unknown_label"),
        ("28", {"labels": ["28"]}, "use_number"),
        ("28", {"text": "28"}, "use_number"),
        ("28", {"number": "約28"}, "not_a_number"),
        ("28", {"number": "28本"}, "not_a_number"),
        ("28", {"number": "20〜30"}, "not_a_number"),
        ("28", {"number": float("nan")}, "not_a_number"),
        ("28", {"number": float("inf")}, "not_a_number"),
        ("28", {"number": 10**400}, "not_a_number"),
        ("28", {"number": -28}, "negative"),
        ("28", {"number": 128}, "boxes"),
        ("28", {"number": 28.5}, "boxes"),
        ("0.4", {"number": "04"}, "boxes_decimals"),
        ("0.4", {"number": 0.45}, "boxes_decimals"),
        ("0.4", {"number": 40}, "boxes_decimals"),
        ("term", {"labels": ["氷"]}, "use_text"),
        ("term", {"text": "氷\n水"}, "not_a_term"),
        ("term", {"text": "氷" * 81}, "not_a_term"),
        ("term", {"text": "。"}, "not_a_term"),
    ],
)
def test_wrong_form_has_its_error(name: str, given: dict[str, Any], error: str) -> None:
    with pytest.raises(BadForm) as raised:
        answer_form(QUESTIONS[name], **given)
    assert raised.value.name == error
    said = load_agent_wording("ja").error(error, **raised.value.values)
    assert 0 < len(said) < 200


def test_key_plays_no_part() -> None:
    replies = {answer_form(make_question(key=key), labels=["b"]) for key in ("a", "b", "")}
    assert replies == {"B"}


@pytest.mark.parametrize("name", ["one", "digits", "katakana", "long", "two", "all", "order"])
@given(data=st.data())
def test_reading_finds_what_was_submitted(name: str, data: st.DataObject) -> None:
    question = QUESTIONS[name]
    most = {"one": 1, "digits": 1, "two": 2}.get(name, len(question.labels))
    least = 2 if name == "two" else 1
    chosen = data.draw(
        st.lists(st.sampled_from(question.labels), min_size=least, max_size=most, unique=True)
    )
    assert read(question, labels=chosen) == tuple(
        chosen if question.kind == "ordered" else sorted(chosen, key=question.labels.index)
    )


@given(st.decimals(0, 99, places=0) | st.decimals(-10_000, 10_000, places=3))
def test_reading_finds_the_number_that_was_submitted(value: Any) -> None:
    (found,) = read(QUESTIONS["free"], number=str(value))
    assert float(found) == float(value)


@given(st.text(st.characters(categories=["Lo", "Ll", "Lu"]), min_size=1, max_size=80))
def test_accepted_term_is_read_as_an_answer(term: str) -> None:
    try:
        reading = read(QUESTIONS["term"], text=term)
    except BadForm as error:
        assert error.name == "not_a_term"
    else:
        assert len(reading) == 1


def read(question: Question, **given: Any) -> tuple[str, ...]:
    """What the examiner reads from a submission."""
    reading = read_reply(answer_form(question, **given), question)
    assert reading.status == "answered"
    return reading.answer
