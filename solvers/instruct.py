"""The first step of an examinee: the system message that says who asks, and how to answer."""

from inspect_ai.model import ChatMessageSystem
from inspect_ai.solver import Generate, Solver, TaskState, solver

from solvers.prompt import Language, load_wording, system_message
from solvers.sheet import single_question


@solver
def instruct(prompt: str | None = None, language: Language = "ja") -> Solver:
    """Put the system message before the question.

    It is a step of its own for the log's sake: Inspect logs what each step changed. A step that
    both inserts a message and asks the model is logged as having replaced the question, with an
    uncondensed copy of its figures that `--no-log-images` does not reach (inspect-ai 0.3.285).

    Args:
        prompt: A text file that replaces the wording of the system message.
        language: Language of the built-in wording: `ja` or `en`.
    """
    wording = load_wording(prompt, language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        message = system_message(single_question(state), wording)
        state.messages.insert(0, ChatMessageSystem(content=message))
        return state

    return solve
