"""Threshold pass and fail: the ministry's rules as a pure function of a sitting and its marks."""

from collections.abc import Sequence
from dataclasses import replace

from kokushi_inspect.exam import Criterion, CriterionResult, Mark, Sitting, Verdict


def judge(sitting: Sitting, marks: Sequence[Mark], *, trouble: str = "") -> Verdict:
    """The official verdict for one sitting and one epoch.

    A verdict needs a whole sitting: a mark for every scored question, no filter, a known line for
    every criterion, and points in the source that add up to what was announced.

    Args:
        sitting: The sitting.
        marks: At most one mark for each scored question, in any order.
        trouble: What the caller knows of that forbids a verdict (sample errors).
    """
    results = tuple(_result(criterion, marks) for criterion in sitting.criteria)
    forbidden = sum(m.forbidden for m in marks)
    reasons = _obstacles(sitting, marks, trouble)
    passed: bool | None = None
    if reasons:
        results = tuple(replace(result, met=None) for result in results)
    else:
        too_many = sitting.forbidden_limit is not None and forbidden > sitting.forbidden_limit
        passed = all(result.met for result in results) and not too_many
        reasons = [f"{r.name} {r.points} of {r.of}, line {r.line}" for r in results if not r.met]
        if too_many:
            reasons.append(f"{forbidden} forbidden options, {sitting.forbidden_limit} allowed")
        reasons += sitting.notes
    return Verdict(
        profession=sitting.profession,
        year=sitting.year,
        label=sitting.label,
        protocol="official",
        points=sum(m.earned for m in marks),
        of=sitting.of - sum(m.points for m in marks if not m.counted),
        criteria=results,
        forbidden=forbidden,
        forbidden_limit=sitting.forbidden_limit,
        passed=passed,
        reason="; ".join(reasons),
        epoch=marks[0].epoch if marks else 1,
    )


def _result(criterion: Criterion, marks: Sequence[Mark]) -> CriterionResult:
    mine = [m for m in marks if criterion.name in m.counts_in]
    if criterion.rule == "subjects_with_points":
        points = len({m.subject for m in mine if m.earned and m.subject})
        met = None if criterion.line is None else points >= criterion.line
        return CriterionResult(criterion.name, points, criterion.of, criterion.line, met)
    points = sum(m.earned for m in mine)
    of = criterion.of - sum(m.points for m in mine if not m.counted)
    line = criterion.line_for(of)
    return CriterionResult(
        criterion.name, points, of, line, None if line is None else points >= line
    )


def _obstacles(sitting: Sitting, marks: Sequence[Mark], trouble: str) -> list[str]:
    """Why there can be no verdict; empty when there can be one."""
    reasons = [trouble] if trouble else []
    if sitting.filtered:
        reasons.append(f"filtered: {sitting.filtered}")
    if len(marks) < sitting.scored:
        reasons.append(f"{len(marks)} of {sitting.scored} questions marked")
    reasons += sitting.problems
    reasons += [
        f"no announced line for {criterion.name}"
        for criterion in sitting.criteria
        if criterion.line is None and not any("no announced line" in p for p in sitting.problems)
    ]
    return reasons
