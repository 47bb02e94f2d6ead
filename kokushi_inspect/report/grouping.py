"""Runs that may be compared form groups; who answered in them are the examinees."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kokushi_inspect.exam import Question
from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.catalogue import Catalogue, QuestionKey
from kokushi_inspect.report.conditions import conditions_of, differences, variant_of
from kokushi_inspect.report.finding_logs import FoundLog
from kokushi_inspect.report.model import Difference, Examinee
from kokushi_inspect.report.runs import ExamineeKind, Run

MEDCALC = "medcalc"


@dataclass(slots=True)
class LogGroup:
    """Logs of one profession under the same conditions.

    Attributes:
        id: Identifier within the report.
        profession: Id of the profession, or `medcalc`.
        conditions: What the logs have in common.
        logs: The logs, oldest first.
        main: Whether this is the profession's main group.
        apart: Why it is set apart.
    """

    id: str
    profession: str
    conditions: dict[str, str]
    logs: list[FoundLog]
    main: bool = True
    apart: tuple[Difference, ...] = ()

    @property
    def practice(self) -> bool:
        """Whether it is about the practice exam."""
        return self.conditions["practice"] == "practice"


@dataclass(slots=True)
class ExamGroup:
    """A group of an exam with everything that was read from its logs.

    Attributes:
        logs: The group.
        catalogue: Its questions.
        runs: For each examinee's id, the runs; no two of them are about the same sitting.
        items: Item id of each question.
        items_over: Examinees over which the statistics of items are.
    """

    logs: LogGroup
    catalogue: Catalogue = field(default_factory=Catalogue)
    runs: dict[str, list[Run]] = field(default_factory=dict)
    items: dict[QuestionKey, str] = field(default_factory=dict)
    items_over: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Identifier within the report."""
        return self.logs.id

    def answers(self, examinee: str) -> list[Answer]:
        """All answers of an examinee."""
        return [answer for run in self.runs[examinee] for answer in run.answers]


def group_logs(logs: Iterable[FoundLog]) -> list[LogGroup]:
    """The groups of some logs: main ones first, each followed by those set apart from it.

    The main group of a profession is about a real exam if any is, and then has the most logs,
    and among equals the newest.
    """
    found: dict[tuple[str, tuple[tuple[str, str], ...]], list[FoundLog]] = defaultdict(list)
    for log in logs:
        profession = MEDCALC if log.kind == "medcalc" else str(log.metadata["profession"])
        found[(profession, tuple(conditions_of(log).items()))].append(log)
    groups: dict[str, list[LogGroup]] = defaultdict(list)
    for (profession, conditions), members in found.items():
        groups[profession].append(LogGroup("", profession, dict(conditions), members))
    ordered: list[LogGroup] = []
    for profession in sorted(groups):
        ranked = sorted(groups[profession], key=_importance, reverse=True)
        for group in ranked[1:]:
            group.main = False
            group.apart = differences(ranked[0].conditions, group.conditions)
        ordered += ranked
    ordered.sort(key=lambda group: not group.main)
    for number, group in enumerate(ordered, start=1):
        group.id = f"g{number}"
    return ordered


def _importance(group: LogGroup) -> tuple[bool, int, str]:
    newest = max(log.header.eval.created for log in group.logs)
    return not group.practice, len(group.logs), newest


@dataclass(frozen=True, slots=True)
class Seat:
    """A log with what tells examinees apart."""

    log: FoundLog
    name: str
    kind: ExamineeKind
    labels: frozenset[str]
    """Labels of its sittings."""


class Register:
    """Gives every run its examinee: the same one for the same name, variant and number of run."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str, tuple[str, ...], int], set[str]] = defaultdict(set)
        self._found: dict[tuple[str, tuple[str, ...], int], Examinee] = {}

    def enrol(self, group: str, seat: Seat) -> str:
        """The id of the examinee of a run in a group; runs of other sittings join it."""
        variant = variant_of(seat.log)
        number = 1
        while self._taken[(group, seat.name, variant, number)] & seat.labels:
            number += 1
        self._taken[(group, seat.name, variant, number)] |= seat.labels
        key = (seat.name, variant, number)
        if key not in self._found:
            metadata = seat.log.metadata
            self._found[key] = Examinee(
                id=f"e{len(self._found) + 1}",
                name=seat.name,
                variant=variant,
                run=number,
                label=_label(seat.name, variant, number),
                kind=seat.kind,
                figures="withheld" if metadata.get("figures") == "withheld" else "sent",
                shuffled=metadata.get("shuffle_options") is not None,
            )
        return self._found[key].id

    @property
    def examinees(self) -> dict[str, Examinee]:
        """Everybody by id, in the order of their labels."""
        everybody = sorted(self._found.values(), key=lambda each: each.label)
        return {each.id: each for each in everybody}


def _label(name: str, variant: Sequence[str], run: int) -> str:
    special = f" ({', '.join(variant)})" if variant else ""
    return f"{name}{special}" + (f" #{run}" if run > 1 else "")


def number_items(groups: Iterable[ExamGroup]) -> None:
    """Give every question of every group its item id, in the order of the exam."""
    number = 0
    for group in groups:
        questions = {key: asked.question for key, asked in group.catalogue.asked.items()}
        for key in sorted(questions, key=lambda key: _place(questions[key])):
            number += 1
            group.items[key] = f"i{number}"


def _place(question: Question) -> tuple[int, str, int, str, str]:
    year, number = question.year or 0, question.number or 0
    return year, question.section, number, question.index, question.id


def choose_items_over(group: ExamGroup, examinees: Mapping[str, Examinee]) -> tuple[str, ...]:
    """Whose answers tell something of the questions: plain first runs that are no baseline.

    Everybody when there is no such run.
    """
    plain = [
        id
        for id in group.runs
        if (who := examinees[id]).kind != "baseline"
        and who.run == 1
        and who.figures == "sent"
        and not who.shuffled
    ]
    return tuple(plain or group.runs)
