"""What matters to some runs: tools, equal answers at temperature 0, and what an exam will take."""

import re
from collections.abc import Mapping

from kokushi_inspect.probe.asking import Heard, Replies, Reply
from kokushi_inspect.probe.finding import Finding
from kokushi_inspect.probe.plan import CallName
from kokushi_inspect.probe.provider_error import ProviderError, advice
from kokushi_inspect.probe.questions import PROFESSION
from kokushi_inspect.sources.criteria_file import load_rules

_CALL = re.compile(r"<tool_call|\[TOOL_CALLS\]|<function[=_]|[\"']name[\"']\s?:\s?[\"']calculator|"
                   r"\bcalculator\s?\(")  # fmt: skip
_SEPARATORS = re.compile(r"(?<=\d)[,，\s](?=\d)")


def check_tools(heard: Heard | None, why: str | None, product: int) -> Finding:
    """Whether one call of a tool goes there and back. Without tools all solvers but one work.

    Args:
        heard: What came of the request, None when the provider cannot offer tools.
        why: Why it cannot.
        product: What the tool computes.
    """
    fix = advice("no_tools")["fix"]
    if heard is None:
        return Finding("tools", "warning", f"Inspect's provider has no tools: {why}", fix=fix)
    if isinstance(heard, ProviderError):
        status = "" if heard.status is None else f" (status {heard.status})"
        what = f"the request with a tool fails{status}: {heard.what}"
        return Finding("tools", "warning", what, heard.words, fix)
    if heard.is_cut:
        return Finding("tools", "not checked", "cut off, see max_tokens")
    if not heard.called:
        if _CALL.search(heard.text):
            what = "the call stands in the text of the reply"
            return Finding("tools", "warning", what, heard.text, advice("call_in_text")["fix"])
        return Finding("tools", "warning", "the tool was offered and not called", heard.text, fix)
    if heard.tool_error:
        what = "the call cannot be carried out"
        return Finding("tools", "warning", what, heard.tool_error, fix)
    if str(product) in _SEPARATORS.sub("", heard.text):
        return Finding("tools", "ok", "called, and its result used in the answer", heard.text)
    what = "called, but its result is not in the answer"
    return Finding("tools", "warning", what, heard.text, fix)


def check_repeat(replies: Replies) -> Finding:
    """Whether the same question at temperature 0 gets the same answer twice."""
    names: tuple[CallName, ...]
    names = ("again", "once_more") if "once_more" in replies else ("think", "again")
    pair: list[Reply] = []
    for name in names:
        heard = replies[name]
        if isinstance(heard, ProviderError):
            what = f"the question at temperature 0 fails: {heard.what}"
            return Finding("repeat", "not checked", what, heard.words, heard.fix)
        pair.append(heard)
    one, other = pair
    if one.is_cut or other.is_cut:
        return Finding("repeat", "not checked", "cut off, see max_tokens")
    if not one.text.strip() or not other.text.strip():
        return Finding("repeat", "not checked", "no text, see content")
    if one.text == other.text:
        return Finding("repeat", "ok", "the same text twice at temperature 0")
    both = f"{_short(one.text)} | {_short(other.text)}"
    if one.reading == other.reading:
        return Finding(
            "repeat", "ok", "the text varies at temperature 0, the answer does not", both
        )
    fix = advice("varies")["fix"]
    return Finding("repeat", "warning", "the answer varies at temperature 0", both, fix)


def _short(text: str) -> str:
    return text[:60]


def check_usage(replies: Mapping[str, Reply]) -> Finding:
    """Whether tokens are counted, and what one sitting of the physician's exam will take."""
    sheets = [reply for reply in replies.values() if reply.question is not None]
    questions = sum(load_rules(PROFESSION).sections.values())
    seconds = [reply.seconds for reply in sheets]
    mean = sum(seconds) / len(seconds)
    pace = f"{mean:.1f} s a call ({min(seconds):.1f} to {max(seconds):.1f})"
    sitting = f"one sitting of {PROFESSION}: {questions} calls, {_duration(mean * questions)} of"
    sitting += " the model's time in all, shared by --max-connections"
    counted = [reply.usage for reply in sheets if reply.usage and reply.usage.output_tokens]
    if len(counted) < len(sheets):
        what = f"no tokens are counted in {len(sheets) - len(counted)} of {len(sheets)} replies"
        return Finding(
            "usage", "warning", f"{what}; {pace}; {sitting}", "", advice("no_usage")["fix"]
        )
    tokens_in = sum(u.input_tokens + (u.input_tokens_cache_read or 0) for u in counted)
    tokens_out = sum(u.output_tokens for u in counted)
    what = f"{pace}, {tokens_in // len(counted)} tokens in and {tokens_out // len(counted)} out"
    tokens = f"about {_thousands(tokens_in, len(counted), questions)} tokens in and"
    tokens += f" {_thousands(tokens_out, len(counted), questions)} out"
    return Finding(
        "usage", "ok", f"{what}; {sitting}, {tokens}; solvers/agent.py up to 12 times that"
    )


def _thousands(total: int, calls: int, questions: int) -> str:
    return f"{total * questions / calls:,.0f}"


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
