"""Reasoning that a provider sends apart from the reply is never the answer."""

import pytest
from command_line import CommandLine, Run
from local_providers import ANTHROPIC, COMPATIBLE, ask
from servers.exchange import Answer, by_question
from small_exam import Exam

ANSWERS = {
    "A1": Answer("a", reasoning="答え：b"),
    "A4": Answer("答えはBDです。", reasoning="まずAとCを考える。答えはACだ。"),
    "A7": Answer("28", reasoning="Final answer: 27"),
    "A2": Answer(None, reasoning="答え：c"),
    "A3": Answer(None, reasoning="まず図の色を見ると", stop="length"),
    "A5": Answer("まだ迷っている。", reasoning="【解答】ACE"),
}


@pytest.fixture(scope="module", params=["compatible", "anthropic"])
def run(request: pytest.FixtureRequest, command_line: CommandLine, exam: Exam) -> Run:
    """Six questions; Anthropic without streaming, for the limit of tokens is small."""
    return ask(
        command_line,
        f"reasoning {request.param}",
        {"compatible": COMPATIBLE, "anthropic": ANTHROPIC}[request.param],
        by_question(exam.stems, ANSWERS),
        *("-T", "source=.", "-T", "criteria=criteria.toml", "--max-tokens", "2000"),
        *("--sample-id", ",".join(ANSWERS)),
    )


def test_reasoning_arrives_in_the_log(run: Run) -> None:
    message = run.samples["A1"].output.message
    assert not isinstance(message.content, str)
    assert [part.type for part in message.content] == ["reasoning", "text"]


@pytest.mark.parametrize(("id", "read"), [("A1", ["a"]), ("A4", ["b", "d"]), ("A7", ["28"])])
def test_reply_counts_and_not_the_reasoning(run: Run, id: str, read: list[str]) -> None:
    assert (run.marks()[id]["read"], run.marks()[id]["correct"]) == (read, True)


def test_reasoning_alone_is_empty(run: Run) -> None:
    assert (run.marks()["A2"]["status"], run.marks()["A2"]["correct"]) == ("empty", False)


def test_reasoning_cut_at_the_limit_is_truncated(run: Run) -> None:
    assert run.marks()["A3"]["status"] == "truncated"


def test_answer_in_the_reasoning_does_not_help_an_undecided_reply(run: Run) -> None:
    assert run.marks()["A5"]["status"] == "unreadable"
