"""A question becomes a sample: one user message with the stem, the options and the figures."""

from collections.abc import Mapping
from typing import Any, Literal

from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, Content, ContentImage, ContentText

from kokushi_inspect.exam import Question, Sitting

_CAPTION = {"ja": "図", "en": "Figure "}


def question_to_sample(
    question: Question,
    sitting: Sitting,
    *,
    send_figures: bool = True,
    language: Literal["ja", "en"] = "ja",
    origin: Mapping[str, str] | None = None,
) -> Sample:
    """The sample of a question.

    The sample id is the question's own id. The metadata holds what the examiner needs (the record
    of the question and, under `sitting`, that of its sitting), so that a log can be marked again
    without the source.

    Args:
        question: The question.
        sitting: The sitting that it belongs to.
        send_figures: Whether its figures are shown; without them the text stays the same.
        language: Language of the captions.
        origin: For shuffled options, the label under which each option's text was printed.
    """
    metadata: dict[str, Any] = question.to_record()
    if notes := [figure.note for figure in question.figures if figure.note]:
        metadata["figure_notes"] = notes
    if question.figures and not send_figures:
        metadata["figures"] = "withheld"
    if origin:
        metadata["shuffled"] = dict(origin)
    metadata["sitting"] = sitting.to_record()
    return Sample(
        id=question.id,
        input=[ChatMessageUser(content=question_content(question, send_figures, language))],
        target=["".join(answer) for answer in question.key.accepted],
        metadata=metadata,
    )


def question_content(
    question: Question, send_figures: bool = True, language: Literal["ja", "en"] = "ja"
) -> list[Content]:
    """What the examinee sees: case, stem and options as printed, then captioned figures.

    A figure is an image content that holds the file's path; Inspect reads it when it is sent.
    """
    parts = []
    if question.scenario is not None and question.scenario.text:
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
