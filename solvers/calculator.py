"""An examinee with tools: arithmetic, dates, units, and Python where a sandbox is there.

inspect eval kokushi_inspect/medcalc.py --model … --solver solvers/calculator.py
… -S prompting=open_book -S language=ja -S max_turns=10
… --sandbox docker                    adds Inspect's python() tool, run in the sandbox
"""

from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, python
from inspect_ai.util import sandbox

from kokushi_inspect.exam import KokushiError
from solvers.medcalc_wording import (
    MedcalcLanguage,
    Prompting,
    check_prompting,
    load_medcalc_wording,
    medcalc_system_message,
)
from solvers.tools.calculate import calculate
from solvers.tools.convert_units import convert_units
from solvers.tools.date_calculator import date_calculator

MAX_TURNS = 20
"""Turns that the paper grants its code interpreter."""

PYTHON_SECONDS = 30
"""Seconds after which a Python program of the examinee is stopped."""


@solver
def calculator(
    prompting: Prompting = "cot", language: MedcalcLanguage = "en", max_turns: int = MAX_TURNS
) -> Solver:
    """Work on a calculation in turns; in each one the examinee calls tools or answers.

    A turn without a tool call is the answer. In the last turn no tool can be called, so that a
    run through all turns still ends with an answer.

    Args:
        prompting: What is given beside the rules: `cot`, `one_shot` or `open_book`.
        language: Language of the instructions: `en` or `ja`.
        max_turns: Replies of the model at most, 2 to 20.
    """
    check_prompting(prompting, ("cot", "one_shot", "open_book"))
    if isinstance(max_turns, bool) or not 2 <= max_turns <= MAX_TURNS:
        raise KokushiError(f"max_turns='{max_turns}'", expected=f"a number from 2 to {MAX_TURNS}")
    wording = load_medcalc_wording(language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        calculator_id = state.metadata["calculator"]
        message = medcalc_system_message(wording, prompting, calculator_id, turns=max_turns)
        state.messages.insert(0, ChatMessageSystem(content=message))
        state.tools = list(tools_at_hand())
        for _ in range(max_turns - 1):
            state = await generate(state, tool_calls="single")
            if state.completed or not state.output.message.tool_calls:
                return state
        state.messages.append(ChatMessageUser(content=wording.last_turn))
        state.tool_choice = "none"
        return await generate(state, tool_calls="none")

    return solve


def tools_at_hand() -> list[Tool]:
    """The tools of the current sample; Python only in a sandbox."""
    tools = [calculate(), date_calculator(), convert_units()]
    return [*tools, python(timeout=PYTHON_SECONDS)] if _has_sandbox() else tools


def _has_sandbox() -> bool:
    try:
        sandbox()
    except ProcessLookupError:
        return False
    return True
