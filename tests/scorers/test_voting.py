"""The vote of a panel."""

from collections.abc import Sequence

import pytest
from builders import make_question, make_written
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import Question, Reading
from scorers.voting import Vote, count_votes

SINGLE = make_question()
SEVERAL = make_question(kind="multiple", select=None)
ORDERED = make_question(kind="ordered", select=None)
NUMBER = make_written("numeric", "1")
WORD = make_written("fill_in", "氷")

ABSTENTION = Reading("unreadable")


def ballots(*answers: str | Sequence[str] | None) -> list[Reading]:
    """Readings of these answers ("ac" is both a and c); None is a member who cannot be read."""
    return [ABSTENTION if a is None else Reading("answered", tuple(a)) for a in answers]


@pytest.mark.parametrize(
    ("question", "answers", "decided", "agreement"),
    [
        (SINGLE, ["a", "b", "b"], "b", 2 / 3),
        (SINGLE, ["a", "b", "c", "b", "d"], "b", 2 / 5),
        (SINGLE, ["c", "a", "b"], "c", 1 / 3),
        (SINGLE, ["a", "b", "c", "c", "b"], "b", 2 / 5),
        (SINGLE, [None, "b", None], "b", 1 / 3),
        (SINGLE, [None, None], "", 0),
        (SEVERAL, ["ac", "ab", "ca"], "ac", 2 / 3),
        (SEVERAL, ["a", "ab", "abc"], "a", 1 / 3),
        (ORDERED, ["abc", "cba", "cba"], "cba", 2 / 3),
        (NUMBER, [["1"], ["0.4"], ["0.40"]], ["0.4"], 2 / 3),
        (WORD, [["水"], ["氷"], ["「氷」"]], ["氷"], 2 / 3),
    ],
    ids=[
        "majority",
        "plurality",
        "level: the first",
        "level pairs: the first voter",
        "abstentions",
        "nobody",
        "sets have no order",
        "a part is another set",
        "orders have one",
        "numbers",
        "words",
    ],
)
def test_most_votes_decide(
    question: Question,
    answers: Sequence[str | Sequence[str] | None],
    decided: str | Sequence[str],
    agreement: float,
) -> None:
    assert count_votes(question, ballots(*answers)) == Vote(tuple(decided), agreement)


def test_nobody_has_nothing_to_decide() -> None:
    assert count_votes(SINGLE, []) == Vote((), 0)


ANSWERS = st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=9)


@given(ANSWERS)
def test_no_answer_has_more_votes_than_the_decided_one(answers: list[str | None]) -> None:
    vote = count_votes(SINGLE, ballots(*answers))
    most = max((answers.count(answer) for answer in answers if answer), default=0)
    assert round(vote.agreement * len(answers)) == most


@given(ANSWERS)
def test_who_abstains_changes_nothing_of_the_decision(answers: list[str | None]) -> None:
    heard = [answer for answer in answers if answer]
    assert (
        count_votes(SINGLE, ballots(*answers)).answer == count_votes(SINGLE, ballots(*heard)).answer
    )
