"""The examinee with tools, against servers whose model behaves badly on purpose.

Every question of the exam is played by a plan; the marks must be those of the answers that were
meant, handed in by a replay.
"""

import json
import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine, Run, by_path
from local_providers import ANTHROPIC, COMPATIBLE
from PIL import Image
from planned_agent import (
    ARGUMENTS,
    Plans,
    call,
    difference,
    enlarged,
    last_request,
    question_of,
    submit,
    work,
)
from servers.exchange import Answer, Call, Fault, Hangup
from small_exam import Exam

PROVIDERS = {"compatible": COMPATIBLE, "anthropic": ANTHROPIC}
REFUSAL = "申し訳ありませんが、この問題にはお答えできません。"

BROKEN = Answer(None, calls=(Call("calculator", '{"expression": "1 + '),))
OUTSIDE = call("magnify", "左下を見ます。", figure=1, left=0, top=20, right=30, bottom=40)
LOWER_LEFT = call("magnify", figure=1, left=0, top=0.5, right=0.5, bottom=1)
UPPER_RIGHT = call("magnify", figure=2, left=0.5, top=0, right=1, bottom=0.5)
BOTH = Answer(
    "計算と図を同時に。", calls=(*LOWER_LEFT.calls, Call("calculator", {"expression": "8/1"}))
)

PLANS: Plans = {
    "A1": [BROKEN, submit("a")],
    "A2": [OUTSIDE, LOWER_LEFT, submit("c")],
    "A3": [call("figure_info"), UPPER_RIGHT, submit("b")],
    "A4": [submit("b"), submit("b", "d")],
    "A5": [Answer("ACE"), Answer("答えはACEです。"), Answer("【解答】ACE")],
    "A6": [call("look_up", word="コルク"), submit("d", "a", "c")],
    "A7": [call("calculator", expression="7 * 4"), submit(number=28)],
    "A8": [submit(number="04"), submit(number="0.4")],
    "B1": [submit("c", "e", "b", "a", "d")],
    "B2": [submit("a"), submit(text="氷")],
    "B3": repeat(call("calculator", "もう一度計算します。", expression="7 * 60 + 18")),
    "B4": repeat(Answer(REFUSAL)),
    "B5": [Answer("", stop="refusal")],
    "B6": [Fault(429, "slow down", {"retry-after": "0"}), submit("c")],
    "B7": [Hangup(), BOTH, submit("d")],
    "B8": [submit("a")],
    "B9": [submit("f"), submit("a", "b"), submit("a")],
    "B10": [call("submit_answer", labels="C")],
    "B11": repeat(Answer(None)),
}
"""What the model says to each question, request by request."""

ANSWERS = {
    **{"A1": "a", "A2": "c", "A3": "b", "A4": "bd", "A5": "ace", "A6": "acd", "A7": "28"},
    **{"A8": "0.4", "B1": "cebad", "B2": "氷", "B4": REFUSAL, "B6": "c", "B7": "d", "B8": "a"},
    **{"B9": "a", "B10": "c"},
}
STOPS = {"B3": "max_tokens", "B5": "content_filter"}
"""What the plans amount to: the final replies, the others being empty, and why they stopped."""

REQUESTS = {
    **{"A1": 2, "A2": 3, "A3": 3, "A4": 2, "A5": 3, "A6": 2, "A7": 2, "A8": 2, "B1": 1, "B2": 2},
    **{"B3": 12, "B4": 3, "B5": 1, "B6": 2, "B7": 3, "B8": 1, "B9": 3, "B10": 1, "B11": 3},
}


def results(run: Run, exam: Exam, question: str) -> list[str]:
    """What the tools answered in words to each call about a question."""
    return [
        " ".join(part for part in result.content if isinstance(part, str))
        for result in last_request(run, exam, question).results
    ]


@pytest.fixture(scope="module")
def replayed(command_line: CommandLine, exam: Exam) -> Run:
    """The answers that the plans amount to, as stored replies."""

    def make(folder: Path) -> Path:
        file = folder / "replies.jsonl"
        rows = [
            {"id": id, "output": ANSWERS.get(id, ""), "stop": STOPS.get(id, "stop")} for id in PLANS
        ]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        return file

    return command_line.evaluate(
        "agent replayed",
        "kokushi_inspect/medicine",
        *(*ARGUMENTS, "--model", "none", "--solver", by_path("solvers/replay.py", exam.folder)),
        *("-S", f"replies={command_line.once('agent replies', make)}"),
    )


@pytest.fixture(scope="module", params=list(PROVIDERS))
def run(request: pytest.FixtureRequest, command_line: CommandLine, exam: Exam) -> Run:
    """The whole exam."""
    return work(command_line, exam, request.param, PROVIDERS[request.param], PLANS)


def without_cost(run: Run) -> dict[str, dict[str, Any]]:
    """The marks without what the answers cost."""
    return {
        id: {name: value for name, value in mark.items() if name != "cost"}
        for id, mark in run.marks().items()
    }


