"""The verdict matrix: examinees × professions × years, and passed k of n."""

from collections.abc import Mapping, Sequence

from kokushi_inspect.report.grouping import LogGroup
from kokushi_inspect.report.model import (
    Matrix,
    MatrixColumn,
    MatrixRow,
    ProfessionCount,
    ProtocolResult,
    SittingResult,
)

Names = Mapping[str, tuple[str, str]]
"""Japanese and English name of each profession."""


def matrices_of(
    groups: Sequence[LogGroup],
    sittings: Sequence[SittingResult],
    order: Sequence[str],
    names: Names,
) -> tuple[Matrix, ...]:
    """The matrices of a report.

    Main groups share a matrix when they were asked in the same language and are all real, or all
    practice; every group that is set apart has its own.

    Args:
        groups: Groups of exams, main ones first.
        sittings: Results of all sittings.
        order: Ids of the examinees in the order of rows that passed equally many sittings.
        names: Names of the professions.
    """
    shared: dict[tuple[str, ...], list[LogGroup]] = {}
    for group in groups:
        language = group.conditions["language"]
        same = (str(group.practice), language) if group.main else (group.id,)
        shared.setdefault(same, []).append(group)
    matrices = [_matrix(together, sittings, order, names) for together in shared.values()]
    # a real exam stands before the practice exam, and what is set apart behind both
    matrices.sort(key=lambda m: (not m.main, m.practice))
    return tuple(matrices)


def _matrix(
    groups: Sequence[LogGroup],
    sittings: Sequence[SittingResult],
    order: Sequence[str],
    names: Names,
) -> Matrix:
    ids = [group.id for group in groups]
    mine = [s for s in sittings if s.group in ids]
    columns = tuple(
        MatrixColumn(profession, *names[profession], year, label, rate)
        for profession, year, label, rate in sorted(
            {(s.profession, s.year, s.label, s.human_pass_rate) for s in mine},
            key=lambda c: (list(names).index(c[0]), c[1] is None, c[1] or 0, c[2]),
        )
    )
    cells = {(s.examinee, s.profession, s.label): s for s in mine}
    taking = {s.examinee for s in mine}
    rows = [
        _row(id, [cells.get((id, c.profession, c.label)) for c in columns], columns)
        for id in order
        if id in taking
    ]
    return Matrix(
        main=groups[0].main,
        practice=groups[0].practice,
        groups=tuple(ids),
        columns=columns,
        rows=tuple(sorted(rows, key=lambda row: row.total.official_passed, reverse=True)),
    )


def _row(
    examinee: str, cells: Sequence[SittingResult | None], columns: Sequence[MatrixColumn]
) -> MatrixRow:
    taken = [cell for cell in cells if cell is not None]
    return MatrixRow(
        examinee=examinee,
        cells=tuple(None if cell is None else cell.id for cell in cells),
        professions=tuple(
            _count(profession, [cell for cell in taken if cell.profession == profession])
            for profession in dict.fromkeys(c.profession for c in columns)
        ),
        total=_count("", taken),
    )


def _count(profession: str, taken: Sequence[SittingResult]) -> ProfessionCount:
    official = [cell.official for cell in taken]
    paper = [cell.paper for cell in taken]
    return ProfessionCount(
        profession=profession,
        sittings=len(taken),
        official_passed=_passed(official),
        official_judged=_judged(official),
        paper_passed=_passed(paper),
        paper_judged=_judged(paper),
    )


def _passed(results: Sequence[ProtocolResult]) -> int:
    return sum(result.outcome == "pass" for result in results)


def _judged(results: Sequence[ProtocolResult]) -> int:
    return sum(result.outcome != "none" for result in results)
