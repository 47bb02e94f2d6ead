"""Examinees beside people, where the source says how people answered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import fmean

from kokushi_inspect.exam import Question
from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.catalogue import QuestionKey
from kokushi_inspect.report.grouping import ExamGroup
from kokushi_inspect.report.intervals import accuracy_of
from kokushi_inspect.report.model import AgainstPeople, Band, People
from kokushi_inspect.report.pairing import Tally

EDGES = (0.0, 0.5, 0.7, 0.85, 1.0)
"""Edges of the bands of human difficulty."""

EASY = 0.8
"""From this human accuracy on, a wrong answer is one that people do not give."""

HARD = 0.5
"""Below this human accuracy, a right answer is one that people do not give."""


def people_of(
    group: ExamGroup, counted: Mapping[str, Mapping[QuestionKey, Tally]]
) -> People | None:
    """A group beside people; None when nothing is known of them."""
    questions = {key: asked.question for key, asked in group.catalogue.asked.items()}
    accuracy = {
        key: question.human.accuracy
        for key, question in questions.items()
        if question.human.accuracy is not None
    }
    if not accuracy:
        return None
    return People(
        group=group.id,
        questions=len(accuracy),
        bands=tuple(_bands(group, accuracy)),
        examinees=tuple(_beside(group, id, counted[id], questions, accuracy) for id in group.runs),
    )


def _bands(group: ExamGroup, accuracy: Mapping[QuestionKey, float]) -> Iterator[Band]:
    for low, high in pairwise(EDGES):
        mine = {
            key: human
            for key, human in accuracy.items()
            if low <= human < high or human == high == 1.0
        }
        yield Band(
            low=low,
            high=high,
            n=len(mine),
            human=fmean(mine.values()) if mine else None,
            examinees={
                id: accuracy_of(
                    (a.year, a.official)
                    for a in group.answers(id)
                    if a.official is not None and (a.year, a.question) in mine
                )
                for id in group.runs
            },
        )


def _beside(
    group: ExamGroup,
    examinee: str,
    counted: Mapping[QuestionKey, Tally],
    questions: Mapping[QuestionKey, Question],
    accuracy: Mapping[QuestionKey, float],
) -> AgainstPeople:
    known = {key: human for key, human in accuracy.items() if key in counted}
    wrong = list(_wrong_choices(group.answers(examinee), questions))
    same = sum(answer in favourites for answer, favourites, _ in wrong)
    return AgainstPeople(
        examinee=examinee,
        people_only=tuple(
            group.items[key] for key, h in known.items() if h >= EASY and not counted[key].mostly
        ),
        examinee_only=tuple(
            group.items[key] for key, h in known.items() if h < HARD and counted[key].mostly
        ),
        wrong=len(wrong),
        same_wrong=same,
        agreement=same / len(wrong) if wrong else None,
        by_chance=fmean(len(f) / options for _, f, options in wrong) if wrong else None,
    )


def _wrong_choices(
    answers: Iterable[Answer], questions: Mapping[QuestionKey, Question]
) -> Iterator[tuple[str, Sequence[str], int]]:
    """Each wrong single choice: the label, people's favourite wrong labels, all wrong labels."""
    for answer in answers:
        question = questions[(answer.year, answer.question)]
        given = answer.official
        if given is None or given.correct or question.kind != "single" or len(answer.printed) != 1:
            continue
        right = {label for key in question.key.accepted for label in key}
        wrong = [label for label in question.labels if label not in right]
        rates = question.human.choice_rates or {}
        most = max((rates.get(label, 0.0) for label in wrong), default=0.0)
        if most > 0 and answer.printed[0] in wrong:
            favourites = [label for label in wrong if rates.get(label, 0.0) == most]
            yield answer.printed[0], favourites, len(wrong)
