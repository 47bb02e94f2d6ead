"""Answers that stand on lines of their own: a label, or labels with their options' texts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scorers.fields import before_meta, is_confidence, is_meta
from scorers.labels import item_at
from scorers.sentences import MAX_OPTION_TEXT, judges, line_says, sentences
from scorers.values import ALL_OPTIONS, Commitment, Values

_LIST_MARK = re.compile(r"[.:)、] ?| ")
_ORDINAL = re.compile(r"^[(⟦]?\d{1,2}(?:[.):⟧]|番目?)[.: ]*(?=\D)")
MAX_LINE = 200
"""Longest line that is nothing but an answer, in characters."""


@dataclass(frozen=True, slots=True)
class Place:
    """A commitment and where it stands.

    Attributes:
        line: Index of the line.
        weight: 3 for a field or a line of its own, 2 for a sentence that announces the answer
            (正解はb), 1 for one that chooses (bを選ぶ), 0 for a last line with an option's text.
        correction: It says that it replaces an earlier answer.
        wide: It is a field with a common word (選択肢, choice).
        until: The last line that belongs to it, when it goes on over several.
    """

    line: int
    weight: int
    found: Commitment
    correction: bool = False
    wide: bool = False
    until: int = -1


def own_lines(lines: Sequence[str], values: Values, *, cut: bool = False) -> list[Place]:
    """Answers that stand on the first or the last lines by themselves.

    In a reply that was cut off only bare labels are answers: a line that begins with one may be
    the beginning of a comment on every option.
    """
    content = [(index, line) for index, line in enumerate(lines) if not is_confidence(line)]
    texts = [_ORDINAL.sub("", line) if values.letters.lettered else line for _, line in content]
    if not texts:
        return []
    if len(texts) == 1:
        only = _only_line(content[0][0], texts[0], values)
        return [place for place in only if place.found.tight or not cut]
    meta = next((index for index, line in enumerate(texts) if is_meta(line)), len(texts))
    head = option_lines(texts, values)
    tail = _tail_lines(texts, values)
    places = _last_words(content[-1][0], texts[-1], values)
    for block, others, line, weight in (
        (head, texts[len(head) : meta], content[0][0], 3),
        (tail, texts[: len(texts) - len(tail)], content[-1][0], 0),
    ):
        union = union_of(block)
        listing = (
            len(set(union.labels)) >= len(values.letters.labels) > 2 and not values.letters.ordered
        )
        free = union.tight or not any(_lists(other, values) for other in others)
        done = block is head and len(block) == meta < len(texts)
        whole = union.tight or not cut or done
        if block and free and whole and not (listing and len(block) > 1):
            places.append(Place(line, 3 if union.tight else weight, union))
    return places


def _last_words(index: int, line: str, values: Values) -> list[Place]:
    """A last sentence that is nothing but labels: 「輸液が適切。b」."""
    before, stop, last = line.rstrip("。. ").rpartition("。")
    found = values.read(last) if stop and before and len(last) < MAX_OPTION_TEXT else None
    return [Place(index, 1, found)] if found and found.tight and found.labels else []


def _only_line(index: int, line: str, values: Values) -> list[Place]:
    """The answer of a reply of one line, unless a sentence of it contradicts or goes on."""
    found = values.read(before_meta(line))
    if found is None or not found.labels:
        return _last_words(index, line, values)
    if found.tight:
        whole = set(found.labels) == set(values.letters.labels) and not values.letters.ordered
        named = values.letters.run.match(line) or ALL_OPTIONS.match(line)
        return [] if whole and not named else [Place(index, 3, found)]
    if any(_heads_option(one, values) for one in sentences(line)[1:]):
        return []
    chosen = set(found.labels)
    if len(chosen) == len(values.letters.labels) > 2 and not values.letters.ordered:
        return []
    for one in line_says(line, values.letters):
        same = set(one.labels) <= chosen
        if same == (one.how == "bad") or (one.how == "good" and set(one.labels) != chosen):
            return []
    return [Place(index, 1, found)]


def _tail_lines(texts: Sequence[str], values: Values) -> list[Commitment]:
    start = len(texts)
    while (
        start
        and len(texts) - start < len(values.letters.labels)
        and _option_line(texts[start - 1], values)
    ):
        start -= 1
    return option_lines(texts[start:], values)


def _lists(line: str, values: Values) -> bool:
    """Whether a sentence of a line begins as in a list of comments on options."""
    return any(_heads_option(one, values) for one in sentences(line))


def _heads_option(line: str, values: Values) -> bool:
    """Whether a line begins with a label as in a list of options or of comments on them."""
    item = item_at(line, 0, values.letters)
    return item is not None and bool(_LIST_MARK.match(line, item.closed) or item.end > item.closed)


def below(lines: Sequence[str], values: Values) -> Commitment | None:
    """The answer on the lines below a heading: one line, or one line for each option."""
    if not lines or is_meta(lines[0]):
        return None
    block = option_lines(lines, values)
    return union_of(block) if block else values.read(lines[0])


def option_lines(lines: Sequence[str], values: Values) -> list[Commitment]:
    """The labels of the lines at the head of `lines` that name an option each."""
    block: list[Commitment] = []
    if values.letters.lettered:
        lines = [_ORDINAL.sub("", line) if _ORDINAL.match(line) else line for line in lines]
    for line in lines[: len(values.letters.labels) + 1]:
        found = _option_line(line, values)
        if found is None or any(set(found.labels) & set(other.labels) for other in block):
            break
        block.append(found)
    return block


def union_of(block: Sequence[Commitment]) -> Commitment:
    """What several lines choose together."""
    labels = tuple(label for found in block for label in found.labels)
    return Commitment(labels, all(found.tight for found in block))


def _option_line(line: str, values: Values) -> Commitment | None:
    """The labels of a line that is nothing but an answer, perhaps with the option's text."""
    if len(line) > MAX_LINE or is_meta(line):
        return None
    text = before_meta(line)
    found = values.read(text)
    if found is None or not found.labels:
        return None
    if found.tight:
        return found
    head = item_at(text, 0, values.letters)
    if head is None or len(text) > MAX_OPTION_TEXT or re.search(r"[。!?].", text):
        return None
    if judges(text, head):
        return None
    english = re.match(r" [a-z]", text[head.closed :])
    if english and (
        len(text.split()) > 6 or re.search(r"\b(?:is|are|was|has|have|can|may)\b", text)
    ):
        return None
    return found
