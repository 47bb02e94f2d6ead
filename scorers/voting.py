"""The vote of a panel: a pure function of what was read from its members."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kokushi_inspect.exam import Key, Question, Reading
from scorers.marking import is_accepted


@dataclass(frozen=True, slots=True)
class Vote:
    """The outcome of a vote.

    Attributes:
        answer: The answer with the most votes; empty when every member abstained.
        agreement: Share of all members that gave it, from 0 to 1; abstainers did not.
    """

    answer: tuple[str, ...]
    agreement: float


def count_votes(question: Question, readings: Sequence[Reading]) -> Vote:
    """The plurality of the answers; a majority is not needed.

    Answers are the same when one would be right if the other were the key: sets of labels, orders,
    numbers (0.4 = 0.40) or words. Where answers are level, the one that was given first wins. A
    member whose reply could not be read abstains.

    Args:
        question: The question that was asked.
        readings: What was read from each member, in the order of the members.
    """
    answers = [reading.answer for reading in readings if reading.status == "answered"]
    if not answers:
        return Vote((), 0.0)
    votes = [sum(_same(question, other, answer) for other in answers) for answer in answers]
    most = max(votes)
    return Vote(answers[votes.index(most)], most / len(readings))


def _same(question: Question, answer: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return is_accepted(replace(question, key=Key((other,))), answer)
