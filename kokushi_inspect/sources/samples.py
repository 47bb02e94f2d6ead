"""Questions become samples: a user message for each, with the stem, the options and the figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, Content, ContentImage, ContentText

from kokushi_inspect.exam import Question, Sitting

_CAPTION = {"ja": "図", "en": "Figure "}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is asked.

    Attributes:
        question: The question, with its options in the order in which they are shown.
        origin: For shuffled options, the label under which each option's text was printed.
    """

    question: Question
    origin: Mapping[str, str] = field(default_factory=dict)


def question_to_sample(
    asked: Asked,
    sitting: Sitting,
    *,
    send_figures: bool = True,
    language: Literal["ja", "en"] = "ja",
) -> Sample:
    """The sample of a question.

    The sample id is the question's own id. The metadata holds what the examiner needs (the record
    of the question and, under `sitting`, that of its sitting), so that a log can be marked again
    without the source.

    Args:
        asked: The question.
        sitting: The sitting that it belongs to.
        send_figures: Whether its figures are shown; without them the text stays the same.
        language: Language of the captions.
    """
    question = asked.question
    content = question_content(question, send_figures=send_figures, language=language)
    return Sample(
        id=question.id,
        input=[ChatMessageUser(content=content)],
        target=["".join(answer) for answer in question.key.accepted],
        metadata=_record(asked, send_figures) | {"sitting": sitting.to_record()},
    )


def scenario_to_sample(
    asked: Sequence[Asked],
    sitting: Sitting,
    *,
    send_figures: bool = True,
    language: Literal["ja", "en"] = "ja",
) -> Sample:
    """The sample of a scenario: one user message for each question, the case only in the first.

    The sample id is that of the scenario. The metadata holds the records of the questions under
    `questions`, and that of the sitting.

    Args:
        asked: The questions of the scenario, in their order.
        sitting: The sitting that they belong to.
        send_figures: Whether figures are shown.
        language: Language of the captions.
    """
    first = asked[0].question
    return Sample(
        id=first.cluster,
        input=[
            ChatMessageUser(
                content=question_content(
                    each.question,
                    send_figures=send_figures,
                    language=language,
                    with_case=number == 0,
                )
            )
            for number, each in enumerate(asked)
        ],
        target=" / ".join("".join(a) for each in asked for a in each.question.key.accepted[:1]),
        metadata={
            "scenario": first.cluster,
            "questions": [_record(each, send_figures) for each in asked],
            "sitting": sitting.to_record(),
        },
    )


def question_content(
    question: Question,
    *,
    send_figures: bool = True,
    language: Literal["ja", "en"] = "ja",
    with_case: bool = True,
) -> list[Content]:
    """What the examinee sees: case, stem and options as printed, then captioned figures.

    A figure is an image content that holds the file's path; Inspect reads it when it is sent.
    """
    parts = []
    if with_case and question.scenario is not None and question.scenario.text:
        parts.append(question.scenario.text)
    if question.text.strip():
        parts.append(question.text)
    if question.kind not in ("numeric", "fill_in") and question.options:
        parts.append(
            "\n".join(f"{label}. {text}" if text else label for label, text in question.options)
        )
    content: list[Content] = [ContentText(text="\n\n".join(parts))]
    if send_figures:
        for number, figure in enumerate(question.figures, start=1):
            content.append(ContentText(text=f"{_CAPTION[language]}{number}"))
            content.append(ContentImage(image=figure.path))
    return content


def _record(asked: Asked, send_figures: bool) -> dict[str, Any]:
    question = asked.question
    record = question.to_record()
    if notes := [figure.note for figure in question.figures if figure.note]:
        record["figure_notes"] = notes
    if question.figures and not send_figures:
        record["figures"] = "withheld"
    if asked.origin:
        record["shuffled"] = dict(asked.origin)
    return record
