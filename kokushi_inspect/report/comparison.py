"""Two logs beside each other, question by question: `kokushi compare`."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.calculation_runs import (
    CalculationRun,
    calculation_tallies,
    read_calculation_run,
)
from kokushi_inspect.report.catalogue import Catalogue
from kokushi_inspect.report.conditions import conditions_of, differences, variant_of
from kokushi_inspect.report.finding_logs import FoundLog, read_header
from kokushi_inspect.report.log_damage import RESTORE
from kokushi_inspect.report.model import Interval, LogTrouble, ProtocolResult, to_record
from kokushi_inspect.report.pairing import Comparison, Tally, compare, tallies
from kokushi_inspect.report.runs import Run, read_run
from kokushi_inspect.report.sitting_results import protocol_results

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ComparedVerdict:
    """The official verdict of one of the two logs on one sitting."""

    sitting: str
    result: ProtocolResult


@dataclass(frozen=True, slots=True)
class ComparedLog:
    """One of the two logs.

    Attributes:
        log: Its file name.
        examinee: Who answered, with what is special about the run.
        accuracy: Share right of the common questions, from 0 to 1, over all epochs.
        verdicts: Official verdicts; none for MedCalc-Bench.
    """

    log: str
    examinee: str
    accuracy: float
    verdicts: tuple[ComparedVerdict, ...]


@dataclass(frozen=True, slots=True)
class DifferingQuestion:
    """A question that exactly one of the two gets right (in most of its epochs).

    Attributes:
        question: Its id.
        key: The accepted answers, run together; empty for MedCalc-Bench.
        first: What the first log reads in its first epoch, or how it was not read.
        second: The same of the second log.
        right: `first` or `second`.
    """

    question: str
    key: tuple[str, ...]
    first: str
    second: str
    right: str


@dataclass(frozen=True, slots=True)
class ComparedLogs:
    """The paired comparison; see `kokushi_inspect.report.model.Pair` for the numbers."""

    first: ComparedLog
    second: ComparedLog
    n: int
    both: int
    only_first: int
    only_second: int
    neither: int
    difference: float
    interval: Interval | None
    p: float
    differing: tuple[DifferingQuestion, ...]

    def to_record(self) -> dict[str, Any]:
        """The comparison as plain JSON values."""
        record: dict[str, Any] = to_record(self)
        return record


def compare_logs(first: str, second: str) -> ComparedLogs:
    """Compare two logs of the same questions.

    Args:
        first: Path or URL of a log.
        second: Path or URL of another.

    Raises:
        KokushiError: A log cannot be read, or the two must not be compared.
    """
    logs = (_open(first), _open(second))
    _refuse_what_differs(*logs)
    if logs[0].kind == "medcalc":
        return _compare_calculations(*logs)
    return _compare_exams(*logs)


def _open(place: str) -> FoundLog:
    path = place if "://" in place else str(user_path(place))
    log = read_header(path, path.rsplit("/", 1)[-1])
    if isinstance(log, LogTrouble):
        raise KokushiError(log.reason, place=Place(place), expected="a log of one of our tasks")
    return log


def _refuse_what_differs(first: FoundLog, second: FoundLog) -> None:
    professions = [str(log.metadata.get("profession", log.kind)) for log in (first, second)]
    reasons = [d.text for d in differences(conditions_of(first), conditions_of(second))]
    if professions[0] != professions[1]:
        reasons = [f"{professions[1]} instead of {professions[0]}"]
    if reasons:
        raise KokushiError(
            f"{first.shown} and {second.shown} must not be compared: {'; '.join(reasons)}",
            expected="two logs of the same questions under the same conditions",
            fix="kokushi report shows such logs apart",
        )


def _refuse_what_is_broken(runs: Sequence[Run | CalculationRun]) -> None:
    for run in runs:
        if run.broken:
            raise KokushiError(
                f"{len(run.broken)} sample(s) cannot be read, e.g. {run.broken[0]}",
                place=Place(run.log.path),
                fix=f"{RESTORE}; kokushi report shows what can still be read",
            )


def _compare_exams(*logs: FoundLog) -> ComparedLogs:
    catalogue = Catalogue()
    runs = [read_run(log, catalogue, 0, lambda: None) for log in logs]
    _refuse_what_is_broken(runs)
    counted = [tallies(run.answers) for run in runs]
    replies = [_first_replies(run.answers) for run in runs]
    keys = {
        key: tuple("".join(answer) for answer in asked.question.key.accepted)
        for key, asked in catalogue.asked.items()
    }
    found = _compared(logs, counted[0], counted[1])
    differing = [
        DifferingQuestion(key[1], keys[key], replies[0][key], replies[1][key], right)
        for key, right in _differing(counted[0], counted[1])
    ]
    return _result(
        [
            ComparedLog(run.log.shown, _named(run), share, _verdicts(run))
            for run, share in zip(runs, (found.first_share, found.second_share), strict=True)
        ],
        found,
        sorted(differing, key=lambda each: each.question),
    )


def _compare_calculations(*logs: FoundLog) -> ComparedLogs:
    runs = [read_calculation_run(log, lambda: None) for log in logs]
    _refuse_what_is_broken(runs)
    counted = [calculation_tallies(run.marks) for run in runs]
    found = _compared(logs, counted[0], counted[1])
    read = [{m.row: "".join(m.read) or m.status for m in reversed(run.marks)} for run in runs]
    differing = [
        DifferingQuestion(row, (), read[0][row], read[1][row], right)
        for row, right in _differing(counted[0], counted[1])
    ]
    return _result(
        [
            ComparedLog(run.log.shown, _named(run), share, ())
            for run, share in zip(runs, (found.first_share, found.second_share), strict=True)
        ],
        found,
        sorted(differing, key=lambda each: (len(each.question), each.question)),
    )


def _compared(
    logs: tuple[FoundLog, ...], first: Mapping[Key, Tally], second: Mapping[Key, Tally]
) -> Comparison:
    found = compare(first, second)
    if found is None:
        raise KokushiError(
            f"{logs[0].shown} and {logs[1].shown} have no marked question in common",
            fix="compare logs of the same sittings that ended with marks",
        )
    return found


def _differing(first: Mapping[Key, Tally], second: Mapping[Key, Tally]) -> list[tuple[Key, str]]:
    """The common questions that exactly one gets right, and which."""
    return [
        (key, "first" if tally.mostly else "second")
        for key, tally in first.items()
        if key in second and tally.mostly != second[key].mostly
    ]


def _first_replies(answers: list[Answer]) -> dict[tuple[int | None, str], str]:
    """What is read of each question in its first epoch."""
    return {(a.year, a.question): "".join(a.printed) or a.status for a in reversed(answers)}


def _verdicts(run: Run) -> tuple[ComparedVerdict, ...]:
    return tuple(
        ComparedVerdict(
            f"{sitting.profession} {sitting.label}",
            protocol_results(
                sitting,
                [a for a in run.answers if a.year == sitting.year],
                run.epochs,
                run.trouble.get(sitting.year, ""),
            )[0],
        )
        for sitting in run.sittings
    )


def _named(run: Run | CalculationRun) -> str:
    variant = ", ".join(variant_of(run.log))
    return f"{run.examinee} ({variant})" if variant else run.examinee


def _result(
    sides: list[ComparedLog], found: Comparison, differing: list[DifferingQuestion]
) -> ComparedLogs:
    return ComparedLogs(
        first=sides[0],
        second=sides[1],
        n=found.n,
        both=found.both,
        only_first=found.only_first,
        only_second=found.only_second,
        neither=found.neither,
        difference=found.first_share - found.second_share,
        interval=found.interval,
        p=found.p,
        differing=tuple(differing),
    )
