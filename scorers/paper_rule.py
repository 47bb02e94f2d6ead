"""The reference scorer's rule (arXiv 2506.11114, calculate_scores.py), exact with its faults.

What the faults do:

- Sorting the characters loses order and decimal points: 21 equals 12, 1.5 equals 15.
- Only ASCII letters and digits are kept: a full-width answer vanishes and is wrong.
- Characters are cut to six after sorting: any sentence is wrong, and so is a longer answer.
- Characters are sorted before they are upper-cased: a reply of mixed case can miss its key.
- Forbidden labels are compared after upper-casing the answer, so lower-case lists never match.
- A question without a key (excluded, or with several accepted answers) is wrong for everybody.
- Lines are fixed, also where the ministry moved them with the denominator.
- Physical and occupational therapists cannot pass: the line of the total (168) is applied to
  questions 1-80, and that of questions 1-20 (43) to the rest, of which 40 points can be earned.
- The pharmacist's rule on subjects is inverted: not 30 % of each compulsory subject, but 30 % of
  what was earned in a subject must come from outside the compulsory part.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from kokushi_inspect.exam import (
    CriterionResult,
    Mark,
    PaperRule,
    Question,
    Sitting,
    Verdict,
)
from kokushi_inspect.exam.reading import Status

_LENGTH = 6
_IGNORES_SUPERSEDED = frozenset({"medicine"})
"""Professions for which the reference does not look at `corrected_question_index`."""


def normalise(answer: str) -> str:
    """The reference's form of an answer: ASCII letters and digits, sorted, upper case, cut to 6."""
    kept = sorted(c for c in answer if c.isascii() and c.isalnum())
    return "".join(kept).upper()[:_LENGTH]


def mark_as_paper(question: Question, text: str, status: Status, epoch: int = 1) -> Mark:
    """Mark a reply's whole text as the reference scorer does.

    Args:
        question: The question; its key as printed by the source is what counts here.
        text: The reply.
        status: How the robust reading sees the reply, for the statistics only.
        epoch: Which repetition of the run this is.
    """
    key = "".join(question.key.printed)
    answer = normalise(text)
    dropped = question.superseded and question.profession not in _IGNORES_SUPERSEDED
    correct = bool(key) and not dropped and answer == normalise(key)
    return Mark(
        question=question.id,
        status=status,
        read=(answer,) if answer else (),
        correct=correct,
        counted=True,
        points=question.points,
        earned=question.points if correct else 0,
        forbidden=any(character in question.printed_forbidden for character in answer),
        counts_in=question.paper_in,
        section=question.section,
        kind=question.kind,
        scenario=question.cluster,
        has_figure=question.needs_figure,
        subject=question.subject or "",
        epoch=epoch,
    )


def judge_as_paper(sitting: Sitting, marks: Sequence[Mark], *, trouble: str = "") -> Verdict:
    """The reference scorer's verdict for one sitting and one epoch.

    It is always true or false, except under a filter, a limit or sample errors, and for years of
    which the reference has no lines.

    Args:
        sitting: The sitting.
        marks: At most one mark for each row of the source, the excluded ones too.
        trouble: What the caller knows of that forbids a verdict (sample errors).
    """
    rule = sitting.paper
    results: list[CriterionResult] = []
    for name, line, of in rule.buckets if rule is not None else ():
        points = sum(m.earned for m in marks if name in m.counts_in)
        results.append(CriterionResult(name, points, of, line, points >= line))
    results += [] if rule is None else _subjects(rule, marks)
    forbidden = sum(m.forbidden for m in marks)
    limit = None if rule is None else rule.forbidden_limit
    reasons = [trouble] if trouble else []
    if sitting.filtered:
        reasons.append(f"filtered: {sitting.filtered}")
    if len(marks) < sitting.rows:
        reasons.append(f"{len(marks)} of {sitting.rows} questions marked")
    if rule is None:
        reasons.append(f"the reference scorer has no lines for {sitting.label}")
    passed: bool | None = None
    if reasons:
        results = [replace(result, met=None) for result in results]
    else:
        too_many = limit is not None and forbidden > limit
        passed = all(result.met for result in results) and not too_many
        reasons = [f"{r.name} {r.points} of {r.of}, line {r.line}" for r in results if not r.met]
        if too_many:
            reasons.append(f"{forbidden} forbidden options, {limit} allowed")
    return Verdict(
        profession=sitting.profession,
        year=sitting.year,
        label=sitting.label,
        protocol="paper",
        points=sum(m.earned for m in marks),
        of=sum(m.points for m in marks),
        criteria=tuple(results),
        forbidden=forbidden,
        forbidden_limit=limit,
        passed=passed,
        reason="; ".join(reasons),
        epoch=marks[0].epoch if marks else 1,
    )


def _subjects(rule: PaperRule, marks: Sequence[Mark]) -> list[CriterionResult]:
    """The pharmacist's subjects; lines are the whole points that satisfy the reference's floats."""
    if rule.subject_share is None:
        return []
    earned: dict[str, int] = {}
    elsewhere: dict[str, int] = {}
    for given in marks:
        earned[given.subject] = earned.get(given.subject, 0) + given.earned
        outside = 0 if rule.compulsory in given.counts_in else given.earned
        elsewhere[given.subject] = elsewhere.get(given.subject, 0) + outside
    return [
        CriterionResult(
            name=f"{subject or 'no subject'} outside {rule.compulsory}",
            points=elsewhere[subject],
            of=earned[subject],
            line=ceil(rule.subject_share * earned[subject]),
            met=elsewhere[subject] >= rule.subject_share * earned[subject],
        )
        for subject in sorted(earned)
    ]