def test_nothing_is_lost(run: Run, exam: Exam) -> None:
    errors = {id: sample.error for id, sample in run.samples.items() if sample.error}
    assert (run.code, run.log.status, run.failures, errors) == (0, "success", (), {})
    assert set(run.marks()) == set(exam.questions)


def test_marks_are_those_of_the_answers_meant(run: Run, replayed: Run) -> None:
    assert without_cost(run) == without_cost(replayed)


def test_verdict_is_that_of_the_answers_meant(run: Run, replayed: Run) -> None:
    assert "passed" in replayed.metrics()
    assert {name: run.metrics()[name] for name in replayed.metrics()} == replayed.metrics()


def test_each_question_takes_the_requests_of_its_plan(run: Run, exam: Exam) -> None:
    assert Counter(question_of(request, exam) for request in run.requests) == REQUESTS


def test_calls_and_turns_are_in_the_log(run: Run) -> None:
    retried = {"B6", "B7"}
    expected = {id: requests - (id in retried) for id, requests in REQUESTS.items()}
    cost = {id: sample.store["cost"] for id, sample in run.samples.items()}
    assert {id: each["calls"] for id, each in cost.items()} == expected
    assert {id: each["turns"] for id, each in cost.items()} == expected


def test_accepted_answer_is_the_final_reply(run: Run) -> None:
    completions = {id: run.samples[id].output.completion for id in ("A4", "A6", "A8", "B1", "B2")}
    assert completions == {"A4": "BD", "A6": "ACD", "A8": "0.4", "B1": "CEBAD", "B2": "氷"}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("A1", ["Error parsing|is a required property"]),
        ("A2", ["幅60×高さ40", "横0〜30、縦20〜40"]),
        (
            "A3",
            ["図1：幅50×高さ50 ピクセル、image/png\n図2：幅50×高さ40 ピクセル、image/jpeg", "図2"],
        ),
        ("A4", ["2個選ぶ問題ですが、1個"]),
        ("A6", ["look_up not found"]),
        ("A7", ["28"]),
        ("A8", ["整数部分1桁、小数部分1桁"]),
        ("B2", ["text だけを指定"]),
        ("B7", ["図1の横0〜150、縦30〜60", "8"]),
        (
            "B9",
            [
                "「f」という選択肢はありません。選択肢の記号は a, b, c, d, e",
                "1個選ぶ問題ですが、2個",
            ],
        ),
    ],
)
def test_tools_say_what_is_right_and_what_is_wrong(
    run: Run, exam: Exam, question: str, words: list[str]
) -> None:
    said = results(run, exam, question)
    assert len(said) == len(words), said
    missing = [w for w, text in zip(words, said, strict=True) if not re.search(w, text)]
    assert missing == [], said


def test_reply_without_a_call_is_reminded(run: Run, exam: Exam) -> None:
    reminder = "submit_answer を呼び出して提出してください"
    assert [reminder in text for text in last_request(run, exam, "A5").texts] == [False, True, True]


def test_last_turn_is_announced(run: Run, exam: Exam) -> None:
    texts = last_request(run, exam, "B3").texts
    assert [("次の発言が最後です" in text) for text in texts] == [False, True]


def test_turns_are_in_the_system_message(run: Run) -> None:
    assert [r.system for r in run.requests if "12回まで" not in r.system] == []


@pytest.mark.parametrize(
    ("question", "file", "box", "size", "media_type"),
    [
        ("A2", "triangle.png", (0, 20, 30, 40), (240, 160), "image/png"),
        ("A3", "back.jpg", (25, 0, 50, 20), (200, 160), "image/jpeg"),
    ],
)
def test_enlarged_part_arrives_as_the_image_of_that_part(
    run: Run,
    exam: Exam,
    question: str,
    file: str,
    box: tuple[int, int, int, int],
    size: tuple[int, int],
    media_type: str,
) -> None:
    request = last_request(run, exam, question)
    (sent,) = enlarged(request, figures=len(exam.questions[question]["images"]))
    with Image.open(BytesIO(sent.content)) as image:
        shown = image.convert("RGB")
    with Image.open(exam.folder / "images" / file) as image:
        whole = image.convert("RGB")
    part, mirrored = whole.crop(box), whole.transpose(Image.Transpose.ROTATE_180).crop(box)
    assert (sent.media_type, shown.size) == (media_type, size)
    assert difference(shown, part) < 5 < 20 < difference(shown, mirrored)


def test_log_can_be_marked_again(run: Run, command_line: CommandLine, exam: Exam) -> None:
    assert run.log_file is not None
    again = run.log_file.parents[1] / "again.eval"
    done = command_line.call(
        *("inspect", "score", run.log_file, "--action", "overwrite", "--output-file", again),
        *("--scorer", by_path("scorers/official.py", exam.folder)),
        cwd=exam.folder,
        env={name: "none" for each in PROVIDERS.values() for name in (each.key, each.address)},
    )
    assert done.code == 0, done.said
    assert replace(done, log_file=again).marks() == run.marks()
