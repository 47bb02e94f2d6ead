"""Says in the user's words what pydantic found wrong in a spec."""

from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from kokushi_inspect.exam import KokushiError, Place

_OWN_ERROR = "Value error, "


def explain(error: ValidationError, model: type[BaseModel], file: str) -> KokushiError:
    """The errors of a validation as one error, the first in front, the others counted.

    Args:
        error: What pydantic found.
        model: The model that was validated.
        file: Name of the file that the user wrote.
    """
    found = [e for e in error.errors() if e["type"] != "literal_error"] or error.errors()
    first = found[0]
    path = [part for part in first["loc"] if not _names_a_type(part)]
    others = len({tuple(e["loc"][:2]) for e in error.errors()}) - 1
    expected, fix = _advice(first, path, model)
    more = f" (and {others} more)" if others else ""
    return KokushiError(
        _what(first) + more, place=Place(file, field=_dotted(path)), expected=expected, fix=fix
    )


def _names_a_type(part: int | str) -> bool:
    """Whether a part of pydantic's path is a type of a union and no field of ours."""
    return isinstance(part, str) and (part in ("int", "str") or "[" in part)


def _what(error: Any) -> str:
    if error["type"] == "extra_forbidden":
        return "there is no such field"
    if error["type"] == "missing":
        return "the field is missing"
    message: str = error["msg"].removeprefix(_OWN_ERROR)
    message = message[:1].lower() + message[1:]
    value = error.get("input")
    shown = isinstance(value, str | int | float | bool) and error["type"] != "value_error"
    return f"{value!r}: {message}" if shown else message


def _advice(
    error: Any, path: list[int | str], model: type[BaseModel]
) -> tuple[str | None, str | None]:
    """What was expected and what to do, for names that do not exist or are missing."""
    if error["type"] not in ("extra_forbidden", "missing"):
        return None, None
    part = _model_at(model, path[:-1])
    if part is None:
        return None, None
    names = list(part.model_fields)
    close = get_close_matches(str(path[-1]), names, n=1)
    fix = f"did you mean '{close[0]}'?" if close and error["type"] == "extra_forbidden" else None
    return "fields among " + ", ".join(names), fix


def _model_at(model: type[BaseModel], path: list[int | str]) -> type[BaseModel] | None:
    """The part of the spec's model at a path."""
    here: type[BaseModel] | None = model
    for step in path:
        if isinstance(step, int):
            continue
        if here is None or step not in here.model_fields:
            return None
        here = _model_in(here.model_fields[step].annotation)
    return here


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((m for a in get_args(annotation) if (m := _model_in(a)) is not None), None)


def _dotted(path: list[int | str]) -> str | None:
    """`examinees[0].model`, as a user counts entries from 0 in YAML lists."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".") or None
