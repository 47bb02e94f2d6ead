"""The same questions through Inspect's providers: what is sent, and how replies are marked."""

from io import BytesIO
from typing import Any

import pytest
from command_line import CommandLine, Run
from local_providers import ANTHROPIC, COMPATIBLE, OPENAI, Provider, ask, stored
from PIL import Image
from servers.exchange import SentImage, SentRequest, by_question
from small_exam import Exam, replay

PROVIDERS = {"compatible": COMPATIBLE, "anthropic": ANTHROPIC}
MEDIA_TYPES = {".png": "image/png", ".jpg": "image/jpeg"}
WIDEST = 256
"""Longest side that these runs send; one figure of the exam is wider."""


@pytest.fixture(scope="module", params=list(PROVIDERS))
def run(request: pytest.FixtureRequest, command_line: CommandLine, exam: Exam) -> Run:
    """The whole exam, answered with the stored replies."""
    return take(command_line, exam, PROVIDERS[request.param], "-T", f"max_pixels={WIDEST}")


@pytest.fixture(scope="module")
def withheld(command_line: CommandLine, exam: Exam) -> Run:
    return take(command_line, exam, OPENAI, "-T", "figures=withheld")


@pytest.fixture(scope="module")
def replayed(command_line: CommandLine, exam: Exam) -> Run:
    return replay(command_line, exam)


def take(command_line: CommandLine, exam: Exam, provider: Provider, *words: str) -> Run:
    return ask(
        command_line,
        f"provider {provider.server.__name__} {' '.join(words)}",
        provider,
        by_question(exam.stems, stored(exam.replies)),
        *("-T", "source=.", "-T", "criteria=criteria.toml", *words),
    )


def by_id(run: Run, exam: Exam) -> dict[str, SentRequest]:
    """The request of each question."""
    return {
        id: request
        for request in run.requests
        for id, stem in exam.stems.items()
        if stem in request.texts[0]
    }


def shown_text(row: dict[str, Any]) -> str:
    """The text of a question as an examinee sees it."""
    options = [f"{label}. {text}" for label, text in row.get("choices", {}).items()]
    parts = [row.get("context", ""), row["question"], "\n".join(options)]
    return "\n\n".join(part for part in parts if part)


def test_server_understood_every_request(run: Run) -> None:
    assert (run.code, run.failures) == (0, ())


def test_each_question_is_asked_once(run: Run, exam: Exam) -> None:
    assert len(run.requests) == len(exam.questions)
    assert set(by_id(run, exam)) == set(exam.questions)


def test_marks_equal_those_of_the_replay(run: Run, replayed: Run) -> None:
    assert run.marks() == replayed.marks()


def test_verdict_equals_that_of_the_replay(run: Run, replayed: Run) -> None:
    assert run.metrics() == replayed.metrics()


def test_figures_arrive_in_order_with_media_type_and_bytes(run: Run, exam: Exam) -> None:
    asked = by_id(run, exam)
    expected = {
        id: tuple(
            SentImage(MEDIA_TYPES[name[-4:]], (exam.folder / name).read_bytes())
            for name in row.get("images", [])
        )
        for id, row in exam.questions.items()
        if id != "B7"
    }
    assert {id: asked[id].images for id in expected} == expected


def test_each_figure_follows_its_caption(run: Run, exam: Exam) -> None:
    content = by_id(run, exam)["A3"].content
    captions = [part if isinstance(part, str) else "figure" for part in content[1:]]
    assert captions == ["図1", "figure", "図2", "figure"]


def test_too_wide_figure_arrives_scaled(run: Run, exam: Exam) -> None:
    (figure,) = by_id(run, exam)["B7"].images
    with Image.open(BytesIO(figure.content)) as image:
        assert (figure.media_type, image.format, image.size) == ("image/png", "PNG", (WIDEST, 51))


def test_scaled_figure_is_the_one_in_the_cache(
    run: Run, exam: Exam, command_line: CommandLine
) -> None:
    (figure,) = by_id(run, exam)["B7"].images
    cached = (command_line.home / "cache" / "figures").iterdir()
    assert [file.read_bytes() for file in cached if file.suffix == ".png"] == [figure.content]


def test_scaling_is_noted_in_the_sample(run: Run) -> None:
    noted = {
        id: s.metadata["figure_notes"]
        for id, s in run.samples.items()
        if "figure_notes" in s.metadata
    }
    assert noted == {"B7": ["wide.png: 300×60 sent as PNG 256×51"]}


def test_system_message_names_role_and_exam(run: Run) -> None:
    assert [r.system for r in run.requests if "医師" not in r.system] == []
    assert [r.system for r in run.requests if "医師国家試験" not in r.system] == []


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("A1", ["1つだけ", "大文字"]),
        ("A4", ["2個"]),
        ("A5", ["3個"]),
        ("A6", ["すべて"]),
        ("A7", ["2桁", "単位は書かない"]),
        ("A8", ["小数点以下は1桁"]),
        ("B1", ["順番"]),
        ("B2", ["語を1つ"]),
    ],
)
def test_system_message_says_what_to_answer(
    run: Run, exam: Exam, id: str, words: list[str]
) -> None:
    system = by_id(run, exam)[id].system
    assert [word for word in words if word not in system] == []


def test_nothing_is_asked_but_case_stem_and_options(run: Run, exam: Exam) -> None:
    """So the key, the forbidden options and how people answered stay with the examiner."""
    expected = {id: shown_text(row) for id, row in exam.questions.items()}
    assert {id: request.texts[0] for id, request in by_id(run, exam).items()} == expected


def test_request_has_one_system_and_one_user_message(run: Run) -> None:
    users = [[m["role"] for m in r.body["messages"] if m["role"] != "system"] for r in run.requests]
    assert users == [["user"]] * len(run.requests)


def test_withheld_figures_are_not_sent(withheld: Run) -> None:
    assert (len(withheld.requests), [r for r in withheld.requests if r.images]) == (19, [])


def test_questions_are_the_same_without_figures(withheld: Run, run: Run, exam: Exam) -> None:
    bare, full = by_id(withheld, exam), by_id(run, exam)
    assert {id: r.texts for id, r in bare.items()} == {id: r.texts[:1] for id, r in full.items()}


def test_withheld_figures_are_noted_in_the_sample(withheld: Run, exam: Exam) -> None:
    noted = {id for id, s in withheld.samples.items() if s.metadata.get("figures") == "withheld"}
    assert noted == {id for id, row in exam.questions.items() if row.get("images")}
