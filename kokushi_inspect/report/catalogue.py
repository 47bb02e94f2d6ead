"""The questions behind the answers: what each log says of them, kept once for each group."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from inspect_ai.log import EvalSample
from inspect_ai.model import ChatMessage, ContentImage

from kokushi_inspect.exam import HumanRecord, Key, Question
from scorers.marked import questions_of

QuestionKey = tuple[int | None, str]
"""Year and id: what tells the questions of a group apart."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a group knows it.

    Attributes:
        question: The question, with its options as printed.
        text: What the examinee was shown, figures left out.
        figures: Where its figures are: paths, data URIs, or `attachment://…` in the sample.
        log: Path of the log that this was read from.
        sample: Id and epoch of the sample there.
        plain: Whether it was read from a run with figures sent and options in place.
    """

    question: Question
    text: str
    figures: tuple[str, ...]
    log: str
    sample: tuple[int | str, int]
    plain: bool


@dataclass(slots=True)
class Catalogue:
    """The questions of a group, in the order in which they are met; plain runs are preferred."""

    asked: dict[QuestionKey, Asked] = field(default_factory=dict)

    def add(self, log: str, sample: EvalSample) -> None:
        """Take up the questions of a sample, unless they are known from a plain run."""
        records = sample.metadata.get("questions", [sample.metadata])
        known = [self.asked.get((r["year"], r["id"])) for r in records]
        if all(each is not None and each.plain for each in known):
            return
        messages = [m for m in _messages(sample) if m.role == "user"]
        questions = questions_of(sample.metadata)
        for place, (record, question) in enumerate(zip(records, questions, strict=True)):
            plain = "shuffled" not in record and record.get("figures") != "withheld"
            key = (question.year, question.id)
            if key in self.asked and not plain:
                continue
            message = messages[place] if place < len(messages) else None
            self.asked[key] = Asked(
                question=printed_question(question, record.get("shuffled") or {}),
                text="" if message is None else message.text,
                figures=() if message is None else tuple(_figures(message)),
                log=log,
                sample=(sample.id, sample.epoch),
                plain=plain,
            )


def printed_question(question: Question, origin: Mapping[str, str]) -> Question:
    """A question whose options were shuffled, led back to the printed order.

    Args:
        question: The question as it was asked.
        origin: For each label the label under which its text was printed.
    """
    if not origin:
        return question

    def back(answer: tuple[str, ...]) -> tuple[str, ...]:
        labels = [origin.get(label, label) for label in answer]
        return tuple(labels if question.kind == "ordered" else sorted(labels))

    rates = question.human.choice_rates
    texts = {origin.get(label, label): text for label, text in question.options}
    return replace(
        question,
        options=tuple((label, texts[label]) for label in question.labels),
        key=Key(
            tuple(back(answer) for answer in question.key.accepted),
            question.key.treatment,
            back(question.key.printed),
        ),
        forbidden=back(question.forbidden),
        human=HumanRecord(
            question.human.accuracy,
            None if rates is None else {origin.get(a, a): rate for a, rate in rates.items()},
        ),
    )


def _messages(sample: EvalSample) -> list[ChatMessage]:
    return [] if isinstance(sample.input, str) else list(sample.input)


def _figures(message: ChatMessage) -> Iterator[str]:
    if not isinstance(message.content, str):
        yield from (part.image for part in message.content if isinstance(part, ContentImage))
