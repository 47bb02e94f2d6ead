"""Metrics over marks: verdict of each sitting, accuracy, breakdowns and statuses.

They read marks, never samples, and see every epoch. They run many times while a display is shown:
each is one pass over the scores, and only verdicts need whole marks instead of their records.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import nan, sqrt
from statistics import fmean
from typing import Any, get_args

from inspect_ai.scorer import Metric, SampleScore, Value, metric

from kokushi_inspect.exam import Mark, Sitting, Status, Verdict
from scorers.marked import mark_records, marks_of
from scorers.paper_rule import judge_as_paper
from scorers.pass_fail import judge

Judge = Callable[[Sitting, Sequence[Mark]], Verdict]


@metric(scores="unreduced")
def official_verdict() -> Metric:
    """The verdict of each sitting by the ministry's rules, named as in `describe_verdicts`."""

    def compute(scores: list[SampleScore]) -> Value:
        return _verdict_values(scores, judge)

    return compute


@metric(scores="unreduced")
def paper_verdict() -> Metric:
    """The verdict of each sitting by the reference scorer's rule."""

    def compute(scores: list[SampleScore]) -> Value:
        return _verdict_values(scores, judge_as_paper)

    return compute


@metric(scores="unreduced")
def accuracy_of_marks() -> Metric:
    """Share of right answers among the questions that count, and its standard error.

    `stderr` is clustered by scenario (questions that share a case, and the epochs of one
    question, are not independent); it is left out for fewer than two clusters.
    """

    def compute(scores: list[SampleScore]) -> Value:
        marks = [(m["correct"], m["scenario"]) for m in _counted_records(scores)]
        if not marks:
            return {"accuracy": nan}
        values: dict[str, float] = {"accuracy": fmean(correct for correct, _ in marks)}
        if (error := _clustered_stderr(marks)) is not None:
            values["stderr"] = error
        return dict(values)

    return compute


@metric(scores="unreduced")
def breakdown() -> Metric:
    """Accuracy by kind, by section and by figure, where there is more than one of each."""

    def compute(scores: list[SampleScore]) -> Value:
        marks = _counted_records(scores)
        values: dict[str, float] = {}
        for name in (_kind_name, _section_name, _figure_name):
            groups: dict[str, list[bool]] = defaultdict(list)
            for given in marks:
                groups[name(given)].append(given["correct"])
            if len(groups) > 1:
                values.update((key, fmean(groups[key])) for key in sorted(groups))
        return dict(values)

    return compute


@metric(scores="unreduced")
def statuses() -> Metric:
    """Share of the replies that were answered, refused, truncated, empty and unreadable."""

    def compute(scores: list[SampleScore]) -> Value:
        given = Counter(m["status"] for score in scores for m in mark_records(score.score))
        replies = given.total()
        return {status: given[status] / replies for status in get_args(Status) if replies}

    return compute


def clustered_stderr(marks: Sequence[Mark]) -> float | None:
    """Standard error of the accuracy, clustered by scenario; None for fewer than two clusters.

    The cluster-robust variance of a mean with the factor g/(g-1) for g clusters, as Inspect's
    `stderr(cluster=…)`, here over marks and not over samples.
    """
    return _clustered_stderr([(m.correct, m.scenario) for m in marks])


def _clustered_stderr(marks: Sequence[tuple[bool, str]]) -> float | None:
    mean = fmean(correct for correct, _ in marks)
    residuals: dict[str, float] = defaultdict(float)
    for correct, scenario in marks:
        residuals[scenario] += correct - mean
    clusters = len(residuals)
    if clusters < 2:
        return None
    total = sum(residual**2 for residual in residuals.values())
    return sqrt(total * clusters / (clusters - 1)) / len(marks)


def verdicts_of(
    sitting_records: Iterable[tuple[dict[str, Any], Mark]], judge_sitting: Judge
) -> list[Verdict]:
    """One verdict for each sitting and epoch, from each mark with the record of its sitting."""
    groups: dict[tuple[str, int | None, int], list[Mark]] = defaultdict(list)
    records: dict[tuple[str, int | None], dict[str, Any]] = {}
    for record, given in sitting_records:
        key = (record["profession"], record["year"])
        records.setdefault(key, record)
        groups[(*key, given.epoch)].append(given)
    sittings = {key: Sitting.from_record(record) for key, record in records.items()}
    ordered = sorted(groups, key=lambda key: (key[0], key[1] is None, key[1] or 0, key[2]))
    return [judge_sitting(sittings[key[:2]], groups[key]) for key in ordered]


def describe_verdicts(verdicts: Sequence[Verdict]) -> dict[str, float]:
    """Named numbers for the verdicts of one log, readable in the terminal and in the viewer.

    For each sitting: `passed` (1 or 0; with several epochs `passed of N epochs`, a count) or
    `no verdict: reason` (1); `points of N`; one `NAME ≥ LINE of N` for each criterion, `margin`
    (points above the line that is nearest to failing) and `forbidden ≤ N`. Points are means over
    the epochs. With several sittings each name starts with the sitting.
    """
    sittings: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        sittings[(verdict.profession, verdict.label)].append(verdict)
    values: dict[str, float] = {}
    for (_, label), group in sittings.items():
        prefix = f"{label} " if len(sittings) > 1 else ""
        values.update((prefix + name, value) for name, value in _describe_sitting(group).items())
    return values


def _describe_sitting(group: Sequence[Verdict]) -> dict[str, float]:
    first = group[0]
    values: dict[str, float] = {}
    judged = [v for v in group if v.passed is not None]
    if judged:
        name = "passed" if len(group) == 1 else f"passed of {len(judged)} epochs"
        values[name] = sum(v.passed is True for v in judged)
    if len(judged) < len(group):
        reason = next(v.reason for v in group if v.passed is None)
        values[f"no verdict: {reason}"] = len(group) - len(judged)
    values[f"points of {first.of}"] = fmean(v.points for v in group)
    for number, criterion in enumerate(first.criteria):
        line = "no line" if criterion.line is None else f"≥ {criterion.line}"
        points = fmean(v.criteria[number].points for v in group)
        values[f"{criterion.name} {line} of {criterion.of}"] = points
    margins = [c.margin for v in judged for c in v.criteria if c.margin is not None]
    if margins:
        values["margin"] = min(margins)
    if first.forbidden_limit is not None:
        values[f"forbidden ≤ {first.forbidden_limit}"] = fmean(v.forbidden for v in group)
    return values


def _verdict_values(scores: list[SampleScore], judge_sitting: Judge) -> Value:
    pairs = [
        (score.sample_metadata["sitting"], given)
        for score in scores
        if score.sample_metadata is not None
        for given in marks_of(score.score)
    ]
    return dict(describe_verdicts(verdicts_of(pairs, judge_sitting)))


def _counted_records(scores: list[SampleScore]) -> list[dict[str, Any]]:
    return [m for score in scores for m in mark_records(score.score) if m["counted"]]


def _kind_name(given: dict[str, Any]) -> str:
    return f"kind {given['kind']}"


def _section_name(given: dict[str, Any]) -> str:
    return f"section {given['section']}"


def _figure_name(given: dict[str, Any]) -> str:
    return "with figure" if given["has_figure"] else "without figure"
