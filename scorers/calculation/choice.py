"""What a piece of a reply commits to."""

from dataclasses import dataclass
from typing import Literal

from scorers.tolerance import Value

Cue = Literal["", "placed", "asked", "computed", "named"]
"""How a text commits to its value, from not at all to strongest: "is" stands before it or nothing
after it; the unit asked for stands after it; it follows an equals sign; the calculator's name
stands before it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The value that a piece of text commits to, or why there is none.

    Attributes:
        value: The value; None when there is none.
        problem: `nothing`: no value is in the text. `several`: values without a commitment to
            one. `range`: a range, alternatives or a bound. Empty when there is a value.
        cue: How the text commits to the value; empty when there is none.
    """

    value: Value | None = None
    problem: Literal["", "nothing", "several", "range"] = ""
    cue: Cue = ""


NOTHING = Choice(problem="nothing")
SEVERAL = Choice(problem="several")
RANGE = Choice(problem="range")
