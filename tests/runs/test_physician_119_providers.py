"""The real physician exam through both kinds of providers, with every figure."""

from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine, Run
from inspect_ai.dataset import Sample
from inspect_ai.model import ContentText
from local_providers import ANTHROPIC, COMPATIBLE, ask, stored
from real_exam import RealExam, stored_replies
from servers.exchange import SentImage, SentRequest, by_question
from small_exam import rows

pytestmark = pytest.mark.slow

PROVIDERS = {"compatible": COMPATIBLE, "anthropic": ANTHROPIC}
MODEL = "qwen2_5-72b"


@pytest.fixture(scope="module")
def replies(physician_119: Path) -> dict[str, dict[str, Any]]:
    return stored_replies(physician_119)[MODEL]


@pytest.fixture(scope="module")
def questions(physician_119: Path) -> dict[str, dict[str, Any]]:
    return rows(physician_119 / "questions.jsonl")


@pytest.fixture(scope="module", params=list(PROVIDERS))
def run(
    request: pytest.FixtureRequest,
    command_line: CommandLine,
    physician_119: Path,
    real_exam: RealExam,
    replies: dict[str, dict[str, Any]],
) -> Run:
    # by the whole text: the source lost a stem
    texts = {id: shown_text(sample) for id, sample in real_exam.samples.items()}
    return ask(
        command_line,
        f"physician 119 {request.param}",
        PROVIDERS[request.param],
        by_question(texts, stored(replies)),
        *("-T", f"source={physician_119}", "--no-log-images", "--max-connections", "20"),
        timeout=240,
    )


def outputs(replies: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {id: row["output"] for id, row in replies.items()}


def asked(run: Run, real_exam: RealExam) -> dict[str, SentRequest]:
    """The request of each question, known by its whole text."""
    requests = {request.texts[0]: request for request in run.requests}
    return {id: requests[shown_text(sample)] for id, sample in real_exam.samples.items()}


def shown_text(sample: Sample) -> str:
    """The text of a sample's user message, before its figures."""
    assert isinstance(sample.input, list)
    first = sample.input[0].content[0]
    assert isinstance(first, ContentText)
    return first.text


def test_every_question_is_asked_once(run: Run, real_exam: RealExam) -> None:
    assert (len(run.requests), run.failures) == (400, ())
    assert len(asked(run, real_exam)) == 400


def test_marks_equal_those_of_the_replay(
    run: Run, real_exam: RealExam, replies: dict[str, dict[str, Any]]
) -> None:
    expected = {m.question: m.to_record() for m in real_exam.marks(outputs(replies))}
    assert run.marks() == expected


def test_verdict_equals_that_of_the_replay(
    run: Run, real_exam: RealExam, replies: dict[str, dict[str, Any]]
) -> None:
    verdict = real_exam.verdict(outputs(replies))
    shown = run.metrics()
    assert (shown["points of 500"], shown["passed"]) == (verdict.points, verdict.passed)


def test_every_figure_arrives_in_order_with_media_type_and_bytes(
    run: Run, real_exam: RealExam, physician_119: Path, questions: dict[str, dict[str, Any]]
) -> None:
    expected = {
        id: tuple(
            SentImage("image/jpeg", (physician_119 / "images" / name).read_bytes())
            for name in row["images"]
        )
        for id, row in questions.items()
    }
    arrived = {id: request.images for id, request in asked(run, real_exam).items()}
    assert [id for id, images in expected.items() if arrived[id] != images] == []


def test_no_figure_is_lost(run: Run, physician_119: Path) -> None:
    files = [file.read_bytes() for file in (physician_119 / "images").iterdir()]
    arrived = {image.content for request in run.requests for image in request.images}
    assert [content for content in files if content not in arrived] == []


def test_each_figure_follows_its_caption(run: Run, real_exam: RealExam) -> None:
    wrong = [
        id
        for id, request in asked(run, real_exam).items()
        if request.texts[1:] != tuple(f"図{n}" for n in range(1, len(request.images) + 1))
    ]
    assert wrong == []
