"""Metrics over the marks of MedCalc-Bench.

They read marks, never samples, and see every epoch. They run many times while a display is shown:
each is one pass over the scores. Rows that are unscored are in none of them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import nan, sqrt
from statistics import fmean
from typing import Any, TypeVar, get_args

from inspect_ai.scorer import Metric, SampleScore, Value, metric

from kokushi_inspect.exam import Status
from scorers.error_kinds import ErrorKind
from scorers.medcalc_mark import CalculationMark, mark_of

FEW_CALCULATORS = 12
"""Up to so many calculators each has a metric of its own; `kokushi medcalc` has them all."""

Name = TypeVar("Name", bound=Hashable)


@metric(scores="unreduced")
def calculation_accuracy() -> Metric:
    """Share of right answers with its standard error, and the mean over calculators.

    `stderr` is clustered by note (rows that share a note, and the epochs of a row, are not
    independent), and left out for fewer than two notes. `macro accuracy` weighs each calculator
    equally, however many rows it has. Without a mark the accuracy is NaN and not missing: Inspect
    looks for the headline metric before the first reply, and warns when it is not there.
    """

    def compute(scores: list[SampleScore]) -> Value:
        marks = _marks(scores)
        if not marks:
            return {"accuracy": nan}
        values: dict[str, float] = {"accuracy": accuracy(marks)}
        if (error := stderr_by_note(marks)) is not None:
            values["stderr"] = error
        groups = grouped(marks, lambda m: m.calculator).values()
        values["macro accuracy"] = fmean(accuracy(group) for group in groups)
        return dict(values)

    return compute


@metric(scores="unreduced")
def calculation_protocols() -> Metric:
    """Accuracy by the reference program, and how much the headline exceeds it.

    `format loss` is what replies lose to the reference's reading; negative where its faults let
    wrong replies pass. Rows whose key is "N/A" are left out of both.
    """

    def compute(scores: list[SampleScore]) -> Value:
        marks = [m for m in _marks(scores) if m.computable]
        if not marks:
            return {}
        return {
            "official-compatible accuracy": official_accuracy(marks),
            "format loss": accuracy(marks) - official_accuracy(marks),
        }

    return compute


@metric(scores="unreduced")
def calculation_audit() -> Metric:
    """For v1.0: accuracy by what the external audit says of the keys, and how many there are.

    `confirmed` rows are those that it certainly confirmed. `undisputed` rows are these and the
    rows of which only that is known that the audit does not object (it confirmed them or left
    them out). Counts are of rows and epochs.
    """

    def compute(scores: list[SampleScore]) -> Value:
        marks = [m for m in _marks(scores) if m.audit is not None]
        if not marks:
            return {}
        counts = Counter(m.audit for m in marks)
        values: dict[str, float] = {}
        for name, chosen in (
            ("undisputed", undisputed(marks)),
            ("confirmed", [m for m in marks if m.audit == "confirmed"]),
        ):
            if chosen:
                values[f"accuracy, keys {name}"] = accuracy(chosen)
            values[f"keys {name}"] = len(chosen)
        values["keys disputed"] = counts["disputed"]
        values["keys not computable"] = counts["not_computable"]
        return dict(values)

    return compute


@metric(scores="unreduced")
def calculation_breakdown() -> Metric:
    """Accuracy by category, by kind of calculator and by note type, and by calculator if few.

    Only where there is more than one of each.
    """

    def compute(scores: list[SampleScore]) -> Value:
        marks = _marks(scores)
        values: dict[str, float] = {}
        for name in (_category_name, _group_name, _note_type_name, _calculator_name):
            groups = grouped(marks, name)
            few = name is not _calculator_name or len(groups) <= FEW_CALCULATORS
            if len(groups) > 1 and few:
                values.update((key, accuracy(groups[key])) for key in sorted(groups))
        return dict(values)

    return compute


@metric(scores="unreduced")
def calculation_statuses() -> Metric:
    """Share of the replies that were answered, refused, truncated, empty and unreadable."""

    def compute(scores: list[SampleScore]) -> Value:
        marks = _marks(scores)
        return dict(_shares("", get_args(Status), [m.status for m in marks]))

    return compute


@metric(scores="unreduced")
def calculation_errors() -> Metric:
    """Share of the replies whose value was read and is wrong, by how it is wrong."""

    def compute(scores: list[SampleScore]) -> Value:
        marks = _marks(scores)
        return dict(_shares("error ", get_args(ErrorKind), [m.error for m in marks]))

    return compute


def accuracy(marks: Iterable[CalculationMark]) -> float:
    """Share of right answers."""
    return fmean(m.correct for m in marks)


def official_accuracy(marks: Iterable[CalculationMark]) -> float:
    """Share of answers that the reference program calls right."""
    return fmean(m.official_correct for m in marks)


def undisputed(marks: Iterable[CalculationMark]) -> list[CalculationMark]:
    """The marks of rows to whose keys the audit does not object."""
    return [m for m in marks if m.audit in ("confirmed", "not_disputed")]


def stderr_by_note(marks: Sequence[CalculationMark]) -> float | None:
    """Standard error of the accuracy, clustered by note; None for fewer than two notes.

    The cluster-robust variance of a mean with the factor g/(g-1) for g clusters, as Inspect's
    `stderr(cluster=…)`, here over marks and not over samples.
    """
    mean = accuracy(marks)
    residuals: dict[str, float] = defaultdict(float)
    for given in marks:
        residuals[given.note] += given.correct - mean
    clusters = len(residuals)
    if clusters < 2:
        return None
    total = sum(residual**2 for residual in residuals.values())
    return sqrt(total * clusters / (clusters - 1)) / len(marks)


def grouped(
    marks: Iterable[CalculationMark], name: Callable[[CalculationMark], Name]
) -> dict[Name, list[CalculationMark]]:
    """The marks by a name of each."""
    groups: dict[Name, list[CalculationMark]] = defaultdict(list)
    for given in marks:
        groups[name(given)].append(given)
    return dict(groups)


def _marks(scores: Iterable[SampleScore]) -> list[CalculationMark]:
    found = (mark_of(score.score) for score in scores)
    return [given for given in found if given is not None]


def _shares(prefix: str, names: Iterable[str], values: Sequence[Any]) -> dict[str, float]:
    counts = Counter(values)
    if not values:
        return {}
    return {f"{prefix}{name.replace('_', ' ')}": counts[name] / len(values) for name in names}


def _category_name(given: CalculationMark) -> str:
    return f"category {given.category}"


def _group_name(given: CalculationMark) -> str:
    return given.group


def _note_type_name(given: CalculationMark) -> str:
    return f"note type {given.note_type}"


def _calculator_name(given: CalculationMark) -> str:
    return f"calculator {given.calculator} {given.calculator_name}"
