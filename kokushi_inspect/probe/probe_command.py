"""`kokushi probe`: options as for `inspect eval`, findings as a table or as JSON.

Inspect's `generate` is called, and no Inspect task is run: the first question decides whether the
others are paid for, an error is what is looked for and not a failed sample, retries and times are
bounded whatever the exam is run with, and no log of a probe can be mistaken for one of an exam.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from typing import Any

import anyio
import click
from inspect_ai.model import Model, ModelName, get_model

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.probe.cleaning import Cleaner, printable, without_login
from kokushi_inspect.probe.finding import Finding, worst
from kokushi_inspect.probe.plan import NEEDS, make_plan, read_checks
from kokushi_inspect.probe.probing import Probe, run_probe
from kokushi_inspect.probe.questions import make_sheet
from kokushi_inspect.probe.result_text import result_text
from kokushi_inspect.probe.settings import (
    Settings,
    generate_options,
    load_environment,
    read_settings,
)
from solvers.prompt import Language
from solvers.tools.support import WITHOUT_TOOLS

COULD_NOT_RUN = 2
"""Exit code when no model was asked."""

_MARKUP = re.compile(r"\[/?(?:bold|blue|red|italic)\]")


class _WithEnvironment(click.Command):
    """A command that reads `.env` before its options, whose defaults may stand there."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        load_environment()
        return super().parse_args(ctx, args)


@click.command("probe", cls=_WithEnvironment)
@click.option("--model", envvar="INSPECT_EVAL_MODEL", help="The model, as for inspect eval.")
@click.option("--model-base-url", help="Address of the model's API.")
@click.option("-M", "pairs", multiple=True, envvar="INSPECT_EVAL_MODEL_ARGS", help="name=value …")
@click.option("--model-config", envvar="INSPECT_EVAL_MODEL_CONFIG", help="File with -M arguments.")
@click.option("--generate-config", envvar="INSPECT_EVAL_GENERATE_CONFIG", help="File of settings.")
@click.option("--checks", help=f"Only these, with commas: {','.join(NEEDS)}.")
@click.option("--language", type=click.Choice(["ja", "en"]), default="ja", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@generate_options
def probe_command(
    model: str | None,
    model_base_url: str | None,
    pairs: tuple[str, ...],
    model_config: str | None,
    generate_config: str | None,
    checks: str | None,
    language: Language,
    as_json: bool,
    **options: Any,
) -> None:
    """Ask a model at most 11 probe questions before money is spent on an exam.

    Takes the settings of the model from the command of the real run: --model, --model-base-url,
    -M, --max-tokens, --temperature, --reasoning-effort and every other option of inspect eval that
    says how answers are generated, and its variables (INSPECT_EVAL_…, .env).

    Ends with code 0 without a failure, 1 with one, 2 when no model could be asked.
    """
    try:
        names = read_checks(checks)
        settings = read_settings(
            model, model_base_url, pairs, model_config, generate_config, options
        )
        with redirect_stdout(sys.stderr):  # Inspect greets there; the record stands alone
            record = anyio.run(_probe, settings, names, language)
    except KokushiError as error:
        error.show()
        sys.exit(COULD_NOT_RUN)
    if as_json:
        click.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        findings = [Finding(**each) for each in record["findings"]]
        click.echo(result_text(findings))
        click.echo("\n" + _summary(findings))
    if record["outcome"] == "failure":
        sys.exit(1)


async def _probe(
    settings: Settings, names: Sequence[str] | None, language: Language
) -> Mapping[str, Any]:
    """Open the model, say what it will be asked, ask it, and describe what was found."""
    cleaner = Cleaner(settings.secrets)
    model = _open(settings, cleaner)
    provider = ModelName(model).api
    plan = make_plan(
        names,
        temperature=settings.generate.temperature,
        tools=provider not in WITHOUT_TOOLS,
    )
    address = without_login(str(model.api.base_url or ""))
    told = f"{settings.model}{f' at {address}' if address else ''}"
    click.echo(cleaner.clean(f"probing {told}: at most {plan.requests} requests"), err=True)
    with TemporaryDirectory(prefix="kokushi_probe_") as folder:
        sheet = make_sheet(language, SystemRandom().getrandbits(32), Path(folder))
        async with model:
            findings = await run_probe(
                model, Probe(plan, sheet, language, settings.generate), cleaner
            )
    return {
        "model": cleaner.clean(settings.model),
        "base_url": cleaner.clean(address) or None,
        "language": language,
        "requests_at_most": plan.requests,
        "outcome": worst(findings),
        "findings": [finding.to_record() for finding in findings],
    }


def _open(settings: Settings, cleaner: Cleaner) -> Model:
    try:
        return get_model(
            settings.model,
            config=settings.generate,
            base_url=settings.base_url,
            memoize=False,
            **settings.model_args,
        )
    except Exception as error:  # each provider has its own, for keys and packages that are missing
        said = printable(_MARKUP.sub("", str(error))).removeprefix("ERROR: ")
        raise KokushiError(
            f"--model {cleaner.clean(settings.model)}: {cleaner.clean(said)}",
            fix="set what is named, as for inspect eval; then probe again",
        ) from error


def _summary(findings: Sequence[Finding]) -> str:
    outcomes = [finding.outcome for finding in findings]
    failures, warnings = outcomes.count("failure"), outcomes.count("warning")
    counts = f"failures: {failures}, warnings: {warnings}, not checked: "
    counts += str(outcomes.count("not checked"))
    return counts + ("; an exam with these settings would waste money" if failures else "")
