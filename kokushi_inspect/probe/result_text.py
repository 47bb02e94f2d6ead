"""The result of a probe for a terminal."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from kokushi_inspect.probe.finding import Finding

_WIDTH = 100
_CHECK, _OUTCOME = 12, 13


def result_text(findings: Sequence[Finding]) -> str:
    """A table: check, outcome, what was seen, the words of model or server, what to set."""
    return "\n".join(line for finding in findings for line in _rows(finding))


def _rows(finding: Finding) -> Iterator[str]:
    indent = _CHECK + _OUTCOME
    head = f"{finding.check:<{_CHECK}}{finding.outcome:<{_OUTCOME}}"
    first, *more = wrap(finding.what, _WIDTH - indent, break_on_hyphens=False) or [""]
    yield (head + first).rstrip()
    yield from (" " * indent + line for line in more)
    if finding.evidence:
        yield f"{' ' * indent}> {finding.evidence}"
    if finding.fix:
        lines = wrap(f"set: {finding.fix}", _WIDTH - indent, break_on_hyphens=False)
        yield from (" " * indent + line for line in lines)
