"""The `kokushi` command."""

import json

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


if __name__ == "__main__":
    main()
