"""One examinee in one sitting: verdicts of both protocols, statuses, score range."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import get_args

from kokushi_inspect.exam import UNREAD, Mark, Protocol, Sitting, Status, Verdict
from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.intervals import accuracy_of
from kokushi_inspect.report.model import (
    CriterionBar,
    Flip,
    ForbiddenChoice,
    LeftOut,
    Outcome,
    PassProbability,
    ProtocolResult,
    SittingResult,
    UnreadRange,
)
from kokushi_inspect.report.passing import pass_probability
from scorers.paper_rule import judge_as_paper
from scorers.pass_fail import judge

Judge = Callable[..., Verdict]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sitting's result stands in the report; see `SittingResult`."""

    id: str
    group: str
    examinee: str
    log: str
    practice: bool
    human_pass_rate: float | None
    items: Mapping[str, str]
    """Item ids by id of the question, for this sitting."""


def sitting_result(
    sitting: Sitting,
    answers: Sequence[Answer],
    epochs: int,
    trouble: str,
    place: Place,
    *,
    seed: int,
    source: str,
) -> SittingResult:
    """The result of a sitting.

    Args:
        sitting: The sitting.
        answers: All answers to its questions, of all epochs.
        epochs: How often each question was to be asked.
        trouble: What forbids a verdict; empty when nothing does.
        place: Where it stands.
        seed: Seed of the draws for the probability of passing.
        source: Name of the source as shown.
    """
    official = _official(answers)
    verdicts = _verdicts(judge, sitting, official, epochs, trouble)
    by_ministry, by_paper = protocol_results(sitting, answers, epochs, trouble)
    return SittingResult(
        id=place.id,
        group=place.group,
        examinee=place.examinee,
        log=place.log,
        profession=sitting.profession,
        year=sitting.year,
        label=sitting.label,
        practice=place.practice,
        source=source,
        epochs=epochs,
        official=by_ministry,
        paper=by_paper,
        flips=tuple(_flips(answers, place.items)),
        statuses={status: _count(official, status) for status in get_args(Status)},
        unread=_unread(sitting, official, epochs, trouble, verdicts),
        forbidden=tuple(
            ForbiddenChoice(place.items[a.question], "".join(a.printed), a.epoch)
            for a in answers
            if a.official is not None and a.official.forbidden
        ),
        left_out=tuple(_left_out(answers, place.items)),
        accuracy=accuracy_of((sitting.year, m) for m in official),
        probability=_probability(sitting, official, verdicts, seed),
        human_pass_rate=place.human_pass_rate,
    )


def protocol_results(
    sitting: Sitting, answers: Sequence[Answer], epochs: int, trouble: str
) -> tuple[ProtocolResult, ProtocolResult]:
    """The verdicts of a sitting by the ministry's rules, and by the reference scorer's.

    Args:
        sitting: The sitting.
        answers: All answers to its questions, of all epochs.
        epochs: How often each question was to be asked.
        trouble: What forbids a verdict; empty when nothing does.
    """
    paper = [a.paper for a in answers if a.paper is not None]
    return (
        _protocol("official", _verdicts(judge, sitting, _official(answers), epochs, trouble)),
        _protocol("paper", _verdicts(judge_as_paper, sitting, paper, epochs, trouble)),
    )


def _official(answers: Sequence[Answer]) -> list[Mark]:
    return [a.official for a in answers if a.official is not None]


def _verdicts(
    rule: Judge, sitting: Sitting, marks: Sequence[Mark], epochs: int, trouble: str
) -> list[Verdict]:
    """One verdict an epoch, the missing epochs too."""
    groups: dict[int, list[Mark]] = {epoch: [] for epoch in range(1, epochs + 1)}
    for given in marks:
        groups.setdefault(given.epoch, []).append(given)
    return [
        replace(rule(sitting, group, trouble=trouble), epoch=epoch)
        for epoch, group in sorted(groups.items())
    ]


