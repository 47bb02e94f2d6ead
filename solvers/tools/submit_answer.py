"""Hands in the answer to a question."""

from inspect_ai.tool import Tool, ToolError, tool

from solvers.tools.answer_form import BadForm, answer_form
from solvers.tools.desk import current_desk
from solvers.tools.wording import AgentWording


@tool
def submit_answer(wording: AgentWording) -> Tool:
    """A tool that takes an answer of the right form, and says what is wrong with any other.

    Args:
        wording: What it answers.
    """

    async def execute(
        labels: list[str | int] | str | int | None = None,
        number: float | str | None = None,
        text: str | None = None,
    ) -> str:
        """Hand in the answer.

        Args:
            labels: Labels of the chosen options.
            number: The number asked for.
            text: The term asked for.
        """
        try:
            return answer_form(current_desk().question, labels, number, text)
        except BadForm as error:
            raise ToolError(wording.error(error.name, **error.values)) from error

    return execute
