"""States in the log what the answers of a sample cost."""

from collections.abc import Iterator
from contextlib import contextmanager

from inspect_ai.solver import TaskState
from inspect_ai.util import sample_limits

from scorers.marked import COST


@contextmanager
def stating_cost(state: TaskState) -> Iterator[None]:
    """Record the cost of a sample when the block ends, also when a limit ends it.

    Calls are the replies that models gave for the sample, as Inspect counts them: retries are no
    calls, and neither is a reply that was lost because it went over the limit of tokens. Turns
    are the replies in the sample's own conversation. Tokens are those of all its calls, lost
    ones included.

    Args:
        state: State of the running sample; solvers change it in place.
    """
    try:
        yield
    finally:
        turns = sum(message.role == "assistant" for message in state.messages)
        calls = int(sample_limits().turn.usage)
        state.store.set(COST, {"calls": calls, "turns": turns, "tokens": state.token_usage})
