"""What a check found: a plain outcome, what was seen, and what to set."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Outcome = Literal["ok", "warning", "failure", "not checked"]
"""ok: ready. warning: an exam runs, but something is lost or costs more. failure: the results of an
exam would be worthless. not checked: another finding, or the choice of checks, stands before it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the result.

    Attributes:
        check: Name of the check, as `--checks` takes it.
        outcome: How it went.
        what: What was seen, in one sentence without a full stop.
        evidence: What the model or the server said; the keys in it are not removed yet.
        fix: What to set.
    """

    check: str
    outcome: Outcome
    what: str
    evidence: str = ""
    fix: str = ""

    def to_record(self) -> dict[str, Any]:
        """The finding as plain JSON values."""
        return asdict(self)


def worst(findings: Sequence[Finding]) -> Outcome:
    """The outcome that decides: failure before warning before ok; not checked when nothing was."""
    found = {finding.outcome for finding in findings}
    order: tuple[Outcome, ...] = ("failure", "warning", "ok")
    return next((outcome for outcome in order if outcome in found), "not checked")
