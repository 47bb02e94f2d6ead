"""Reads options, whether they are flat fields ("a": …), a list, an object or a text."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.record_names import Record
from kokushi_inspect.sources.record_values import half_width, is_nothing, read_json, read_text

_FLAT = re.compile(r"(?:(?:option|choice|opt|選択肢)_?)?([a-z]|[1-9][0-9]?)")
_PRINTED = re.compile(
    r"\s*[(（]?([A-Za-zＡ-Ｚａ-ｚ]|[0-9０-９]{1,2})\s*[.．)）:：、](?![0-9０-９])\s*"
)
_LABEL_FIELDS = ("label", "key", "id", "option", "name", "number")
_TEXT_FIELDS = ("text", "value", "content", "body", "option_text", "choice")

LETTERS = "abcdefghijklmnopqrst"


def read_options(value: Any, record: Record, labels: Sequence[str]) -> dict[str, str]:
    """The options by label, in their order; empty when the row has none.

    Args:
        value: What stands in the field of the options, None when the row has no such field.
        record: The row with folded names, for options that are fields of their own.
        labels: The labels that the profession's exam prints, for options without labels.

    Raises:
        KokushiError: The options have a form that is not known, or a label twice.
    """
    value = read_json(value)
    if is_nothing(value):
        return _flat(record, len(labels))
    if isinstance(value, str):
        value = [line for line in value.splitlines() if line.strip()]
        if len(value) < 2:
            raise KokushiError("the options are one line of text", expected="a list or an object")
    if isinstance(value, Mapping):
        return _object(value, labels)
    if isinstance(value, list | tuple):
        return _list(list(value), labels)
    raise KokushiError(f"the options are a {type(value).__name__}", expected="a list or an object")


def label_of(text: str) -> str:
    """A label in the form that is compared and printed: half-width, lower case."""
    return half_width(text).lower()


@lru_cache(maxsize=4096)
def _flat_label(name: str) -> str:
    """The label that the name of a field is ("option_a" → "a"); empty when it is none."""
    match = _FLAT.fullmatch(name)
    return match[1] if match else ""


def _flat(record: Record, usual: int) -> dict[str, str]:
    """Fields called a, b, … or 1, 2, …: at least the first two, so that "q" and "a" are none.

    An empty one beyond the usual number of options is the unused column of a table.
    """
    found: dict[str, Any] = {}
    for name, value in record.items():
        if (label := _flat_label(name)) and isinstance(value, str | int | float):
            found.setdefault(label, value)
    for first, second in ("ab", "12"):
        if first in found and second in found:
            labels = sorted((x for x in found if x.isalpha() == first.isalpha()), key=_rank)
            used = [x for n, x in enumerate(labels) if n < usual or found[x] != ""]
            return _by_label([(label, found[label]) for label in used])
    return {}


def _rank(label: str) -> tuple[int, str]:
    return (int(label) if label.isdecimal() else 0, label)


def _object(value: Mapping[str, Any], labels: Sequence[str]) -> dict[str, str]:
    names = _column(value, _LABEL_FIELDS)
    texts = _column(value, _TEXT_FIELDS)
    if texts is not None:
        if names is None or len(names) != len(texts):
            return _list(texts, labels)
        return _by_label([(read_text(n), t) for n, t in zip(names, texts, strict=True)])
    # a table has the labels of all its rows: those that this row lacks are null
    return _by_label([(label, text) for label, text in value.items() if text is not None])


def _column(value: Mapping[str, Any], fields: Sequence[str]) -> list[Any] | None:
    return next((value[f] for f in fields if isinstance(value.get(f), list)), None)


def _list(items: list[Any], labels: Sequence[str]) -> dict[str, str]:
    if items and all(isinstance(item, Mapping) for item in items):
        return _by_label([_pair(item) for item in items])
    texts = [read_text(item) for item in items]
    matches = [_PRINTED.match(text) for text in texts]
    printed = [label_of(match[1]) for match in matches if match]
    if len(printed) == len(texts) and printed in (_labels(len(texts), s) for s in ("a", "1")):
        texts = [text[match.end() :] for text, match in zip(texts, matches, strict=True) if match]
        return _by_label(list(zip(printed, texts, strict=True)))
    names = _labels(len(texts), labels[0])
    if len(names) < len(texts):
        raise KokushiError(f"{len(texts)} options", expected=f"at most {len(names)}")
    return _by_label(list(zip(names, texts, strict=True)))


def _labels(size: int, first: str) -> list[str]:
    return list(LETTERS[:size]) if first.isalpha() else [str(n) for n in range(1, size + 1)]


def _pair(item: Mapping[str, Any]) -> tuple[str, Any]:
    label = next((item[name] for name in _LABEL_FIELDS if item.get(name) is not None), None)
    text = next((item[name] for name in _TEXT_FIELDS if item.get(name) is not None), None)
    if len(item) == 1:
        ((label, text),) = item.items()
    if label is None or text is None:
        raise KokushiError(
            f"an option has the fields {', '.join(map(str, item))}", expected="label and text"
        )
    return read_text(label), text


def _by_label(pairs: Sequence[tuple[str, Any]]) -> dict[str, str]:
    options: dict[str, str] = {}
    for name, text in pairs:
        label = label_of(name)
        if label in options:
            raise KokushiError(f"the option '{label}' stands twice")
        if not isinstance(text, str | int | float):
            raise KokushiError(f"the option '{label}' is a {type(text).__name__}", expected="text")
        options[label] = read_text(text).strip()
    return options
