"""A submission in the form of an answer sheet, or the reason why it is none.

What is checked is what a mark-sheet would not let a candidate do: labels that do not exist, too
many or too few of them, a number that does not fit its boxes. The key is never looked at.
"""

from collections.abc import Sequence
from decimal import Decimal

from kokushi_inspect.exam import Question
from scorers.labels import Alphabet, alphabet
from scorers.reading import MAX_FILL_IN, canonical_number, read_reply
from solvers.sheet import fill_in


class BadForm(ValueError):
    """A submission that does not have the form that the question asks for.

    Args:
        name: Name of the error in the agent's wording.
        values: What the wording says about it.
    """

    def __init__(self, name: str, **values: object) -> None:
        self.name = name
        self.values = values
        super().__init__(name)


Labels = Sequence[str | int] | str | int | None


def answer_form(
    question: Question,
    labels: Labels = None,
    number: float | str | None = None,
    text: str | None = None,
) -> str:
    """The submission as a reply that the ordinary reading understands.

    Args:
        question: The question; its kind decides which of the other arguments must be given, alone.
        labels: Labels of the chosen options, as a list or run together; printed order does not
            matter except for a question about an order.
        number: The number; nothing is rescaled.
        text: The written answer.

    Raises:
        BadForm: The submission does not have the form that the question asks for.
    """
    given = {
        name
        for name, value in (("labels", labels), ("number", number), ("text", text))
        if value is not None and value not in ("", [])
    }
    wanted = {"numeric": "number", "fill_in": "text"}.get(question.kind, "labels")
    if given != {wanted}:
        raise BadForm(f"use_{wanted}", labels=_listed(question))
    if wanted == "number":
        return _number(question, str(number))
    return _term(question, str(text)) if wanted == "text" else _labels(question, labels)


def _labels(question: Question, labels: Labels) -> str:
    texts = tuple(text for _, text in question.options)
    letters = alphabet(question.labels, texts, question.kind == "ordered")
    items = [labels] if isinstance(labels, str | int) else list(labels or ())
    chosen: list[str] = []
    for item in items:
        found = letters.split(Alphabet.form(str(item)))
        if not found:
            raise BadForm("unknown_label", label=str(item)[:40], labels=_listed(question))
        chosen += found
    for label in chosen:
        if chosen.count(label) > 1:
            raise BadForm("repeated_label", label=label)
    if question.kind != "ordered":
        select = 1 if question.kind == "single" else question.select
        if select is not None and len(chosen) != select:
            raise BadForm("label_count", select=select, count=len(chosen))
        chosen = [label for label in question.labels if label in chosen]
    return _readable(question, fill_in(question, chosen), "、".join(chosen))


def _number(question: Question, written: str) -> str:
    number = canonical_number(written)
    if number is None:
        raise BadForm("not_a_number")
    boxes = question.boxes
    if boxes is None:
        return number
    if number.startswith("-"):
        raise BadForm("negative")
    whole, decimals = boxes.digits - boxes.decimals, boxes.decimals
    # "04" for 0.4 fills every box but has no point: the digits as written are what must fit
    digits = written.strip() if written.strip().isdecimal() else number
    before, _, after = digits.partition(".")
    if len(before) > max(whole, 1) or len(after) > decimals or (not whole and Decimal(number) >= 1):
        raise BadForm("boxes_decimals" if decimals else "boxes", whole=whole, decimals=decimals)
    return number


def _term(question: Question, text: str) -> str:
    term = text.strip()
    if "\n" in term or len(term) > MAX_FILL_IN:
        raise BadForm("not_a_term", longest=MAX_FILL_IN)
    return _readable(question, term)


def _readable(question: Question, *forms: str) -> str:
    """The first form in which the ordinary reading finds an answer."""
    for form in forms:
        if read_reply(form, question).status == "answered":
            return form
    raise BadForm("not_a_term", longest=MAX_FILL_IN)


def _listed(question: Question) -> str:
    return ", ".join(question.labels)
