"""Verdicts as text for a terminal: one block a sitting, a line a criterion."""

import unicodedata
from collections.abc import Sequence

from kokushi_inspect.exam import CriterionResult, Verdict
from kokushi_inspect.exam.visible import on_one_line

_WORD = {True: "PASS", False: "FAIL", None: "NO VERDICT"}


def verdict_text(
    verdicts: Sequence[Verdict], *, source: str, examinee: str, epochs: int = 1
) -> str:
    """The verdicts of one log, in words.

    Args:
        verdicts: The verdicts, one for each sitting and epoch.
        source: Where the questions came from; printed above the verdicts.
        examinee: Who answered.
        epochs: How often each question was asked; with more than one, each verdict names its
            epoch and a last line counts the passed ones.
    """
    lines = [f"examinee {on_one_line(examinee)}, source {on_one_line(source)}"]
    for verdict in verdicts:
        lines += ["", *_block(verdict, epochs)]
    if epochs > 1:
        for protocol in dict.fromkeys(v.protocol for v in verdicts):
            judged = [v for v in verdicts if v.protocol == protocol and v.passed is not None]
            passed = sum(v.passed is True for v in judged)
            lines += ["", f"passed {passed} of {len(judged)} ({protocol} protocol)"]
    return "\n".join(lines)


def _block(verdict: Verdict, epochs: int) -> list[str]:
    epoch = f", epoch {verdict.epoch}" if epochs > 1 else ""
    lines = [
        f"{on_one_line(verdict.profession)} {on_one_line(verdict.label)} "
        f"({verdict.protocol} protocol{epoch}): "
        f"{_WORD[verdict.passed]}",
        f"  {_pad('points', 16)} {verdict.points:>5} of {verdict.of}",
    ]
    lines += [f"  {_pad(on_one_line(c.name), 16)} {_criterion(c)}" for c in verdict.criteria]
    if verdict.forbidden_limit is not None:
        allowed = f"{verdict.forbidden_limit} allowed"
        lines.append(f"  {_pad('forbidden', 16)} {verdict.forbidden:>5} ({allowed})")
    if verdict.reason:
        lines += [f"  - {on_one_line(reason, 1000)}" for reason in verdict.reason.split("; ")]
    return lines


def _criterion(result: CriterionResult) -> str:
    text = f"{result.points:>5} of {result.of}"
    if result.line is None:
        return f"{text}, no announced line"
    if result.met is None:
        return f"{text}, line {result.line}: not judged"
    met = "met" if result.met else "missed"
    return f"{text}, line {result.line}: {met} ({result.margin:+d})"


def _pad(text: str, width: int) -> str:
    """Pad to a width in terminal cells; Japanese characters take two."""
    cells = sum(2 if unicodedata.east_asian_width(c) in "FW" else 1 for c in text)
    return text + " " * max(0, width - cells)
