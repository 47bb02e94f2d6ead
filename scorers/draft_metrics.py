"""Metrics over what stands beside the final answers: second looks, panels and costs.

Each is one pass over the scores, sees every epoch, and shows nothing for solvers that record none
of it.
"""

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Value, metric


@metric(scores="unreduced")
def second_look() -> Metric:
    """What the second look was worth.

    `right before` is the accuracy of the first answers; `became right` and `became wrong` count
    the answers whose mark the second look turned, over all epochs.
    """

    def compute(scores: list[SampleScore]) -> Value:
        pairs = [(m["first_look"], m) for m in _metadata(scores) if "first_look" in m]
        if not pairs:
            return {}
        return {
            "right before": _accuracy(first for first, _ in pairs),
            "became right": sum(after["correct"] > first["correct"] for first, after in pairs),
            "became wrong": sum(after["correct"] < first["correct"] for first, after in pairs),
        }

    return compute


@metric(scores="unreduced")
def panel_members() -> Metric:
    """The members of a panel against what they decided.

    The accuracy of each member, their mean (`members' mean accuracy`), the accuracy of their vote
    (`majority accuracy`, also where a chair decided), and `agreement`: the mean share of the
    members that gave the answer of the vote.
    """

    def compute(scores: list[SampleScore]) -> Value:
        panels = [m for m in _metadata(scores) if "members" in m]
        if not panels:
            return {}
        drafts: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for panel in panels:
            for name, draft in panel["members"].items():
                drafts[name].append(draft)
        values = {f"{name} accuracy": _accuracy(drafts[name]) for name in sorted(drafts, key=_seat)}
        return {
            **values,
            "members' mean accuracy": fmean(values.values()),
            "majority accuracy": _accuracy(panel["vote"] for panel in panels),
            "agreement": fmean(panel["agreement"] for panel in panels),
        }

    return compute


@metric(scores="unreduced")
def cost_of_question() -> Metric:
    """Calls, turns and tokens for each question, as `solvers/cost.py` defines them."""

    def compute(scores: list[SampleScore]) -> Value:
        costs = [m["cost"] for m in _metadata(scores) if "cost" in m]
        questions = sum(cost["questions"] for cost in costs)
        return {
            f"{what} per question": sum(cost[what] for cost in costs) / questions
            for what in ("calls", "turns", "tokens")
            if questions
        }

    return compute


def _metadata(scores: Iterable[SampleScore]) -> list[dict[str, Any]]:
    return [score.score.metadata for score in scores if score.score.metadata]


def _accuracy(drafts: Iterable[dict[str, Any]]) -> float:
    """Share of right answers among the drafts that count; 0 when none does."""
    counted = [draft["correct"] for draft in drafts if draft["counted"]]
    return fmean(counted) if counted else 0.0


def _seat(name: str) -> tuple[int, str]:
    return len(name), name
