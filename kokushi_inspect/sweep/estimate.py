"""What a sweep would cost, from the real texts and figures. Estimates, and no more than that.

Tokens differ from model to model. A Japanese character counts as one token, four other characters
as one, which is within about a third of the tokenizers of current models; a figure counts as its
area divided by 750, at most 1,600, as Anthropic documents for its models.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kokushi_inspect.sweep.plan import NO_MODEL, Entry

_PIXELS_PER_TOKEN = 750
_MOST_FIGURE_TOKENS = 1600
_OTHER_CHARACTERS_PER_TOKEN = 4

WITHOUT_MODEL = frozenset({"baseline", "replay"})
"""Solvers that ask no model."""

TURNS_ASSUMED = 4
"""Replies for a question that an agent is expected to need; its own limit is higher."""

PANEL_SIZE = 3
"""Members of a panel that names no number."""


@dataclass(frozen=True, slots=True)
class SampleFacts:
    """What the estimate needs to know about a sample.

    Attributes:
        questions: Questions that it asks.
        system: Tokens of the system message.
        text: Tokens of the user messages.
        figures: Tokens of the figures.
    """

    questions: int
    system: int
    text: int
    figures: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an entry, or several, would cost.

    Attributes:
        samples: Samples, epochs counted.
        calls: Requests to the model.
        input_tokens: Tokens that the model reads.
        output_tokens: Tokens that it writes.
        price: By the prices of the spec; None where a model has none.
    """

    samples: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    price: float | None = 0.0

    def __add__(self, other: "Estimate") -> "Estimate":
        """Both together; without a price when one of them has none."""
        unknown = self.price is None or other.price is None
        return Estimate(
            self.samples + other.samples,
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            None if unknown else (self.price or 0.0) + (other.price or 0.0),
        )


def text_tokens(text: str) -> int:
    """About how many tokens a text has."""
    wide = sum(ord(character) >= 0x2E80 for character in text)
    return wide + math.ceil((len(text) - wide) / _OTHER_CHARACTERS_PER_TOKEN)


def figure_tokens(width: int, height: int) -> int:
    """About how many tokens a figure has, from its size in pixels."""
    return min(_MOST_FIGURE_TOKENS, math.ceil(width * height / _PIXELS_PER_TOKEN))


def estimate_entry(
    entry: Entry,
    facts: Sequence[SampleFacts],
    *,
    reply_tokens: int,
    price: tuple[float, float] | None,
    missing: int | None = None,
) -> Estimate:
    """What the missing samples of an entry would cost.

    Args:
        entry: The entry.
        facts: Its samples.
        reply_tokens: Tokens of an expected reply.
        price: For a million tokens read, and written; None when not known.
        missing: Records that are still missing; all when None. Which ones is not looked up: each
            counts as an average one.
    """
    records = entry.records if missing is None else missing
    if entry.examinee.model == NO_MODEL or not facts or records == 0:
        return Estimate(samples=records)
    each = [_of_sample(entry, sample, reply_tokens) for sample in facts[: entry.samples]]
    share = records / max(1, len(each))
    calls, read, written = (round(sum(column) * share) for column in zip(*each, strict=True))
    cost = None if price is None else (read * price[0] + written * price[1]) / 1e6
    return Estimate(records, calls, read, written, cost)


def _of_sample(entry: Entry, sample: SampleFacts, reply: int) -> tuple[int, int, int]:
    """Calls, tokens read and tokens written for one sample, once."""
    name = "" if entry.solver is None else entry.solver.name
    args = {} if entry.solver is None else entry.solver.args
    once = sample.system + sample.text + sample.figures
    if name in WITHOUT_MODEL:
        return 0, 0, 0
    if name == "panel":
        members = int(args.get("size") or PANEL_SIZE)
        return _panel(members, args, once, reply)
    turns = {"review": 2, "agent": TURNS_ASSUMED, "calculator": TURNS_ASSUMED}.get(name)
    if turns is None:
        turns = sample.questions
        # each question of a dialogue repeats what was said before it
        once = sample.system + math.ceil((sample.text + sample.figures) * (turns + 1) / (2 * turns))
    return turns, _repeated(once, turns, reply), turns * reply


def _panel(members: int, args: Mapping[str, Any], once: int, reply: int) -> tuple[int, int, int]:
    if args.get("decide") != "chair":
        return members, members * once, members * reply
    chair = once + members * reply
    return members + 1, members * once + chair, (members + 1) * reply


def _repeated(once: int, turns: int, reply: int) -> int:
    """Tokens read in a conversation: each turn reads what was said before."""
    return turns * once + reply * turns * (turns - 1) // 2


def total(estimates: Iterable[Estimate]) -> Estimate:
    """All estimates together."""
    together = Estimate()
    for estimate in estimates:
        together += estimate
    return together
