"""Compares commands fairly on a machine that also does other things: ABAB…, medians, ratios."""

from collections.abc import Callable, Mapping
from statistics import median

from inspect_run import Measured


def interleave(
    runs: Mapping[str, Callable[[], Measured]], repetitions: int
) -> dict[str, list[Measured]]:
    """Run every command `repetitions` times, taking turns, in opposite order every other time."""
    measured: dict[str, list[Measured]] = {name: [] for name in runs}
    for turn in range(repetitions):
        names = list(runs) if turn % 2 == 0 else list(reversed(runs))
        for name in names:
            measured[name].append(runs[name]())
    return measured


def middle(runs: list[Measured], quantity: str) -> float:
    """The median of a quantity over the runs of one command."""
    return float(median(getattr(run, quantity) for run in runs))


def ratio(measured: Mapping[str, list[Measured]], of: str, to: str, quantity: str) -> float:
    """The median of the first command over that of the second."""
    return middle(measured[of], quantity) / middle(measured[to], quantity)
