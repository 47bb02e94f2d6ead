"""The items of a report: each question with its statistics and everybody's replies."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isnan

from kokushi_inspect.exam import CHOICE_KINDS, UNREAD, Question
from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.catalogue import Asked, QuestionKey
from kokushi_inspect.report.grouping import ExamGroup
from kokushi_inspect.report.item_statistics import (
    difficulties,
    discriminations,
    key_doubt,
    rest_shares,
    share_right,
)
from kokushi_inspect.report.model import Choice, Item, ItemFigure, KeyDoubt, Reply
from kokushi_inspect.report.pairing import Tally

NOT_READ = "(unread)"

Replies = dict[QuestionKey, dict[str, list[Answer]]]
"""For each question and examinee the answers of all epochs."""


def items_of(
    group: ExamGroup,
    counted: Mapping[str, Mapping[QuestionKey, Tally]],
    label_of: Callable[[int | None], str],
    figures_of: Callable[[Asked], tuple[ItemFigure, ...]],
) -> Iterator[Item]:
    """The items of a group.

    Args:
        group: The group.
        counted: For each examinee how often each question is right.
        label_of: How the sitting of a year is called.
        figures_of: Makes the figures of a question.
    """
    keys = list(group.items)
    over = group.items_over
    shares = {id: {key: t.share for key, t in counted[id].items()} for id in over}
    table = share_right(shares, keys)
    rest = rest_shares(table)
    replies = _replies(group)
    statistics = zip(difficulties(table), discriminations(table), strict=True)
    for row, (key, (difficulty, discrimination)) in enumerate(zip(keys, statistics, strict=True)):
        strength = {
            id: float(rest[row, column])
            for column, id in enumerate(over)
            if key in shares[id] and not isnan(rest[row, column])
        }
        yield _item(
            group,
            key,
            replies[key],
            label=label_of(key[0]),
            figures=figures_of(group.catalogue.asked[key]),
            difficulty=difficulty,
            discrimination=discrimination,
            doubt=_doubt(replies[key], strength),
        )


def _replies(group: ExamGroup) -> Replies:
    replies: Replies = defaultdict(lambda: defaultdict(list))
    for id in group.runs:
        for answer in group.answers(id):
            replies[(answer.year, answer.question)][id].append(answer)
    return replies


def _item(
    group: ExamGroup,
    key: QuestionKey,
    replies: Mapping[str, Sequence[Answer]],
    *,
    label: str,
    figures: tuple[ItemFigure, ...],
    difficulty: float | None,
    discrimination: float | None,
    doubt: KeyDoubt | None,
) -> Item:
    asked = group.catalogue.asked[key]
    question = asked.question
    counted = [a for id in group.items_over for a in replies.get(id, ())]
    return Item(
        id=group.items[key],
        group=group.id,
        question=question.id,
        profession=question.profession,
        year=question.year,
        label=label,
        section=question.section,
        index=question.index,
        kind=question.kind,
        subject=question.subject or "",
        scenario="" if question.scenario is None else question.scenario.id,
        text=asked.text,
        options=question.options,
        key=tuple("".join(answer) for answer in question.key.accepted),
        treatment=question.key.treatment,
        points=question.points,
        scored=question.scored,
        figures=figures,
        has_figure=question.needs_figure or bool(figures),
        human_accuracy=question.human.accuracy,
        replies_counted=len(counted),
        difficulty=difficulty,
        discrimination=discrimination,
        choices=tuple(_choices(question, counted)),
        doubt=doubt,
        replies=tuple(_reply(id, answer) for id in replies for answer in replies[id]),
    )


def _choices(question: Question, answers: Sequence[Answer]) -> Iterator[Choice]:
    """Every option, or every answer that was given; at the end those not read."""
    choice = question.kind in CHOICE_KINDS
    given: Counter[str] = Counter()
    for answer in answers:
        if choice:
            given.update(set(answer.printed))
        else:
            given["".join(answer.printed)] += bool(answer.printed)
    accepted = {a if choice else "".join(key) for key in question.key.accepted for a in key}
    texts = dict(question.options) if choice else {}
    rates = question.human.choice_rates or {}
    others = [each for each, _ in given.most_common() if each and each not in texts]
    for option in [*texts, *others]:
        yield Choice(
            answer=option,
            text=texts.get(option, ""),
            key=option in accepted,
            forbidden=choice and option in question.forbidden,
            models=given[option],
            share=given[option] / len(answers) if answers else 0.0,
            people=rates.get(option),
        )
    if unread := sum(answer.status in UNREAD for answer in answers):
        yield Choice(NOT_READ, "", False, False, unread, unread / len(answers), None)


def _doubt(
    replies: Mapping[str, Sequence[Answer]], strength: Mapping[str, float]
) -> KeyDoubt | None:
    """Whether strong examinees agree against the key, each by its most frequent answer."""
    answers: dict[str, str] = {}
    right: dict[str, bool] = {}
    for id in strength:
        marked = [a for a in replies.get(id, ()) if a.official is not None]
        given = Counter("".join(a.printed) for a in marked if a.printed).most_common(1)
        if given and 2 * given[0][1] > len(marked):
            answers[id] = given[0][0]
            same = (a.official for a in marked if "".join(a.printed) == answers[id])
            right[id] = any(m.correct for m in same if m is not None)
    return key_doubt(answers, right, strength)


def _reply(examinee: str, answer: Answer) -> Reply:
    official = answer.official
    return Reply(
        examinee=examinee,
        epoch=answer.epoch,
        status=answer.status,
        read="".join(answer.read),
        printed="".join(answer.printed),
        right=None if official is None else official.correct,
        forbidden=official is not None and official.forbidden,
        text=answer.text,
        characters=answer.characters,
    )
