"""An examinee who is asked the questions of a scenario one after another, as in the booklet.

    inspect eval kokushi_inspect/medicine.py -T source=practice -T unit=scenario \
        --solver solvers/dialogue.py --model …
    … -S feedback=key            each answer is followed by the key (the real exam gives none)
    … -S language=en             English instructions, with -T language=en

One conversation a scenario: the case once, each answer kept, the next question after it. Questions
without a scenario, and all of them without `-T unit=scenario`, are asked as on the answer sheet.
When a limit ends a conversation, the questions left are truncated; a refusal ends nothing.
"""

from typing import Literal

from inspect_ai.model import ChatMessageSystem, ChatMessageUser, Content, ContentText
from inspect_ai.solver import Generate, Solver, TaskState, solver

from kokushi_inspect.exam import KokushiError, Question
from scorers.marked import REPLIES, asks_scenario, questions_of, reply_of
from solvers.answer_sheet import answer_sheet
from solvers.cost import stating_cost
from solvers.prompt import Language, load_wording
from solvers.sheet import fill_in
from solvers.wording import Words, address, load_words, record_wording

Feedback = Literal["none", "key"]

_UNASKED = {"text": "", "stop": "max_tokens"}
"""The reply to a question that a limit left unasked: truncated."""


@solver
def dialogue(
    feedback: Feedback = "none", prompt: str | None = None, language: Language = "ja"
) -> Solver:
    """Ask the questions of a scenario in one conversation.

    Args:
        feedback: `none`, or `key` to tell the accepted answer of each question with the next one.
        prompt: A text file that replaces the system message of questions without a scenario.
        language: Language of the built-in wording: `ja` or `en`.
    """
    if feedback not in ("none", "key"):
        raise KokushiError(f"feedback='{feedback}'", expected="'none' or 'key'")
    words, sheet = load_words("dialogue", language), load_wording(prompt, language)
    ask_alone = answer_sheet(prompt, language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        with stating_cost(state):
            if not asks_scenario(state.metadata):
                record_wording(state, sheet)
                return await ask_alone(state, generate)
            record_wording(state, words, sheet)
            return await converse(state, generate)

    async def converse(state: TaskState, generate: Generate) -> TaskState:
        questions = questions_of(state.metadata)
        asked = [message for message in state.messages if isinstance(message, ChatMessageUser)]
        replies: dict[str, dict[str, str]] = {question.id: _UNASKED for question in questions}
        state.store.set(REPLIES, dict(replies))
        introduction = address(questions[0], sheet, words.texts["system"])
        state.messages = [ChatMessageSystem(content=introduction)]
        told = ""
        for question, message in zip(questions, asked, strict=True):
            form = address(question, sheet, words.texts["question"])
            state.messages.append(_enclosed(told, message, form))
            state = await generate(state)
            output = state.output
            replies[question.id] = {"text": reply_of(output), "stop": output.stop_reason}
            state.store.set(REPLIES, dict(replies))
            told = _accepted_answer(question, words) if feedback == "key" else ""
        return state

    return solve


def _enclosed(before: str, message: ChatMessageUser, after: str) -> ChatMessageUser:
    """The message with a text before (unless it is empty) and one after its content.

    Providers join the parts of a content each in its own way: paragraphs bring their own ends.
    """
    content = message.content
    parts: list[Content] = [ContentText(text=f"{before}\n\n")] if before else []
    parts += [ContentText(text=content)] if isinstance(content, str) else content
    return message.model_copy(update={"content": [*parts, ContentText(text=f"\n\n{after}")]})


def _accepted_answer(question: Question, words: Words) -> str:
    """What a tutor says of the key; nothing of a question that is not scored."""
    if not question.scored:
        return ""
    answers = [fill_in(question, answer) for answer in question.key.accepted]
    if question.key.treatment == "everyone_right" or not answers:
        return words.texts["feedback_any"]
    return words.fill("feedback", answer=words.texts["or"].join(answers))
