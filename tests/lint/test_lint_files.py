"""Findings that are about a file, a folder or a sitting, and not about one row."""

import json
from pathlib import Path

import pytest
from builders import make_row, write_picture, write_rows
from click.testing import CliRunner
from linting import found_in, found_in_rows, in_words

from kokushi_inspect.command import main
from kokushi_inspect.exam import KokushiError
from kokushi_inspect.lint.lint_command import lint_source
from kokushi_inspect.sources.encoding import decode_lines
from kokushi_inspect.sources.open_source import Opening

ENCODINGS = [
    ("cp932", "Shift-JIS"),
    ("euc_jp", "EUC-JP"),
    ("iso2022_jp", "ISO-2022-JP"),
    ("utf-16", "UTF-16"),
]
PLAIN = json.dumps(make_row(id="A1", question="Which one is right?"))
JAPANESE = json.dumps(
    make_row(id="A2", index="2", question="正しいのはどれか。"), ensure_ascii=False
)


def written(folder: Path, content: bytes) -> Path:
    file = folder / "questions.jsonl"
    file.write_bytes(content)
    return file


@pytest.mark.parametrize(("codec", "name"), ENCODINGS)
def test_another_encoding_is_named_with_its_first_line(
    codec: str, name: str, tmp_path: Path
) -> None:
    file = written(tmp_path, f"{PLAIN}\n{JAPANESE}\n{JAPANESE}\n".encode(codec))
    (found,) = found_in(file, "section-size", "points-total")
    assert (found.code, found.place.file) == ("encoding", str(file))
    assert found.place.row == (1 if codec == "utf-16" else 2)
    assert f"(it reads as {name})" in found.what


def test_the_lines_around_one_of_another_encoding_are_linted(tmp_path: Path) -> None:
    bad_key = json.dumps(make_row(id="A3", index="3", answer=["f"]))
    file = written(tmp_path, b"\n".join([JAPANESE.encode("cp932"), bad_key.encode()]))
    found = in_words(found_in(file, "section-size", "points-total"))
    assert found == ["1 encoding None", "2 key-label answer"]


def test_data_names_the_encoding_with_its_line(tmp_path: Path) -> None:
    file = written(tmp_path, f"{PLAIN}\n{JAPANESE}\n".encode("cp932"))
    result = CliRunner().invoke(main, ["data", str(file)])
    assert result.exit_code == 1
    said = f"{file}, row 2: byte 22 of the line is no UTF-8 (it reads as Shift-JIS)"
    assert said in result.output


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert decode_lines(b'\xef\xbb\xbf{"a": 1}\r\n{}') == (['{"a": 1}\r', "{}"], None)


def test_bytes_of_no_encoding_are_not_guessed() -> None:
    lines, foreign = decode_lines(b"ok\n\xff\xff\xff")
    assert lines == ["ok", None]
    assert str(foreign) == "byte 0 of the line is no UTF-8"


def test_a_key_that_an_object_names_twice_is_found(tmp_path: Path) -> None:
    twice = PLAIN.replace('"b": "second"', '"a": "second"')
    (found,) = found_in_rows(tmp_path, twice)
    assert (found.code, found.place.row) == ("row-unread", 1)
    assert "the field 'a' stands twice" in found.what


def test_a_line_that_is_no_json_does_not_stop_the_others(tmp_path: Path) -> None:
    found = found_in_rows(tmp_path, "{", "[1]", make_row(id="A3", answer=["f"]))
    assert in_words(found) == ["1 row-unread None", "2 row-unread None", "3 key-label answer"]


def test_a_row_is_unread_only_when_no_other_error_explains_it(tmp_path: Path) -> None:
    (found,) = found_in_rows(tmp_path, make_row("id", section="", index=""), ignore=())[:1]
    assert (found.code, found.what) == ("row-unread", "the row has no id")


def test_a_picture_that_no_row_names_is_found(tmp_path: Path) -> None:
    write_picture(tmp_path / "images" / "used.png", (80, 80))
    unused = write_picture(tmp_path / "figures" / "unused.png", (80, 80))
    (tmp_path / "figures" / "notes.txt").write_text("no picture")
    row = make_row(question="The figure is shown below.", images=["used.png"])
    (found,) = found_in_rows(tmp_path, row)
    assert (found.code, found.place.file) == ("figure-unused", str(unused))


def test_points_are_held_against_the_announced_ones(tmp_path: Path) -> None:
    rows = [make_row(id=p, section=p, index="1", points=9) for p in "AB"]
    found = [f for f in found_in_rows(tmp_path, *rows, ignore=()) if f.code == "points-total"]
    assert [f.what for f in found] == [
        "2024 必修: 9 points, 200 announced",
        "2024 必修以外: 9 points, 300 announced",
    ]


def test_points_of_a_year_without_lines_are_not_judged(tmp_path: Path) -> None:
    found = found_in_rows(tmp_path, make_row(year=2031), ignore=())
    assert in_words(found) == ["1 section-size section"]


def test_points_that_only_the_structure_tells_are_compared_with_it(tmp_path: Path) -> None:
    row = make_row(
        exam="薬剤",
        year=2021,
        choices={"1": "x", "2": "y"},
        answer=["1"],
        points=1,
        subject="衛生",
    )
    found = [f.what for f in found_in_rows(tmp_path, row, ignore=()) if f.code == "points-total"]
    assert "2021 全問題: 1 points, 2 given by the structure; points=official gives them" in found


def test_a_section_of_another_size_is_noted(tmp_path: Path) -> None:
    (found,) = found_in_rows(tmp_path, make_row(), ignore=("points-total",))
    assert found.what == "section A of 2024 has 1 of 75 questions"


def test_files_of_a_foreign_source_are_linted_by_their_own_names(tmp_path: Path) -> None:
    rows = [
        {"problem_id": f"116A{n}", "problem_text": stem, "choices": list("vwxyz")}
        | {"answer": "a", "points": "1", "text_only": True, "kinki": kinki, "editor": "x"}
        for n, stem, kinki in [
            (1, "正しいのはどれか。２つ選べ。", []),
            (2, "難聴の原因はどれか。", "cd"),
            (4, "写真(別冊No.1)を別に示す。", ["e"]),
        ]
    ]
    write_rows(tmp_path, *rows, name="116-A.jsonl")
    found = found_in(tmp_path, "section-size", "points-total")
    assert in_words(found) == [
        "1 field-unknown editor",
        "1 select-count accept",
        "2 forbidden-form kinki",
        "3 figure-mentioned images",
        "None index-gap index",
    ]
    assert [f.id for f in found if f.code == "forbidden-form"] == ["116A2"]


def test_a_folder_of_kokushimd10_is_linted(tmp_path: Path) -> None:
    plain = {"profession": "看護", "year": 2024, "section": "a", "points": "1"} | dict(
        zip("1234", "アイウエ", strict=True)
    )
    write_rows(
        tmp_path,
        plain | {"index": "1", "question": "難聴の原因はどれか。", "answer": "2"},
        plain | {"index": "2", "question": "骨折の治療はどれか。２つ選べ。", "answer": "2"},
        plain | {"index": "3", "question": "図を示す。病名はどれか。", "answer": "9"},
        {"question": "誰の試験か。"},
        name="train_ja.jsonl",
    )
    found = found_in(tmp_path, "section-size", "points-total")
    assert in_words(found) == [
        "2 select-count accept",
        "3 row-unread None",
        "4 row-unread None",
    ]


def test_an_unknown_code_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row())
    with pytest.raises(KokushiError, match="'select' is no code; expected one of encoding, "):
        lint_source(Opening(str(file)), only=["select"])
