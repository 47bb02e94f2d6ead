"""What a report shows, as plain frozen values: pages and tables are made of nothing else.

Everything refers to everything else by short ids (`e1` an examinee, `g1` a group, `l1` a log,
`s1` a sitting of an examinee, `i1` an item). Shares are from 0 to 1. Texts of models and sources
are as they are: whoever shows them escapes them. Reasons are English sentences; what a page may
want to translate has a code beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from kokushi_inspect.report.model_comparisons import (
    AgainstPeople,
    Band,
    FigureResult,
    Pair,
    People,
    Rank,
    Slice,
    VariantPair,
)
from kokushi_inspect.report.model_items import Choice, Item, ItemFigure, KeyDoubt, Reply
from kokushi_inspect.report.model_runs import (
    CalculationLine,
    CalculationResult,
    Cost,
    LogRecord,
    LogTrouble,
)
from kokushi_inspect.report.model_sittings import (
    Accuracy,
    CriterionBar,
    Flip,
    ForbiddenChoice,
    Interval,
    LeftOut,
    Outcome,
    PassProbability,
    ProtocolResult,
    SittingResult,
    UnreadRange,
)

__all__ = [
    "Accuracy",
    "AgainstPeople",
    "Band",
    "CalculationLine",
    "CalculationResult",
    "Choice",
    "Cost",
    "CriterionBar",
    "Difference",
    "Examinee",
    "FigureResult",
    "Flip",
    "ForbiddenChoice",
    "Group",
    "Interval",
    "Item",
    "ItemFigure",
    "KeyDoubt",
    "LeftOut",
    "LogRecord",
    "LogTrouble",
    "Matrix",
    "MatrixColumn",
    "MatrixRow",
    "Outcome",
    "Pair",
    "PassProbability",
    "People",
    "ProfessionCount",
    "ProtocolResult",
    "Rank",
    "Reply",
    "Report",
    "SittingResult",
    "Slice",
    "UnreadRange",
    "VariantPair",
    "rounded",
    "to_record",
]

DECIMALS = 6
"""Decimals of every number that leaves the report, so that all its forms show the same ones."""

SMALL = 1e-3
"""Numbers below have as many significant digits instead: a small p is not nought."""


@dataclass(frozen=True, slots=True)
class Examinee:
    """Who answered, and how.

    Attributes:
        id: Identifier within the report, such as `e1`.
        name: The model, the name given to a replay, or the baseline.
        variant: What is special about its runs, in English: `figures withheld`, `options shuffled
            (seed 7)`, `solver agent`, `unit scenario`, `temperature 0.7` … Empty for plain runs.
        run: Number among runs of the same examinee in the same variant, from 1.
        label: Name, variant and run in one line, unique in the report.
        kind: `model`, `replay` or `baseline`.
        figures: `sent` or `withheld`.
        shuffled: Whether options were shuffled.
    """

    id: str
    name: str
    variant: tuple[str, ...]
    run: int
    label: str
    kind: Literal["model", "replay", "baseline"]
    figures: Literal["sent", "withheld"]
    shuffled: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """Why a group is set apart: one condition in which it differs from the main one.

    Attributes:
        what: `practice`, `sha256`, `revision`, `language`, `prompt`, `task_version`, `points`,
            `questions` (a filter), or for MedCalc-Bench `version`, `selection`, …
        main: Its value in the main group of the profession.
        here: Its value in this group.
        text: The same as an English sentence.
    """

    what: str
    main: str
    here: str
    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """Logs of one profession that may be compared: same questions, same conditions.

    Attributes:
        id: Identifier within the report, such as `g1`.
        profession: Id of the profession, or `medcalc`.
        name_ja: Name of the profession in Japanese.
        name_en: Name of the profession in English.
        practice: Whether it is the built-in practice exam.
        main: Whether it is the profession's main group (the one with most examinees; a real exam
            before the practice exam); the others are set apart.
        apart: Why it is set apart; empty for the main group.
        conditions: What all its logs have in common (source, sha256, language, prompt, …).
        examinees: Ids of its examinees.
        logs: Ids of its logs.
        items_over: Ids of the examinees that `Item` statistics are over: models and replays with
            figures sent (everybody, when there is no such one).
        ranks: Examinees with a mark in the order of accuracy; empty for MedCalc-Bench.
        pairs: Every pair of examinees that share questions; for MedCalc-Bench, that share rows.
    """

    id: str
    profession: str
    name_ja: str
    name_en: str
    practice: bool
    main: bool
    apart: tuple[Difference, ...]
    conditions: dict[str, str]
    examinees: tuple[str, ...]
    logs: tuple[str, ...]
    items_over: tuple[str, ...]
    ranks: tuple[Rank, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class MatrixColumn:
    """A column of the verdict matrix: a sitting."""

    profession: str
    name_ja: str
    name_en: str
    year: int | None
    label: str
    human_pass_rate: float | None


@dataclass(frozen=True, slots=True)
class ProfessionCount:
    """Sittings passed in one profession, as in the paper's table.

    Attributes:
        profession: Id of the profession.
        sittings: Sittings in the matrix.
        official_passed: Sittings passed in every epoch, official protocol.
        official_judged: Sittings with a verdict.
        paper_passed: The same by the paper's protocol.
        paper_judged: The same by the paper's protocol.
    """

    profession: str
    sittings: int
    official_passed: int
    official_judged: int
    paper_passed: int
    paper_judged: int


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A row of the verdict matrix.

    Attributes:
        examinee: Id of the examinee.
        cells: For each column the id of its `SittingResult`, or None when it was not taken.
        professions: Passed k of n, for each profession of the columns.
        total: The same over all columns, with `profession` empty.
    """

    examinee: str
    cells: tuple[str | None, ...]
    professions: tuple[ProfessionCount, ...]
    total: ProfessionCount


