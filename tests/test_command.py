"""`kokushi verdict`, called in this process."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_rows
from click.testing import CliRunner, Result
from inspect_ai import eval as run_eval

from kokushi_inspect import __version__
from kokushi_inspect.command import main
from kokushi_inspect.medicine import medicine
from solvers.baseline import baseline

CRITERIA = Path(__file__).parent / "sources" / "small_criteria.toml"


def kokushi(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def take(folder: Path, kind: Any = "key", **run: Any) -> str:
    """Take a small exam with a baseline; the path of its log."""
    places = ("A1", "A2", "B1", "B2")
    file = write_rows(folder, *(make_row(id=p, section=p[0], index=p[1]) for p in places))
    (log,) = run_eval(
        medicine(source=str(file), criteria=str(CRITERIA)),
        solver=baseline(kind),
        model="none",
        display="none",
        log_dir=str(folder / "logs"),
        log_realtime=False,
        **run,
    )
    assert log.status == "success"
    return str(log.location)


def verdicts_of(log: str, *options: str) -> list[dict[str, Any]]:
    result = kokushi("verdict", log, "--json", *options)
    assert result.exit_code == 0, result.output
    rows: list[dict[str, Any]] = json.loads(result.output)
    return rows


def test_json_has_exactly_the_agreed_keys(tmp_path: Path) -> None:
    (row,) = verdicts_of(take(tmp_path))
    assert list(row) == [
        "profession",
        "year",
        "protocol",
        "points",
        "of",
        "criteria",
        "forbidden",
        "passed",
        "reason",
    ]
    assert [list(criterion) for criterion in row["criteria"]] == [
        ["name", "points", "of", "line", "met"]
    ] * 2


def test_json_holds_the_verdict(tmp_path: Path) -> None:
    (row,) = verdicts_of(take(tmp_path))
    assert row | {"reason": ""} == {
        "profession": "medicine",
        "year": 2024,
        "protocol": "official",
        "points": 4,
        "of": 4,
        "criteria": [
            {"name": "必修", "points": 2, "of": 2, "line": 2, "met": True},
            {"name": "必修以外", "points": 2, "of": 2, "line": 1, "met": True},
        ],
        "forbidden": 0,
        "passed": True,
        "reason": "",
    }


def test_the_paper_protocol_is_chosen_by_an_option(tmp_path: Path) -> None:
    (row,) = verdicts_of(take(tmp_path), "--protocol", "paper")
    assert row["protocol"] == "paper"
    assert [criterion["name"] for criterion in row["criteria"]] == ["first", "second"]


def test_both_protocols_are_shown_with_what_flips(tmp_path: Path) -> None:
    log = take(tmp_path)
    assert [row["protocol"] for row in verdicts_of(log, "--both")] == ["official", "paper"]
    text = kokushi("verdict", log, "--both").output
    assert "(official protocol): PASS" in text
    assert "(paper protocol): PASS" in text
    assert text.splitlines()[-1] == "questions marked differently: 0"


def test_no_verdict_is_null_with_the_reason(tmp_path: Path) -> None:
    (row,) = verdicts_of(take(tmp_path, limit=1))
    assert (row["passed"], row["reason"]) == (None, "1 of 4 questions marked")


def test_epochs_are_told_apart(tmp_path: Path) -> None:
    rows = verdicts_of(take(tmp_path, epochs=2))
    assert [(row["epoch"], row["passed"]) for row in rows] == [(1, True), (2, True)]


@pytest.mark.parametrize(("kind", "word"), [("key", "PASS"), ("silent", "FAIL")])
def test_the_verdict_in_words_names_examinee_source_and_result(
    tmp_path: Path, kind: str, word: str
) -> None:
    result = kokushi("verdict", take(tmp_path, kind))
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0] == f"examinee baseline/{kind}, source {tmp_path / 'questions.jsonl'}"
    assert f"medicine 2024 (official protocol): {word}" in lines


def test_a_missing_log_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    result = kokushi("verdict", str(tmp_path / "none.eval"))
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert "expected an Inspect log" in result.output


def test_an_unknown_protocol_says_which_there_are() -> None:
    result = kokushi("verdict", "log", "--protocol", "mine")
    assert result.exit_code == 2
    assert "'official', 'paper'" in result.output


def test_the_version_is_the_packages() -> None:
    assert __version__ in kokushi("--version").output
