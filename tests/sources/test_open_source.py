"""How the form of a source is told by what is in it."""

from pathlib import Path

import pytest
from builders import make_row, write_rows
from synthetic_kokushimd10 import synthetic_rows, write_exams, write_split

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.open_source import recognise

ROWS = synthetic_rows("midwifery")


@pytest.mark.parametrize(("source", "form"), [("kokushimd10", "kokushimd10"), ("practice",) * 2])
def test_names_of_sources(source: str, form: str) -> None:
    assert recognise(source) == form


def test_the_hub_s_files(tmp_path: Path) -> None:
    file = write_split(tmp_path, ROWS)
    for path in (tmp_path, tmp_path / "data", file):
        assert recognise(str(path)) == "kokushimd10"


def test_the_authors_folders(tmp_path: Path) -> None:
    write_exams(tmp_path, ROWS)
    for path in (tmp_path, tmp_path / "exams", tmp_path / "exams" / "JA"):
        assert recognise(str(path)) == "kokushimd10"


def test_a_folder_that_happens_to_be_called_exams_is_ours(tmp_path: Path) -> None:
    write_rows(tmp_path / "exams" / "JA", make_row(), name="mine.jsonl")
    assert recognise(str(tmp_path / "exams" / "JA")) == "question_file"


def test_files_of_igakuqa(tmp_path: Path) -> None:
    file = write_rows(tmp_path / "data" / "2022", "{}", name="116-A.jsonl")
    assert recognise(str(tmp_path)) == recognise(str(file)) == "igakuqa"


def test_a_question_file_goes_before_everything_else(tmp_path: Path) -> None:
    write_split(tmp_path, ROWS)
    write_rows(tmp_path, make_row())
    assert recognise(str(tmp_path)) == "question_file"


def test_any_other_file_is_a_question_file(tmp_path: Path) -> None:
    file = write_rows(tmp_path, make_row(), name="mine.jsonl")
    assert recognise(str(file)) == "question_file"


def test_a_path_that_is_not_there_says_what_is_allowed(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="'kokushimd10', 'practice', or a folder"):
        recognise(str(tmp_path / "nowhere"))
