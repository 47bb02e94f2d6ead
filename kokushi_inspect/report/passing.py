"""The probability of passing: a bootstrap over the scenarios of a sitting and its epochs.

Scenarios are drawn with replacement within strata (questions that count toward the same
criteria), as many as there are, each with one of its epochs. Scenarios differ in size, so that the
points attainable vary from draw to draw: points are scaled to those of the criterion before they
are compared with its line.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kokushi_inspect.exam import Criterion, Mark, Sitting
from kokushi_inspect.report.model_sittings import PassProbability

DRAWS = 2000
SEED = 1
_BLOCK = 250

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Unit:
    """One scenario in one epoch: what is drawn."""

    stratum: tuple[tuple[str, ...], ...]
    scenario: str
    marks: tuple[Mark, ...]


def pass_probability(
    sitting: Sitting, marks: Sequence[Mark], *, draws: int = DRAWS, seed: int = SEED
) -> PassProbability:
    """How often the examinee would pass if the sitting were drawn again.

    Args:
        sitting: A sitting with lines for all its criteria.
        marks: The official marks of all epochs.
        draws: Number of draws.
        seed: Seed of the draws.
    """
    units = _units(marks)
    rng = np.random.default_rng(seed)
    passed = 0
    for start in range(0, draws, _BLOCK):
        weights = _draw(units, min(_BLOCK, draws - start), rng)
        passed += int(_passes(sitting, units, weights).sum())
    return PassProbability(
        share=passed / draws,
        draws=draws,
        seed=seed,
        scenarios=len({unit.scenario for unit in units}),
        epochs=len({m.epoch for m in marks}),
    )


def _units(marks: Sequence[Mark]) -> list[_Unit]:
    groups: dict[tuple[str, int], list[Mark]] = defaultdict(list)
    for given in marks:
        groups[(given.scenario, given.epoch)].append(given)
    return [
        _Unit(tuple(sorted({m.counts_in for m in group})), scenario, tuple(group))
        for (scenario, _), group in sorted(groups.items())
    ]


def _draw(units: Sequence[_Unit], draws: int, rng: np.random.Generator) -> Numbers:
    """How often each unit is in each draw: draws × units."""
    strata: dict[tuple[tuple[str, ...], ...], list[int]] = defaultdict(list)
    for place, unit in enumerate(units):
        strata[unit.stratum].append(place)
    weights = np.zeros((draws, len(units)))
    for places in strata.values():
        scenarios = len({units[place].scenario for place in places})
        equal = np.full(len(places), 1 / len(places))
        weights[:, places] = rng.multinomial(scenarios, equal, size=draws)
    return weights


def _passes(sitting: Sitting, units: Sequence[_Unit], weights: Numbers) -> NDArray[np.bool_]:
    passes = np.ones(len(weights), bool)
    for criterion in sitting.criteria:
        passes &= _meets(criterion, units, weights)
    if sitting.forbidden_limit is not None:
        chosen = weights @ np.array([sum(m.forbidden for m in u.marks) for u in units], float)
        passes &= chosen <= sitting.forbidden_limit
    return passes


def _meets(criterion: Criterion, units: Sequence[_Unit], weights: Numbers) -> NDArray[np.bool_]:
    line = criterion.line
    if line is None:
        return np.zeros(len(weights), bool)
    mine = [[m for m in unit.marks if criterion.name in m.counts_in] for unit in units]
    if criterion.rule == "subjects_with_points":
        subjects = sorted({m.subject for group in mine for m in group})
        earned = np.array([[_earned(group, s) for s in subjects] for group in mine], float)
        counts = ((weights @ earned.reshape(len(mine), len(subjects))) > 0).sum(axis=1)
        return np.asarray(counts >= line)
    points = weights @ np.array([_earned(group) for group in mine], float)
    drawn = weights @ np.array([sum(m.points for m in group) for group in mine], float)
    lost = weights @ np.array([sum(m.points for m in g if not m.counted) for g in mine], float)
    scale = np.divide(criterion.of, drawn, out=np.zeros_like(drawn), where=drawn > 0)
    own = np.rint(criterion.of - lost * scale).astype(int)
    lines = np.array([criterion.line_for(int(of)) for of in own], float)
    return np.asarray(points * scale >= lines - 1e-9)


def _earned(marks: Sequence[Mark], subject: str | None = None) -> int:
    return sum(m.earned for m in marks if subject in (None, m.subject))
