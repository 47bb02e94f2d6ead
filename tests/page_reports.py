"""Reports for the tests of the page, made of nothing but values of the model.

Examinee n of k has every question right whose number leaves a rest below n+1 when divided by k+1,
so that the last is the best; the numbers are not those of a real exam.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from page_report_parts import cost_of, log_of, people_of, variant_of

from kokushi_inspect.report.model import (
    Accuracy,
    Choice,
    CriterionBar,
    Difference,
    Examinee,
    FigureResult,
    Flip,
    Group,
    Interval,
    Item,
    ItemFigure,
    KeyDoubt,
    LogTrouble,
    Matrix,
    MatrixColumn,
    MatrixRow,
    Pair,
    PassProbability,
    ProfessionCount,
    ProtocolResult,
    Rank,
    Reply,
    Report,
    SittingResult,
    Slice,
    UnreadRange,
)

PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8A"
    "AAAASUVORK5CYII="
)
LABELS = "abcde"
LINE = 60
"""Points of 100 that pass."""

Says = Callable[[int, int], str]
"""The reply of an examinee (its number) to a question (its number)."""


def is_right(examinee: int, question: int, examinees: int) -> bool:
    """Whether an examinee has a question right; both count from 0."""
    return question % (examinees + 1) <= examinee


def accuracy(right: int, n: int) -> Accuracy:
    """An accuracy with a simple interval."""
    share = right / n
    return Accuracy(right, n, share, Interval(max(share - 0.05, 0), min(share + 0.05, 1)), n)


def empty_report(**changes: Any) -> Report:
    """A report of no log at all."""
    nothing = {
        name: ()
        for name in (
            *("examinees", "groups", "matrices", "sittings", "people", "figures", "variants"),
            *("items", "slices", "calculations", "costs", "logs", "troubles"),
        )
    }
    plain: dict[str, Any] = {
        "created": "2026-01-02T03:04:05+00:00",
        "kokushi_version": "0.1.0",
        "inspect_version": "0.3.285",
        "command": "kokushi report logs",
        "seed": 1,
        "reply_limit": 4000,
    }
    return Report(**(plain | nothing | changes))


def make_report(
    examinees: int = 3,
    questions: int = 10,
    years: tuple[int, ...] = (2023, 2024),
    *,
    practice: bool = False,
    says: Says = lambda examinee, question: f"answer {LABELS[question % 5]}",
    names: Callable[[int], str] = lambda number: f"model-{number}",
) -> Report:
    """A report of one profession in which every section has something to show.

    Args:
        examinees: How many; the first is a baseline.
        questions: How many in each year.
        years: Sittings.
        practice: Whether it is said to be about the practice exam.
        says: What an examinee replies.
        names: What an examinee is called.
    """
    ids = [f"e{number}" for number in range(examinees)]
    total = questions * len(years)
    right = {
        id: sum(is_right(n, q, examinees) for q in range(questions)) for n, id in enumerate(ids)
    }
    sittings = {
        (id, year): _sitting(id, year, right[id], questions, practice=practice)
        for year in years
        for id in ids
    }
    whole = {id: accuracy(right[id] * len(years), total) for id in ids}
    items = [_item(year, q, examinees, says) for year in years for q in range(questions)]
    order = list(reversed(ids))
    return empty_report(
        examinees=tuple(_examinee(id, names(n), n) for n, id in enumerate(ids)),
        groups=(_group(ids, order, whole, practice=practice), _apart()),
        matrices=(_matrix(order, years, sittings, practice=practice),),
        sittings=tuple(sittings.values()),
        people=(people_of(ids, items, whole),),
        figures=tuple(FigureResult("g1", id, True, whole[id], whole[id]) for id in ids),
        variants=tuple(variant_of(kind, ids, items) for kind in ("figures", "options")),
        items=tuple(items),
        slices=tuple(
            Slice("g1", id, by, name, whole[id])
            for id in ids
            for by, name in [("kind", "single"), *(("year", str(year)) for year in years)]
        ),
        costs=tuple(cost_of(id, whole[id]) for id in ids),
        logs=tuple(log_of(number, id) for number, id in enumerate(ids, start=1)),
        troubles=(LogTrouble("broken.eval", "damaged", "it is not a zip file"),),
    )


def _examinee(id: str, name: str, number: int) -> Examinee:
    return Examinee(
        id, name, (), 1, name, "model" if number else "baseline", figures="sent", shuffled=False
    )


def _group(
    ids: list[str], order: list[str], whole: dict[str, Accuracy], *, practice: bool
) -> Group:
    pairs = [
        Pair(a, b, 20, 10, 5, 3, 2, 0.1, Interval(-0.1, 0.3), 0.7266, 1.0, differ=False)
        for place, a in enumerate(order)
        for b in order[place + 1 :]
    ]
    return Group(
        id="g1",
        profession="medicine",
        name_ja="医師",
        name_en="physician",
        practice=practice,
        main=True,
        apart=(),
        conditions={"practice": "practice" if practice else "real", "language": "ja"},
        examinees=tuple(ids),
        logs=tuple(f"l{number}" for number in range(1, len(ids) + 1)),
        items_over=tuple(ids[1:]),
        ranks=tuple(Rank(1, id, whole[id], tied=bool(n)) for n, id in enumerate(order)),
        pairs=tuple(pairs),
    )


def _apart() -> Group:
    why = Difference("sha256", "aaaa", "bbbb", "other questions (their checksum differs)")
    return Group(
        *("g2", "medicine", "医師", "physician"),
        practice=False,
        main=False,
        apart=(why,),
        conditions={"practice": "real", "language": "ja"},
        examinees=("e0",),
        logs=(),
        items_over=(),
        ranks=(),
        pairs=(),
    )


def _protocol(protocol: Any, points: int, of: int, line: int) -> ProtocolResult:
    passed = points >= line
    bar = CriterionBar("総得点", points, of, line, points - line, int(passed))
    return ProtocolResult(
        protocol,
        "pass" if passed else "fail",
        *(int(passed), 1, 1),
        *(float(points), of, (bar,), 0.0, 3),
        margin=points - line,
        nearest="総得点",
        reason="" if passed else f"総得点 {points} of {of}, line {line}",
    )


def _sitting(id: str, year: int, right: int, of: int, *, practice: bool) -> SittingResult:
    line = of * LINE // 100
    statuses = {"answered": of - 1, "refused": 1, "truncated": 0, "empty": 0, "unreadable": 0}
    return SittingResult(
        id=f"s-{id}-{year}",
        group="g1",
        examinee=id,
        log="l1",
        profession="medicine",
        year=year,
        label="practice" if practice else str(year),
        practice=practice,
        source="questions.jsonl",
        epochs=1,
        official=_protocol("official", right, of, line),
        paper=_protocol("paper", right, of, line + 2),
        flips=(Flip(f"i-{year}-0", 1, "right", "wrong", "a", "ab"),),
        statuses=statuses,
        unread=UnreadRange(1, right, right + 1, "fail", "pass"),
        forbidden=(),
        left_out=(),
        accuracy=accuracy(right, of),
        probability=PassProbability(0.25, 2000, 1, of, 1),
        human_pass_rate=None if practice else 0.917,
    )


def _matrix(
    order: list[str],
    years: tuple[int, ...],
    sittings: dict[tuple[str, int], SittingResult],
    *,
    practice: bool,
) -> Matrix:
    columns = [
        MatrixColumn("medicine", "医師", "physician", year, sittings["e0", year].label, 0.917)
        for year in years
    ]
    rows = []
    for id in order:
        mine = [sittings[id, year] for year in years]
        passed = sum(each.official.outcome == "pass" for each in mine)
        paper = sum(each.paper.outcome == "pass" for each in mine)
        count = ProfessionCount("medicine", len(mine), passed, len(mine), paper, len(mine))
        ids = tuple(each.id for each in mine)
        rows.append(MatrixRow(id, ids, (count,), replace(count, profession="")))
    return Matrix(True, practice, ("g1",), tuple(columns), tuple(rows))


def _item(year: int, question: int, examinees: int, says: Says) -> Item:
    key = LABELS[question % 5]
    right = [is_right(n, question, examinees) for n in range(examinees)]
    given = [key if ok else LABELS[(question + 1) % 5] for ok in right]
    texts = tuple((label, f"choice {label} of {question}") for label in LABELS)
    stem = f"Question number {question} of {year}?"
    return Item(
        *(f"i-{year}-{question}", "g1", f"{year}A{question}", "medicine", year, str(year)),
        *("A", str(question), "single", "", ""),
        text=stem + "\n\n" + "\n".join(f"{label}. {text}" for label, text in texts),
        options=texts,
        key=(key,),
        treatment="none",
        points=1,
        scored=True,
        figures=(ItemFigure("somewhere/figure.png", PICTURE),) if question == 1 else (),
        has_figure=question == 1,
        human_accuracy=0.8,
        replies_counted=examinees,
        difficulty=sum(right) / examinees,
        discrimination=0.5,
        choices=tuple(
            Choice(
                label,
                text,
                label == key,
                False,
                given.count(label),
                given.count(label) / examinees,
                0.8 if label == key else 0.05,
            )
            for label, text in texts
        ),
        doubt=KeyDoubt("e", ("e0",), ("e0",), 1.0) if question == 2 else None,
        replies=tuple(
            Reply(
                f"e{n}",
                1,
                "answered",
                given[n],
                given[n],
                ok,
                False,
                says(n, question),
                len(says(n, question)),
            )
            for n, ok in enumerate(right)
        ),
    )
