"""The same numbers in JSON, CSV and Markdown; CSV that no spreadsheet runs; the command."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from inspect_ai.log import EvalLog
from reporting import HUMAN_ROWS, report_of, takes
from taking import PLACES, rows_at, saying, take

from kokushi_inspect.command import main
from kokushi_inspect.report.csv_tables import safe_cell, tables_of, write_csv
from kokushi_inspect.report.markdown_table import escape, markdown_of
from kokushi_inspect.report.model import Report, rounded, to_record
from solvers.baseline import baseline


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Three examinees, one of them with several epochs."""
    folder = tmp_path_factory.mktemp("outputs")
    patch = pytest.MonkeyPatch()
    patch.setenv("KOKUSHI_CACHE_DIR", str(folder / "cache"))
    logs = [
        takes(folder, "A1=b B2=c", rows=HUMAN_ROWS),
        take(folder, baseline("key"), rows=HUMAN_ROWS),
        take(folder, baseline("chance"), rows=HUMAN_ROWS, epochs=3),
    ]
    patch.undo()
    return report_of(*logs)


def read_csv(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def kokushi(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def written(value: Any) -> str:
    """A JSON value as a CSV cell has it."""
    return str(safe_cell(value))


def test_every_number_in_csv_is_the_one_in_json(report: Report, tmp_path: Path) -> None:
    write_csv(report, tmp_path)
    record = json.loads(json.dumps(to_record(report)))
    ranks = [rank for group in record["groups"] for rank in group["ranks"]]
    for row, rank in zip(read_csv(tmp_path / "ranks.csv"), ranks, strict=True):
        assert row["accuracy_share"] == written(rank["accuracy"]["share"])
        assert row["accuracy_interval_low"] == written(rank["accuracy"]["interval"]["low"])
    pairs = [pair for group in record["groups"] for pair in group["pairs"]]
    for row, pair in zip(read_csv(tmp_path / "pairs.csv"), pairs, strict=True):
        assert all(row[name] == written(pair[name]) for name in ("n", "p", "p_holm", "difference"))
    for row, sitting in zip(read_csv(tmp_path / "sittings.csv"), record["sittings"], strict=True):
        assert row["probability_share"] == written((sitting["probability"] or {}).get("share"))
        assert row["unread_best_points"] == written(sitting["unread"]["best_points"])
    for row, item in zip(read_csv(tmp_path / "items.csv"), record["items"], strict=True):
        assert row["difficulty"] == written(item["difficulty"])


def test_every_number_in_markdown_is_the_one_in_json(report: Report) -> None:
    record = to_record(report)
    labels = {each["id"]: escape(each["label"]) for each in record["examinees"]}
    lines = markdown_of(report).splitlines()
    for rank in record["groups"][0]["ranks"]:
        share, interval = rank["accuracy"]["share"], rank["accuracy"]["interval"]
        told = f"{100 * share:.1f} ({100 * interval['low']:.1f} to {100 * interval['high']:.1f})"
        start = f"| {labels[rank['examinee']]} | {rank['place']}"
        assert any(line.startswith(start) and told in line for line in lines)
    for sitting in record["sittings"]:
        official = sitting["official"]
        start = f"| {labels[sitting['examinee']]} | "
        points = f"| {official['points']:g} of {official['of']} |"
        assert any(line.startswith(start) and points in line for line in lines)


def test_all_facts_have_a_table(report: Report) -> None:
    tables = tables_of(report)
    assert len(tables["verdicts"]) == 2 * len(report.sittings)
    assert len(tables["replies"]) == sum(len(item.replies) for item in report.items) == 20
    assert len(tables["bands"]) == 4 * 3
    assert {row["protocol"] for row in tables["criteria"]} == {"official", "paper"}


def test_rows_name_examinees_and_questions(report: Report) -> None:
    row = tables_of(report)["replies"][0]
    assert row["examinee_label"] in {each.label for each in report.examinees}
    assert row["item_question"] == "A1"


def test_a_table_without_rows_leaves_no_older_file(report: Report, tmp_path: Path) -> None:
    (tmp_path / "troubles.csv").write_text("old")
    assert tmp_path / "troubles.csv" not in write_csv(report, tmp_path)
    assert not (tmp_path / "troubles.csv").exists()


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＠"])
def test_a_text_is_never_a_formula(start: str) -> None:
    assert safe_cell(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.parametrize("value", [-3, -0.5, 0, 12.5])
def test_numbers_stay_numbers(value: float) -> None:
    assert safe_cell(value) is value


@pytest.mark.parametrize(("value", "cell"), [(None, ""), (True, "true"), ("a=b", "a=b"), ("", "")])
def test_other_values_stay_readable(value: Any, cell: str) -> None:
    assert safe_cell(value) == cell


def test_replies_are_safe_in_csv(tmp_path: Path) -> None:
    log = take(tmp_path, saying(A1='=HYPERLINK("http://x")', A2="-2+3\r\n,@SUM(A1)"))
    write_csv(report_of(log), tmp_path / "csv")
    rows = read_csv(tmp_path / "csv" / "replies.csv")
    texts = [row["text"] for row in rows]
    assert texts[:2] == ['\'=HYPERLINK("http://x")', "'-2+3\r\n,@SUM(A1)"]


def test_small_numbers_keep_their_digits() -> None:
    assert rounded(1.23456789e-12) == 1.23457e-12
    assert rounded(0.123456789) == 0.123457


def test_names_cannot_break_a_markdown_table() -> None:
    assert escape("a|b\n<script>*x*\x1b[0m") == r"a\|b \<script\>\*x\* \[0m"


def test_long_replies_are_cut_in_the_middle(tmp_path: Path) -> None:
    long = "x" * 100_000 + " a"
    report = report_of(take(tmp_path, saying(A1=long)))
    reply = report.items[0].replies[0]
    assert reply.characters == 100_002
    assert len(reply.text) == report.reply_limit == 4000
    assert reply.text.endswith(" a")


def test_the_command_writes_what_is_asked_for(
    whole: EvalLog, silent: EvalLog, tmp_path: Path
) -> None:
    words = ["--csv", tmp_path / "csv", "--markdown", tmp_path / "t.md", "--json", "-"]
    result = kokushi("report", whole.location, silent.location, *words)
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert [len(record["logs"]), len(record["sittings"])] == [2, 2]
    assert record["command"].startswith("kokushi report ")
    assert "| baseline/key | pass +0 | 1 of 1 | 4 of 4 |" in (tmp_path / "t.md").read_text("utf-8")
    assert (tmp_path / "csv" / "verdicts.csv").is_file()


def test_the_command_refuses_places_without_a_log(tmp_path: Path) -> None:
    result = kokushi("report", tmp_path, "--markdown", "-")
    assert (result.exit_code, "there is no log" in result.output) == (1, True)


def test_the_command_names_damaged_logs_when_there_is_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "bad.eval").write_bytes(b"no zip")
    result = kokushi("report", tmp_path / "bad.eval", "--markdown", "-")
    assert result.exit_code == 1
    assert "no log can be used: bad.eval (damaged:" in result.output


def test_the_command_names_damaged_logs_beside_good_ones(whole: EvalLog, tmp_path: Path) -> None:
    (tmp_path / "bad.eval").write_bytes(b"no zip")
    result = kokushi("report", tmp_path / "bad.eval", whole.location, "--markdown", "-")
    assert result.exit_code == 0
    assert "damaged: bad.eval" in result.stderr
    assert "bad.eval: damaged" in result.stdout


def test_markdown_says_that_a_practice_exam_is_none(tmp_path: Path) -> None:
    log = take(tmp_path, baseline("key"), rows=rows_at(PLACES))
    log.eval.metadata = (log.eval.metadata or {}) | {"source": "practice"}
    from inspect_ai.log import write_eval_log

    write_eval_log(log, str(tmp_path / "practice.eval"))
    assert "practice exam (not a real one)" in markdown_of(report_of(tmp_path / "practice.eval"))
