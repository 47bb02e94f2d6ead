"""Arithmetic for an examinee. The text is parsed and computed within limits, never evaluated."""

import re
import unicodedata

from inspect_ai.tool import Tool, ToolError, tool

from scorers.arithmetic import ArithmeticRefused, compute

_SPELLINGS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"})
_NATURAL_LOGARITHM = re.compile(r"\bln(?= ?\()")


@tool
def calculate() -> Tool:
    """A calculator for arithmetic expressions."""

    async def execute(expression: str) -> str:
        """Calculate an arithmetic expression.

        Args:
            expression: The expression: numbers without units or thousands separators, the
                operators + - * / ^, parentheses, and the functions sqrt, exp, log (natural), log10,
                log2, abs, min, max, round, floor, ceil; for example
                "142 * (0.8 / 0.9)^-0.302 * 0.9938^45".
        """
        try:
            return write_result(compute(as_expression(expression)))
        except ArithmeticRefused as error:
            raise ToolError(f"This cannot be calculated: {error}.") from error

    return execute


def as_expression(text: str) -> str:
    """The text in the spelling that `scorers.arithmetic` reads: `^` is a power, `ln` is `log`."""
    plain = unicodedata.normalize("NFKC", text).translate(_SPELLINGS)
    plain = plain.replace("^", "**").replace("√(", "sqrt(")
    return _NATURAL_LOGARITHM.sub("log", plain)


def write_result(number: float) -> str:
    """A number with twelve significant digits, whole numbers in full."""
    return str(number) if isinstance(number, int) else f"{number:.12g}"
