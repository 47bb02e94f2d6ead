"""An answer as it is filled in on the answer sheet, and read back from there."""

from collections.abc import Sequence

import pytest
from builders import make_question, make_written
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import Question
from scorers.reading import read_reply
from solvers.sheet import fill_in

TEN = make_question(
    kind="multiple", select=2, options=tuple((str(n), f"{n}.") for n in range(1, 11))
)


@pytest.mark.parametrize(
    ("question", "answer", "filled"),
    [
        (make_question(), ["c"], "C"),
        (make_question(kind="multiple", select=2), ["a", "c"], "AC"),
        (make_question(kind="ordered", select=None), ["c", "a", "b"], "CAB"),
        (TEN, ["1", "10"], "1,10"),
        (make_written("numeric", "0.4"), ["0.4"], "0.4"),
        (make_written("fill_in", "mRNA"), ["mRNA"], "mRNA"),
    ],
    ids=["single", "multiple", "ordered", "long labels", "number", "word"],
)
def test_an_answer_has_the_form_that_the_prompt_asks_for(
    question: Question, answer: Sequence[str], filled: str
) -> None:
    assert fill_in(question, answer) == filled


@given(st.sets(st.sampled_from("abcde"), min_size=1))
def test_chosen_options_read_back_as_they_are(chosen: set[str]) -> None:
    question = make_question(kind="multiple", select=len(chosen))
    answer = tuple(sorted(chosen))
    assert read_reply(fill_in(question, answer), question).answer == answer


@given(st.permutations("abcde"))
def test_an_order_reads_back_as_it_is(order: list[str]) -> None:
    question = make_question(kind="ordered", select=None)
    assert read_reply(fill_in(question, order), question).answer == tuple(order)


@given(
    st.sampled_from([str(n) for n in range(1, 11)]), st.sampled_from([str(n) for n in range(1, 11)])
)
def test_labels_of_two_digits_read_back_as_they_are(one: str, other: str) -> None:
    question = TEN if one != other else make_question(options=TEN.options)
    answer = tuple(sorted({one, other}, key=int))
    assert read_reply(fill_in(question, answer), question).answer == answer
