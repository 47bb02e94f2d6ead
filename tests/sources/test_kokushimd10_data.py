"""`kokushi data` on whole data sets, called in this process."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_picture, write_rows
from click.testing import CliRunner, Result
from synthetic_kokushimd10 import (
    Row,
    all_rows,
    synthetic_rows,
    write_exams,
    write_figures,
    write_split,
)

from kokushi_inspect.command import main

SMALL = "midwifery"


def data(source: Path | str, *words: str) -> Result:
    return CliRunner().invoke(main, ["data", str(source), *words])


def record(source: Path | str, *words: str) -> dict[str, Any]:
    found = json.loads(data(source, "--json", *words).output)
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole synthetic data set with its figures, as the hub's file."""
    folder = tmp_path_factory.mktemp("whole")
    rows = all_rows()
    write_split(folder, rows)
    write_figures(folder, rows)
    return folder


@pytest.fixture
def rows() -> list[Row]:
    return synthetic_rows(SMALL)


def complete(folder: Path, rows: list[Row]) -> Path:
    write_split(folder, rows)
    write_figures(folder, rows)
    return folder


def test_the_published_counts_match(whole: Path) -> None:
    found = data(whole)
    assert found.exit_code == 0
    assert "published counts: match (11588 rows of 10 professions)" in found.output
    assert "not understood: nothing" in found.output


def test_every_published_count_stands_beside_what_is_there(whole: Path) -> None:
    for profession in record(whole)["professions"]:
        published = profession["published"]
        assert profession["rows"] == published["rows"]
        assert profession["figures"]["questions"] == published["with_figures"]
        assert profession["figures"]["found"] == published["with_figures"]
        kinds = {kind: count for kind, count in published["kinds"].items() if count}
        assert profession["kinds"] == kinds
        assert published["match"] is True


def test_the_authors_folders_match_too(tmp_path: Path) -> None:
    rows = synthetic_rows("dentistry")
    write_exams(tmp_path, rows)
    write_figures(tmp_path, rows)
    found = data(tmp_path, "--profession", "歯科")
    assert (found.exit_code, "published counts: match" in found.output) == (0, True)


@pytest.mark.parametrize(
    ("position", "where"), [(0, "2020 section a"), (60, "2020 section b"), (540, "2024 section b")]
)
def test_a_missing_row_is_named(position: int, where: str, rows: list[Row], tmp_path: Path) -> None:
    complete(tmp_path, rows[:position] + rows[position + 1 :])
    found = data(tmp_path)
    assert f"differs from the published counts: {where}: 54 of 55 questions" in found.output
    assert "published counts: differ for midwifery" in found.output
    assert found.exit_code == 0


def test_rows_that_are_not_understood_are_all_listed(rows: list[Row], tmp_path: Path) -> None:
    broken = [row | {"answer": "9"} for row in rows[:15]]
    complete(tmp_path, [*broken, *rows[15:]])
    found = data(tmp_path)
    assert found.exit_code == 1
    assert "not understood: 15" in found.output
    assert found.output.count("names '9', which is no option") == 15
    reasons = record(tmp_path)["professions"][0]["not_understood"]
    assert [reason["row"] for reason in reasons] == list(range(1, 16))


def test_rows_of_no_profession_are_listed(rows: list[Row], tmp_path: Path) -> None:
    strange = [rows[0] | {"profession": "獣医師"}, rows[0] | {"profession": None}]
    complete(tmp_path, [*rows, *strange])
    found = record(tmp_path)
    reasons = " ".join(trouble["reason"] for trouble in found["not_understood"])
    assert "'獣医師' is none of the ten professions" in reasons
    assert "the row names no profession" in reasons
    assert found["understood"] is False


def test_figures_are_counted_by_how_they_failed(rows: list[Row], tmp_path: Path) -> None:
    complete(tmp_path, rows)
    files = sorted((tmp_path / "images").iterdir())
    files[0].unlink()
    files[1].unlink()
    files[2].write_bytes(b"no picture")
    found = data(tmp_path)
    assert "35 named: 32 found, 2 missing, 1 undecodable" in found.output
    assert found.exit_code == 1


def test_rows_with_missing_figures_are_still_counted(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path, rows)
    found = record(tmp_path)["professions"][0]
    assert found["rows"] == 550
    assert found["published"]["match"] is True
    assert len(found["not_understood"]) == 35


