"""A pocket calculator."""

import re

from inspect_ai.tool import Tool, ToolError, tool

from scorers.arithmetic import ArithmeticRefused, compute
from solvers.tools.calculate import as_expression, write_result
from solvers.tools.wording import AgentWording

_NATURAL_LOGARITHM = re.compile(r"\bln(?=\s*\()")


@tool(parallel=True)
def calculator(wording: AgentWording) -> Tool:
    """A tool that computes bounded arithmetic; nothing that a model wrote is ever evaluated.

    Args:
        wording: What it answers.
    """

    async def execute(expression: str) -> str:
        """Compute an arithmetic expression.

        Args:
            expression: Numbers, + - * / **, parentheses and the functions of
                `scorers.arithmetic`; × ÷ ^ and ln are understood.
        """
        written = _NATURAL_LOGARITHM.sub("log", as_expression(expression))
        try:
            return write_result(compute(written))
        except ArithmeticRefused as error:
            raise ToolError(wording.error("expression", reason=str(error)[:80])) from error

    return execute
