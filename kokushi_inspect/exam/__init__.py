"""The data model of an exam: plain, frozen, typed values, without I/O and without Inspect."""

from kokushi_inspect.exam.criterion import (
    Criterion,
    CriterionRule,
    Part,
    PartLine,
    Selector,
    Share,
)
from kokushi_inspect.exam.errors import KokushiError, Place
from kokushi_inspect.exam.figure import Figure
from kokushi_inspect.exam.mark import Mark
from kokushi_inspect.exam.question import (
    CHOICE_KINDS,
    Boxes,
    HumanRecord,
    Key,
    Kind,
    Question,
    Scenario,
    Treatment,
)
from kokushi_inspect.exam.reading import UNREAD, Reading, Status
from kokushi_inspect.exam.sitting import PaperRule, Sitting
from kokushi_inspect.exam.verdict import CriterionResult, Protocol, Verdict

__all__ = [
    "CHOICE_KINDS",
    "UNREAD",
    "Boxes",
    "Criterion",
    "CriterionResult",
    "CriterionRule",
    "Figure",
    "HumanRecord",
    "Key",
    "Kind",
    "KokushiError",
    "Mark",
    "PaperRule",
    "Part",
    "PartLine",
    "Place",
    "Protocol",
    "Question",
    "Reading",
    "Scenario",
    "Selector",
    "Share",
    "Sitting",
    "Status",
    "Treatment",
    "Verdict",
]
