"""One probe: ask what the plan demands, and judge what was heard."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from inspect_ai.model import GenerateConfig, Model, ModelName

from kokushi_inspect.probe.asking import Heard, Replies, Reply, ask_all
from kokushi_inspect.probe.cleaning import Cleaner
from kokushi_inspect.probe.figure_checks import check_figures
from kokushi_inspect.probe.finding import Finding
from kokushi_inspect.probe.format_checks import check_format
from kokushi_inspect.probe.plan import FIRST, Plan
from kokushi_inspect.probe.provider_error import ProviderError
from kokushi_inspect.probe.questions import Sheet
from kokushi_inspect.probe.reply_checks import (
    check_answer,
    check_content,
    check_max_tokens,
    check_reasoning,
)
from kokushi_inspect.probe.run_checks import check_repeat, check_tools, check_usage
from solvers.prompt import Language
from solvers.tools.support import WITHOUT_TOOLS

_ALWAYS = ("answer", "content", "max_tokens")
"""Judged with whatever was asked, since other checks refer to them; shown when wanted or failed."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What a probe is about.

    Attributes:
        plan: The checks and their calls.
        sheet: What is asked.
        language: Language of the prompt.
        settings: The user's settings.
    """

    plan: Plan
    sheet: Sheet
    language: Language
    settings: GenerateConfig


async def run_probe(model: Model, probe: Probe, cleaner: Cleaner) -> list[Finding]:
    """Ask a model and judge its replies; texts in the findings are safe to show."""
    replies = await ask_all(model, probe.plan, probe.sheet, probe.language, probe.settings)
    return [
        replace(
            finding,
            what=cleaner.clean(finding.what),
            evidence=cleaner.excerpt(finding.evidence),
        )
        for finding in _judge(model, probe, replies)
    ]


def _judge(model: Model, probe: Probe, replies: Replies) -> Iterator[Finding]:
    first = replies[FIRST]
    if isinstance(first, ProviderError):
        yield check_answer(first)
        for check in probe.plan.checks:
            if check != "answer":
                what = "the model did not answer the first question"
                yield Finding(check, "not checked", what)
        return
    heard = {str(call): reply for call, reply in replies.items() if isinstance(reply, Reply)}
    checks = _checks(model, probe, replies, heard)
    for name, judged in checks.items():
        wanted = name in probe.plan.checks
        if wanted or name in _ALWAYS:
            yield from (f for f in judged() if wanted or f.outcome == "failure")


def _checks(
    model: Model, probe: Probe, replies: Replies, heard: Mapping[str, Reply]
) -> Mapping[str, Callable[[], Iterable[Finding]]]:
    """The checks in the order of the plan; none is run before it is called."""
    settings, default = probe.settings, model.api.max_tokens()
    limit = default if settings.max_tokens is None else settings.max_tokens
    why = WITHOUT_TOOLS.get(ModelName(model).api)
    return {
        "answer": lambda: [check_answer(replies[FIRST])],
        "content": lambda: [check_content(heard)],
        "reasoning": lambda: [check_reasoning(heard, settings)],
        "max_tokens": lambda: [_max_tokens(replies.get("think"), heard, limit)],
        "format": lambda: check_format(replies),
        "figures": lambda: check_figures(replies),
        "tools": lambda: [check_tools(replies.get("tool"), why, probe.sheet.product)],
        "repeat": lambda: [check_repeat(replies)],
        "usage": lambda: [check_usage(heard)],
    }


def _max_tokens(think: Heard | None, heard: Mapping[str, Reply], limit: int | None) -> Finding:
    if isinstance(think, ProviderError):
        what = f"the question that needs thought fails: {think.what}"
        return Finding("max_tokens", "failure", what, think.words, think.fix)
    return check_max_tokens(heard, limit)
