"""Whether figures arrive and are seen: what they show is drawn at random and cannot be guessed."""

from collections.abc import Iterator

from kokushi_inspect.probe.asking import Heard, Replies, Reply
from kokushi_inspect.probe.finding import Finding, Outcome
from kokushi_inspect.probe.provider_error import ProviderError, advice

LEAST_TOKENS = 30
"""Input tokens that a figure adds at least when it reaches a model: the smallest known is 64."""
_OTHER_REASONS = ("rate_limit", "timeout", "no_connection", "context")
"""Errors that say what is wrong by themselves; any other is put down to the figure."""
_ONE, _TWO = "one figure", "two figures"


def check_figures(replies: Replies) -> Iterator[Finding]:
    """A finding on one figure, and one on two."""
    one = _one(replies["figure"], replies["no_figure"])
    yield one
    yield _two(replies["two_figures"], one)


def _one(shown: Heard, withheld: Heard) -> Finding:
    """Compare the answers to the same question with and without its figure."""
    if isinstance(shown, ProviderError):
        if isinstance(withheld, ProviderError):
            what = f"{_ONE}: the question fails without its figure as well: {withheld.what}"
            return Finding("figures", "failure", what, withheld.words, withheld.fix)
        if shown.kind in _OTHER_REASONS:
            return Finding("figures", "failure", f"{_ONE}: {shown.what}", shown.words, shown.fix)
        status = "" if shown.status is None else f" (status {shown.status})"
        what = f"{_ONE}: the server refuses it{status}, and answers without it"
        return Finding("figures", "failure", what, shown.words, advice("figure_refused")["fix"])
    if (unread := _unread(shown)) is not None:
        return Finding("figures", "not checked", f"{_ONE}: {unread}")
    if shown.is_right:
        if isinstance(withheld, Reply) and withheld.is_right:
            what = f"{_ONE}: the answer is right without the figure as well: something repeats it"
            return Finding("figures", "not checked", what, withheld.text)
        return Finding("figures", "ok", f"{_ONE}: seen, the number {_key(shown)} is read", "")
    return _unseen(shown, withheld)


def _unseen(shown: Reply, withheld: Heard) -> Finding:
    """A wrong answer to the question with its figure: misread, or never seen."""
    more = _more_tokens(shown, withheld)
    digits = _same_digits(shown)
    seen = f"it shows {_key(shown)}, the reply is read as {_read(shown)}"
    arrived = more is not None and more >= LEAST_TOKENS
    if digits >= 3 or (digits == 2 and arrived):
        what = f"{_ONE}: seen, but misread: {seen}"
        return Finding("figures", "warning", what, shown.text, advice("figure_misread")["fix"])
    if arrived:
        what = f"{_ONE}: it arrives ({more} input tokens more) and is not seen: {seen}"
        return Finding("figures", "failure", what, shown.text, advice("figure_misread")["fix"])
    tokens = "" if more is None else f" and {more} input tokens more than without"
    what = f"{_ONE}: accepted and ignored: {seen}{tokens}"
    return Finding("figures", "failure", what, shown.text, advice("figure_ignored")["fix"])


def _two(shown: Heard, one: Finding) -> Finding:
    """Whether two figures arrive, in their order."""
    if one.outcome == "failure":
        return Finding("figures", "not checked", f"{_TWO}: not even one is seen")
    if isinstance(shown, ProviderError):
        if shown.kind in _OTHER_REASONS:
            return Finding("figures", "failure", f"{_TWO}: {shown.what}", shown.words, shown.fix)
        status = "" if shown.status is None else f" (status {shown.status})"
        what = f"{_TWO}: the server refuses them{status}"
        fix = advice("two_figures_refused")["fix"]
        return Finding("figures", "failure", what, shown.words, fix)
    if (unread := _unread(shown)) is not None:
        return Finding("figures", "not checked", f"{_TWO}: {unread}")
    if shown.is_right:
        return Finding("figures", "ok", f"{_TWO}: seen, in their order")
    key, fix = _key(shown), advice("two_figures_lost")["fix"]
    read = _read(shown)
    if read == key[2:] + key[:2]:
        return Finding("figures", "failure", f"{_TWO}: seen in the wrong order", shown.text, fix)
    halves = {key[:2], key[2:]}
    if read in halves or {read[:2], read[2:]} & halves:
        return Finding("figures", "failure", f"{_TWO}: only one of them is seen", shown.text, fix)
    what = f"{_TWO}: they show {key[:2]} and {key[2:]}, the reply is read as {read}"
    outcome: Outcome = "failure" if one.outcome == "ok" else "not checked"
    return Finding("figures", outcome, what, shown.text, fix)


def _unread(reply: Reply) -> str | None:
    """Why a reply says nothing about the figure."""
    assert reply.reading is not None
    if reply.reading.status == "truncated":
        return "cut off, see max_tokens"
    return "no text, see content" if reply.reading.status == "empty" else None


def _key(reply: Reply) -> str:
    assert reply.question is not None
    return reply.question.key.accepted[0][0]


def _read(reply: Reply) -> str:
    assert reply.reading is not None
    return "".join(reply.reading.answer) or reply.reading.status


def _same_digits(reply: Reply) -> int:
    """Digits that are right and in their place: two in one guess of 20, three in one of 200."""
    read, key = _read(reply), _key(reply)
    return sum(a == b for a, b in zip(read, key, strict=False)) if len(read) == len(key) else 0


def _more_tokens(shown: Reply, withheld: Heard) -> int | None:
    """Input tokens that the figure cost, None where they are not counted."""
    if isinstance(withheld, ProviderError) or not shown.usage or not withheld.usage:
        return None
    return _input(shown) - _input(withheld)


def _input(reply: Reply) -> int:
    assert reply.usage is not None
    cached = (reply.usage.input_tokens_cache_read or 0) + (
        reply.usage.input_tokens_cache_write or 0
    )
    return reply.usage.input_tokens + cached
