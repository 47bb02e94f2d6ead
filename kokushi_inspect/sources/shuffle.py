"""Shuffles options: labels stay in place, texts move, the key follows.

A signal for contamination: an examinee that knows answers by their label loses them.
"""

import re
import unicodedata
from dataclasses import replace
from random import Random

from kokushi_inspect.exam import CHOICE_KINDS, HumanRecord, Key, Question

_REFERS_TO_ALL = re.compile(
    r"上記|以上の|いずれも|すべて|全て|該当(?:する|なし)|どれも|(?:all|none|both) of|the above",
    re.IGNORECASE,
)
"""Options that speak of the other options stay where they are."""


def shuffle_options(question: Question, seed: int) -> tuple[Question, dict[str, str]]:
    """Move the option texts of a question among its labels.

    An option that speaks of all the others ("all of the above") stays in place; a question with an
    option that names labels ("a and c") is left alone, and so is one whose options are lost or
    that is no choice or order.

    Args:
        question: The question.
        seed: The same seed moves the same question in the same way.

    Returns:
        The question, and for each label the label under which its text was printed (empty when
        nothing moved).
    """
    if question.kind not in (*CHOICE_KINDS, "ordered") or len(question.options) < 2:
        return question, {}
    texts = dict(question.options)
    if any(not text.strip() or _names_labels(text, question.labels) for text in texts.values()):
        return question, {}
    movable = [label for label in question.labels if not _REFERS_TO_ALL.search(texts[label])]
    origins = list(movable)
    Random(f"{seed}/{question.id}").shuffle(origins)
    origin = {label: label for label in question.labels} | dict(zip(movable, origins, strict=True))
    moved = {old: new for new, old in origin.items()}
    human = question.human
    rates = human.choice_rates
    return replace(
        question,
        options=tuple((label, texts[origin[label]]) for label in question.labels),
        key=_follow(question, moved),
        forbidden=tuple(label for label in question.labels if origin[label] in question.forbidden),
        printed_forbidden=tuple(moved.get(label, label) for label in question.printed_forbidden),
        human=HumanRecord(
            human.accuracy,
            None if rates is None else {moved.get(label, label): r for label, r in rates.items()},
        ),
    ), origin


def _follow(question: Question, moved: dict[str, str]) -> Key:
    ordered = question.kind == "ordered"
    accepted = []
    for answer in question.key.accepted:
        labels = [moved[label] for label in answer]
        accepted.append(tuple(labels if ordered else sorted(labels, key=question.labels.index)))
    printed = [moved.get(label, label) for label in question.key.printed]
    if not ordered and set(printed) <= set(question.labels):
        printed.sort(key=question.labels.index)
    return replace(question.key, accepted=tuple(accepted), printed=tuple(printed))


def _names_labels(text: str, labels: tuple[str, ...]) -> bool:
    """Whether a text names labels of the question, joined ("aとb", "a and c", "1、3")."""
    folded = unicodedata.normalize("NFKC", text).lower()
    label = "|".join(re.escape(label.lower()) for label in labels)
    joined = (
        rf"(?<![0-9a-z])(?:{label})\s*(?:と|、|,|・|および|及び|and|&)\s*(?:{label})(?![0-9a-z])"
    )
    return re.search(joined, folded) is not None
