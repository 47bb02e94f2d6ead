"""Thinking before answering: only the committed answer is read."""

from pathlib import Path

import pytest
from builders import make_key, make_question, make_written
from inspect_ai.model import ModelOutput
from invigilated import Sat, always, in_turn, say, sit

from kokushi_inspect.exam import Boxes, Question
from scorers.marked import COST
from solvers.reason import reason
from solvers.wording import WORDING

TWO = make_question(kind="multiple", select=2, key=make_key("ac"))
NUMBER = make_written("numeric", "0.4", boxes=Boxes(2, 1))


def think(folder: Path, reply: str | ModelOutput, question: Question | None = None) -> Sat:
    return sit(reason(), [question or make_question()], in_turn(reply), folder)


@pytest.mark.parametrize(
    ("reply", "question", "read"),
    [
        ("bが正解に見えるが、発熱がない。eも考えたが違う。\n解答：A", make_question(), ["a"]),
        ("解答：Bと書きかけたが、所見に合わない。\n\n解答：A", make_question(), ["a"]),
        ("a. 正しい\nb. 誤り\nc. 正しい\nd. 誤り\n\n**解答：AC**", TWO, ["a", "c"]),
        ("2 m を 5 で割ると 0.4 m。40 cm とも書ける。\n解答：0.4", NUMBER, ["0.4"]),
        ("拍動する臓器なので。\n解答：心臓", make_written("fill_in", "心臓"), ["心臓"]),
        ("B looks right at first, but it is too late for that.\nAnswer: A", make_question(), ["a"]),
    ],
    ids=["weighed", "revised", "judged", "number", "word", "English"],
)
def test_only_the_last_line_is_the_answer(
    tmp_path: Path, reply: str, question: Question, read: list[str]
) -> None:
    mark = think(tmp_path, reply, question).mark
    assert (mark["read"], mark["correct"]) == (read, True)


def test_thoughts_without_an_answer_are_unreadable(tmp_path: Path) -> None:
    mark = think(tmp_path, "発熱の有無で決まるはずだが、本文には書かれていない。").mark
    assert mark["status"] == "unreadable"


def test_thoughts_that_were_cut_short_are_truncated(tmp_path: Path) -> None:
    mark = think(tmp_path, say("まず発熱がないことに注目する。次に血圧の", "max_tokens")).mark
    assert mark["status"] == "truncated"


def test_the_thoughts_stay_in_the_log(tmp_path: Path) -> None:
    sat = think(tmp_path, "熱がない。\n解答：A")
    assert sat.sample.output.completion == "熱がない。\n解答：A"


def test_the_system_message_asks_for_thoughts_first_and_says_the_form(tmp_path: Path) -> None:
    system = think(tmp_path, "解答：AC", TWO).sample.messages[0].text
    words = ["医師国家試験", "まず考え", "最後の行に「解答：」", "2個選び", "大文字"]
    assert [word for word in words if word not in system] == []


def test_a_limit_is_truncated_and_no_error(tmp_path: Path) -> None:
    sat = sit(reason(), [make_question()], always("解答：A"), tmp_path, token_limit=1)
    assert (sat.log.status, sat.mark["status"]) == ("success", "truncated")


def test_one_call_a_question(tmp_path: Path) -> None:
    assert think(tmp_path, "解答：A").sample.store[COST] == {"calls": 1, "turns": 1, "tokens": 2}


def test_english_wording(tmp_path: Path) -> None:
    sat = sit(reason(language="en"), [make_question()], always("Answer: A"), tmp_path)
    assert sat.sample.messages[0].text.isascii()
    assert list(sat.sample.store[WORDING]) == ["reason_en 1", "answer_sheet_en 1"]


def test_a_user_may_word_the_system_message(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Think, $role: $format", "utf-8")
    solver = reason(prompt=str(tmp_path / "mine.txt"))
    sat = sit(solver, [make_question()], always("A"), tmp_path)
    assert sat.sample.messages[0].text.startswith("Think, 医師: 正しい")
    assert list(sat.sample.store[WORDING]) == ["mine.txt"]


def test_a_scenario_in_one_sample_is_refused_with_what_to_do(tmp_path: Path) -> None:
    questions = [make_question(), make_question(id="A2")]
    log = sit(reason(), questions, always("A"), tmp_path, scenario=True).log
    assert log.error is not None
    assert "leave -T unit out" in log.error.message
