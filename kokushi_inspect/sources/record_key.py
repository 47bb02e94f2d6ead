"""Reads a key: labels run together, separated, in a list, or several accepted answers."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.record_names import record_words
from kokushi_inspect.sources.record_options import label_of
from kokushi_inspect.sources.record_values import is_nothing, read_json, read_text


@dataclass(frozen=True, slots=True)
class WrittenKey:
    """A key as a row writes it.

    Attributes:
        printed: Its texts, as the reference scorer sees them.
        answers: The accepted answers, each one text that is still to be taken apart.
    """

    printed: tuple[str, ...]
    answers: tuple[str, ...]


def read_key(value: Any) -> WrittenKey:
    """The key in a field's value; no answers when it is empty.

    Raises:
        KokushiError: It is neither text nor a list of texts.
    """
    value = read_json(value)
    if is_nothing(value):
        return WrittenKey((), ())
    if isinstance(value, list | tuple) and all(isinstance(item, list | tuple) for item in value):
        answers = [[_text(label) for label in item] for item in value if not is_nothing(item)]
        printed = tuple("".join(labels) for labels in answers)
        return WrittenKey(printed, tuple(",".join(labels) for labels in answers))
    items = list(value) if isinstance(value, list | tuple) else [value]
    texts = [_text(item) for item in items if not is_nothing(item)]
    if not texts:
        return WrittenKey((), ())
    joined = ",".join(texts) if len(texts) > 1 else texts[0]
    answers_of = re.split(record_words()["key"]["alternatives"], joined)
    return WrittenKey(tuple(texts), tuple(part for part in answers_of if part.strip()))


def _text(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise KokushiError(f"the key is a {type(value).__name__}", expected="a text or a list")
    return read_text(value)


def key_labels(answer: str, options: Mapping[str, str]) -> list[str]:
    """The labels that an answer names, in its order.

    It is one label, labels with separators, labels run together, or the text of an option.

    Raises:
        KokushiError: It names something that is no option, or an option twice.
    """
    folded = label_of(answer)
    if folded in options:
        return [folded]
    if exact := [label for label, text in options.items() if text and text == answer.strip()]:
        return exact[:1]
    pieces = [p for p in re.split(record_words()["key"]["joint"], folded) if p]
    labels = [label for piece in pieces for label in _apart(piece, options)]
    if unknown := [label for label in labels if label not in options]:
        raise KokushiError(
            f"the key '{answer}' names '{unknown[0]}', which is no option",
            expected=f"labels among {', '.join(options)}",
        )
    if len(set(labels)) < len(labels):
        raise KokushiError(f"the key '{answer}' names an option twice")
    return labels


def _apart(piece: str, options: Mapping[str, str]) -> Iterable[str]:
    return [piece] if piece in options else list(piece)
