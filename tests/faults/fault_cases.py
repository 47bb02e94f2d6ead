"""What can happen to a request, and what must come of the sample; one table for both providers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from faulty_server import Cut, Drip, Page, Plan, Reply, Silence
from practice_exam import WITH_FIGURES, right_answer
from servers.exchange import Answer, Fault, Hangup

ALWAYS = 1_000_000
AT_ONCE = {"retry-after-ms": "1"}
"""Header by which a server asks for an immediate repetition, to keep the runs short."""


@dataclass(frozen=True)
class Case:
    """A fault of one question.

    Attributes:
        question: The question that it hits.
        fault: What the server says instead of the right answer.
        times: How often it does, before it recovers.
        becomes: Status of the mark, or `error` for a sample that ends in an error.
        cause: Words by which the sample's error tells what happened.
    """

    question: str
    fault: Callable[[], Reply]
    times: int
    becomes: str
    cause: str = ""


def _passing(question: str, fault: Callable[[], Reply], times: int = 1) -> Case:
    return Case(question, fault, times, "answered")


def _said(question: str, answer: Answer, becomes: str) -> Case:
    return Case(question, lambda: answer, ALWAYS, becomes)


def _broken(question: str, fault: Callable[[], Reply], cause: str) -> Case:
    return Case(question, fault, ALWAYS, "error", cause)


PASSING = {
    "429 with retry-after": _passing("A01", lambda: Fault(429, "slow down", AT_ONCE)),
    "429 without retry-after": _passing("A02", lambda: Fault(429, "slow down")),
    "429 four times": _passing("A07", lambda: Fault(429, "slow down", AT_ONCE), times=4),
    "500": _passing("A08", lambda: Fault(500, "internal", AT_ONCE)),
    "502 with a proxy's page": _passing("B01", lambda: Page(502, "<html>Bad Gateway</html>")),
    "503": _passing("B02", lambda: Fault(503, "overloaded", AT_ONCE)),
    "reset in mid-body": _passing("B08", lambda: Cut(right_answer("B08"))),
    "closed without an answer": _passing("C03", Hangup),
}
"""Faults that end by themselves: the client repeats, and nothing remains of them."""

SLOW = {
    "no answer in time": _passing("B03", Silence),
    "slow drip": _passing("B05", lambda: Drip(right_answer("B05"))),
}
"""Faults that end only because `--attempt-timeout` ends them."""

SAID = {
    "content null, answer in the reasoning": _said(
        "C05", Answer(None, reasoning="答えは c"), "empty"
    ),
    "content null": _said("C06", Answer(None), "empty"),
    "empty string": _said("C07", Answer(""), "empty"),
    "stop length, nothing said": _said("C08", Answer("", stop="length"), "truncated"),
    "stop length in the reasoning": _said(
        "D01", Answer(None, reasoning="まず", stop="length"), "truncated"
    ),
    "stop length in mid-sentence": _said("D03", Answer("この患者では", stop="length"), "truncated"),
    "stop length after the answer": _said("D04", Answer("b\nなぜなら", stop="length"), "answered"),
    "content filter": _said("D05", Answer("", stop="refusal"), "refused"),
    "content filter with an apology": _said(
        "D07", Answer("申し訳ありませんが、お答えできません。", stop="refusal"), "refused"
    ),
}
"""Replies that are no fault of the wire: the sample is marked, and its status tells."""

BROKEN = {
    "invalid JSON": _broken("D08", lambda: Page(200, '{"id": "x", "choi', "application/json"), ""),
    "empty body": _broken("E01", lambda: Page(200, "", "application/json"), ""),
    "wrong model": _broken("E02", lambda: Fault(404, "no such model"), "404"),
    "wrong key": _broken("E04", lambda: Fault(401, "bad key"), "401"),
    "500 without end": _broken(
        "E05", lambda: Fault(500, "internal", AT_ONCE), "InternalServerError"
    ),
    **{
        f"400 for the figure of {question}": _broken(
            question, lambda: Fault(400, "images are not supported"), "images are not supported"
        )
        for question in WITH_FIGURES
    },
}
"""Faults that stay: each costs its sample, which is listed with its cause."""


def _by(cases: Mapping[str, Case]) -> Plan:
    by_question = {case.question: case for case in cases.values()}

    def say(question: str, before: int) -> Reply:
        case = by_question.get(question)
        return case.fault() if case is not None and before < case.times else right_answer(question)

    return say


breaking = _by(PASSING | SAID | BROKEN)
"""The plan of a server at which everything happens but silence."""

hanging = _by(SLOW)
"""The plan of a server that hangs at some questions, each time it is asked first."""

healthy = _by(SAID)
"""The plan of the repaired server: what was said stays said."""
