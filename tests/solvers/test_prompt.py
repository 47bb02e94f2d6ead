"""The answer sheet's wording: what an examinee is told about each kind of question."""

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from builders import make_key, make_question, make_written

from kokushi_inspect.exam import Boxes, KokushiError, Question
from solvers.prompt import (
    Language,
    Wording,
    describe_wording,
    load_wording,
    system_message,
)

BOTH: list[Language] = ["ja", "en"]


def own_wording(tmp_path: Path, text: str, language: Language = "ja") -> Wording:
    file = tmp_path / "prompt.txt"
    file.write_text(text, "utf-8")
    return load_wording(str(file), language)


def filled(tmp_path: Path, placeholder: str, question: Question, language: Language = "ja") -> str:
    """What a single placeholder becomes for a question."""
    return system_message(question, own_wording(tmp_path, placeholder, language))


def choice(select: int | None) -> Question:
    return make_question(kind="multiple", select=select, key=make_key("ac"))


FORMATS = [
    (make_question(), "正しいと判断した選択肢を1つだけ答えてください。"),
    (choice(2), "選択肢を2個選び、記号を続けて書いてください（例：「AC」）。"),
    (choice(3), "選択肢を3個選び、記号を続けて書いてください（例：「AC」）。"),
    (choice(None), "当てはまる選択肢をすべて選び、記号を続けて書いてください（例：「AC」）。"),
    (
        make_question(kind="ordered", select=None),
        "選択肢の記号を、求められた順番どおりに続けて書いてください（例：「EDCBA」）。",
    ),
    (
        make_written("numeric", "12"),
        "計算した数値を半角数字で書いてください。単位は書かないでください。",
    ),
    (
        make_written("numeric", "12", boxes=Boxes(2)),
        "計算した数値を半角数字で書いてください。解答欄は2桁です。単位は書かないでください。",
    ),
    (
        make_written("numeric", "1.25", boxes=Boxes(3, 2)),
        "計算した数値を半角数字と小数点で書いてください。"
        "解答欄は3桁で、そのうち小数点以下は2桁です。単位は書かないでください。",
    ),
    (make_written("fill_in", "心臓"), "当てはまる語を1つだけ書いてください。"),
]


@pytest.mark.parametrize(("question", "sentence"), FORMATS, ids=str)
def test_each_kind_of_question_has_its_sentence_on_the_answer(
    tmp_path: Path, question: Question, sentence: str
) -> None:
    assert filled(tmp_path, "$format", question) == sentence


@pytest.mark.parametrize("question", [question for question, _ in FORMATS], ids=str)
@pytest.mark.parametrize("language", BOTH)
def test_no_placeholder_is_left_in_the_built_in_wording(
    language: Language, question: Question
) -> None:
    assert "$" not in system_message(question, load_wording(None, language))


LABELS: list[tuple[dict[str, Any], str]] = [
    ({"options": (("a", ""), ("b", ""))}, "英字の記号で、半角の大文字で表します（例：「A」）"),
    ({"options": (("1", ""), ("2", ""))}, "番号で、半角数字で表します（例：「1」）"),
    ({"options": (("ア", ""), ("イ", ""))}, "問題に示された記号で表します（例：「ア」）"),
    ({"options": (("a", ""), ("1", ""))}, "問題に示された記号で表します（例：「A」）"),
    ({"options": (), "kind": "numeric"}, "この問題に選択肢はありません"),
    ({"options": (), "kind": "fill_in"}, "この問題に選択肢はありません"),
]


@pytest.mark.parametrize(("changes", "sentence"), LABELS, ids=str)
def test_labels_are_named_as_the_question_prints_them(
    tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    assert sentence in filled(tmp_path, "$labels", make_question(**changes))


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ja", "医師 医師国家試験"),
        ("en", "physician National Examination for Physicians"),
    ],
)
def test_role_and_exam_are_those_of_the_profession(
    tmp_path: Path, language: Language, message: str
) -> None:
    assert filled(tmp_path, "$role $exam", make_question(), language) == message


def test_role_and_exam_change_with_the_profession(tmp_path: Path) -> None:
    question = make_question(profession="optometry")
    assert filled(tmp_path, "$role $exam", question) == "視能訓練士 視能訓練士国家試験"


@pytest.mark.parametrize(("language", "role"), [("ja", "医師"), ("en", "physician")])
def test_the_built_in_wording_names_role_exam_and_answer_format(
    language: Language, role: str
) -> None:
    question = make_question()
    wording = load_wording(None, language)
    message = system_message(question, wording)
    assert role in message
    assert wording.format["single"] in message
    assert message == message.strip()


def test_a_users_file_replaces_the_system_message(tmp_path: Path) -> None:
    wording = own_wording(tmp_path, "\n答えだけ書く。\n")
    assert system_message(make_question(), wording) == "答えだけ書く。"


def test_a_users_file_may_contain_a_dollar_sign(tmp_path: Path) -> None:
    assert system_message(make_question(), own_wording(tmp_path, "$$5 ${role}")) == "$5 医師"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$roll", r"'\$roll' is no placeholder; expected \$role, \$exam, \$labels, \$format"),
        ("it costs 5$", r"a '\$' without a placeholder; .* write \$\$ for a plain \$"),
        ("$role ${", r"a '\$' without a placeholder"),
    ],
)
def test_a_users_file_with_a_wrong_placeholder_stops(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(KokushiError, match=message) as caught:
        own_wording(tmp_path, text)
    assert str(tmp_path / "prompt.txt") in str(caught.value)


def test_a_missing_prompt_file_says_how_to_go_on(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="give the path of a text file with -T prompt=FILE"):
        load_wording(str(tmp_path / "none.txt"))


def test_a_relative_prompt_file_means_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{tmp_path.name}.txt"
    (tmp_path / name).write_text("wording", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_wording(name).system == "wording"


@pytest.mark.parametrize("language", BOTH)
def test_the_log_gets_version_and_checksum_of_the_built_in_wording(language: Language) -> None:
    file = files("kokushi_inspect") / "prompts" / f"answer_sheet_{language}.toml"
    described = describe_wording(None, language)
    assert described["version"].startswith(f"answer_sheet_{language} ")
    assert described["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_log_gets_name_and_checksum_of_a_users_wording(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("$format", "utf-8")
    assert describe_wording(str(file)) == {
        "version": "mine.txt",
        "sha256": hashlib.sha256(b"$format").hexdigest(),
    }
