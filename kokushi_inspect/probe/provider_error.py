"""What went wrong between us and a model: the kind of an error, and the provider's own words."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

ErrorKind = Literal[
    "no_connection", "timeout", "key", "forbidden", "model", "address", "rate_limit", "refused",
    "context", "server", "no_model_server", "not_understood",
]  # fmt: skip

_BY_STATUS: Mapping[int, ErrorKind] = {
    401: "key",
    403: "forbidden",
    405: "address",
    429: "rate_limit",
}
_CONTEXT = ("context length", "context window", "maximum context", "max_model_len", "prompt is too")
_PAGE = ("<!doctype", "<html")


@dataclass(frozen=True, slots=True)
class ProviderError:
    """An error instead of a reply.

    Attributes:
        kind: What is likely to be wrong.
        status: Status code of the response, None when there was none.
        words: What the provider, or the connection, says; keys are not removed yet.
    """

    kind: ErrorKind
    status: int | None
    words: str

    @property
    def what(self) -> str:
        """What is wrong, in one sentence."""
        return advice(self.kind)["what"]

    @property
    def fix(self) -> str:
        """What to set."""
        return advice(self.kind)["fix"]


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    text = (files("kokushi_inspect.probe") / "advice.toml").read_text("utf-8")
    table: Mapping[str, Mapping[str, str]] = tomllib.loads(text)
    return table


def advice(name: str) -> Mapping[str, str]:
    """The words on a matter: `what`, `fix`, or both."""
    return _table()[name]


def understand(error: BaseException) -> ProviderError:
    """The kind of an exception that a call raised.

    Providers raise the exceptions of their own packages, which Inspect wraps: only what all of
    them share is looked at, the status code, the name of the class, and the words.
    """
    chain = list(_chain(error))
    status = next((code for each in chain if (code := _status(each)) is not None), None)
    words = _words(chain)
    return ProviderError(_kind(chain, status, words.lower()), status, words)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and those behind it; of tenacity's `RetryError` the last attempt."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        attempt = getattr(error, "last_attempt", None)
        if attempt is not None:
            error = attempt.exception()
            continue
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    for name in ("status_code", "code"):
        if isinstance(value := getattr(error, name, None), int) and 400 <= value < 600:
            return value
    return None


def _words(chain: list[BaseException]) -> str:
    """The provider's message: Inspect's own would show the whole request around it."""
    if not chain:
        return ""
    first = chain[0]
    said = getattr(first, "provider_message", None) or str(first) or type(first).__name__
    behind = str(chain[-1]) if len(chain) > 1 and said == "Connection error." else ""
    return f"{said} {behind}".strip()


def _kind(chain: list[BaseException], status: int | None, words: str) -> ErrorKind:
    if any(mark in words for mark in _PAGE):
        return "no_model_server"
    if status is not None:
        return _kind_of_status(status, words)
    names = " ".join(type(each).__name__ for each in chain)
    if "Timeout" in names:
        return "timeout"
    if "Connect" in names or "Protocol" in names or "ReadError" in names:
        return "no_connection"
    return "not_understood"


def _kind_of_status(status: int, words: str) -> ErrorKind:
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status == 404:
        return "model" if "model" in words else "address"
    if status >= 500:
        return "server"
    return "context" if any(mark in words for mark in _CONTEXT) else "refused"
