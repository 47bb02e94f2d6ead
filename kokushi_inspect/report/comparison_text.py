"""The paired comparison of two logs as text for a terminal."""

from collections.abc import Iterator

from kokushi_inspect.exam.visible import on_one_line
from kokushi_inspect.report.comparison import ComparedLog, ComparedLogs
from kokushi_inspect.report.model import ProtocolResult
from kokushi_inspect.report.wording import interval_text, p_text, percent, verdict_text


def comparison_text(found: ComparedLogs) -> str:
    """The comparison in words: accuracies, difference, test, verdicts, differing questions."""
    return "\n".join(_lines(found))


def _lines(found: ComparedLogs) -> Iterator[str]:
    for name, side in (("A", found.first), ("B", found.second)):
        yield f"{name}  {on_one_line(side.examinee)}  ({on_one_line(side.log)})"
    yield ""
    yield f"{found.n} questions in common"
    for name, side in (("A", found.first), ("B", found.second)):
        yield f"  accuracy {name}      {percent(side.accuracy):>6} %"
    yield (
        f"  difference A-B  {100 * found.difference:>+6.1f} %"
        f"  (95 % interval {interval_text(found.interval)})"
    )
    yield (
        f"  right in both {found.both}, only A {found.only_first}, only B {found.only_second},"
        f" neither {found.neither}"
    )
    yield f"  McNemar, exact, two-sided: p {_p(found.p)}"
    yield from _verdicts(found.first, found.second)
    if found.differing:
        yield ""
        yield f"{len(found.differing)} questions differ:"
    for each in found.differing:
        key = f"; key {on_one_line(' or '.join(each.key))}" if each.key else ""
        right = "A" if each.right == "first" else "B"
        read = f"A {_shown(each.first)}, B {_shown(each.second)}"
        yield f"  {on_one_line(each.question)}: {read}{key}; right {right}"


def _verdicts(first: ComparedLog, second: ComparedLog) -> Iterator[str]:
    others = {verdict.sitting: verdict.result for verdict in second.verdicts}
    for verdict in first.verdicts:
        if verdict.sitting in others:
            told = f"A {_told(verdict.result)}; B {_told(others[verdict.sitting])}"
            yield f"  {on_one_line(verdict.sitting)}: {on_one_line(told, 1000)}"


def _told(result: ProtocolResult) -> str:
    reason = f" ({result.reason})" if result.outcome == "none" else ""
    return f"{verdict_text(result)}{reason}"


def _p(p: float) -> str:
    told = p_text(p)
    return told if told.startswith("<") else f"= {told}"


def _shown(text: str) -> str:
    """A reading on one line; it comes from a model."""
    return "".join(c for c in text if c.isprintable())[:40]
