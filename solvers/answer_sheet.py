"""The default examinee: one question, one answer, as on the answer sheet of the exam.

inspect eval kokushi_inspect/medicine.py --model … --solver solvers/answer_sheet.py -S prompt=FILE
"""

from inspect_ai.model import ChatMessageSystem
from inspect_ai.solver import Generate, Solver, TaskState, solver

from kokushi_inspect.exam import KokushiError
from scorers.marked import asks_scenario, question_of
from solvers.prompt import Language, load_wording, system_message


@solver
def answer_sheet(prompt: str | None = None, language: Language = "ja") -> Solver:
    """Ask one question after a system message that says how to answer, and take the reply.

    Args:
        prompt: A text file that replaces the wording of the system message. It may use $role,
            $exam, $labels and $format.
        language: Language of the built-in wording: `ja` or `en`.
    """
    if language not in ("ja", "en"):
        raise KokushiError(f"language='{language}'", expected="'ja' or 'en'")
    wording = load_wording(prompt, language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        if asks_scenario(state.metadata):
            raise KokushiError(
                "unit=scenario asks several questions in one sample",
                fix="add --solver solvers/dialogue.py, or leave -T unit out",
            )
        message = system_message(question_of(state), wording)
        state.messages.insert(0, ChatMessageSystem(content=message))
        return await generate(state)

    return solve
