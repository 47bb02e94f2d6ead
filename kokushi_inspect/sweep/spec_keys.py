"""Finds keys in a spec, where they do not belong: specs, plans and logs are kept and shared."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

_KEY_WORD = re.compile(
    r"(?:api)?keys?|token|secrets?|pass(?:word|wd|phrase)|credentials?"
    r"|auth(?:orization|entication)?|cookie|bearer"
)
"""A word of a name whose value is a key; `tokens` and `tokenizer` are none."""

_ADVICE = (
    "specs, plans and logs are kept: leave it out and set the provider's environment variable "
    "(such as OPENAI_API_KEY, or PROVIDER_API_KEY for openai-api/PROVIDER/MODEL)"
)


def refuse_keys(values: dict[str, Any]) -> dict[str, Any]:
    """Refuse arguments that hold a key, by their names, or a login inside a URL.

    Numbers, booleans and empty texts are no keys (`token: true` asks for a stored one).

    Returns:
        The arguments as they are, as pydantic wants it of a validator.

    Raises:
        ValueError: Names the argument, never its value, and says what to do.
    """
    for name, value in values.items():
        _refuse(str(name), value, named=False)
    return values


def _refuse(name: str, value: Any, *, named: bool) -> None:
    """Refuse a value; `named` when a name around it says that it is a key."""
    named = named or any(map(_KEY_WORD.fullmatch, _words(name)))
    if isinstance(value, Mapping):
        for inner, each in value.items():
            _refuse(f"{name}.{inner}", each, named=named)
    elif isinstance(value, list | tuple):
        for each in value:
            _refuse(name, each, named=named)
    elif isinstance(value, str) and value.strip():
        if named:
            raise ValueError(f"'{name}' may be a key; {_ADVICE}")
        if _has_login(value):
            raise ValueError(f"'{name}' is a URL with a login; {_ADVICE}")


def _words(name: str) -> set[str]:
    """The words of `api_key`, `x-api-key` and `apiKey`, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def _has_login(text: str) -> bool:
    try:
        return "://" in text and "@" in urlsplit(text).netloc
    except ValueError:
        return False