def outcome_of(verdicts: Sequence[Verdict]) -> Outcome:
    """What the verdicts of all epochs say together."""
    judged = [v.passed for v in verdicts if v.passed is not None]
    if not judged:
        return "none"
    if all(judged):
        return "pass"
    return "mixed" if any(judged) else "fail"


def _protocol(protocol: Protocol, verdicts: Sequence[Verdict]) -> ProtocolResult:
    first = verdicts[0]
    judged = [v for v in verdicts if v.passed is not None]
    bars = tuple(_bar(verdicts, number) for number in range(len(first.criteria)))
    lined = [bar for bar in bars if bar.margin is not None]
    nearest = min(lined, key=lambda bar: bar.margin or 0, default=None)
    return ProtocolResult(
        protocol=protocol,
        outcome=outcome_of(verdicts),
        passed=sum(v.passed is True for v in judged),
        judged=len(judged),
        epochs=len(verdicts),
        points=fmean(v.points for v in verdicts),
        of=first.of,
        criteria=bars,
        forbidden=fmean(v.forbidden for v in verdicts),
        forbidden_limit=first.forbidden_limit,
        margin=None if nearest is None else nearest.margin,
        nearest="" if nearest is None else nearest.name,
        reason=first.reason,
    )


def _bar(verdicts: Sequence[Verdict], number: int) -> CriterionBar:
    """The bar of a criterion; the reference's subjects may differ from epoch to epoch."""
    first = verdicts[0].criteria[number]
    results = [c for v in verdicts for c in v.criteria if c.name == first.name]
    margins = [c.margin for c in results if c.margin is not None]
    return CriterionBar(
        name=first.name,
        points=fmean(c.points for c in results),
        of=first.of,
        line=first.line,
        margin=min(margins) if margins else None,
        met=sum(c.met is True for c in results) if margins else None,
    )


def _count(marks: Sequence[Mark], status: str) -> int:
    return sum(m.status == status for m in marks)


def _unread(
    sitting: Sitting, marks: Sequence[Mark], epochs: int, trouble: str, verdicts: Sequence[Verdict]
) -> UnreadRange:
    """The headline, and what it would be if every unread reply were right."""
    best = [
        replace(m, correct=True, counted=True, earned=m.points) if m.status in UNREAD else m
        for m in marks
    ]
    lucky = _verdicts(judge, sitting, best, epochs, trouble)
    return UnreadRange(
        unread=sum(m.status in UNREAD for m in marks),
        worst_points=fmean(v.points for v in verdicts),
        best_points=fmean(v.points for v in lucky),
        worst=outcome_of(verdicts),
        best=outcome_of(lucky),
    )


def _probability(
    sitting: Sitting, marks: Sequence[Mark], verdicts: Sequence[Verdict], seed: int
) -> PassProbability | None:
    """Only where every epoch has a verdict: else the marks are not those of whole sittings."""
    if any(v.passed is None for v in verdicts):
        return None
    return pass_probability(sitting, marks, seed=seed)


def _flips(answers: Sequence[Answer], items: Mapping[str, str]) -> list[Flip]:
    return [
        Flip(
            item=items[a.question],
            epoch=a.epoch,
            official=_told(a.official),
            paper=_told(a.paper),
            official_read="".join(a.read) or a.status,
            paper_read="".join(a.paper.read) if a.paper is not None else "",
        )
        for a in answers
        if (a.official is not None and a.official.correct)
        != (a.paper is not None and a.paper.correct)
    ]


def _told(given: Mark | None) -> str:
    if given is None:
        return "not scored"
    return "right" if given.correct else "wrong"


def _left_out(answers: Sequence[Answer], items: Mapping[str, str]) -> list[LeftOut]:
    left = []
    for answer in answers:
        why = answer.why
        if answer.official is not None and not answer.official.counted:
            why = "excluded unless right"
        if why:
            left.append(LeftOut(items[answer.question], why, answer.epoch))
    return left
