"""Why a run is not whole, in words: samples that ended in an error, and runs that were cut off."""

from dataclasses import dataclass, field

from inspect_ai.log import EvalLog

MAX_LISTED = 100
"""Samples that are named; of more the number is told."""

_CUT = {
    "started": "the run was cut off",
    "cancelled": "the run was cancelled",
    "error": "the run ended with an error",
}


@dataclass
class SampleErrors:
    """The samples of a sitting that ended in an error.

    Attributes:
        ids: Their ids; with epochs one may stand more than once.
        example: The first of them and its cause.
    """

    ids: list[str] = field(default_factory=list)
    example: str = ""

    def add(self, id: str, cause: str) -> None:
        """Note a sample and the cause of its error."""
        self.ids.append(id)
        self.example = self.example or f"{id}: {cause}"

    def told(self) -> str:
        """How many, which, and one with its cause."""
        names = list(dict.fromkeys(self.ids))
        if len(names) < 2:
            return f"{len(self.ids)} sample error(s), e.g. {self.example}"
        more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
        listed = ", ".join(names[:MAX_LISTED]) + more
        return f"{len(self.ids)} sample error(s) in {listed}, e.g. {self.example}"


def cut_off(log: EvalLog) -> str:
    """How a run ended that did not succeed, and what completes it; empty when it did.

    Args:
        log: A log, or its header.
    """
    if log.status == "success":
        return ""
    why = f" ({cause_of(log.error.message)})" if log.error is not None else ""
    how = _CUT.get(log.status, f"the run ended with status '{log.status}'")
    return f"{how}{why}: inspect eval-retry LOG completes it"


def cause_of(message: str) -> str:
    """The end of an error's message: Inspect's begin with the request and end with the cause."""
    last = message.replace("\\n", "\n").rstrip().rsplit("\n\n", 1)[-1] or message
    text = " ".join(last.replace("\\'", "'").split()).replace(";", ",")
    return text if len(text) <= 200 else f"… {text[-200:]}"
