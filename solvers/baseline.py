"""Examinees without a model: what a key, chance, people or silence would get.

inspect eval kokushi_inspect/medicine.py -T source=practice --solver solvers/baseline.py \
        -S kind=key --model none
"""

import json
from random import Random
from typing import Literal

from inspect_ai.model import StopReason
from inspect_ai.solver import Generate, Solver, TaskState, solver

from kokushi_inspect.exam import KokushiError, Question
from scorers.marked import questions_of
from solvers.giving import hand_in
from solvers.guessing import answer_by_chance, answer_like_people, answer_of_key

BaselineKind = Literal["key", "chance", "human", "silent"]

CALCULATION_KINDS = ("key", "silent")
"""The kinds for MedCalc-Bench, where neither chance nor people are defined."""


@solver
def baseline(kind: BaselineKind = "key", seed: int = 0) -> Solver:
    """Answer without a model.

    Args:
        kind: `key` is always right. `chance` answers uniformly among what a question allows.
            `human` is right as often as people were (the question's human accuracy) and else
            chooses wrong options as often as people did. `silent` says nothing.
        seed: Seed of `chance` and `human`: the same seed gives the same answers, each epoch
            its own.
    """
    if kind not in ("key", "chance", "human", "silent"):
        raise KokushiError(f"kind='{kind}'", expected="'key', 'chance', 'human' or 'silent'")
    if not isinstance(seed, int):
        raise KokushiError(f"seed='{seed}'", expected="a whole number")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        replies: dict[str, tuple[str, StopReason]] = {}
        if "calculator" in state.metadata:
            answer = _calculation(kind, state.target.text)
            hand_in(state, {str(state.sample_id): (answer, "stop")}, f"baseline/{kind}")
            return state
        for question in questions_of(state.metadata):
            random = Random(f"{seed}/{question.id}/{state.epoch}")
            replies[question.id] = (_answer(kind, question, random), "stop")
        hand_in(state, replies, f"baseline/{kind}")
        return state

    return solve


def _calculation(kind: BaselineKind, key: str) -> str:
    """The answer to a row of MedCalc-Bench."""
    if kind not in CALCULATION_KINDS:
        raise KokushiError(f"kind='{kind}' for MedCalc-Bench", expected="'key' or 'silent'")
    return json.dumps({"answer": key}) if kind == "key" else ""


def _answer(kind: BaselineKind, question: Question, random: Random) -> str:
    if kind == "key":
        return answer_of_key(question)
    if kind == "chance":
        return answer_by_chance(question, random)
    return answer_like_people(question, random) if kind == "human" else ""
