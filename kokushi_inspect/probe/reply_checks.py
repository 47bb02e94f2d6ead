"""Checks on all replies together: an answer at all, its text, its thoughts, its limit of tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Template

from inspect_ai.model import GenerateConfig

from kokushi_inspect.probe.asking import Heard, Reply
from kokushi_inspect.probe.finding import Finding
from kokushi_inspect.probe.provider_error import ProviderError, advice
from scorers.normalise import fold, strip_reasoning

LONGEST_ANSWER, MOST_LINES = 120, 3
"""Characters and lines of an answer that is asked for on one line alone: more is thought aloud."""
LEAST_TOKENS, LEAST_TOKENS_REASONING = 2_048, 8_192
"""The least `--max-tokens` that is suggested, without and with reasoning."""
_TIMES = 4
"""Exam questions take more thought than the probe's: so many times its longest reply."""


def check_answer(first: Heard) -> Finding:
    """Whether the model answers at all."""
    if isinstance(first, ProviderError):
        status = "" if first.status is None else f" (status {first.status})"
        return Finding("answer", "failure", first.what + status, first.words, first.fix)
    return Finding("answer", "ok", f"the model answers, after {first.seconds:.1f} s", first.text)


def check_content(replies: Mapping[str, Reply]) -> Finding:
    """Whether every reply has a text: `content` is neither null nor empty nor filtered."""
    asked = {call: reply for call, reply in replies.items() if reply.question is not None}
    filtered = [call for call, reply in asked.items() if reply.stop == "content_filter"]
    empty = {c: r for c, r in asked.items() if not r.text.strip() and c not in filtered}
    lost = {call: reply for call, reply in empty.items() if not reply.is_cut}
    if taken := [reply for reply in lost.values() if reply.reasoning.strip()]:
        what = f"{len(taken)} of {len(asked)} replies are empty, their text came as reasoning"
        fix = advice("answer_in_reasoning")["fix"]
        return Finding("content", "failure", what, taken[0].reasoning, fix)
    if lost:
        what = f"{len(lost)} of {len(asked)} replies have no text ({', '.join(lost)})"
        return Finding("content", "failure", what, fix=advice("no_text")["fix"])
    if filtered:
        what = f"the provider's filter stopped {len(filtered)} of {len(asked)} replies"
        return Finding("content", "warning", what, fix=advice("filtered")["fix"])
    if empty:
        what = f"{len(empty)} replies are empty because they were cut off, see max_tokens"
        return Finding("content", "not checked", what)
    return Finding("content", "ok", f"all {len(asked)} replies have a text")


@dataclass(frozen=True, slots=True)
class _Thoughts:
    """Replies whose text holds thoughts: between tags that the reader knows, or bare."""

    in_tags: list[Reply]
    bare: list[Reply]


def check_reasoning(replies: Mapping[str, Reply], settings: GenerateConfig) -> Finding:
    """Whether reasoning comes apart from the answer."""
    # without its figure a question may well be answered by an apology in full sentences
    heard = {call: reply for call, reply in replies.items() if call != "no_figure"}
    asked = [reply for reply in heard.values() if reply.question is not None]
    thoughts = _thoughts(asked)
    for found, name, where in (
        (thoughts.in_tags, "thoughts_in_tags", "between tags in the text"),
        (thoughts.bare, "thoughts_in_text", "in the text of the answer, without tags"),
    ):
        if found:
            unread = [r for r in found if r.reading is None or r.reading.status != "answered"]
            what = f"thoughts stand {where} ({len(found)} of {len(asked)} replies"
            what += f", {len(unread)} of them cannot be read)" if unread else ", all readable)"
            text = (unread or found)[0].text
            fix = advice(name)["fix"]
            return Finding("reasoning", "failure" if unread else "warning", what, text, fix)
    apart = [reply for reply in asked if reply.reasoning.strip()]
    if swallowed := [r for r in apart if not r.text.strip() and not r.is_cut]:
        what = "the reasoning holds the whole reply, the answer too (see content)"
        fix = advice("answer_in_reasoning")["fix"]
        return Finding("reasoning", "failure", what, swallowed[0].reasoning, fix)
    if asked and not apart and all(reply.is_cut for reply in asked):
        return Finding("reasoning", "not checked", "cut off, see max_tokens")
    return _parted(asked, apart, settings)


