"""An examinee who looks over each answer once before handing it in.

    inspect eval kokushi_inspect/medicine.py -T source=practice --solver solvers/review.py --model …
    … -S prompt=FILE             another wording of the system message
    … -S language=en             English instructions, with -T language=en

The question is answered as on the answer sheet; then a fixed instruction asks for a second look and
the final answer. The log holds the marks of both (`right before`, `became right`, `became wrong`).
When a limit ends the second look, the first answer is the final one.
"""

from inspect_ai.model import ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver

from scorers.marked import FIRST_LOOK, reply_of
from solvers.answer_sheet import answer_sheet
from solvers.cost import stating_cost
from solvers.prompt import Language, load_wording
from solvers.sheet import single_question
from solvers.wording import load_words, record_wording


@solver
def review(prompt: str | None = None, language: Language = "ja") -> Solver:
    """Ask a question as on the answer sheet, then ask to look the answer over.

    Args:
        prompt: A text file that replaces the wording of the system message.
        language: Language of the built-in wording: `ja` or `en`.
    """
    words, sheet = load_words("review", language), load_wording(prompt, language)
    look_first = answer_sheet(prompt, language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        single_question(state)
        record_wording(state, words, sheet)
        with stating_cost(state):
            state = await look_first(state, generate)
            first = {"text": reply_of(state.output), "stop": state.output.stop_reason}
            state.store.set(FIRST_LOOK, first)
            state.messages.append(ChatMessageUser(content=words.texts["second_look"]))
            return await generate(state)

    return solve
