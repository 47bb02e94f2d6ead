"""The reader against a table of replies, and the rules that the table cannot show."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kokushi_inspect.exam import Boxes, Key, Question, Reading
from scorers.normalise import fold
from scorers.reading import canonical_number, read_reply, same_number, same_text
from tests.builders import make_question

TABLE = Path(__file__).with_name("reading_cases.jsonl")
CASES = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
SHARED = Path(__file__).resolve().parents[3] / "shared"


def question_of(case: Mapping[str, Any]) -> Question:
    """The question of a case; options are named after their labels unless the case names them."""
    boxes = None
    if case["kind"] == "numeric":
        key = case["key"][0]
        decimals = len(key.partition(".")[2])
        boxes = Boxes(case.get("boxes") or sum(c.isdigit() for c in key), decimals)
    texts = case.get("options") or {label: f"選択肢{label}" for label in case["labels"]}
    return make_question(
        kind=case["kind"],
        options=tuple(texts.items()),
        select=case["select"] or None,
        key=Key((tuple(case["key"]),)),
        boxes=boxes,
    )


def comparable(kind: str, answer: list[str] | tuple[str, ...]) -> object:
    """An answer as the examiner compares it."""
    if kind == "numeric":
        return [canonical_number(number) for number in answer]
    if kind in ("single", "multiple"):
        return frozenset(answer)
    if kind == "fill_in":
        return [fold(word).casefold() for word in answer]
    return list(answer)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['why']}")
def test_reply_is_read_as_a_careful_examiner_would(case: Mapping[str, Any]) -> None:
    reading = read_reply(case["output"], question_of(case), case.get("stop", "stop"))
    assert reading.status == case["status"]
    assert comparable(case["kind"], reading.answer) == comparable(case["kind"], case["answer"])


def test_the_table_names_each_reply_once() -> None:
    assert len(
        {(c["output"], c["kind"], str(c["labels"]), c.get("boxes"), str(c)) for c in CASES}
    ) == len(CASES)
    assert len(CASES) >= 250


def test_the_shared_cases_are_read_right() -> None:
    shared = SHARED / "cases" / "answers_ja.jsonl"
    if not shared.is_file():
        pytest.skip("the folder ../shared/cases is not beside this checkout")
    wrong = []
    for line in shared.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        reading = read_reply(case["output"], question_of(case), case.get("stop", "stop"))
        same = comparable(case["kind"], reading.answer) == comparable(case["kind"], case["answer"])
        if reading.status != case["status"] or not same:
            wrong.append((case["id"], reading))
    assert wrong == []


def test_stored_replies_are_read_as_their_first_line_says() -> None:
    """Both models filled in a form; its answer field counts, whatever they rambled on about."""
    folder = SHARED / "data" / "physician_119"
    if not folder.is_dir():
        pytest.skip("the folder ../shared/data is not beside this checkout")
    rows = [json.loads(row) for row in (folder / "questions.jsonl").open(encoding="utf-8")]
    questions = {row["id"]: row for row in rows}
    wrong = []
    for line in (folder / "replies.jsonl").open(encoding="utf-8"):
        reply = json.loads(line)
        row = questions[reply["id"]]
        numeric = row["type"] == "numeric"
        question = make_question(
            kind="numeric" if numeric else "multiple",
            options=() if numeric else tuple(row["choices"].items()),
            select=row["n_select"],
            boxes=Boxes(2) if numeric else None,
        )
        field = reply["output"].splitlines()[0].removeprefix("answer: ")
        field = field.partition(" 確信度")[0].partition(" (")[0].strip('". ')
        letters = [c for c in field if c not in ", "]
        readable = numeric or set(letters) <= set(row["choices"])
        expected = ((field,) if numeric else tuple(letters)) if readable else ()
        if read_reply(reply["output"], question).answer != expected:
            wrong.append((reply["id"], reply["model"], field))
    assert wrong == []


def test_a_label_comes_back_in_the_questions_own_form() -> None:
    question = make_question(options=(("Ａ", ""), ("Ｂ", "")))
    assert read_reply("答えは b です。", question) == Reading("answered", ("Ｂ",))


def test_choices_come_back_in_printed_order_and_once() -> None:
    question = make_question(kind="multiple", select=3)
    assert read_reply("e, a, e, c", question).answer == ("a", "c", "e")


def test_a_question_without_options_reads_nothing() -> None:
    assert read_reply("答え：a", make_question(options=())).status == "unreadable"


def test_option_texts_are_not_needed_to_read_labels() -> None:
    bare = make_question(options=tuple((label, "") for label in "abcde"))
    assert read_reply("d. 急性膵炎", bare).answer == ("d",)


def test_a_label_wins_over_an_option_whose_text_it_is() -> None:
    question = make_question(options=(("1", "3"), ("2", "5"), ("3", "1")))
    assert read_reply("3", question).answer == ("3",)


def test_the_key_plays_no_part() -> None:
    readings = {read_reply("a か b", make_question(key=key)) for key in ("a", "b", "ab")}
    assert readings == {Reading("unreadable")}


@pytest.mark.parametrize(
    "stop", ["stop", "max_tokens", "model_length", "content_filter", "unknown"]
)
def test_what_was_read_counts_whatever_the_stop_reason(stop: str) -> None:
    assert read_reply("答え：b", make_question(), stop).answer == ("b",)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.4", "0.40"),
        ("1,130", "1130"),
        ("０．４", ".4"),
        ("−5", "-5"),
        ("5.", "5"),
        ("1e3", "1000"),
    ],
)
def test_the_same_number(one: str, other: str) -> None:
    assert same_number(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("15", "1.5"), ("5", "-5"), ("", ""), ("x", "x"), ("1/2", "0.5")]
)
def test_not_the_same_number(one: str, other: str) -> None:
    assert not same_number(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ｱﾐﾛｲﾄﾞ", "アミロイド"),
        ("「黄疸」", "黄疸"),
        ("Jaundice.", "jaundice"),
        ("A B", "a-b"),
        ("Ⅲ型", "III型"),
    ],
)
def test_the_same_word(one: str, other: str) -> None:
    assert same_text(one, other)


def test_words_of_nothing_but_signs_differ() -> None:
    assert not same_text("+", "-")


def test_an_absurd_number_is_not_read_and_not_slow() -> None:
    start = time.process_time()
    question = make_question(kind="numeric", options=())
    assert read_reply("9" * 100_000, question).status == "unreadable"
    assert read_reply("1e999999", question).status == "unreadable"
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    "fragment",
    [
        "(",
        "[",
        "答え: ",
        "【回答】",
        "a ",
        "a\n",
        "a,",
        "<think>",
        "</think>",
        "<answer>",
        "\\boxed{",
        '{"answer":',
        "1 ",
        "1/",
        " ",
    ],
)
@pytest.mark.parametrize("kind", ["single", "ordered", "numeric", "fill_in"])
def test_time_grows_with_the_length_only(fragment: str, kind: str) -> None:
    """A quadratic step would take minutes; the benchmark states the milliseconds."""
    options = () if kind in ("numeric", "fill_in") else make_question().options
    question = make_question(kind=kind, options=options)
    start = time.process_time()
    read_reply(fragment * (400_000 // len(fragment)), question)
    assert time.process_time() - start < 2


def test_a_long_run_of_combining_marks_is_shortened_before_it_is_sorted() -> None:
    assert len(fold("b" + "\u0316\u0301" * 50_000)) <= 5
