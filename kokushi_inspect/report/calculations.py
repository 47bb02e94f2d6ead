"""The results of a MedCalc-Bench log: overall, by category and by calculator."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from inspect_ai.log import EvalLog, EvalSample

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.report.unfinished import cut_off
from kokushi_inspect.report.verdicts import epochs_of, examinee_of, read_whole_log
from kokushi_inspect.sources.medcalc.load import BENCHMARK
from scorers.medcalc_mark import CalculationMark, mark_of
from scorers.medcalc_metrics import (
    accuracy,
    grouped,
    official_accuracy,
    stderr_by_note,
    undisputed,
)

SCORE = "medcalc"
"""The name of the score that carries the marks."""


@dataclass(frozen=True, slots=True)
class Line:
    """The result of a group of rows.

    Attributes:
        name: Name of the group.
        n: Marked replies.
        accuracy: Share of right ones, from 0 to 1.
        official: Share that the reference program calls right, among rows that have a key; None
            without such rows.
        format_loss: Accuracy of the same rows less `official`.
        undisputed: Replies to rows to whose keys the audit does not object.
        undisputed_accuracy: Accuracy of these; None without any.
        confirmed: Replies to rows whose keys the audit certainly confirmed.
        confirmed_accuracy: Accuracy of these; None without any.
    """

    name: str
    n: int
    accuracy: float
    official: float | None
    format_loss: float | None
    undisputed: int
    undisputed_accuracy: float | None
    confirmed: int
    confirmed_accuracy: float | None


@dataclass(frozen=True, slots=True)
class CalculationResults:
    """What a log says.

    Attributes:
        origin: Version, source, checksums, selection and prompt, from the log.
        examinee: Who answered.
        status: `success`, or how else the run ended.
        epochs: How often each row was asked.
        samples: Samples in the log.
        unscored: Samples without a mark: no reply, or no key and no abstention.
        errors: Samples that ended in an error.
        errored: Their ids.
        cut_off: How a run ended that did not succeed, and what completes it; else empty.
        overall: All marked replies.
        stderr: Standard error of the accuracy, clustered by note; None for fewer than two notes.
        macro_accuracy: Mean over calculators.
        categories: One line a category.
        calculators: One line a calculator, under its id.
        disputed: Rows whose keys the audit disputes.
        not_computable: Rows that the audit holds to be not computable.
    """

    origin: dict[str, Any]
    examinee: str
    status: str
    epochs: int
    samples: int
    unscored: int
    errors: int
    errored: tuple[str, ...]
    cut_off: str
    overall: Line
    stderr: float | None
    macro_accuracy: float
    categories: tuple[Line, ...]
    calculators: dict[int, Line]
    disputed: tuple[str, ...]
    not_computable: tuple[str, ...]

    def to_record(self) -> dict[str, Any]:
        """The results as plain JSON values; `calculators` is a list with ids."""
        record = asdict(self)
        record["calculators"] = [
            {"id": id, **asdict(line)} for id, line in self.calculators.items()
        ]
        return record


def read_medcalc_log(path: str) -> EvalLog:
    """Read a log with its samples.

    Raises:
        KokushiError: There is no such log, it is damaged, or it is none of MedCalc-Bench.
    """
    log = read_whole_log(path)
    if (log.eval.metadata or {}).get("benchmark") != BENCHMARK:
        raise KokushiError(
            f"this is no log of MedCalc-Bench (task '{log.eval.task}')",
            place=Place(path),
            expected="the log of a run of kokushi_inspect/medcalc.py",
        )
    return log


def results_of(log: EvalLog) -> CalculationResults:
    """The results of a log.

    Raises:
        KokushiError: Nothing in it is marked.
    """
    samples = log.samples or []
    marks = [given for sample in samples if (given := _mark(sample)) is not None]
    if not marks:
        raise KokushiError(
            f"no reply is marked (status of the run: '{log.status}')",
            place=Place(log.location),
            fix=cut_off(log) or None,
        )
    errored = [str(sample.id) for sample in samples if sample.error is not None]
    by_calculator = grouped(marks, lambda m: m.calculator)
    categories = grouped(marks, lambda m: m.category)
    metadata = log.eval.metadata or {}
    named = ("version", "source", "sha256", "revision", "selection", "label_audit", "prompt")
    return CalculationResults(
        origin={name: metadata[name] for name in named if metadata.get(name) is not None},
        examinee=examinee_of(log),
        status=log.status,
        epochs=epochs_of(log),
        samples=len(samples),
        unscored=len(samples) - len(marks) - len(errored),
        errors=len(errored),
        errored=tuple(dict.fromkeys(errored)),
        cut_off=cut_off(log),
        overall=_line("all", marks),
        stderr=stderr_by_note(marks),
        macro_accuracy=fmean(accuracy(group) for group in by_calculator.values()),
        categories=tuple(_line(name, categories[name]) for name in sorted(categories)),
        calculators={
            id: _line(group[0].calculator_name, group)
            for id, group in sorted(by_calculator.items())
        },
        disputed=_rows(marks, "disputed"),
        not_computable=_rows(marks, "not_computable"),
    )


def _line(name: str, marks: Sequence[CalculationMark]) -> Line:
    computable = [m for m in marks if m.computable]
    fair = undisputed(marks)
    confirmed = [m for m in marks if m.audit == "confirmed"]
    official = official_accuracy(computable) if computable else None
    return Line(
        name=name,
        n=len(marks),
        accuracy=accuracy(marks),
        official=official,
        format_loss=None if official is None else accuracy(computable) - official,
        undisputed=len(fair),
        undisputed_accuracy=accuracy(fair) if fair else None,
        confirmed=len(confirmed),
        confirmed_accuracy=accuracy(confirmed) if confirmed else None,
    )


def _rows(marks: Sequence[CalculationMark], audit: str) -> tuple[str, ...]:
    found = {m.row for m in marks if m.audit == audit}
    return tuple(sorted(found, key=lambda row: (len(row), row)))


def _mark(sample: EvalSample) -> CalculationMark | None:
    """The mark of a sample, also when its score is registered under a package's name."""
    if sample.error is not None:
        return None
    for name, score in (sample.scores or {}).items():
        if name.split("/")[-1] == SCORE:
            return mark_of(score)
    return None
