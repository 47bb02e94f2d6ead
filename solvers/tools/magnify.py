"""A magnifying glass for the figures of a question."""

from anyio import to_thread
from inspect_ai.model import ContentImage, ContentText
from inspect_ai.tool import Tool, ToolError, ToolResult, tool

from solvers.tools.desk import current_desk
from solvers.tools.figures import SMALLEST, Box, ShownFigure, box_of, enlarge, enlarged_size
from solvers.tools.wording import AgentWording


@tool(parallel=True)
def magnify(wording: AgentWording) -> Tool:
    """A tool that shows a part of a figure enlarged.

    Edges are fractions of the figure's width and height from its upper left corner, not pixels or
    percent: either of those is out of range, so that the mistake is told and not shown.

    Args:
        wording: What it answers.
    """

    # `float | int`, or Inspect would turn a whole number of 400 digits into a float and fail
    async def execute(
        figure: int,
        left: float | int,
        top: float | int,
        right: float | int,
        bottom: float | int,
    ) -> ToolResult:
        """Show a part of a figure enlarged.

        Args:
            figure: Number of the figure, from 1.
            left: Left edge, as a fraction of the width.
            top: Upper edge, as a fraction of the height.
            right: Right edge, as a fraction of the width.
            bottom: Lower edge, as a fraction of the height.
        """
        shown = _figure(figure, wording)
        box = _box(figure, shown, (left, top, right, bottom), wording)
        width, height = enlarged_size(box)
        image = await to_thread.run_sync(enlarge, shown, box)
        said = wording.result(
            "magnified",
            number=figure,
            left=box.left,
            top=box.top,
            right=box.right,
            bottom=box.bottom,
            width=width,
            height=height,
        )
        return [ContentText(text=said), ContentImage(image=image)]

    return execute


def _figure(number: int, wording: AgentWording) -> ShownFigure:
    figures = current_desk().figures
    if not figures:
        raise ToolError(wording.error("no_figures"))
    if not 1 <= number <= len(figures):
        raise ToolError(wording.error("no_such_figure", count=len(figures)))
    return figures[number - 1]


def _box(
    number: int,
    figure: ShownFigure,
    edges: tuple[float, float, float, float],
    wording: AgentWording,
) -> Box:
    about = {"number": number, "width": figure.width, "height": figure.height}
    box = box_of(figure, *edges)
    if box is None:
        raise ToolError(wording.error("crop_outside", **about))
    if box.width < min(SMALLEST, figure.width) or box.height < min(SMALLEST, figure.height):
        size = {"crop_width": box.width, "crop_height": box.height, "smallest": SMALLEST}
        raise ToolError(wording.error("crop_too_small", **about, **size))
    return box
