"""Bounded arithmetic on text that a model wrote, without ever evaluating code.

The text is parsed, and only numbers, `+ - * / // % **`, parentheses and a short list of functions
are computed, with limits on length, number of operations and size of every intermediate number.
Anything else is refused.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping

Number = int | float

MAX_CHARACTERS = 300
MAX_NODES = 150
MAX_BITS = 512
"""Whole numbers may not grow beyond this many bits; floats end at 1.8e308 by themselves."""

_ALPHABET = re.compile(
    r"(?:[0-9.]++(?:[eE][-+]?[0-9]++)?|[-+*/%(),\s]++|(?:abs|ceil|exp|float|floor|int|log10|log2"
    r"|log|max|math|min|numpy|np|pow|round|sqrt)(?![A-Za-z_]))*+"
)


class ArithmeticRefused(ValueError):
    """The text is not plain arithmetic, or it exceeds the limits."""


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, int) and isinstance(exponent, int):
        if exponent < 0:
            return float(base) ** exponent
        if abs(base).bit_length() * exponent > MAX_BITS:
            raise ArithmeticRefused("the power is too large")
        return int(base**exponent)
    if base < 0 and not float(exponent).is_integer():
        raise ArithmeticRefused("the power is not a real number")
    return math.pow(base, exponent)


def _round(number: Number, digits: Number = 0) -> Number:
    if not isinstance(digits, int) or abs(digits) > 20:
        raise ArithmeticRefused("the number of digits to round to is out of range")
    return round(number, digits) if digits else round(number)


_OPERATIONS: Mapping[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: _power,
}
_SIGNS: Mapping[type[ast.unaryop], Callable[[Number], Number]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_FUNCTIONS: Mapping[str, Callable[..., Number]] = {
    "abs": abs,
    "ceil": math.ceil,
    "exp": math.exp,
    "float": float,
    "floor": math.floor,
    "int": int,
    "log": math.log,
    "log10": math.log10,
    "log2": math.log2,
    "max": max,
    "min": min,
    "pow": _power,
    "round": _round,
    "sqrt": math.sqrt,
}


def compute(expression: str) -> Number:
    """The value of an arithmetic expression.

    Args:
        expression: Python-like arithmetic, `**` for powers; functions may carry the prefix
            `math.`, `np.` or `numpy.`.

    Raises:
        ArithmeticRefused: When the text is anything else, is too long or too deep, divides by
            zero, or when an intermediate or final number is too large, infinite or not real.
    """
    text = expression.strip()
    if len(text) > MAX_CHARACTERS or not _ALPHABET.fullmatch(text):
        raise ArithmeticRefused("not plain arithmetic")
    try:
        tree = ast.parse(text, mode="eval")
        if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
            raise ArithmeticRefused("too many operations")
        return _value(tree.body)
    except ArithmeticRefused:
        raise
    except (SyntaxError, ValueError, ArithmeticError, TypeError, RecursionError, MemoryError) as e:
        raise ArithmeticRefused(str(e)) from e


def _value(node: ast.expr) -> Number:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            result: Number = number
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _SIGNS:
            result = _SIGNS[type(sign)](_value(operand))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            result = _OPERATIONS[type(op)](_value(left), _value(right))
        case ast.Call(func=function, args=arguments, keywords=[]):
            result = _call(function, arguments)
        case _:
            raise ArithmeticRefused("not plain arithmetic")
    return _bounded(result)


def _call(function: ast.expr, arguments: list[ast.expr]) -> Number:
    match function:
        case ast.Name(id=name) if name in _FUNCTIONS:
            pass
        case ast.Attribute(value=ast.Name(id="math" | "np" | "numpy"), attr=name) if (
            name in _FUNCTIONS
        ):
            pass
        case _:
            raise ArithmeticRefused("not a known function")
    return _FUNCTIONS[name](*map(_value, arguments))


def _bounded(number: Number) -> Number:
    if isinstance(number, float) and not math.isfinite(number):
        raise ArithmeticRefused("the result is not a finite number")
    if isinstance(number, int) and number.bit_length() > MAX_BITS:
        raise ArithmeticRefused("the result is too large")
    return number
