"""A figure of a question: a file that is never loaded before it is sent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure (図) of a question.

    Attributes:
        path: Absolute path of the image file that is sent.
        original: Absolute path of the file that the source names; differs from `path` when the
            figure was scaled down.
        width: Width of the sent image in pixels.
        height: Height of the sent image in pixels.
        note: What was done to the figure before sending, empty when nothing was.
    """

    path: str
    original: str
    width: int
    height: int
    note: str = ""
