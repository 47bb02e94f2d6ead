"""Accuracy by kind, section, subject and year, and with and without figures."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from kokushi_inspect.exam import Mark
from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.grouping import ExamGroup
from kokushi_inspect.report.intervals import accuracy_of
from kokushi_inspect.report.model import Examinee, FigureResult, Slice

By = Literal["kind", "section", "subject", "year"]


def slices_of(group: ExamGroup) -> Iterator[Slice]:
    """The accuracy of every examinee on every kind of question."""
    for id in group.runs:
        answers = group.answers(id)
        for by in get_args(By):
            named: dict[str, list[Answer]] = defaultdict(list)
            for answer in answers:
                if name := _name(by, answer):
                    named[name].append(answer)
            for name in sorted(named):
                yield Slice(group.id, id, by, name, accuracy_of(_marks(named[name])))


def figure_results(group: ExamGroup, examinees: Mapping[str, Examinee]) -> Iterator[FigureResult]:
    """The accuracy of every examinee with and without figures; none where no question has one."""
    for id in group.runs:
        marks = list(_marks(group.answers(id)))
        if any(given.has_figure for _, given in marks):
            yield FigureResult(
                group=group.id,
                examinee=id,
                sent=examinees[id].figures == "sent",
                with_figure=accuracy_of((y, m) for y, m in marks if m.has_figure),
                without_figure=accuracy_of((y, m) for y, m in marks if not m.has_figure),
            )


def _marks(answers: list[Answer]) -> Iterator[tuple[int | None, Mark]]:
    return ((a.year, a.official) for a in answers if a.official is not None)


def _name(by: By, answer: Answer) -> str:
    given = answer.official
    if given is None:
        return ""
    if by == "year":
        return "" if answer.year is None else str(answer.year)
    return {"kind": given.kind, "section": given.section, "subject": given.subject}[by]
