"""What was understood from an examinee's text."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["answered", "refused", "truncated", "empty", "unreadable"]
"""How a reply was read.

`answered`: an answer was read (right or wrong). `refused`: the examinee declined. `truncated`:
nothing was read and the output stopped at a token limit. `empty`: no text at all. `unreadable`:
text without one committed answer.
"""

UNREAD: tuple[Status, ...] = ("refused", "truncated", "empty", "unreadable")
"""The statuses that count as wrong because nothing could be read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from one reply.

    Attributes:
        status: How the reply was read.
        answer: The labels (in the question's own form; in printed order for choices, in the
            given order for ordered questions), or the number or the text as a tuple of one.
            Empty unless the status is `answered`.
    """

    status: Status
    answer: tuple[str, ...] = ()
