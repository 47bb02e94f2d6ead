"""Builds a report: logs are found, read once each, grouped and compared."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import count

from kokushi_inspect import __version__
from kokushi_inspect.report.calculation_runs import (
    CalculationRun,
    calculation_cost,
    calculation_result,
    calculation_tallies,
    read_calculation_run,
)
from kokushi_inspect.report.exam_parts import ExamParts, exam_parts
from kokushi_inspect.report.finding_logs import FoundLog, find_logs
from kokushi_inspect.report.grouping import (
    MEDCALC,
    ExamGroup,
    LogGroup,
    Register,
    Seat,
    choose_items_over,
    group_logs,
    number_items,
)
from kokushi_inspect.report.ledger import Ledger
from kokushi_inspect.report.matrices import matrices_of
from kokushi_inspect.report.model import CalculationResult, Group, Report
from kokushi_inspect.report.pairing import pairs_of
from kokushi_inspect.report.passing import SEED
from kokushi_inspect.report.professions import profession_names
from kokushi_inspect.report.runs import examinee_kind, read_run

REPLY_BUDGET = 2_000_000
"""Characters of replies in a report, all together: what keeps its files small."""

LONGEST_REPLY = 4000
SHORTEST_REPLY = 40
"""Below so many characters a reply, replies are left out altogether."""

Tick = Callable[[], None]


@dataclass(slots=True)
class _CalculationGroup:
    logs: LogGroup
    runs: dict[str, CalculationRun] = field(default_factory=dict)


@dataclass(slots=True)
class _Read:
    """What was read from all logs."""

    ledger: Ledger
    register: Register = field(default_factory=Register)
    exams: list[ExamGroup] = field(default_factory=list)
    calculations: list[_CalculationGroup] = field(default_factory=list)


def count_samples(logs: Iterable[FoundLog]) -> int:
    """How many samples some logs have, over all epochs, by their headers."""
    return sum(
        len(log.header.eval.dataset.sample_ids or ()) * (log.header.eval.config.epochs or 1)
        for log in logs
    )


def reply_limit(samples: int) -> int:
    """Characters of each reply that are kept when there are so many."""
    limit = min(LONGEST_REPLY, REPLY_BUDGET // max(samples, 1))
    return limit if limit >= SHORTEST_REPLY else 0


def build_report(
    places: Sequence[str],
    *,
    command: str = "",
    seed: int = SEED,
    begin: Callable[[int], Tick] = lambda total: lambda: None,
) -> Report:
    """The report of all logs in some places.

    Logs are read one after another, and of each only what the report shows is kept.

    Args:
        places: Files, folders and URLs; see `find_logs`.
        command: Command that makes the report again, for its provenance.
        seed: Seed of the draws for the probability of passing.
        begin: Is told how many samples there are; what it returns is called for each.

    Raises:
        KokushiError: A place does not exist.
    """
    found, troubles = find_logs(places)
    samples = count_samples(found)
    limit, tick = reply_limit(samples), begin(samples)
    read = _Read(Ledger(troubles))
    groups = group_logs(found)
    for group in groups:
        if group.profession == MEDCALC:
            _read_calculations(read, group, tick)
        else:
            _read_exam(read, group, limit, tick)
    return _assemble(read, groups, command=command, seed=seed, limit=limit)


def _read_exam(read: _Read, logs: LogGroup, limit: int, tick: Tick) -> None:
    group = ExamGroup(logs)
    for log in logs.logs:
        run = read_run(log, group.catalogue, limit, tick)
        if not run.answers:
            read.ledger.leave_out(run, "it has no samples")
            continue
        labels = frozenset(sitting.label for sitting in run.sittings)
        examinee = read.register.enrol(logs.id, Seat(log, run.examinee, run.kind, labels))
        group.runs.setdefault(examinee, []).append(run)
        read.ledger.enter(logs.id, examinee, run)
    if group.runs:
        read.exams.append(group)


def _read_calculations(read: _Read, logs: LogGroup, tick: Tick) -> None:
    group = _CalculationGroup(logs)
    for log in logs.logs:
        run = read_calculation_run(log, tick)
        if run.results is None:
            read.ledger.leave_out(run, "no reply is marked")
            continue
        seat = Seat(log, run.examinee, examinee_kind(log), frozenset({MEDCALC}))
        examinee = read.register.enrol(logs.id, seat)
        group.runs[examinee] = run
        read.ledger.enter(logs.id, examinee, run)
    if group.runs:
        read.calculations.append(group)


def _assemble(
    read: _Read, groups: Sequence[LogGroup], *, command: str, seed: int, limit: int
) -> Report:
    examinees = read.register.examinees
    number_items(read.exams)
    number = count(1)
    parts: list[ExamParts] = []
    described: list[Group] = []
    for exam in read.exams:
        exam.items_over = choose_items_over(exam, examinees)
        found = exam_parts(exam, examinees, read.ledger.id_of, number, seed)
        parts.append(found)
        described.append(_describe_exam(read, exam, found))
    described += [_describe_calculations(read, group) for group in read.calculations]
    order = [group.id for group in groups]
    described.sort(key=lambda group: order.index(group.id))
    sittings = tuple(s for part in parts for s in part.sittings)
    return Report(
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        kokushi_version=__version__,
        inspect_version=version("inspect-ai"),
        command=command,
        seed=seed,
        reply_limit=limit,
        examinees=tuple(examinees.values()),
        groups=tuple(described),
        matrices=matrices_of(
            [exam.logs for exam in read.exams], sittings, list(examinees), profession_names()
        ),
        sittings=sittings,
        people=tuple(part.people for part in parts if part.people is not None),
        figures=tuple(f for part in parts for f in part.figures),
        variants=tuple(v for part in parts for v in part.variants),
        items=tuple(i for part in parts for i in part.items),
        slices=tuple(s for part in parts for s in part.slices),
        calculations=tuple(r for group in read.calculations for r in _results(read, group)),
        costs=tuple(
            [c for part in parts for c in part.costs]
            + [
                calculation_cost(run, group=group.logs.id, examinee=examinee)
                for group in read.calculations
                for examinee, run in group.runs.items()
            ]
        ),
        logs=tuple(read.ledger.logs),
        troubles=tuple(read.ledger.troubles),
    )


def _describe_exam(read: _Read, exam: ExamGroup, parts: ExamParts) -> Group:
    names = profession_names()
    profession = exam.logs.profession
    ja, en = names.get(profession, (profession, profession))
    return Group(
        id=exam.id,
        profession=profession,
        name_ja=ja,
        name_en=en,
        practice=exam.logs.practice,
        main=exam.logs.main,
        apart=exam.logs.apart,
        conditions=exam.logs.conditions,
        examinees=tuple(exam.runs),
        logs=tuple(read.ledger.id_of(run) for runs in exam.runs.values() for run in runs),
        items_over=exam.items_over,
        ranks=parts.ranks,
        pairs=parts.pairs,
    )


def _describe_calculations(read: _Read, group: _CalculationGroup) -> Group:
    logs = group.logs
    return Group(
        id=logs.id,
        profession=MEDCALC,
        name_ja="MedCalc-Bench",
        name_en="MedCalc-Bench",
        practice=logs.practice,
        main=logs.main,
        apart=logs.apart,
        conditions=logs.conditions,
        examinees=tuple(group.runs),
        logs=tuple(read.ledger.id_of(run) for run in group.runs.values()),
        items_over=(),
        ranks=(),
        pairs=pairs_of({id: calculation_tallies(run.marks) for id, run in group.runs.items()}),
    )


def _results(read: _Read, group: _CalculationGroup) -> Iterable[CalculationResult]:
    for examinee, run in group.runs.items():
        if run.results is not None:
            log = read.ledger.id_of(run)
            yield calculation_result(
                run, run.results, group=group.logs.id, examinee=examinee, log=log
            )
