"""Arithmetic inside replies: what is an expression, and its value."""

import re

from scorers.arithmetic import ArithmeticRefused, compute
from scorers.calculation.words import ASKED, NAME, OTHER

MAX_CHARACTERS = 300

_NUMBER = r"[-+]?(?:\d++(?:\.\d++)?|\.\d++)"
_FUNCTIONS = r"(?:sqrt|round|min|max|pow|abs|exp|log10|log)"
_OPERATION = re.compile(rf"[\d)] ?[-+*/]|{_FUNCTIONS} ?\(")
_RANGE = re.compile(rf"{_NUMBER} ?- ?{_NUMBER}|{_NUMBER}(?:-{_NUMBER}){{2,}}")
_NOTE = re.compile(
    r"[(\[](?![^()\[\]]*\b(?:math|np)\.)"
    r"[^()\[\]A-Za-z\u3040-\u9fff]*+[A-Za-z\u3040-\u9fff][^()\[\]]*+[)\]]"
)
_SIGNS = str.maketrans({"×": "*", "÷": "/", "[": "(", "]": ")", "·": "*", "⋅": "*", "•": "*"})


def expression_value(text: str, *, points: bool) -> float | None:
    """The value of a piece that is arithmetic without its result, else None.

    Of a chain of equations the last side counts. "24 - 27" is a range, and "3-4-5" a list; among
    points "3/2" is a score out of a maximum, and no quotient.

    Args:
        text: The piece; a name before a colon and notes in brackets are passed over.
        points: Whether the question asks for points.
    """
    if len(text) > MAX_CHARACTERS:
        return None
    side = re.split("[=≈≒→]", re.sub(f"[{NAME}{ASKED}{OTHER}]", " ", text))[-1]
    side = _NOTE.sub(" ", side) if not re.search(rf"{_FUNCTIONS} ?\(", side) else side
    core = re.sub(" +", " ", side.rpartition(":")[2].translate(_SIGNS)).strip(" .,;。、~$*")
    core = re.sub(r"(?<=[\d)]) ?[xX] ?(?=[\d(])", "*", core).replace("^", "**")
    if not _OPERATION.search(core) or _RANGE.fullmatch(core):
        return None
    if points and "/" in core:
        return None
    try:
        return float(compute(core))
    except ArithmeticRefused:
        return None
