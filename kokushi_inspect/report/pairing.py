"""Examinees on the same questions: pairs, the order with its ties, and variants of a run."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeVar

from kokushi_inspect.report.answers import Answer
from kokushi_inspect.report.catalogue import QuestionKey
from kokushi_inspect.report.grouping import ExamGroup
from kokushi_inspect.report.intervals import accuracy_of, clustered_interval
from kokushi_inspect.report.model import Examinee, Interval, Pair, Rank, VariantPair
from kokushi_inspect.report.paired_tests import ALPHA, holm, mcnemar

Key = TypeVar("Key", bound=Hashable)


@dataclass(slots=True)
class Tally:
    """One examinee on one question: how many of its epochs are right."""

    cluster: Hashable
    right: int = 0
    epochs: int = 0

    @property
    def share(self) -> float:
        """Share of the epochs that are right."""
        return self.right / self.epochs

    @property
    def mostly(self) -> bool:
        """Whether more than half of the epochs are right."""
        return 2 * self.right > self.epochs


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two examinees on their common questions; see `Pair` for what the numbers mean."""

    n: int
    both: int
    only_first: int
    only_second: int
    neither: int
    first_share: float
    second_share: float
    interval: Interval | None
    p: float


def tallies(answers: Iterable[Answer]) -> dict[QuestionKey, Tally]:
    """For each question that counts, how often it is right."""
    found: dict[QuestionKey, Tally] = {}
    for answer in answers:
        given = answer.official
        if given is None or not given.counted:
            continue
        key = (answer.year, answer.question)
        tally = found.setdefault(key, Tally((answer.year, given.scenario)))
        tally.right += given.correct
        tally.epochs += 1
    return found


def compare(first: Mapping[Key, Tally], second: Mapping[Key, Tally]) -> Comparison | None:
    """Compare two examinees on the questions that both were marked on; None without any."""
    common = [key for key in first if key in second]
    if not common:
        return None
    outcomes = [(first[key].mostly, second[key].mostly) for key in common]
    gains = [first[key].share - second[key].share for key in common]
    only_first = outcomes.count((True, False))
    only_second = outcomes.count((False, True))
    return Comparison(
        n=len(common),
        both=outcomes.count((True, True)),
        only_first=only_first,
        only_second=only_second,
        neither=outcomes.count((False, False)),
        first_share=sum(first[key].share for key in common) / len(common),
        second_share=sum(second[key].share for key in common) / len(common),
        interval=clustered_interval(gains, [first[k].cluster for k in common], low=-1, high=1),
        p=mcnemar(only_first, only_second),
    )


def pairs_of(counted: Mapping[str, Mapping[Key, Tally]]) -> tuple[Pair, ...]:
    """Every pair of examinees that share questions, with Holm's correction over all of them."""
    pairs = []
    for first, second in combinations(counted, 2):
        found = compare(counted[first], counted[second])
        if found is None:
            continue
        if found.first_share < found.second_share:
            first, second = second, first
            found = compare(counted[first], counted[second]) or found
        pairs.append(_pair(first, second, found))
    corrected = holm([pair.p for pair in pairs])
    return tuple(
        replace(pair, p_holm=p, differ=p < ALPHA) for pair, p in zip(pairs, corrected, strict=True)
    )


def _pair(first: str, second: str, found: Comparison) -> Pair:
    return Pair(
        first=first,
        second=second,
        n=found.n,
        both=found.both,
        only_first=found.only_first,
        only_second=found.only_second,
        neither=found.neither,
        difference=found.first_share - found.second_share,
        interval=found.interval,
        p=found.p,
        p_holm=found.p,
        differ=False,
    )


def ranks_of(group: ExamGroup, pairs: Sequence[Pair]) -> tuple[Rank, ...]:
    """The examinees in the order of their accuracy; neighbours that do not differ are tied."""
    accuracies = {
        id: accuracy_of((a.year, a.official) for a in group.answers(id) if a.official is not None)
        for id in group.runs
    }
    marked = [id for id in accuracies if accuracies[id].n]
    order = sorted(marked, key=lambda id: -(accuracies[id].share or 0))
    differ = {frozenset((pair.first, pair.second)): pair.differ for pair in pairs}
    ranks = []
    for number, id in enumerate(order):
        better = sum(differ.get(frozenset((above, id)), False) for above in order[:number])
        neighbours = frozenset(order[max(0, number - 1) : number + 1])
        ranks.append(Rank(better + 1, id, accuracies[id], tied=differ.get(neighbours) is False))
    return tuple(ranks)


def variants_of(group: ExamGroup, examinees: Mapping[str, Examinee]) -> list[VariantPair]:
    """Runs with figures withheld or options shuffled, beside the same examinee's plain runs."""
    pairs = []
    for id in group.runs:
        who = examinees[id]
        if who.figures == "withheld" and not who.shuffled:
            pairs += _beside(group, id, _plain_of(group, who, examinees), "figures")
        elif who.shuffled and who.figures == "sent":
            pairs += _beside(group, id, _plain_of(group, who, examinees), "options")
    return pairs


def _plain_of(group: ExamGroup, who: Examinee, examinees: Mapping[str, Examinee]) -> str | None:
    """The first plain run of the same examinee, the rest of whose variant is the same."""
    rest = tuple(part for part in who.variant if not _is_switch(part))
    return next(
        (
            id
            for id in sorted(group.runs, key=lambda id: examinees[id].run)
            if (other := examinees[id]).name == who.name and other.variant == rest
        ),
        None,
    )


def _is_switch(part: str) -> bool:
    return part == "figures withheld" or part.startswith("options shuffled")


def _beside(
    group: ExamGroup, variant: str, plain: str | None, kind: Literal["figures", "options"]
) -> list[VariantPair]:
    if plain is None:
        return []
    answers = group.answers(variant)
    if kind == "figures":
        answers = [answer for answer in answers if answer.withheld]
    special = tallies(answers)
    usual = {key: t for key, t in tallies(group.answers(plain)).items() if key in special}
    found = compare(usual, special)
    if found is None:
        return []
    return [
        VariantPair(
            kind=kind,
            group=group.id,
            plain=plain,
            variant=variant,
            n=found.n,
            both=found.both,
            only_plain=found.only_first,
            only_variant=found.only_second,
            neither=found.neither,
            plain_share=found.first_share,
            variant_share=found.second_share,
            interval=found.interval,
            p=found.p,
            right_anyway=tuple(
                group.items[key] for key in usual if key in special and special[key].mostly
            ),
        )
    ]
