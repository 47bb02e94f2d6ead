"""An examinee who thinks in writing and answers on the last line.

    inspect eval kokushi_inspect/medicine.py -T source=practice --solver solvers/reason.py --model …
    … -S prompt=FILE             another wording of the system message
    … -S language=en             English instructions, with -T language=en

Only the committed answer (「解答：…」) is read: options that are weighed on the way are no answer.
A reply that stops at the limit of tokens before it is truncated; give `--max-tokens` room.
"""

from inspect_ai.model import ChatMessageSystem
from inspect_ai.solver import Generate, Solver, TaskState, solver

from solvers.cost import stating_cost
from solvers.prompt import Language, load_wording, system_message
from solvers.sheet import single_question
from solvers.wording import load_thinking, record_wording


@solver
def reason(prompt: str | None = None, language: Language = "ja") -> Solver:
    """Ask a question after a system message that asks for thoughts first and then the answer.

    Args:
        prompt: A text file that replaces the wording of the system message. It may use $role,
            $exam, $labels and $format.
        language: Language of the built-in wording: `ja` or `en`.
    """
    thinking, sheet = load_thinking(prompt, language), load_wording(prompt, language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        message = system_message(single_question(state), thinking)
        record_wording(state, thinking, sheet)
        state.messages.insert(0, ChatMessageSystem(content=message))
        with stating_cost(state):
            return await generate(state)

    return solve