def test_keys_points_forbidden_labels_and_humans_are_reported(
    rows: list[Row], tmp_path: Path
) -> None:
    odd = rows[1] | {"kinki": "2,9", "answer": "1", "human_accuracy": ""}
    complete(tmp_path, [rows[0] | {"answer": "", "points": "2"}, odd, *rows[2:]])
    found = record(tmp_path)["professions"][0]
    assert "midwifery-2020-a-001" in found["without_key"]
    assert found["forbidden"]["questions"] == 1
    assert found["forbidden"]["odd"] == [
        "midwifery-2020-a-002: ','",
        "midwifery-2020-a-002: '9'",
    ]
    assert found["human_accuracy"] == 549
    sitting = found["sittings"][0]
    assert sitting["criteria"][0]["announced_of"] == 145
    assert any("the announced line is of 145" in problem for problem in sitting["problems"])


def test_one_profession_is_chosen_by_any_of_its_names(whole: Path) -> None:
    for name in ("optometry", "視能", "視能訓練士"):
        found = record(whole, "--profession", name)
        assert [p["profession"] for p in found["professions"]] == ["optometry"]


def test_a_profession_that_is_none_says_which_there_are(whole: Path) -> None:
    found = data(whole, "--profession", "vet")
    assert found.exit_code == 1
    assert "'vet' is no profession; expected one of dentistry" in found.output


def test_a_profession_that_is_not_there_is_an_error(rows: list[Row], tmp_path: Path) -> None:
    complete(tmp_path, rows)
    found = data(tmp_path, "--profession", "medicine")
    assert found.exit_code == 1
    assert "no question of medicine" in found.output
    assert "it has: midwifery" in found.output


def test_a_field_map_is_taken(rows: list[Row], tmp_path: Path) -> None:
    complete(tmp_path, [{**row, "asked": row["question"], "question": 5} for row in rows])
    (tmp_path / "fields.toml").write_text('question = "asked"', "utf-8")
    assert data(tmp_path).exit_code == 1
    assert data(tmp_path, "--fields", str(tmp_path / "fields.toml")).exit_code == 0


def test_the_language_is_chosen(rows: list[Row], tmp_path: Path) -> None:
    complete(tmp_path, rows)
    write_split(tmp_path, synthetic_rows(SMALL, "en")[:2], "en")
    assert record(tmp_path, "--language", "en")["professions"][0]["rows"] == 2


def test_the_practice_exams_are_understood() -> None:
    found = record("practice")
    assert (found["form"], found["understood"]) == ("practice", True)
    assert [p["published"] for p in found["professions"]] == [None] * 10


def test_our_own_format_is_described_by_profession(tmp_path: Path) -> None:
    write_picture(tmp_path / "x.png")
    write_rows(
        tmp_path,
        make_row(id="A1", images=["x.png"]),
        make_row(id="A2", images=["gone.png"]),
        make_row(id="N1", exam="看護", section="a"),
        make_row(id="A2"),
        make_row("question", id="A4"),
        make_row(id="A5", answer=["z"]),
        make_row(id="V1", exam="獣医"),
        "{",
    )
    found = data(tmp_path)
    assert found.exit_code == 1
    for line in (
        "2 named: 1 found, 1 missing, 0 undecodable",
        "row 2: the figure 'gone.png' is missing",
        "row 4: the id 'A2' stands in row 2 already",
        "row 5, field 'question': Field required",
        "row 6, field 'answer': the key 'z' of A5 is no option",
        "row 7: '獣医' is none of the ten professions",
        "row 8: this is no JSON",
        "nursing (看護師)",
        "not understood: 6",
    ):
        assert line in found.output


def test_igakuqa_is_described(tmp_path: Path) -> None:
    row = {"problem_id": "116A1", "problem_text": "?", "choices": ["x", "y"], "answer": ["a"]}
    write_rows(tmp_path, row | {"points": "1"}, row | {"problem_id": "?"}, name="116-A.jsonl")
    found = data(tmp_path)
    assert found.exit_code == 1
    assert "IgakuQA, language ja" in found.output
    assert "the problem_id '?' is none" in found.output


def test_a_source_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    found = data(tmp_path / "nowhere")
    assert (found.exit_code, "there is no such file or folder" in found.output) == (1, True)


@pytest.mark.parametrize("name", ["physician_119", "pharmacist_2020_2021"])
def test_real_question_files_are_understood(name: str, shared_data: Path) -> None:
    assert data(shared_data / name).exit_code == 0


@pytest.fixture
def shared_data(shared_facts: Path) -> Path:
    folder = shared_facts.parent / "data"
    if not folder.is_dir():
        pytest.skip("the folder ../shared/data is not beside this checkout")
    return folder
