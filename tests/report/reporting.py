"""Reports of small logs: the exams that the tests of reports take."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builders import make_row
from inspect_ai.log import EvalLog
from taking import saying, take

from kokushi_inspect.report.build import build_report
from kokushi_inspect.report.model import Examinee, Item, Report, SittingResult

SCENARIO_ROWS = [
    make_row(id=f"{section}{n}", section=section, index=str(n), group=f"{section} {(n + 1) // 2}")
    for section in "AB"
    for n in range(1, 9)
]
"""Sixteen questions in eight scenarios of two; `a` is right everywhere."""

HUMAN = (
    (30, {"a": 30, "b": 60, "c": 10}),
    (60, {"a": 60, "b": 20, "c": 20}),
    (90, {"a": 90, "b": 2, "c": 8}),
    (95, {"a": 95, "b": 5}),
)
"""Per cent of people that were right, and that chose each label."""

HUMAN_ROWS = [
    make_row(id=p, section=p[0], index=p[1], human_accuracy=share, human_choice_rates=rates)
    for p, (share, rates) in zip(("A1", "A2", "B1", "B2"), HUMAN, strict=True)
]
"""Four questions with what people chose."""


def report_of(*logs: EvalLog | str | Path) -> Report:
    """The report of some logs."""
    return build_report([log.location if isinstance(log, EvalLog) else str(log) for log in logs])


def takes(
    folder: Path, wrong: str = "", rows: Sequence[dict[str, Any]] = (), **more: Any
) -> EvalLog:
    """Take the exam, right but for the questions named ("A1=b A2=cc")."""
    replies = dict(each.split("=") for each in wrong.split())
    return take(folder, saying(**replies), rows=rows, **more)


def examinee(report: Report, label: str) -> Examinee:
    """The examinee of that label."""
    return next(each for each in report.examinees if each.label == label)


def only_sitting(report: Report) -> SittingResult:
    """The result of the only sitting."""
    (sitting,) = report.sittings
    return sitting


def item(report: Report, question: str) -> Item:
    """The item of a question."""
    return next(each for each in report.items if each.question == question)
