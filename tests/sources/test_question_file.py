"""The file as a whole: encoding, professions, what stops a run and what only warns."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_picture, write_rows

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.question_file import (
    QuestionSet,
    find_question_file,
    read_question_file,
)


def read(file: Path, profession: str = "medicine") -> QuestionSet:
    return read_question_file(file, load_rules(profession), FigureShelf())


def ids(found: QuestionSet) -> list[str]:
    return [question.id for question in found.questions]


def test_rows_keep_the_order_of_the_file(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row(id="B2"), make_row(id="A1"))
    assert ids(read(file)) == ["B2", "A1"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_a_byte_order_mark_and_windows_line_ends_change_nothing(
    tmp_path: Path, newline: str, mark: bytes
) -> None:
    rows = [make_row(id="A1"), make_row(id="A2", question="日本語か。")]
    text = newline.join(json.dumps(row, ensure_ascii=False) for row in rows) + newline
    file = tmp_path / "questions.jsonl"
    file.write_bytes(mark + text.encode())
    found = read(file)
    assert ids(found) == ["A1", "A2"]
    assert found.questions[1].text == "日本語か。"


def test_blank_lines_are_skipped_and_still_counted(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row(id="A1"), "", "   ", "{")
    with pytest.raises(KokushiError, match="row 4"):
        read(file)


def test_a_line_separator_inside_a_text_does_not_end_the_row(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row(question="one\u2028two\u0085three"))
    assert read(file).questions[0].text == "one\u2028two\u0085three"


def test_the_checksum_is_that_of_the_file(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row())
    assert read(file).sha256 == hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_source_is_called_by_the_path_unless_it_has_a_name(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row())
    named = read_question_file(file, load_rules("medicine"), FigureShelf(), source="practice")
    assert (read(file).source, named.source) == (str(file), "practice")


@pytest.mark.parametrize("field", ["exam", "profession"])
@pytest.mark.parametrize("name", ["医師", "physician", "medicine"])
def test_a_profession_is_known_by_its_id_and_aliases(tmp_path: Path, field: str, name: str) -> None:
    file = write_rows(tmp_path, make_row("exam") | {field: name})
    assert ids(read(file)) == ["A1"]


def test_only_the_questions_of_the_profession_are_taken(tmp_path: Path) -> None:
    file = write_rows(
        tmp_path, make_row(id="A1"), make_row(id="N1", exam="看護"), make_row("exam", id="X1")
    )
    found = read(file)
    assert ids(found) == ["A1", "X1"]
    assert {question.profession for question in found.questions} == {"medicine"}


def test_a_file_of_another_profession_says_what_is_there(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row(exam="看護"), make_row(exam="助産"))
    with pytest.raises(KokushiError) as caught:
        read(file)
    message = str(caught.value)
    assert "no question of medicine (医師)" in message
    assert "the file has: 助産, 看護" in message
    assert str(file) in message


def test_an_empty_file_has_no_question(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="the file has: no questions"):
        read(write_rows(tmp_path, ""))


MANY = {f"o{number}": "" for number in range(51)}

STOPS: list[tuple[str, Any, str, str]] = [
    ("unreadable JSON", '{"id": "A2", ', "", "this is no JSON"),
    ("no object", '["A2"]', "", "question.schema.json"),
    ("deeply nested", "[" * 100_000, "", "this is no JSON"),
    ("duplicate id", make_row(id="A1"), "id", "stands in row 1 already"),
    ("no question text", make_row("question", id="A2"), "question", "Field required"),
    ("no id", make_row("id", section="", index=""), "id", "expected an id, or a section"),
    ("key among no option", make_row(id="A2", answer=["f"]), "answer", "the key 'f' of A2"),
    (
        "accepted among no option",
        make_row(id="A2", accept=[["a"], ["g"]]),
        "accept",
        "expected labels among a, b, c, d, e",
    ),
    ("unknown kind", make_row(id="A2", kind="essay"), "kind", "'single'"),
    ("flag as a number", make_row(id="A2", points=True), "points", "true and false are no numbers"),
    ("too many options", make_row(id="A2", choices=MANY), "choices", "more than 50 options"),
    (
        "too many labels",
        make_row(id="A2", answer=[*MANY, *MANY]),
        "answer",
        "more than 100 entries",
    ),
    ("endless id", make_row(id="A" * 201), "id", "too long: at most 200 characters"),
    ("id of two lines", make_row(id="A\n2"), "id", "a control character"),
    ("id that climbs", make_row(id="../A2"), "id", "a path that leads elsewhere"),
    ("figure missing", make_row(id="A2", images=["none.png"]), "images", "'none.png' is missing"),
    (
        "figure no image",
        make_row(id="A2", images=["text.png"]),
        "images",
        "'text.png' is no readable image",
    ),
    (
        "figure above the folder",
        make_row(id="A2", images=["../outside.png"]),
        "images",
        "outside the folder",
    ),
    (
        "figure linked from outside",
        make_row(id="A2", images=["link.png"]),
        "images",
        "outside the folder",
    ),
]


@pytest.mark.parametrize(
    ("row", "field", "message"), [stop[1:] for stop in STOPS], ids=[stop[0] for stop in STOPS]
)
def test_bad_data_stops_with_file_row_and_field(
    tmp_path: Path, row: Any, field: str, message: str
) -> None:
    folder = tmp_path / "exam"
    outside = write_picture(tmp_path / "outside.png")
    file = write_rows(folder, make_row(id="A1"), row)
    (folder / "text.png").write_text("no picture")
    (folder / "link.png").symlink_to(outside)
    with pytest.raises(KokushiError) as caught:
        read(file)
    where = f"{file}, row 2" + (f", field '{field}'" if field else "")
    assert str(caught.value).startswith(f"{where}: ")
    assert message in str(caught.value)


def test_bytes_that_are_no_utf8_stop_with_file_row_and_encoding(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes(b"\n" + '{"question": "日本"}'.encode("shift_jis"))
    with pytest.raises(KokushiError, match="save the file as UTF-8") as caught:
        read(file)
    assert f"{file}, row 2: byte 14 of the line is no UTF-8 (it reads as Shift-JIS)" in str(
        caught.value
    )


WARNINGS: list[tuple[str, dict[str, Any], str]] = [
    ("stem lost", {"question": " "}, "A1: the stem is lost"),
    ("options lost", {"choices": {}}, "A1: the options are lost"),
    ("option empty", {"choices": {"a": "one", "b": " "}}, "A1: the option b has no text"),
    ("no key", {"answer": []}, "A1: there is no key; the question is not scored"),
    (
        "no key although it counts when right",
        {"answer": [], "treatment": "excluded_unless_right"},
        "A1: there is no key",
    ),
    (
        "more to choose than the key has",
        {"n_select": 2, "kind": "multiple"},
        "A1: 2 to choose, but the key has 1",
    ),
    (
        "keys of two sizes",
        {"n_select": 1, "accept": [["a"], ["b", "c"]]},
        "A1: 1 to choose, but the key has 1 or 2",
    ),
    ("figure not named", {"text_only": False}, "A1: it has a figure, but the file names none"),
    ("forbidden labels run together", {"kinki": ["cde"]}, "forbidden label 'cde' is written oddly"),
    ("forbidden label full-width", {"kinki": ["ｂ"]}, "forbidden label 'ｂ' is written oddly"),
    ("forbidden label spaced", {"kinki": [" e"]}, "forbidden label ' e' is written oddly"),
    ("forbidden label unknown", {"kinki": ["x"]}, "forbidden label 'x' is written oddly"),
]


@pytest.mark.parametrize(
    ("changes", "warning"), [case[1:] for case in WARNINGS], ids=[case[0] for case in WARNINGS]
)
def test_odd_data_warns_and_runs(tmp_path: Path, changes: dict[str, Any], warning: str) -> None:
    found = read(write_rows(tmp_path, make_row(**changes)))
    assert ids(found) == ["A1"]
    assert [text for text in found.warnings if warning in text]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"kinki": ["b"]},
        {"n_select": None},
        {"accept": [["a"], ["c"]]},
        {"answer": [], "treatment": "excluded"},
        {"answer": [], "treatment": "everyone_right"},
        {"text_only": True},
        {"kind": "fill_in", "choices": {}, "answer": ["heart"]},
    ],
    ids=str,
)
def test_plain_data_does_not_warn(tmp_path: Path, changes: dict[str, Any]) -> None:
    assert read(write_rows(tmp_path, make_row(**changes))).warnings == ()


def test_a_source_that_has_a_figure_without_the_file_still_says_so(tmp_path: Path) -> None:
    question = read(write_rows(tmp_path, make_row(text_only=False))).questions[0]
    assert question.needs_figure
    assert question.figures == ()


@pytest.mark.parametrize("folder", ["", "images", "figures"])
def test_figures_stand_beside_the_file_or_in_its_figure_folders(
    tmp_path: Path, folder: str
) -> None:
    write_picture(tmp_path / folder / "ecg.png")
    file = write_rows(tmp_path, make_row(images=["ecg.png"]))
    assert read(file).questions[0].figures[0].path == str(tmp_path / folder / "ecg.png")


def test_figures_keep_the_order_of_the_row(tmp_path: Path) -> None:
    write_picture(tmp_path / "2.png")
    write_picture(tmp_path / "1.png")
    question = read(write_rows(tmp_path, make_row(images=["2.png", "1.png"]))).questions[0]
    assert [Path(figure.path).name for figure in question.figures] == ["2.png", "1.png"]


def test_a_question_file_is_found_by_itself(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row(), name="mine.jsonl")
    assert find_question_file(file) == file


def test_a_folder_means_its_questions_jsonl(tmp_path: Path) -> None:
    write_rows(tmp_path, make_row(), name="replies.jsonl")
    file = write_rows(tmp_path, make_row())
    assert find_question_file(tmp_path) == file


def test_a_folder_means_its_only_file_of_json_lines(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row(), name="mine.jsonl")
    assert find_question_file(tmp_path) == file


@pytest.mark.parametrize(
    ("names", "found"), [((), "none"), (("a.jsonl", "b.jsonl"), "a.jsonl, b.jsonl")]
)
def test_a_folder_without_one_clear_file_says_what_it_found(
    tmp_path: Path, names: tuple[str, ...], found: str
) -> None:
    for name in names:
        write_rows(tmp_path, make_row(), name=name)
    with pytest.raises(KokushiError, match=f"found: {found}"):
        find_question_file(tmp_path)


def test_a_missing_path_says_what_relative_paths_mean(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="relative paths start at the folder of the command"):
        find_question_file(tmp_path / "nowhere")
