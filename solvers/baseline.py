"""Examinees without a model: what a key, chance, people or silence would get.

inspect eval kokushi_inspect/medicine.py -T source=practice --solver solvers/baseline.py \
        -S kind=key --model none
"""

from random import Random
from typing import Literal

from inspect_ai.model import ChatMessageAssistant, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from kokushi_inspect.exam import KokushiError
from scorers.marked import question_of
from solvers.guessing import answer_by_chance, answer_like_people, answer_of_key

BaselineKind = Literal["key", "chance", "human", "silent"]


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

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        question = question_of(state)
        random = Random(f"{seed}/{question.id}/{state.epoch}")
        if kind == "key":
            text = answer_of_key(question)
        elif kind == "chance":
            text = answer_by_chance(question, random)
        elif kind == "human":
            text = answer_like_people(question, random)
        else:
            text = ""
        state.output = ModelOutput.from_content(f"baseline/{kind}", text)
        state.messages.append(ChatMessageAssistant(content=text, model=f"baseline/{kind}"))
        return state

    return solve
