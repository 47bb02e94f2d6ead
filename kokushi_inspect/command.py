"""The `kokushi` command."""

import json
import sys
from typing import Literal

import click

from kokushi_inspect import __version__
from kokushi_inspect.exam import Protocol


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
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    metadata = record.eval.metadata or {}
    text = verdict_text(
        verdicts, source=metadata["source"], examinee=examinee_of(record), epochs=epochs
    )
    click.echo(text)
    if both:
        click.echo("\n" + flips_text(flipped_questions(record)))


@main.command()
@click.argument("log")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def medcalc(log: str, as_json: bool) -> None:
    """MedCalc-Bench results in LOG: overall, every category and every calculator."""
    from kokushi_inspect.report.calculation_table import calculation_text
    from kokushi_inspect.report.calculations import read_medcalc_log, results_of

    results = results_of(read_medcalc_log(log))
    if as_json:
        click.echo(json.dumps(results.to_record(), ensure_ascii=False, indent=2))
    else:
        click.echo(calculation_text(results))


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
        click.echo(json.dumps(description.to_record(), ensure_ascii=False, indent=2))
    else:
        click.echo(description.text())
    if not description.understood:
        sys.exit(1)


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
        click.echo(line, err=True)


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
        click.echo(json.dumps(found.to_record(), ensure_ascii=False, indent=2))
    else:
        click.echo(comparison_text(found))


if __name__ == "__main__":
    main()
