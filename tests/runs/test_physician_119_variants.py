"""The real physician exam through the variants, whose server says what a model once said."""

from pathlib import Path

import pytest
from command_line import CommandLine, Run
from local_providers import COMPATIBLE, ask, stored
from real_exam import RealExam, stored_replies
from servers.exchange import by_question
from test_physician_119_providers import shown_text
from variants import by_file

pytestmark = pytest.mark.slow

MODEL = "qwen2_5-72b"
CALLS = {"review": 2, "reason": 1, "panel": 3}


@pytest.fixture(scope="module", params=list(CALLS))
def variant(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def run(
    variant: str,
    command_line: CommandLine,
    physician_119: Path,
    real_exam: RealExam,
) -> Run:
    """Each question gets the same reply whoever is asked, and however often."""
    texts = {id: shown_text(sample) for id, sample in real_exam.samples.items()}
    return ask(
        command_line,
        f"physician 119 {variant}",
        COMPATIBLE,
        by_question(texts, stored(stored_replies(physician_119)[MODEL])),
        *("-T", f"source={physician_119}", "-T", "figures=withheld", "--max-connections", "20"),
        *by_file(variant, command_line.home / "exam"),
        timeout=280,
    )


def test_every_question_is_asked_and_none_is_lost(run: Run, variant: str) -> None:
    assert (run.log.status, run.failures) == ("success", ())
    assert (len(run.samples), len(run.requests)) == (400, 400 * CALLS[variant])


def test_marks_and_verdict_are_those_of_the_replies(
    run: Run, real_exam: RealExam, physician_119: Path
) -> None:
    replies = {id: r["output"] for id, r in stored_replies(physician_119)[MODEL].items()}
    expected = {m.question: (m.status, m.read) for m in real_exam.marks(replies)}
    given = {id: (m["status"], tuple(m["read"])) for id, m in run.marks().items()}
    assert given == expected
    verdict = real_exam.verdict(replies)
    shown = run.metrics()
    assert (shown["points of 500"], shown["passed"]) == (verdict.points, verdict.passed)
