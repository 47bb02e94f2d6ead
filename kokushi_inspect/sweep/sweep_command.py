"""What `kokushi sweep` does."""

import json
import shlex
from dataclasses import dataclass
from signal import SIGTERM, signal

import click

from kokushi_inspect.sweep.local_engine import LocalEngine
from kokushi_inspect.sweep.log_folder import Survey
from kokushi_inspect.sweep.progress import Display
from kokushi_inspect.sweep.sweep import (
    EngineMaker,
    Part,
    Sweep,
    estimate_sweep,
    open_sweep,
    run_sweep,
    survey_sweep,
)
from kokushi_inspect.sweep.tables import plan_record, plan_text, result_record, result_text


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command.

    Attributes:
        workers: How many workers run at once.
        dry_run: Show the plan and run nothing.
        as_json: Print JSON to standard output instead of tables.
        part: `INDEX/COUNT` of a divided sweep; None for all of it.
        display: How progress is shown.
    """

    workers: int = 1
    dry_run: bool = False
    as_json: bool = False
    part: str | None = None
    display: Display = "auto"


def sweep_spec(spec: str, options: Options, make_engine: EngineMaker = LocalEngine) -> int:
    """Plan or run a sweep, and print what comes of it.

    Tables and JSON go to standard output, everything that happens meanwhile to standard error.

    Args:
        spec: The spec's file.
        options: The options of the command.
        make_engine: Where workers run.

    Returns:
        The exit code: 0 when all entries are complete, or when nothing was to run.

    Raises:
        KokushiError: The spec or something that it names is wrong.
    """
    part = None if options.part is None else Part.parse(options.part)
    sweep = open_sweep(spec)
    if options.dry_run:
        _show_plan(sweep, options)
        return 0
    before = signal(SIGTERM, _interrupt)
    try:
        survey = run_sweep(
            sweep,
            options.workers,
            lambda line: click.echo(line, err=True),
            display=options.display,
            part=part,
            make_engine=make_engine,
        )
    except KeyboardInterrupt:
        click.echo("stopped; run the same command again to go on", err=True)
        return 130
    finally:
        signal(SIGTERM, before)
    _show_result(sweep, survey, options)
    return 0 if all(state.complete for state in survey.states.values()) else 1


def _interrupt(number: int, frame: object) -> None:
    """End as on Ctrl-C, so that workers close their logs: this is how schedulers end a job."""
    raise KeyboardInterrupt


def _show_plan(sweep: Sweep, options: Options) -> None:
    survey = survey_sweep(sweep)
    estimates = estimate_sweep(sweep, survey)
    if options.as_json:
        _print_json(plan_record(sweep.plan, survey, estimates))
    else:
        click.echo(plan_text(sweep.plan, survey, estimates))


def _show_result(sweep: Sweep, survey: Survey, options: Options) -> None:
    if options.as_json:
        _print_json(result_record(survey))
        return
    click.echo(result_text(survey))
    place = shlex.quote(sweep.log_dir)
    click.echo(f"\ninspect view --log-dir {place}\nkokushi report {place} -o report.html")
    if not all(state.complete for state in survey.states.values()):
        click.echo("not complete: run the same command again to go on", err=True)


def _print_json(record: object) -> None:
    click.echo(json.dumps(record, ensure_ascii=False, indent=2))
