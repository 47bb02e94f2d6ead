"""Runs of the examinee with tools in which every word of the model is planned."""

from collections.abc import Iterable, Iterator, Mapping
from threading import Lock
from typing import Any

from command_line import CommandLine, Run, by_path
from local_providers import Provider, ask
from PIL import Image, ImageChops, ImageStat
from servers.exchange import Answer, Call, Said, Script, SentImage, SentRequest
from small_exam import Exam

ARGUMENTS = ("-T", "source=.", "-T", "criteria=criteria.toml")

Plans = Mapping[str, Iterable[Said]]
"""What the model says to each question, request by request; repeated requests included."""


def call(name: str, text: str | None = None, /, **arguments: Any) -> Answer:
    """The model calls one tool."""
    return Answer(text, calls=(Call(name, arguments),))


def submit(*labels: str, **other: Any) -> Answer:
    """The model submits labels, or something else by its name."""
    return call("submit_answer", **({"labels": list(labels)} if labels else other))


def work(
    command_line: CommandLine,
    exam: Exam,
    name: str,
    provider: Provider,
    plans: Plans,
    *words: str,
) -> Run:
    """Take the exam, or only the questions that are planned, as the examinee with tools."""
    only = ("--sample-id", ",".join(plans)) if len(plans) < len(exam.questions) else ()
    return ask(
        command_line,
        f"agent {name}",
        provider,
        by_plan(exam, plans),
        *(*ARGUMENTS, *only, "--solver", by_path("solvers/agent.py", exam.folder), *words),
    )


def by_plan(exam: Exam, plans: Plans) -> Script:
    """A script that says, to each request about a question, the next thing of its plan."""
    left: dict[str, Iterator[Said]] = {id: iter(plan) for id, plan in plans.items()}
    lock = Lock()

    def script(request: SentRequest) -> Said:
        with lock:
            return next(left[question_of(request, exam)])

    return script


def question_of(request: SentRequest, exam: Exam) -> str:
    """Id of the question that a request is about."""
    return next(id for id, stem in exam.stems.items() if stem in request.texts[0])


def last_request(run: Run, exam: Exam, question: str) -> SentRequest:
    """The last request about a question: it repeats the whole conversation."""
    return [request for request in run.requests if question_of(request, exam) == question][-1]


def enlarged(request: SentRequest, figures: int) -> list[SentImage]:
    """The images of tool results; with OpenAI they follow the figures as a user message."""
    inside = [p for r in request.results for p in r.content if isinstance(p, SentImage)]
    return [*inside, *request.images[figures:]]


def difference(enlarged: Image.Image, part: Image.Image) -> float:
    """How far the colours are apart, from 0 to 255, after scaling back."""
    small = enlarged.resize(part.size, Image.Resampling.BOX)
    return sum(ImageStat.Stat(ImageChops.difference(small, part)).mean) / 3
