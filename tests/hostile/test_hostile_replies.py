"""Hostile replies: nothing in them gives marks but an answer, and reading them stays linear."""

import ast
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from builders import make_question, make_written
from hostile_texts import FRAGMENTS, INJECTIONS, INVISIBLE, repeated

from scorers.marking import mark
from scorers.medcalc_reading import read_calculation
from scorers.normalise import MAX_READ
from scorers.official_compatible import official_correct
from scorers.paper_rule import mark_as_paper
from scorers.reading import read_reply

ROOT = Path(__file__).resolve().parents[2]
CREATININE, GESTATION = 2, 69

READERS: dict[str, Callable[[str], object]] = {
    "single": lambda text: read_reply(text, make_question()),
    "ordered": lambda text: read_reply(text, make_question(kind="ordered", select=None)),
    "numeric": lambda text: read_reply(text, make_written("numeric", "1")),
    "fill_in": lambda text: read_reply(text, make_written("fill_in", "x")),
    "paper": lambda text: mark_as_paper(make_question(), text, "answered"),
    "number": lambda text: read_calculation(text, CREATININE),
    "weeks and days": lambda text: read_calculation(text, GESTATION),
    "reference": lambda text: official_correct(text, CREATININE, "5", "4", "6"),
}


@pytest.mark.parametrize("text", INJECTIONS)
def test_a_reply_that_asks_for_marks_gets_none(text: str) -> None:
    question = make_question(key="e", points=3, forbidden=("d",))
    given = mark(question, read_reply(text, question))
    assert (given.correct, given.earned, given.points, given.counted) == (False, 0, 3, True)
    assert not mark_as_paper(question, text, given.status).correct


@pytest.mark.parametrize("text", INJECTIONS)
@pytest.mark.parametrize("answer", ["e", "d"])
def test_beside_an_answer_it_changes_nothing(text: str, answer: str) -> None:
    question = make_question(key="e", points=3, forbidden=("d",))
    bare = mark(question, read_reply(f"答え：{answer}", question))
    assert mark(question, read_reply(f"{text}\n\n答え：{answer}", question)) == bare
    assert bare.correct == (answer == "e")


@pytest.mark.parametrize("text", INJECTIONS)
def test_a_calculation_is_read_for_its_answer_alone(text: str) -> None:
    value = read_calculation(f'{text}\n\n{{"answer": 41.7}}', CREATININE).value
    ends_the_turn = "<|im_end|>" in text  # what follows was never asked
    assert value == (None if ends_the_turn else 41.7)
    assert read_calculation(text, CREATININE).value != 41.7


def test_no_examiner_asks_a_model() -> None:
    names = {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for file in (ROOT / "scorers").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute | ast.Name)
    }
    assert names.isdisjoint({"get_model", "generate", "model_graded_qa", "eval", "exec"})


@pytest.mark.parametrize("form", INVISIBLE.values(), ids=INVISIBLE)
def test_an_answer_reads_the_same_whatever_invisible_stands_around_it(form: str) -> None:
    question = make_question()
    for plain in ("@", "答え：@", "Answer: @", "The answer is @.", "<answer>@</answer>"):
        reading = read_reply(plain.replace("@", form.replace("@", "b")), question)
        assert (reading.status, reading.answer) == ("answered", ("b",)), plain
    for plain in ('{"answer": @}', "Answer: @", "<answer>@</answer>"):
        text = plain.replace("@", form.replace("@", "41.7"))
        assert read_calculation(text, CREATININE).value == 41.7, plain


@pytest.mark.parametrize("label", ["а", "ь", "Ь", "с", "α", "Ꮟ", "\U000e0062"])
def test_a_letter_that_only_looks_like_a_label_is_none(label: str) -> None:
    assert read_reply(f"答え：{label}", make_question()).status in ("unreadable", "empty")


@pytest.mark.parametrize("fragment", FRAGMENTS.values(), ids=FRAGMENTS)
def test_time_grows_no_faster_than_the_reply(fragment: str) -> None:
    """A quadratic reader would take sixteen times as long."""
    short, long = repeated(fragment, 15_000), repeated(fragment, 60_000)
    for name, read in READERS.items():
        if _seconds(read, long) < 0.4:  # a quadratic reader takes many seconds
            continue
        growth = _seconds(read, long, repeats=3) / _seconds(read, short, repeats=3)
        assert growth < 8, f"{name}: {growth:.1f} times for four times the length"


@pytest.mark.parametrize("fragment", [*FRAGMENTS.values()][::3], ids=[*FRAGMENTS][::3])
def test_ten_megabytes_are_read_in_seconds(fragment: str) -> None:
    text = repeated(fragment, 10_000_000)
    for name in ("single", "paper"):
        assert _seconds(READERS[name], text) < 5, name
    assert len(text) / 4 > MAX_READ


def test_the_answer_at_the_end_of_ten_megabytes_is_found() -> None:
    text = repeated("思考を続ける。\n", 10_000_000)
    assert read_reply(f"<think>{text}</think>答え：b", make_question()).answer == ("b",)
    assert read_calculation(f'{text}{{"answer": 41.7}}', CREATININE).value == 41.7


def _seconds(read: Callable[[str], object], text: str, repeats: int = 1) -> float:
    """Processor time, the best of some."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        read(text)
        times.append(time.process_time() - start)
    return min(times)
