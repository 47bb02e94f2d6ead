"""How numbers and verdicts are written in tables for people."""

from kokushi_inspect.report.model import (
    Accuracy,
    Interval,
    PassProbability,
    ProtocolResult,
    SittingResult,
    rounded,
)

OUTCOMES = {"pass": "pass", "fail": "fail", "mixed": "mixed", "none": "no verdict"}


def percent(share: float | None) -> str:
    """A share as per cent with one decimal; a dash for none."""
    return "–" if share is None else f"{100 * rounded(share):.1f}"


def interval_text(interval: Interval | None) -> str:
    """An interval in per cent."""
    if interval is None:
        return "–"
    return f"{percent(interval.low)} to {percent(interval.high)}"


def accuracy_text(accuracy: Accuracy) -> str:
    """An accuracy in per cent with its interval."""
    if accuracy.interval is None:
        return percent(accuracy.share)
    return f"{percent(accuracy.share)} ({interval_text(accuracy.interval)})"


def p_text(p: float) -> str:
    """A p value with three decimals; small ones as a bound."""
    return "< 0.001" if p < 0.001 else f"{rounded(p):.3f}"


def number_text(value: float | None, decimals: int = 1) -> str:
    """A number, without decimals when it is whole; a dash for none."""
    if value is None:
        return "–"
    return f"{value:.0f}" if value == int(value) else f"{rounded(value):.{decimals}f}"


def probability_text(probability: PassProbability | None) -> str:
    """A probability of passing in per cent; draws can tell no more than a whole per cent."""
    if probability is None:
        return "–"
    share = probability.share
    if 0 < share < 0.01:
        return "< 1"
    return "> 99" if 0.99 < share < 1 else f"{100 * share:.0f}"


def verdict_text(result: ProtocolResult) -> str:
    """A verdict with the margin to the nearest line."""
    told = OUTCOMES[result.outcome]
    if result.outcome == "mixed":
        told = f"passed {result.passed} of {result.judged} epochs"
    if result.outcome == "none" or result.margin is None:
        return told
    return f"{told} {result.margin:+d}"


def cell_text(sitting: SittingResult) -> str:
    """A cell of the verdict matrix: the official verdict, and the paper's where it differs."""
    official, paper = sitting.official, sitting.paper
    told = verdict_text(official)
    if paper.outcome not in ("none", official.outcome):
        told += f" (paper: {verdict_text(paper)})"
    return told
