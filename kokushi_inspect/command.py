"""The `kokushi` command."""

import sys
from typing import Any, Literal

import click

from kokushi_inspect import __version__
from kokushi_inspect.exam import KokushiError, Protocol
from kokushi_inspect.report.terminal import json_text, say


@click.group()
@click.version_option(__version__)
def main() -> None:
    """Japan's national healthcare licensing exams: verdicts and reports from Inspect logs."""


@main.command()
@click.argument("log")
@click.option(
    "--protocol",
    type=click.Choice(["official", "paper"]),
    default="official",
    show_default=True,
    help="official: the ministry's rules; paper: the reference scorer of arXiv 2506.11114.",
)
@click.option("--both", is_flag=True, help="Both protocols, and every question that flips.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, one object a sitting.")
def verdict(log: str, protocol: Protocol, both: bool, as_json: bool) -> None:
    """Pass or fail of every sitting in LOG, every criterion with its line and margin."""
    from kokushi_inspect.report.flips import flipped_questions, flips_text
    from kokushi_inspect.report.verdict_table import verdict_text
    from kokushi_inspect.report.verdicts import (
        epochs_of,
        examinee_of,
        log_verdicts,
        read_exam_log,
    )

    record = read_exam_log(log)
    protocols: list[Protocol] = ["official", "paper"] if both else [protocol]
    verdicts = [v for each in protocols for v in log_verdicts(record, each)]
    epochs = epochs_of(record)
    if as_json:
        extra = [{"epoch": v.epoch} if epochs > 1 else {} for v in verdicts]
        rows = [v.to_record() | more for v, more in zip(verdicts, extra, strict=True)]
        say(json_text(rows))
        return
    metadata = record.eval.metadata or {}
    text = verdict_text(
        verdicts, source=metadata["source"], examinee=examinee_of(record), epochs=epochs
    )
    say(text)
    if both:
        say("\n" + flips_text(flipped_questions(record)))


@main.command()
@click.argument("log")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def medcalc(log: str, as_json: bool) -> None:
    """MedCalc-Bench results in LOG: overall, every category and every calculator."""
    from kokushi_inspect.report.calculation_table import calculation_text
    from kokushi_inspect.report.calculations import read_medcalc_log, results_of

    results = results_of(read_medcalc_log(log))
    if as_json:
        say(json_text(results.to_record()))
    else:
        say(calculation_text(results))


@main.command()
@click.argument("source")
@click.option("--profession", help="Only this profession (medicine, 医師, …); all when not given.")
@click.option("--language", type=click.Choice(["ja", "en"]), default="ja", show_default=True)
@click.option("--revision", help="Revision of the hub data set; the newest when not given.")
@click.option("--fields", help="TOML or JSON file: our names of fields, and those of the rows.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def data(
    source: str,
    profession: str | None,
    language: Literal["ja", "en"],
    revision: str | None,
    fields: str | None,
    as_json: bool,
) -> None:
    """What is in SOURCE (kokushimd10, practice, a folder or a file), and what is not understood.

    Ends with code 1 when a row is not understood; counts that differ are printed only.
    """
    from kokushi_inspect.report.data_command import describe_source
    from kokushi_inspect.sources.open_source import Opening

    description = describe_source(Opening(source, language, revision, fields), profession)
    if as_json:
        say(json_text(description.to_record()))
    else:
        say(description.text())
    if not description.understood:
        sys.exit(1)


@main.command()
@click.argument("source")
@click.option("--profession", help="Only this profession (medicine, 医師, …); all when not given.")
@click.option("--language", type=click.Choice(["ja", "en"]), default="ja", show_default=True)
@click.option("--revision", help="Revision of the hub data set; the newest when not given.")
@click.option("--fields", help="TOML or JSON file: our names of fields, and those of the rows.")
@click.option("--only", multiple=True, metavar="CODE", help="Only this kind; may be repeated.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Not this kind; may be repeated.")
@click.option("--strict", is_flag=True, help="Warnings end with code 1, too.")
@click.option("--all", "every", is_flag=True, help="Print all findings of a kind, not ten.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def lint(
    source: str,
    profession: str | None,
    language: Literal["ja", "en"],
    revision: str | None,
    fields: str | None,
    only: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    every: bool,
    as_json: bool,
) -> None:
    """What is wrong or odd in SOURCE (as for `data`): keys, labels, figures, cases, characters.

    Ends with code 0 without errors, 1 with errors, 2 when SOURCE cannot be read.
    """
    from kokushi_inspect.lint.lint_command import exit_code, lint_source
    from kokushi_inspect.lint.report import text, to_record
    from kokushi_inspect.sources.open_source import Opening

    opening = Opening(source, language, revision, fields)
    try:
        linted = lint_source(opening, profession, only=only, ignore=ignore)
    except KokushiError as error:
        error.show()
        sys.exit(2)
    if as_json:
        say(json_text(to_record(linted)))
    else:
        say(text(linted, every=every))
    sys.exit(exit_code(linted, strict=strict))


