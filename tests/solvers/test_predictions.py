"""Stored predictions of the KokushiMD-10 repository, and the questions that they belong to."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.exam import Request, load_exam
from solvers.replies import load_replies

MODEL = "results/acme/model-1/text"


def write(
    folder: Path, entries: Any, name: str = "医師_2024_a_pred.json", below: str = MODEL
) -> Path:
    (folder / below).mkdir(parents=True, exist_ok=True)
    file = folder / below / name
    file.write_text(json.dumps(entries, ensure_ascii=False), "utf-8")
    return file


def outputs(path: Path, examinee: str | None = None) -> dict[str, str]:
    return {id: reply.output for id, reply in load_replies(str(path), examinee).items()}


def test_replies_are_aligned_by_position(tmp_path: Path) -> None:
    file = write(tmp_path, [{"pred": "a"}, {"pred": "bc"}])
    assert outputs(file) == {"medicine-2024-A-001": "a", "medicine-2024-A-002": "bc"}


def test_all_files_below_a_folder_are_taken(tmp_path: Path) -> None:
    write(tmp_path, ["a"], "医師_2024_a_pred.json")
    write(tmp_path, ["1"], "看護_2020_b_pred.json")
    write(tmp_path, ["2"], "薬剤_2021_b3_model-1_pred.json")
    assert set(outputs(tmp_path)) == {
        "medicine-2024-A-001",
        "nursing-2020-b-001",
        "pharmacy-2021-b3-001",
    }


@pytest.mark.parametrize(
    ("entry", "output"),
    [
        ("ac", "ac"),
        ({"prediction": "ac"}, "ac"),
        ({"answer": "b", "pred": "ac"}, "ac"),
        ({"answer": "b", "Response": "ac"}, "ac"),
        ({"answer": "ac"}, "ac"),
        ({"output": ["a", "c"]}, "a,c"),
        ({"pred": 3}, "3"),
        ({"pred": None}, ""),
        (None, ""),
    ],
    ids=str,
)
def test_the_reply_of_an_entry(entry: Any, output: str, tmp_path: Path) -> None:
    assert list(outputs(write(tmp_path, [entry])).values()) == [output]


def test_the_model_stands_above_the_mode(tmp_path: Path) -> None:
    (reply,) = load_replies(str(write(tmp_path, ["a"]))).values()
    assert (reply.model, reply.stop) == ("acme/model-1", "stop")


def test_a_file_outside_of_such_folders_names_no_model(tmp_path: Path) -> None:
    (reply,) = load_replies(str(write(tmp_path, ["a"], below="mine"))).values()
    assert reply.model is None


def test_one_model_of_several_is_chosen(tmp_path: Path) -> None:
    write(tmp_path, ["a"])
    write(tmp_path, ["b"], below="results/acme/model-2/text")
    assert list(outputs(tmp_path, "acme/model-2").values()) == ["b"]


def test_two_replies_to_a_question_stop_the_run(tmp_path: Path) -> None:
    write(tmp_path, ["a"])
    write(tmp_path, ["b"], below="results/acme/model-1/multimodal")
    with pytest.raises(KokushiError, match=r"a second reply to .* or a narrower folder"):
        outputs(tmp_path, "acme/model-1")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"pred": "a"}, "the file holds no list"),
        ([{"key": "a"}], "row 1: the entry has the fields key"),
        ([{"answer": "a", "points": "1"}], "row 1: the entry has the fields answer, points"),
        ([{"pred": {"x": 1}}], "row 1: the prediction is a dict"),
        ([True], "row 1: the prediction is a bool"),
    ],
)
def test_a_file_of_another_form_says_where(content: Any, says: str, tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match=says):
        outputs(write(tmp_path, content))


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    file = write(tmp_path, [])
    file.write_text("[", "utf-8")
    with pytest.raises(KokushiError, match="this is no JSON"):
        outputs(file)


@pytest.mark.parametrize("name", ["x_pred.json", "医師_2024_g_pred.json", "獣医_2024_a_pred.json"])
def test_a_name_that_tells_no_exam_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="does not say to which exam it belongs"):
        outputs(write(tmp_path, ["a"], name))


def test_a_folder_without_predictions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="there are no predictions here"):
        outputs(tmp_path)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="there are no predictions here"):
        outputs(tmp_path / "医師_2024_a_pred.json")


def test_predictions_find_the_rows_of_the_exam_file_superseded_ones_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "sources")
    synthetic = import_module("synthetic_kokushimd10")
    rows = synthetic.synthetic_rows("nursing")
    synthetic.write_exams(tmp_path, rows)
    for file in (tmp_path / "exams" / "JA").rglob("*.json"):
        keys = [{"pred": row["answer"], "answer": "?"} for row in json.loads(file.read_text())]
        write(tmp_path, keys, f"{file.stem}_pred.json")
    exam = load_exam("nursing", Request(source=str(tmp_path), figures="withheld"))
    given = outputs(tmp_path / "results")
    assert any(q.superseded for q in exam.questions)
    assert {q.id: "".join(q.key.printed) for q in exam.questions} == given