def _parted(asked: list[Reply], apart: list[Reply], settings: GenerateConfig) -> Finding:
    """The finding where no text holds thoughts."""
    if apart:
        what = f"reasoning came apart from the answer in {len(apart)} of {len(asked)} replies"
        return Finding("reasoning", "ok", what, max((r.reasoning for r in apart), key=len))
    hidden = sum(r.usage.reasoning_tokens or 0 for r in asked if r.usage)
    if hidden:
        what = f"the model reasons hidden from us ({hidden} tokens); the answers are clean"
        return Finding("reasoning", "ok", what)
    wanted = settings.reasoning_effort not in (None, "none") or settings.reasoning_tokens
    if wanted:
        what = "reasoning was asked for, and none came"
        return Finding("reasoning", "warning", what, fix=advice("no_reasoning")["fix"])
    return Finding("reasoning", "ok", "no reasoning came; the answers are clean")


def _thoughts(asked: list[Reply]) -> _Thoughts:
    in_tags, bare = [], []
    for reply in asked:
        folded = fold(reply.text)
        visible = strip_reasoning(folded)
        if visible.text != folded:
            in_tags.append(reply)
        elif reply.is_cut:
            continue  # whatever it was to become
        elif len(folded) > LONGEST_ANSWER or len(folded.strip().split("\n")) > MOST_LINES:
            bare.append(reply)
    return _Thoughts(in_tags, bare)


def check_max_tokens(replies: Mapping[str, Reply], limit: int | None) -> Finding:
    """Whether every reply comes to its end.

    Args:
        replies: The replies.
        limit: The limit that Inspect sends, None when it sends none.
    """
    known = "the server's own limit" if limit is None else f"a limit of {limit} tokens"
    cut = {call: reply for call, reply in replies.items() if reply.is_cut}
    if any(reply.stop == "model_length" for reply in cut.values()):
        what = f"the context is full ({', '.join(cut)})"
        words = next(iter(cut.values())).text
        return Finding("max_tokens", "failure", what, words, advice("context_full")["fix"])
    fix = Template(advice("cut_off")["fix"]).substitute(suggested=suggest(replies, limit))
    if cut:
        what = f"{known} cut off {len(cut)} of {len(replies)} replies ({', '.join(cut)})"
        return Finding("max_tokens", "failure", what, _ends(cut), fix)
    if unknown := [call for call, reply in replies.items() if reply.stop == "unknown"]:
        what = f"no stop reason came with {len(unknown)} of {len(replies)} replies"
        return Finding("max_tokens", "warning", what, fix=advice("no_stop_reason")["fix"])
    longest = _longest(replies)
    if longest is None:
        return Finding("max_tokens", "ok", f"no reply was cut off ({known})")
    what = f"the longest reply took {longest} tokens, with {known}"
    if limit is not None and longest * 2 > limit:
        return Finding("max_tokens", "warning", f"{what}: exam questions take more", fix=fix)
    return Finding("max_tokens", "ok", what, fix="" if limit else fix)


def suggest(replies: Mapping[str, Reply], limit: int | None) -> int:
    """A limit of tokens that leaves room: a power of two."""
    reasons = any(r.reasoning or (r.usage and r.usage.reasoning_tokens) for r in replies.values())
    least = LEAST_TOKENS_REASONING if reasons else LEAST_TOKENS
    if any(reply.is_cut for reply in replies.values()):
        least = max(least, LEAST_TOKENS_REASONING)
    needed = max(least, _TIMES * (_longest(replies) or 0))
    if limit and any(reply.is_cut for reply in replies.values()):
        needed = max(needed, _TIMES * limit)
    return 1 << (needed - 1).bit_length()


def _longest(replies: Mapping[str, Reply]) -> int | None:
    return max((r.usage.output_tokens for r in replies.values() if r.usage), default=None)


def _ends(cut: Mapping[str, Reply]) -> str:
    reply = next(iter(cut.values()))
    return reply.text or reply.reasoning
