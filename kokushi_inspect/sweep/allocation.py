"""Who runs what, and with how many connections. Pure functions: same input, same answer.

Entries are spread over workers once, and not handed out one by one: a worker takes seconds to
start, and a worker with entries of several models keeps all of them busy. The connections of a
model are divided in proportion to the samples that each worker has of it, so that in a run that
waits for its models all workers end at about the same time.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kokushi_inspect.sweep.plan import NO_MODEL, Entry


@dataclass(frozen=True, slots=True)
class Share:
    """What one worker has of a sweep.

    Attributes:
        entries: Its entries, in the order of the plan.
        connections: How many requests it may have open at once, by model.
    """

    entries: tuple[Entry, ...]
    connections: Mapping[str, int]


def model_limits(entries: Sequence[Entry]) -> dict[str, int]:
    """The connections of each model over all workers; the smallest number that is named."""
    limits: dict[str, int] = {}
    for entry in entries:
        model, limit = entry.examinee.model, entry.examinee.connections
        if model != NO_MODEL:
            limits[model] = min(limit, limits.get(model, limit))
    return limits


def share_out(
    entries: Sequence[Entry],
    workers: int,
    work: Mapping[str, int],
    limits: Mapping[str, int] | None = None,
) -> list[Share]:
    """Spread entries over workers; workers that would have nothing are left out.

    A model is on no more workers than it has connections, so that everyone has one at least and
    the sum is never above the limit.

    Args:
        entries: What is to run.
        workers: Workers at most, 1 or more.
        work: Records that are still missing, by id of the entry.
        limits: Connections of each model for all these workers together, when they are fewer than
            the spec's: somebody else uses the rest.
    """
    allowed = dict(model_limits(entries) if limits is None else limits)
    spread = _spread(entries, workers, work, allowed)
    order = {entry.id: place for place, entry in enumerate(entries)}
    shares = [Share(tuple(sorted(own, key=lambda e: order[e.id])), {}) for own in spread if own]
    loads = [_loads(share.entries, work) for share in shares]
    connections: list[dict[str, int]] = [{} for _ in shares]
    for model, limit in allowed.items():
        having = [i for i, load in enumerate(loads) if model in load]
        parts = divide(limit, [loads[i][model] for i in having])
        for i, part in zip(having, parts, strict=True):
            connections[i][model] = part
    return [Share(share.entries, own) for share, own in zip(shares, connections, strict=True)]


def divide(total: int, weights: Sequence[int]) -> list[int]:
    """Divide a number in proportion to weights into whole parts of at least 1.

    The parts add up to `total`. The largest remainders get what is left over.

    Args:
        total: At least the number of weights.
        weights: 0 or more; zero counts as one.
    """
    if not weights:
        return []
    if total < len(weights):
        raise ValueError(f"{total} cannot be divided into {len(weights)} parts of at least 1")
    weights = [max(1, weight) for weight in weights]
    spare, whole = total - len(weights), sum(weights)
    parts = [1 + spare * weight // whole for weight in weights]
    remainders = [spare * weight % whole for weight in weights]
    left = total - sum(parts)
    for i in sorted(range(len(weights)), key=lambda i: (-remainders[i], i))[:left]:
        parts[i] += 1
    return parts


def _spread(
    entries: Sequence[Entry], workers: int, work: Mapping[str, int], limits: Mapping[str, int]
) -> list[list[Entry]]:
    """The entries of each worker: the largest first, to whoever has least of the model."""
    lanes: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        lanes[entry.examinee.model].append(entry)
    total = [0] * workers
    found: list[list[Entry]] = [[] for _ in range(workers)]
    for model in sorted(lanes, key=lambda m: (-sum(work[e.id] for e in lanes[m]), m)):
        open_to = min(workers, limits.get(model, workers))
        chosen = sorted(range(workers), key=lambda i: (total[i], i))[:open_to]
        lane = dict.fromkeys(chosen, 0)
        for entry in sorted(lanes[model], key=lambda e: -work[e.id]):
            worker = min(lane, key=lambda i: (lane[i], total[i], i))
            found[worker].append(entry)
            lane[worker] += work[entry.id]
            total[worker] += work[entry.id]
    return found


def _loads(entries: Sequence[Entry], work: Mapping[str, int]) -> dict[str, int]:
    loads: dict[str, int] = defaultdict(int)
    for entry in entries:
        loads[entry.examinee.model] += work[entry.id]
    return loads
