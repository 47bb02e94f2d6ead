"""`kokushi lint`: exit codes for CI, JSON, text, and the choice of codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_rows
from click.testing import CliRunner, Result

from kokushi_inspect.command import main
from kokushi_inspect.lint.finding import codes

CLEAN: dict[str, Any] = {}
NOTED = {"flags": ["image_missing"]}
WARNED = {"answer": []}
WRONG = {"answer": ["f"]}


def lint(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["lint", *map(str, arguments)])


def source(folder: Path, **changes: Any) -> Path:
    """One row; a sitting without announced lines, so that only its faults are found."""
    return write_rows(folder, make_row(**{"year": 2031} | changes))


@pytest.mark.parametrize(
    ("changes", "options", "code"),
    [
        (CLEAN, [], 0),
        (NOTED, [], 0),
        (NOTED, ["--strict"], 0),
        (WARNED, [], 0),
        (WARNED, ["--strict"], 1),
        (WRONG, [], 1),
        (WRONG, ["--ignore", "key-label"], 0),
        (WRONG, ["--only", "key-missing"], 0),
        (WRONG, ["--json"], 1),
    ],
)
def test_the_exit_code_says_whether_something_counts(
    changes: dict[str, Any], options: list[str], code: int, tmp_path: Path
) -> None:
    result = lint(source(tmp_path, **changes), *options)
    assert result.exit_code == code, result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "there is no such file or folder"),
        (["practice", "--profession", "lawyer"], "'lawyer' is no profession"),
        (["practice", "--only", "nothing"], "'nothing' is no code"),
        (["practice", "--revision", "main"], "revision: the source is a practice"),
    ],
)
def test_what_cannot_be_read_ends_with_2(arguments: list[str], message: str) -> None:
    result = lint(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_json_lists_findings_and_counts_them(tmp_path: Path) -> None:
    file = source(tmp_path, **WARNED, flags=["image_missing"])
    record = json.loads(lint(file, "--json").output)
    assert record["findings"][2] == {
        "code": "key-missing",
        "severity": "warning",
        "file": str(file),
        "row": 1,
        "id": "A1",
        "field": "answer",
        "what": "there is no key",
        "advice": codes()["key-missing"].advice,
    }
    assert record["source"] == str(file)
    assert record["summary"] == {
        "rows": 1,
        "errors": 0,
        "warnings": 1,
        "notes": 2,
        "codes": {"flagged": 1, "section-size": 1, "key-missing": 1},
    }


def test_text_groups_by_kind_and_ends_with_the_counts(tmp_path: Path) -> None:
    file = source(tmp_path, **WARNED)
    assert lint(file, "--ignore", "section-size").output.splitlines() == [
        "warning key-missing (1): the question has no key",
        "  questions.jsonl:1 A1 answer: there is no key",
        f"  → {codes()['key-missing'].advice}",
        "",
        f"{file}: 1 rows, 0 errors, 1 warning, 0 notes",
    ]


def test_what_a_file_says_does_not_steer_the_terminal(tmp_path: Path) -> None:
    hostile = "\x1b[31m\u202e\nfields"
    shown = lint(source(tmp_path, flags=[hostile], **{hostile: 1})).output
    assert "[31m" in shown
    assert not {"\x1b", "\u202e"} & set(shown)


def test_ten_findings_of_a_kind_are_printed_unless_all_are_asked_for(tmp_path: Path) -> None:
    stems = [f"Which of these is right, {n}?" for n in range(12)]
    rows = [
        make_row(id=f"A{n}", index=str(n), year=2031, question=stem, answer=[])
        for n, stem in enumerate(stems, start=1)
    ]
    file = write_rows(tmp_path, *rows)
    short = lint(file, "--only", "key-missing").output
    assert short.count("there is no key") == 10
    assert "and 2 more (--all prints them)" in short
    assert lint(file, "--only", "key-missing", "--all").output.count("there is no key") == 12


def test_the_practice_exams_have_nothing_to_correct() -> None:
    result = lint("practice", "--strict", "--json")
    found = json.loads(result.output)
    assert result.exit_code == 0, found["summary"]
    assert found["summary"]["codes"] == {"flagged": 5}


def test_the_documentation_lists_every_code_and_no_other() -> None:
    page = Path(__file__).parents[2] / "docs" / "lint.md"
    rows = [line.split("|") for line in page.read_text("utf-8").splitlines()]
    listed = {
        cells[1].strip().strip("`"): cells[2].strip()
        for cells in rows
        if len(cells) == 6 and cells[1].strip().startswith("`")
    }
    assert listed == {name: code.severity for name, code in codes().items()}
