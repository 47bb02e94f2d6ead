"""What the figures of a question are."""

from inspect_ai.tool import Tool, tool

from solvers.tools.desk import current_desk
from solvers.tools.wording import AgentWording


@tool(parallel=True)
def figure_info(wording: AgentWording) -> Tool:
    """A tool that tells number, size and media type of each figure of the question.

    Args:
        wording: What it answers.
    """

    async def execute() -> str:
        """List the figures of the question."""
        lines = [
            wording.result(
                "figure",
                number=number,
                width=figure.width,
                height=figure.height,
                media_type=figure.media_type,
            )
            for number, figure in enumerate(current_desk().figures, start=1)
        ]
        return "\n".join(lines) or wording.result("no_figures")

    return execute
