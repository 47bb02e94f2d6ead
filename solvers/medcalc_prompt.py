"""The default examinee of MedCalc-Bench: one note, one question, one reply.

inspect eval kokushi_inspect/medcalc.py --model … --solver solvers/medcalc_prompt.py \
        -S prompting=open_book -S language=ja
"""

from inspect_ai.model import ChatMessageSystem
from inspect_ai.solver import Generate, Solver, TaskState, solver

from solvers.medcalc_wording import (
    MedcalcLanguage,
    Prompting,
    check_prompting,
    load_medcalc_wording,
    medcalc_system_message,
)


@solver
def medcalc_prompt(prompting: Prompting = "cot", language: MedcalcLanguage = "en") -> Solver:
    """Ask after a system message that says how to work and how to answer, and take the reply.

    Args:
        prompting: `direct` (the answer alone), `cot` (step by step), `one_shot` (with a worked
            example of the same calculator) or `open_book` (with its formula or point table).
        language: Language of the instructions: `en` or `ja`. Note and question are English.
    """
    check_prompting(prompting)
    wording = load_medcalc_wording(language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        message = medcalc_system_message(wording, prompting, state.metadata["calculator"])
        state.messages.insert(0, ChatMessageSystem(content=message))
        return await generate(state)

    return solve
