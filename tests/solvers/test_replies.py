import json
from pathlib import Path
from typing import Any

import pytest
from builders import write_rows

from kokushi_inspect.exam import KokushiError
from solvers.replies import Reply, load_replies


def load(
    folder: Path, *rows: dict[str, Any] | str, examinee: str | None = None
) -> dict[str, Reply]:
    return load_replies(str(write_rows(folder, *rows, name="replies.jsonl")), examinee)


def test_a_reply_has_its_text_and_by_default_stopped_by_itself(tmp_path: Path) -> None:
    replies = load(tmp_path, {"id": "A1", "output": "答え：a"})
    assert replies == {"A1": Reply("答え：a", "stop", None)}


def test_stop_reason_and_model_are_kept(tmp_path: Path) -> None:
    replies = load(tmp_path, {"id": "A1", "output": "", "stop": "max_tokens", "model": "m"})
    assert replies["A1"] == Reply("", "max_tokens", "m")


@pytest.mark.parametrize("row", [{"id": "A1"}, {"id": "A1", "output": None}], ids=str)
def test_a_reply_without_a_text_is_empty(tmp_path: Path, row: dict[str, Any]) -> None:
    assert load(tmp_path, row)["A1"].output == ""


def test_an_id_may_be_a_number(tmp_path: Path) -> None:
    assert list(load(tmp_path, {"id": 7, "output": "a"})) == ["7"]


def test_a_byte_order_mark_windows_line_ends_and_blank_lines_change_nothing(
    tmp_path: Path,
) -> None:
    file = tmp_path / "replies.jsonl"
    rows = [json.dumps({"id": id, "output": "a\u2028b"}, ensure_ascii=False) for id in ("A1", "A2")]
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(rows).encode())
    replies = load_replies(str(file))
    assert [reply.output for reply in replies.values()] == ["a\u2028b"] * 2


ROWS = (
    {"id": "A1", "output": "a", "model": "first"},
    {"id": "A1", "output": "b", "model": "second"},
)


def test_only_the_rows_of_the_examinee_are_taken_when_rows_name_it(tmp_path: Path) -> None:
    assert load(tmp_path, *ROWS, examinee="second")["A1"].output == "b"


def test_an_examinee_that_no_row_names_is_only_a_name(tmp_path: Path) -> None:
    assert load(tmp_path, ROWS[0], examinee="my model")["A1"].output == "a"


def test_an_examinee_that_is_none_of_several_models_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="no replies of 'third'; expected one of first, second"):
        load(tmp_path, *ROWS, examinee="third")


def test_a_second_reply_to_a_question_stops_with_its_row(tmp_path: Path) -> None:
    with pytest.raises(KokushiError) as caught:
        load(tmp_path, *ROWS)
    message = str(caught.value)
    assert "replies.jsonl, row 2: a second reply to 'A1'" in message
    assert "with -S examinee=NAME" in message


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "row 2: Expecting property name"),
        ('["A1"]', "row 2: no id"),
        ({"output": "a"}, "row 2: no id"),
        ({"id": "A2", "output": 5}, "row 2: output is no text"),
        ({"id": "A2", "output": "a", "stop": "length"}, "row 2: stop 'length' is none of stop, "),
    ],
    ids=str,
)
def test_a_wrong_row_stops_and_shows_the_form(
    tmp_path: Path, row: dict[str, Any] | str, message: str
) -> None:
    with pytest.raises(KokushiError) as caught:
        load(tmp_path, ROWS[0], row)
    assert message in str(caught.value)
    assert 'expected {"id": …, "output": …[, "model": …, "stop": …]}' in str(caught.value)


def test_a_missing_file_says_how_to_go_on(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="give its path with -S replies=FILE"):
        load_replies(str(tmp_path / "none.jsonl"))


def test_a_relative_path_means_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{tmp_path.name}.jsonl"
    write_rows(tmp_path, {"id": "A1", "output": "a"}, name=name)
    monkeypatch.chdir(tmp_path)
    assert list(load_replies(name)) == ["A1"]