@dataclass(frozen=True, slots=True)
class Matrix:
    """Examinees × professions × years. What must not be compared stands in another matrix.

    Attributes:
        main: Whether it holds the main groups; each group that is set apart has its own matrix.
        practice: Whether it is about the built-in practice exam.
        groups: Ids of the groups in it.
        columns: The sittings, by profession and year.
        rows: The examinees, those with most sittings passed first (official protocol).
    """

    main: bool
    practice: bool
    groups: tuple[str, ...]
    columns: tuple[MatrixColumn, ...]
    rows: tuple[MatrixRow, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a report shows.

    Attributes:
        created: When the report was made, ISO 8601, UTC.
        kokushi_version: Version of this package.
        inspect_version: Version of Inspect AI.
        command: Command that makes the report again.
        seed: Seed of the draws.
        reply_limit: Characters of each reply that are kept; 0 when replies are left out.
        examinees: Everybody, in the order of their labels.
        groups: Sets of logs that may be compared; main ones first.
        matrices: Section 1; the main one first.
        sittings: Section 2, and the probability of passing of section 3.
        people: Section 4; only groups with human records.
        figures: Section 5: with and without figures.
        variants: Sections 5 and 7: transitions between variants of one examinee.
        items: Section 6.
        slices: Section 7.
        calculations: Section 7: MedCalc-Bench.
        costs: Section 8.
        logs: Section 9.
        troubles: Logs that are damaged, foreign, empty, partial or unfinished.
    """

    created: str
    kokushi_version: str
    inspect_version: str
    command: str
    seed: int
    reply_limit: int
    examinees: tuple[Examinee, ...]
    groups: tuple[Group, ...]
    matrices: tuple[Matrix, ...]
    sittings: tuple[SittingResult, ...]
    people: tuple[People, ...]
    figures: tuple[FigureResult, ...]
    variants: tuple[VariantPair, ...]
    items: tuple[Item, ...]
    slices: tuple[Slice, ...]
    calculations: tuple[CalculationResult, ...]
    costs: tuple[Cost, ...]
    logs: tuple[LogRecord, ...]
    troubles: tuple[LogTrouble, ...]


def rounded(value: float) -> float:
    """A number as all forms of a report show it."""
    if abs(value) < SMALL:
        return float(f"{value:.{DECIMALS}g}")
    return round(value, DECIMALS)


def to_record(value: Any) -> Any:
    """A value of the model as plain JSON values; numbers are rounded by `rounded`."""
    if isinstance(value, float):
        return rounded(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_record(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_record(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [to_record(each) for each in value]
    return value
