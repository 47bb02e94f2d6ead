"""Which calls a probe makes: each check names what it needs, and no call is made twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kokushi_inspect.exam import KokushiError

CallName = Literal[
    "single", "multiple", "numeric", "think", "again", "once_more",
    "figure", "no_figure", "two_figures", "tool",
]  # fmt: skip

FIRST: CallName = "single"
"""Asked alone, before all others: when it fails, nothing else is paid for."""

NEEDS: Mapping[str, tuple[CallName, ...]] = {
    "answer": (),
    "content": (),
    "reasoning": ("think",),
    "max_tokens": ("think",),
    "format": ("multiple", "numeric"),
    "figures": ("figure", "no_figure", "two_figures"),
    "tools": ("tool",),
    "repeat": ("again", "once_more"),
    "usage": (),
}
"""The checks in the order in which they are shown, and what each asks beside the first question."""

REQUESTS: Mapping[CallName, int] = {"tool": 2}
"""Requests of a call, where it is more than one: the result of a tool goes back to the model."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a probe does.

    Attributes:
        checks: The checks, in the order in which they are shown.
        calls: The calls after the first one.
    """

    checks: tuple[str, ...]
    calls: tuple[CallName, ...]

    @property
    def requests(self) -> int:
        """Requests to the provider at most, without repetitions after errors."""
        return 1 + sum(REQUESTS.get(call, 1) for call in self.calls)


def read_checks(text: str | None) -> tuple[str, ...] | None:
    """Names of checks from a text with commas; None for all.

    Raises:
        KokushiError: There is no check of that name.
    """
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    unknown = [name for name in names if name not in NEEDS]
    if unknown or not names:
        said = f"'{unknown[0]}' is no check" if unknown else "no check is named"
        raise KokushiError(said, expected=", ".join(NEEDS))
    return names


def make_plan(checks: Sequence[str] | None, *, temperature: float | None, tools: bool) -> Plan:
    """The calls that the checks need.

    Args:
        checks: Names of the wanted checks, None for all. `answer` is always among them.
        temperature: The user's temperature; at 0 the thinking question is one of the two that
            are compared.
        tools: Whether the provider can offer tools at all.
    """
    wanted = tuple(name for name in NEEDS if checks is None or name in checks or name == "answer")
    calls = dict.fromkeys(call for name in wanted for call in NEEDS[name])
    if temperature == 0 and "again" in calls:
        calls = {c: None for c in dict.fromkeys(("think", *calls)) if c != "once_more"}
    if not tools:
        calls.pop("tool", None)
    return Plan(wanted, tuple(calls))
