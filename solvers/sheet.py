"""What stands on the answer sheet: the one question asked, and an answer as it is filled in."""

from collections.abc import Sequence

from inspect_ai.solver import TaskState

from kokushi_inspect.exam import KokushiError, Question
from scorers.marked import asks_scenario, question_of


def single_question(state: TaskState) -> Question:
    """The question of a sample.

    Raises:
        KokushiError: The sample asks the questions of a scenario together.
    """
    if asks_scenario(state.metadata):
        raise KokushiError(
            "unit=scenario asks several questions in one sample, this solver one at a time",
            fix="leave -T unit out, or use --solver solvers/dialogue.py",
        )
    return question_of(state)


def fill_in(question: Question, answer: Sequence[str]) -> str:
    """An answer as the answer sheet asks for it: labels in upper case without separators.

    Labels longer than one character are separated by commas; numbers and words stay as they are.

    Args:
        question: The question that is answered.
        answer: Labels, or a number or a word alone.
    """
    if question.kind in ("numeric", "fill_in"):
        return "".join(answer)
    separator = "" if all(len(label) == 1 for label in question.labels) else ","
    return separator.join(label.upper() for label in answer)
