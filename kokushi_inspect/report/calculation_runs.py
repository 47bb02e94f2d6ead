"""MedCalc-Bench in a report: results by category and calculator, pairs of examinees."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from inspect_ai.log import EvalSample

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.report.answers import facts_of, light_samples
from kokushi_inspect.report.calculations import SCORE, CalculationResults, Line, results_of
from kokushi_inspect.report.costs import cost_of
from kokushi_inspect.report.finding_logs import FoundLog
from kokushi_inspect.report.intervals import clustered_interval
from kokushi_inspect.report.log_damage import told
from kokushi_inspect.report.model import CalculationLine, CalculationResult, Cost
from kokushi_inspect.report.pairing import Tally
from kokushi_inspect.report.runs import examinee_name
from scorers.medcalc_mark import CalculationMark, mark_of


@dataclass(slots=True)
class CalculationRun:
    """One log of MedCalc-Bench, read.

    Attributes:
        log: The log.
        results: What it says; None when nothing in it is marked.
        marks: The marks of all epochs.
        samples: Samples that were read.
        errors: Samples that ended in an error.
        seconds: Working time of all samples; None when the log does not say.
        calls: Replies of models; None when nobody counted.
        examinee: Who answered.
        broken: What could not be read.
    """

    log: FoundLog
    results: CalculationResults | None = None
    marks: list[CalculationMark] = field(default_factory=list)
    samples: int = 0
    errors: int = 0
    seconds: float | None = None
    calls: int | None = None
    examinee: str = ""
    broken: list[str] = field(default_factory=list)


def read_calculation_run(log: FoundLog, tick: Callable[[], None]) -> CalculationRun:
    """Read a log of MedCalc-Bench.

    Args:
        log: The log.
        tick: Is called for each sample.
    """
    run = CalculationRun(log)
    samples: list[EvalSample] = []
    for sample in light_samples(log.path, log.header, run.broken.append, damaged=log.damaged):
        tick()
        facts = facts_of(sample)
        run.errors += bool(facts.error)
        run.examinee = run.examinee or facts.model
        if facts.seconds is not None:
            run.seconds = (run.seconds or 0.0) + facts.seconds
        if facts.calls is not None:
            run.calls = (run.calls or 0) + facts.calls
        samples.append(sample)
    run.samples = len(samples)
    run.examinee = examinee_name(log, run.examinee)
    run.marks = [mark for sample in samples for mark in _marks(sample)]
    if not run.marks:
        return run
    try:
        run.results = results_of(log.header.model_copy(update={"samples": samples}))
    except (KokushiError, KeyError, TypeError, ValueError) as error:
        run.broken.append(told(error))
    return run


def _marks(sample: EvalSample) -> Iterator[CalculationMark]:
    if sample.error is None:
        for name, score in (sample.scores or {}).items():
            if name.split("/")[-1] == SCORE and (mark := mark_of(score)) is not None:
                yield mark


def calculation_result(
    run: CalculationRun, results: CalculationResults, *, group: str, examinee: str, log: str
) -> CalculationResult:
    """The result of a run as a report shows it."""
    return CalculationResult(
        group=group,
        examinee=examinee,
        log=log,
        samples=results.samples,
        unscored=results.unscored,
        errors=results.errors,
        overall=_line(results.overall, None),
        interval=clustered_interval(
            [float(m.correct) for m in run.marks], [m.note for m in run.marks], low=0, high=1
        ),
        macro_accuracy=results.macro_accuracy,
        categories=tuple(_line(line, None) for line in results.categories),
        calculators=tuple(_line(line, id) for id, line in results.calculators.items()),
    )


def _line(line: Line, calculator: int | None) -> CalculationLine:
    return CalculationLine(
        line.name, calculator, line.n, line.accuracy, line.official, line.format_loss
    )


def calculation_tallies(marks: list[CalculationMark]) -> dict[str, Tally]:
    """For each row how often it is right; rows of one note are a cluster."""
    found: dict[str, Tally] = {}
    for given in marks:
        tally = found.setdefault(given.row, Tally(given.note))
        tally.right += given.correct
        tally.epochs += 1
    return found


def calculation_cost(run: CalculationRun, *, group: str, examinee: str) -> Cost:
    """What a run cost."""
    return cost_of(
        group,
        examinee,
        [run.log],
        answers=run.samples - run.errors,
        right=sum(m.correct for m in run.marks),
        calls=run.calls,
        seconds=run.seconds,
    )