@main.command()
@click.argument("logs", nargs=-1, required=True)
@click.option("-o", "--output", help="HTML file; report.html when nothing else is asked for.")
@click.option("--csv", help="Folder for CSV files, one for each kind of fact.")
@click.option("--markdown", help="File for tables in Markdown; - prints them.")
@click.option("--json", "as_json", help="File for everything as JSON; - prints it.")
def report(
    logs: tuple[str, ...],
    output: str | None,
    csv: str | None,
    markdown: str | None,
    as_json: str | None,
) -> None:
    """Who passes, how sure, and why: all LOGS (files, folders, S3 URLs) in one report."""
    from kokushi_inspect.report.report_command import Outputs, make_report

    for line in make_report(logs, Outputs(output, csv, markdown, as_json)):
        say(line, err=True)


@main.command()
@click.argument("log_a")
@click.argument("log_b")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def compare(log_a: str, log_b: str, as_json: bool) -> None:
    """LOG_A beside LOG_B: difference with its interval, McNemar's test, questions that differ."""
    from kokushi_inspect.report.comparison import compare_logs
    from kokushi_inspect.report.comparison_text import comparison_text

    found = compare_logs(log_a, log_b)
    if as_json:
        say(json_text(found.to_record()))
    else:
        say(comparison_text(found))


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def probe(words: tuple[str, ...]) -> None:
    """A handful of questions to a model, before money is spent: what works, what to set."""
    from kokushi_inspect.probe.probe_command import probe_command

    probe_command.main(list(words), prog_name="kokushi probe")


@main.command()
@click.argument("spec")
@click.option(
    "--workers",
    type=click.IntRange(1, 1000),
    help="Workers at once: 1 when not given, with Ray one for each CPU; with --emit the parts.",
)
@click.option("--dry-run", is_flag=True, help="Show the plan; no model is made or asked.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--part", help="INDEX/COUNT: only this part, when other machines run the others.")
@click.option(
    "--display",
    type=click.Choice(["auto", "rich", "plain", "none"]),
    default="auto",
    show_default=True,
    help="Progress on standard error.",
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="Where workers run: on this machine, or on a Ray cluster.",
)
@click.option("--address", default="auto", show_default=True, help="Of the Ray cluster: HOST:PORT.")
@click.option("--emit", type=click.Choice(["slurm", "k8s"]), help="Write files for a cluster.")
@click.option("--output", default="cluster", show_default=True, help="Folder for those files.")
@click.option("--image", help="With --emit k8s: the image that has kokushi-inspect.")
@click.option("--secret", default="kokushi-keys", help="With --emit k8s: the secret with the keys.")
def sweep(
    spec: str,
    workers: int | None,
    dry_run: bool,
    as_json: bool,
    part: str | None,
    display: Literal["auto", "rich", "plain", "none"],
    engine: Literal["local", "ray"],
    address: str,
    emit: Literal["slurm", "k8s"] | None,
    output: str,
    image: str | None,
    secret: str,
) -> None:
    """Run what is missing of SPEC (YAML): exams for examinees, into one directory of logs.

    The same command again goes on where it was stopped. Ends with code 1 when an entry is not
    complete.
    """
    from kokushi_inspect.sweep.local_engine import LocalEngine
    from kokushi_inspect.sweep.sweep_command import Options, sweep_spec

    if emit is not None:
        from kokushi_inspect.sweep.emit import emit_sweep

        for line in emit_sweep(spec, emit, output, workers, image, secret):
            say(line)
        return
    make_engine: Any = LocalEngine
    if engine == "ray" and not dry_run:
        from kokushi_inspect.sweep.ray_engine import ray_engine

        make_engine = ray_engine(address, workers)
    options = Options(workers or 1, dry_run, as_json, part, display)
    sys.exit(sweep_spec(spec, options, make_engine))


if __name__ == "__main__":
    main()
