"""Everything that a report says of one group of exam logs."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.conditions import shorten
from kokushi_inspect.report.costs import costs_of
from kokushi_inspect.report.grouping import ExamGroup
from kokushi_inspect.report.items import items_of
from kokushi_inspect.report.model import (
    Cost,
    Examinee,
    FigureResult,
    Item,
    Pair,
    People,
    Rank,
    SittingResult,
    Slice,
    VariantPair,
)
from kokushi_inspect.report.pairing import pairs_of, ranks_of, tallies, variants_of
from kokushi_inspect.report.people import people_of
from kokushi_inspect.report.professions import human_pass_rate
from kokushi_inspect.report.runs import Run
from kokushi_inspect.report.sitting_results import Place, sitting_result
from kokushi_inspect.report.slices import figure_results, slices_of
from kokushi_inspect.report.thumbnails import figures_of


@dataclass(frozen=True, slots=True)
class ExamParts:
    """The parts of a report that are about one group; see `Report`."""

    sittings: tuple[SittingResult, ...]
    ranks: tuple[Rank, ...]
    pairs: tuple[Pair, ...]
    people: People | None
    figures: tuple[FigureResult, ...]
    variants: tuple[VariantPair, ...]
    items: tuple[Item, ...]
    slices: tuple[Slice, ...]
    costs: tuple[Cost, ...]


def exam_parts(
    group: ExamGroup,
    examinees: Mapping[str, Examinee],
    log_id: Callable[[Run], str],
    number: Iterator[int],
    seed: int,
) -> ExamParts:
    """What a report says of a group.

    Args:
        group: The group, with its items numbered.
        examinees: Everybody by id.
        log_id: Finds the id of a run's log.
        number: Numbers the sittings.
        seed: Seed of the draws for the probability of passing.
    """
    counted = {id: tallies(group.answers(id)) for id in group.runs}
    pairs = pairs_of(counted)
    labels = {s.year: s.label for runs in group.runs.values() for r in runs for s in r.sittings}
    return ExamParts(
        sittings=tuple(_sittings(group, log_id, number, seed)),
        ranks=ranks_of(group, pairs),
        pairs=pairs,
        people=people_of(group, counted),
        figures=tuple(figure_results(group, examinees)),
        variants=tuple(variants_of(group, examinees)),
        items=tuple(items_of(group, counted, labels.__getitem__, figures_of)),
        slices=tuple(slices_of(group)),
        costs=tuple(costs_of(group)),
    )


def _sittings(
    group: ExamGroup, log_id: Callable[[Run], str], number: Iterator[int], seed: int
) -> Iterator[SittingResult]:
    for examinee, runs in group.runs.items():
        for run in runs:
            answers: dict[int | None, list[Answer]] = defaultdict(list)
            for answer in run.answers:
                answers[answer.year].append(answer)
            for sitting in run.sittings:
                year, profession = sitting.year, sitting.profession
                practice = group.logs.practice
                place = Place(
                    id=f"s{next(number)}",
                    group=group.id,
                    examinee=examinee,
                    log=log_id(run),
                    practice=practice,
                    human_pass_rate=human_pass_rate(profession, year, practice=practice),
                    items={id: item for (y, id), item in group.items.items() if y == year},
                )
                yield sitting_result(
                    sitting,
                    answers[year],
                    run.epochs,
                    run.trouble.get(year, ""),
                    place,
                    seed=seed,
                    source=shorten(sitting.source),
                )
