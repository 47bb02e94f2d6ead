"""What lies on the examinee's desk while its tools are used: one question and its figures."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from kokushi_inspect.exam import Question
from solvers.tools.figures import ShownFigure

_DESK: ContextVar["Desk"] = ContextVar("kokushi_desk")


@dataclass(frozen=True, slots=True)
class Desk:
    """The question that is being answered, and the figures that were sent with it."""

    question: Question
    figures: tuple[ShownFigure, ...] = ()


@contextmanager
def sitting_at(desk: Desk) -> Iterator[None]:
    """Make a desk the one that tools are about, in this task and those that it starts.

    One agent serves all samples, which run side by side: a tool must not keep a desk of its own.
    """
    token = _DESK.set(desk)
    try:
        yield
    finally:
        _DESK.reset(token)


def current_desk() -> Desk:
    """The desk that the running tool is about.

    Raises:
        LookupError: No question is being answered.
    """
    return _DESK.get()
