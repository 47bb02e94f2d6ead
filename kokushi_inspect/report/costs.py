"""What every examinee cost, in tokens, calls, time and money."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from inspect_ai.model import ModelUsage

from kokushi_inspect.report.finding_logs import FoundLog
from kokushi_inspect.report.grouping import ExamGroup
from kokushi_inspect.report.model import Cost

Number = TypeVar("Number", int, float)


def costs_of(group: ExamGroup) -> Iterator[Cost]:
    """The cost of every examinee of a group."""
    for id, runs in group.runs.items():
        answers = [a for a in group.answers(id) if a.status not in ("error", "no reply")]
        yield cost_of(
            group.id,
            id,
            [run.log for run in runs],
            answers=len(answers),
            right=sum(a.official is not None and a.official.correct for a in answers),
            calls=_sum([run.calls for run in runs]),
            seconds=_sum([run.seconds for run in runs]),
        )


def cost_of(
    group: str,
    examinee: str,
    logs: Sequence[FoundLog],
    *,
    answers: int,
    right: int,
    calls: int | None,
    seconds: float | None,
) -> Cost:
    """The cost of some logs together; see `Cost` for what the numbers mean."""
    usages = [u for log in logs for u in log.header.stats.model_usage.values()]
    total = sum(usage.total_tokens for usage in usages)
    price = _sum([usage.total_cost for usage in usages])
    return Cost(
        group=group,
        examinee=examinee,
        answers=answers,
        right=right,
        calls=calls,
        input_tokens=sum(_read(usage) for usage in usages),
        output_tokens=sum(usage.output_tokens for usage in usages),
        reasoning_tokens=_sum([usage.reasoning_tokens for usage in usages]),
        total_tokens=total,
        seconds=seconds,
        price=price,
        tokens_per_right=total / right if right else None,
        seconds_per_right=None if seconds is None or not right else seconds / right,
        price_per_right=None if price is None or not right else price / right,
    )


def _read(usage: ModelUsage) -> int:
    """Tokens read: Inspect counts what came from or went into a cache apart."""
    cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    return usage.input_tokens + cached


def _sum(values: Sequence[Number | None]) -> Number | None:
    """The sum of what is known; None when nothing is."""
    known = [value for value in values if value is not None]
    return sum(known[1:], known[0]) if known else None
