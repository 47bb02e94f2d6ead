"""What holds for every reply: the reader is total, steady, and never invents a label."""

from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import Boxes, Kind, Question, Status
from scorers.reading import read_reply, same_number
from tests.builders import make_question

KINDS = get_args(Kind)
STOPS = ["stop", "max_tokens", "model_length", "tool_calls", "content_filter", "unknown"]
LETTERS = tuple("abcde")
PIECES = [
    *("a", "b", "C", "d", "E", "f", "ab", "be", "3", "1", "12", "0.5", "1,000", "②", "ア", "I"),
    *(
        "答え",
        "：",
        ":",
        "【回答】",
        "正解は",
        "です",
        "。",
        "、",
        ",",
        "と",
        "か",
        "または",
        "ではなく",
        "は誤り",
        "が正しい",
    ),
    *(
        "を選ぶ",
        "よって",
        "Answer",
        "The answer is",
        " is correct",
        " and ",
        " or ",
        "not ",
        "Option ",
        "because",
    ),
    *(
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "<|channel|>final<|message|>",
        "<|end|>",
        "\\boxed{",
        "}",
    ),
    *(
        "```json\n",
        '{"answer": "',
        '"}',
        "[",
        "]",
        "(",
        ")",
        "「",
        "」",
        "**",
        "|",
        "#",
        "- ",
        "> ",
        "$",
        "\\",
    ),
    *(
        "\n",
        " ",
        "\u3000",
        "\t",
        "\r\n",
        "user\n",
        "問題：",
        "confidence: 0.9",
        "explanation:",
        "確信度",
        "○",
        "×",
    ),
    *(
        "回答できません",
        "I cannot answer",
        "[選んだ回答]",
        "→",
        "=",
        "≒",
        "〜",
        "-",
        "/",
        "%",
        "mL",
        "10^3",
        "2つ",
    ),
]
replies = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=14).map("".join))


def a_question(kind: Kind, labels: tuple[str, ...] = LETTERS) -> Question:
    options = () if kind in ("numeric", "fill_in") else tuple((label, "") for label in labels)
    return make_question(kind=kind, options=options, select=2, boxes=Boxes(2))


kinds = st.sampled_from(KINDS)
label_sets = st.sampled_from(
    [
        LETTERS,
        tuple("12345"),
        tuple("アイウエオ"),
        ("I", "II", "III"),
        (*"123456789", "10"),
    ]
)


@given(replies, kinds, label_sets, st.sampled_from(STOPS))
def test_every_text_has_a_reading(
    text: str, kind: Kind, labels: tuple[str, ...], stop: str
) -> None:
    reading = read_reply(text, a_question(kind, labels), stop)
    assert reading.status in get_args(Status)
    assert bool(reading.answer) == (reading.status == "answered")


@given(replies, st.sampled_from(["single", "multiple", "ordered"]), label_sets)
def test_a_label_that_the_question_lacks_is_never_returned(
    text: str, kind: Kind, labels: tuple[str, ...]
) -> None:
    assert set(read_reply(text, a_question(kind, labels)).answer) <= set(labels)


@given(replies, kinds, label_sets)
def test_the_same_text_reads_the_same(text: str, kind: Kind, labels: tuple[str, ...]) -> None:
    question = a_question(kind, labels)
    assert read_reply(text, question) == read_reply(text, question)


@given(replies, kinds, label_sets, st.sampled_from(["\n", " ", "  \n", "\u3000", "\t"]))
def test_space_around_changes_nothing(
    text: str, kind: Kind, labels: tuple[str, ...], space: str
) -> None:
    question = a_question(kind, labels)
    assert read_reply(space + text + space, question) == read_reply(text, question)


@given(replies, kinds, label_sets)
def test_doubled_space_changes_nothing(text: str, kind: Kind, labels: tuple[str, ...]) -> None:
    question = a_question(kind, labels)
    doubled = "".join(character * 2 if character.isspace() else character for character in text)
    assert read_reply(doubled, question) == read_reply(text, question)


@given(replies, kinds, label_sets)
def test_full_width_forms_change_nothing(text: str, kind: Kind, labels: tuple[str, ...]) -> None:
    question = a_question(kind, labels)
    wide = "".join(
        chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" if c == " " else c for c in text
    )
    assert read_reply(wide, question) == read_reply(text, question)


@given(st.text(), st.sampled_from(["single", "multiple", "numeric", "ordered"]))
def test_hidden_reasoning_changes_nothing(thought: str, kind: Kind) -> None:
    question = a_question(kind)
    hidden = thought.replace("<", "").replace("＜", "").replace("[", "").replace("◁", "")
    answer = "12" if kind == "numeric" else "b, d"
    assert read_reply(f"<think>{hidden}</think>{answer}", question) == read_reply(answer, question)


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "答え：{}",
        "【回答】{}",
        "正解は{}です。",
        "Answer: {}",
        '{{"answer": "{}"}}',
        "\\boxed{{{}}}",
    ],
)
@pytest.mark.parametrize("between", [", ", "、", "・", " と ", " and ", ""])
@given(labels=label_sets, data=st.data())
def test_what_we_print_reads_the_same(
    form: str, between: str, labels: tuple[str, ...], data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(labels), min_size=1, unique=True))
    if not between and any(len(label) > 1 for label in labels):
        return  # "I" and "II" run together are not told apart
    in_order = tuple(label for label in labels if label in chosen)
    reading = read_reply(form.format(between.join(in_order)), a_question("multiple", labels))
    assert reading.answer == in_order


@given(st.permutations(LETTERS), st.sampled_from(["", "→", ", ", " -> ", "、", "-", ">"]))
def test_an_order_reads_as_it_is_printed(order: list[str], between: str) -> None:
    assert read_reply(between.join(order), a_question("ordered")).answer == tuple(order)


@given(
    st.decimals(min_value=-(10**9), max_value=10**9, places=3),
    st.sampled_from(["{}", "答え：{} mL", "= {}", "{}。"]),
)
def test_a_number_reads_as_it_is_printed(number: Decimal, form: str) -> None:
    reading = read_reply(form.format(number), a_question("numeric"))
    assert same_number(reading.answer[0], str(number))
    assert read_reply(reading.answer[0], a_question("numeric")) == reading
