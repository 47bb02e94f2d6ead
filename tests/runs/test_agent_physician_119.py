"""The real physician exam, taken by the examinee with tools: every figure is looked at closely."""

from io import BytesIO
from pathlib import Path

import pytest
from command_line import CommandLine, Run, by_path
from inspect_ai.dataset import Sample
from inspect_ai.model import ContentImage, ContentText
from local_providers import ANTHROPIC, COMPATIBLE, ask
from PIL import Image
from planned_agent import call, difference, enlarged, submit
from real_exam import RealExam
from servers.exchange import Answer, SentRequest
from small_exam import Exam

from kokushi_inspect.exam import Question

pytestmark = pytest.mark.slow

SITTINGS = {"compatible": (COMPATIBLE, "all"), "anthropic": (ANTHROPIC, "with_figures")}
"""The whole exam with one kind of provider, the questions with figures with the other."""

LOWER_RIGHT = {"left": 0.5, "top": 0.5, "right": 1, "bottom": 1}


@pytest.fixture(scope="module", params=list(SITTINGS))
def run(
    request: pytest.FixtureRequest,
    command_line: CommandLine,
    exam: Exam,
    physician_119: Path,
    real_exam: RealExam,
) -> Run:
    provider, which = SITTINGS[request.param]
    # by the whole text: the source lost a stem
    questions = {question.id: question for question in real_exam.questions}
    asked = {text_of(s): (questions[id], s) for id, s in real_exam.samples.items()}

    def script(request: SentRequest) -> Answer:
        question, sample = asked[request.texts[0]]
        return next_words(question, request.replies, len(figures_of(sample)))

    return ask(
        command_line,
        f"agent physician 119 {request.param}",
        provider,
        script,
        *("-T", f"source={physician_119}", "-T", f"questions={which}"),
        *("--no-log-images", "--max-connections", "20"),
        *("--solver", by_path("solvers/agent.py", exam.folder)),
        timeout=600,
    )


def next_words(question: Question, replies: int, figures: int) -> Answer:
    """Look at each figure, forget the last of several options once, then be right."""
    if replies < figures:
        return call("magnify", figure=replies + 1, **LOWER_RIGHT)
    answer = right_answer(question)
    if question.kind == "numeric":
        return submit(number=answer[0])
    forgetful = replies == figures and len(answer) > 1
    return submit(*(answer[:-1] if forgetful else answer))


def right_answer(question: Question) -> tuple[str, ...]:
    """An accepted answer; the first options where nobody knows one."""
    if question.key.accepted:
        return question.key.accepted[0]
    return question.labels[: question.select or 1]


def parts_of(sample: Sample) -> list[object]:
    assert isinstance(sample.input, list)
    return list(sample.input[0].content)


def text_of(sample: Sample) -> str:
    """The text of a sample's user message, before its figures."""
    first = parts_of(sample)[0]
    assert isinstance(first, ContentText)
    return first.text


def figures_of(sample: Sample) -> list[str]:
    """The files of the figures of a sample."""
    return [part.image for part in parts_of(sample) if isinstance(part, ContentImage)]


def test_nothing_is_lost(run: Run) -> None:
    errors = {id: sample.error for id, sample in run.samples.items() if sample.error}
    assert (run.code, run.log.status, run.failures, errors) == (0, "success", (), {})


def test_marks_are_those_of_the_answers_meant(run: Run, real_exam: RealExam) -> None:
    meant = {mark.question: mark.to_record() for mark in real_exam.marks(replies(real_exam))}
    shown = {
        id: {name: value for name, value in mark.items() if name != "cost"}
        for id, mark in run.marks().items()
    }
    assert shown == {id: meant[id] for id in run.samples}


def test_whole_exam_has_the_verdict_of_the_answers_meant(run: Run, real_exam: RealExam) -> None:
    if len(run.samples) < len(real_exam.questions):
        assert "passed" not in run.metrics()
        return
    verdict = real_exam.verdict(replies(real_exam))
    assert (run.metrics()["points of 500"], run.metrics()["passed"]) == (verdict.points, 1)


def replies(real_exam: RealExam) -> dict[str, str]:
    """The right answers, as on the answer sheet."""
    return {q.id: "".join(right_answer(q)).upper() for q in real_exam.questions}


def test_every_figure_arrives_enlarged(run: Run, real_exam: RealExam) -> None:
    last = {request.texts[0]: request for request in run.requests}
    compared, wrong = 0, []
    for id in run.samples:
        sample = real_exam.samples[id]
        files = figures_of(sample)
        parts = enlarged(last[text_of(sample)], figures=len(files))
        for file, part in zip(files, parts, strict=True):
            compared += 1
            if lower_right_differs(file, part.content):
                wrong.append(id)
    assert compared > 80
    assert wrong == []


def lower_right_differs(file: str, part: bytes) -> bool:
    """Whether an enlarged part is not the lower right quarter of a figure."""
    with Image.open(file) as whole, Image.open(BytesIO(part)) as shown:
        width, height = whole.size
        expected = whole.convert("RGB").crop((width // 2, height // 2, width, height))
        return difference(shown.convert("RGB"), expected) > 5
