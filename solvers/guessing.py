"""What a key, chance and people answer: pure functions of a question and a random generator."""

from collections.abc import Sequence
from decimal import Decimal
from math import comb, factorial
from random import Random

from kokushi_inspect.exam import CHOICE_KINDS, KokushiError, Question
from scorers.marking import is_accepted
from scorers.reading import canonical_number


def answer_of_key(question: Question) -> str:
    """The first accepted answer as an examinee writes it; empty when there is no key."""
    return "".join(question.key.accepted[0]) if question.key.accepted else ""


def answer_by_chance(question: Question, random: Random) -> str:
    """An answer drawn uniformly among those that the question allows.

    Choices: every set of the size asked for, or every non-empty set when all that apply are
    asked. Ordered: every order of the options. Numeric: every number that fills the boxes (boxes
    that the source does not state are counted from the key). Fill-in: nothing, since no list of
    words is given.
    """
    labels = list(question.labels)
    if question.kind in CHOICE_KINDS:
        if question.select is None:
            return "".join(_any_set(labels, random))
        return "".join(sorted(random.sample(labels, min(question.select, len(labels)))))
    if question.kind == "ordered":
        return "".join(random.sample(labels, len(labels)))
    if question.kind == "numeric":
        digits, decimals = _boxes(question)
        number = f"{random.randrange(10**digits):0{digits}d}"
        return number if not decimals else f"{number[:-decimals] or '0'}.{number[-decimals:]}"
    return ""


def chance_of(question: Question) -> float:
    """The probability from 0 to 1 that `answer_by_chance` is right, for a question with a key."""
    accepted = question.key.accepted
    if question.key.treatment == "everyone_right":
        return 1.0
    labels = len(question.labels)
    if question.kind in CHOICE_KINDS:
        if question.select is None:
            return len({frozenset(key) for key in accepted}) / ((1 << labels) - 1)
        fitting = {frozenset(key) for key in accepted if len(set(key)) == question.select}
        return len(fitting) / comb(labels, question.select)
    if question.kind == "ordered":
        return sum(len(key) == labels for key in accepted) / factorial(labels)
    if question.kind == "numeric":
        digits, decimals = _boxes(question)
        numbers = [Decimal(canonical_number(key[0]) or "NaN") for key in accepted]
        values = {number * 10**decimals for number in numbers if number.is_finite()}
        fitting_values = [v for v in values if v == int(v) and 0 <= v < 10**digits]
        return len(fitting_values) / float(10**digits)
    return 0.0


def answer_like_people(question: Question, random: Random) -> str:
    """Right with the question's human accuracy; else a wrong answer as people chose it.

    Wrong single choices follow the human choice rates, or are uniform where there are none; other
    kinds draw a wrong answer by chance.

    Raises:
        KokushiError: The question has no human accuracy.
    """
    if question.human.accuracy is None:
        raise KokushiError(
            f"{question.id} has no human accuracy",
            expected="the field human_accuracy on every question",
            fix="use kind=key, chance or silent with this source",
        )
    if random.random() < question.human.accuracy:
        return answer_of_key(question)
    right = {frozenset(key) for key in question.key.accepted}
    if question.kind == "single":
        wrong = [label for label in question.labels if frozenset([label]) not in right]
        rates = question.human.choice_rates or {}
        weights = [rates.get(label, 0.0) for label in wrong]
        if not wrong:
            return ""
        return random.choices(wrong, weights if sum(weights) > 0 else None)[0]
    for _ in range(100):
        answer = answer_by_chance(question, random)
        if question.kind in CHOICE_KINDS and frozenset(answer) in right:
            continue
        if question.kind == "numeric" and is_accepted(question, (answer,)):
            continue
        if tuple(answer) not in question.key.accepted:
            return answer
    return ""


def _any_set(labels: Sequence[str], random: Random) -> list[str]:
    number = random.randrange(1, 2 ** len(labels))
    return [label for position, label in enumerate(labels) if number >> position & 1]


def _boxes(question: Question) -> tuple[int, int]:
    if question.boxes is not None:
        return question.boxes.digits, question.boxes.decimals
    key = canonical_number(question.key.accepted[0][0]) if question.key.accepted else None
    key = key or "0"
    whole, _, fraction = key.lstrip("-").partition(".")
    return len(whole) + len(fraction), len(fraction)
