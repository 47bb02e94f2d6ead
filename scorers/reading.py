r"""From a model's text to a reading, by kinds of writing and never by guess.

The stages, each a pure function of the text or of its two ends, all linear in its length:

1. `normalise`: one form for every character; hidden reasoning (tags, thought tokens, channels,
   either end lost) and mark-up (Markdown, LaTeX, HTML, emoji) are removed.
2. `fields`: places that announce an answer (「答え：b」, 【回答】, "The answer is", JSON,
   `\boxed{}`), records ("answer: … / confidence: … / explanation: …"), and lines where another
   speaker or another question begins: what follows an answer there was never asked.
3. For options `commitments`, which weighs what `values` reads in fields and on lines and what
   `sentences` say: the last field; else the last sentence that chooses, or a first or last line
   of its own; else judgements of all options. For numbers `numbers`. Two candidates without a
   decision, a foreign label and an echoed placeholder are unreadable.
4. Where nothing was read, the reason: truncated, refused, empty or unreadable.

Decisions: "1/2" and ranges are no numbers; a label wins over an option whose text is the same; a
dash between two labels is read by the number of options asked for ("a-d": two of two).
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from kokushi_inspect.exam import Question, Reading
from scorers.commitments import choose
from scorers.fields import (
    TURN_TOKEN,
    WORDS,
    Field,
    any_of,
    find_fields,
    is_confidence,
    is_meta,
    is_placeholder,
    json_values,
    turns,
)
from scorers.labels import alphabet
from scorers.normalise import fold, received, same_text, strip_reasoning, tidy
from scorers.numbers import canonical_number, find_number, read_number, same_number
from scorers.values import Commitment, Values

__all__ = ["canonical_number", "read_reply", "same_number", "same_text"]

HEAD_CHARACTERS = 3_000
TAIL_CHARACTERS = 5_000
"""An answer stands at either end of a reply: of a longer one only the ends are read."""
MAX_FILL_IN = 80
"""Longest written answer, in characters; anything longer is prose."""
MAX_SCANNED = 16_000
"""Longest reply in which turns are looked for throughout, in characters."""

_LIMITS = ("max_tokens", "model_length")
_REFUSAL = re.compile(any_of(WORDS["refusal"]["phrase"]), re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n\s*+")
_ROLES = ("user", "assistant")
_ROLE = re.compile(r"^(?:assistant ?: |問 ?\d{1,3} ?[:.)] ?)", re.IGNORECASE)
_ASKS = re.compile(r"^Q\d{0,2} ?[.:]")
_ANSWERS = re.compile(r"^A\d{0,2} ?[.:] ")
_FIELD_END = re.compile(r"[。\n]|\. ")
_COPULA = re.compile(r"(?:です|である|だと考えます|と考えます|だと思います|と思います|でした|だ)$")
_QUOTED = re.compile(r"「([^「」]{1,80})」")
_EDGES = " 。.,、!\"':;"
_OPENERS = "「『【([《〈⟦"
_CLOSERS = "」』】)]》〉⟧"
_OPENER = re.compile(f"[{re.escape(_OPENERS)}]")
_WORDLIKE = re.compile(r"[^\W_]")
_SENTENCE_LIKE = re.compile(r"[、,。は]|.{25}| \S+ ")


def read_reply(text: str, question: Question, stop_reason: str = "stop") -> Reading:
    """Understand a reply as a careful examiner would.

    Args:
        text: The model's text; reasoning content parts are left out by the caller.
        question: The question asked; its kind, labels, option texts (when known), number of
            options and answer boxes are looked at, its key never.
        stop_reason: Why the model stopped, in Inspect's words; `max_tokens` and `model_length`
            make an unread reply truncated, `content_filter` makes it refused.
    """
    folded = _BREAKS.sub("\n", _SPACES.sub(" ", fold(received(text)))).strip()
    visible = strip_reasoning(TURN_TOKEN.sub("\nuser\n", folded))
    seen = visible.text.strip()
    if len(seen) > MAX_SCANNED:
        seen = _ends(seen)
    answer = _answer(seen, question, cut=stop_reason in _LIMITS)
    if answer:
        return Reading("answered", answer)
    if stop_reason in _LIMITS:
        return Reading("truncated")
    if stop_reason == "content_filter":
        return Reading("refused")
    if not seen:
        return Reading("unreadable" if visible.unclosed else "empty")
    return Reading("refused" if answer is None and _declines(seen) else "unreadable")


def _declines(text: str) -> bool:
    """Whether the reply says, where it begins or ends, that it gives no answer."""
    return bool(_REFUSAL.search(text[:400]) or _REFUSAL.search(text[-300:]))


def _ends(text: str) -> str:
    if len(text) <= HEAD_CHARACTERS + TAIL_CHARACTERS:
        return text
    return text[:HEAD_CHARACTERS] + "\n…\n" + text[-TAIL_CHARACTERS:]


def _answer(text: str, question: Question, *, cut: bool) -> tuple[str, ...] | None:
    """What the visible text commits to: None for nothing, empty for what cannot be read.

    An answer given before another turn begins is the answer to this question.
    """
    edges = [0, *turns(text)]
    for start, end in pairwise(edges):
        answer = _answer_of(_ends(text[start:end].strip()), question, cut=False)
        if answer is not None:
            return answer
    return _answer_of(_ends(text), question, cut=cut)


def _lines(text: str) -> list[str]:
    """The tidy lines of a text, without the names of speakers that stand in front."""
    lines = tidy(text)
    while lines and lines[0] in _ROLES:
        lines.pop(0)
    if lines:
        lines[0] = _ROLE.sub("", lines[0])
        if _ASKS.match(lines[0]):
            lines = [_ANSWERS.sub("answer: ", line) for line in lines]
    return lines


def _answer_of(text: str, question: Question, *, cut: bool) -> tuple[str, ...] | None:
    """The answer in a text without turns: None for no commitment, empty for an unreadable one."""
    lines, values = _lines(text), json_values(text)
    fields = find_fields(lines)
    if question.kind == "numeric":
        numbers = [
            n for value in values if (n := read_number(fold(value), question.boxes)) is not None
        ]
        number = numbers[0] if numbers else find_number(lines, fields, question.boxes, cut=cut)
        return None if number is None else (number,) if number else ()
    if question.kind == "fill_in":
        word = _written(values[0]) if values else _word(lines, fields, cut=cut)
        return (word,) if word else None
    return _labels(lines, fields, values, question, cut=cut)


def _labels(
    lines: Sequence[str],
    fields: Sequence[Field],
    values: Sequence[str],
    question: Question,
    *,
    cut: bool,
) -> tuple[str, ...] | None:
    ordered = question.kind == "ordered"
    texts = tuple(text for _, text in question.options)
    letters = alphabet(question.labels, texts, ordered)
    reader = Values(letters, question.select)
    read = (reader.read(" ".join(tidy(value))) for value in values)
    found: Commitment | None = next((one for one in read if one is not None), None)
    found = found or choose(lines, fields, letters, question.select, cut)
    if found is None or ordered:
        return None if found is None else found.labels
    chosen = set(found.labels)
    return tuple(label for label in question.labels if label in chosen)


def _word(lines: Sequence[str], fields: Sequence[Field], *, cut: bool) -> str:
    """The written answer: of the last field, of the only line, or of the last short line."""
    for field in reversed(fields):
        if field.is_placeholder or field.wide:
            continue
        value = field.value
        if not _WORDLIKE.search(value):
            value = next(iter(lines[field.line + 1 : field.line + 2]), "")
        if word := _written(value):
            return word
    end = next((index for index, line in enumerate(lines) if index and is_meta(line)), len(lines))
    content = [line for line in lines[:end] if not is_confidence(line)]
    if not content or is_placeholder(content[0]) or _REFUSAL.search(" ".join(content)):
        return ""
    if len(content) != 1 or (cut and _SENTENCE_LIKE.search(content[0])):
        return ""
    return _written(content[0])


def _written(value: str) -> str:
    """A written answer without the quotes, brackets and sentence around it."""
    sentence = _FIELD_END.split(value.strip(), maxsplit=1)[0]
    quoted = _QUOTED.search(sentence)
    word = quoted[1] if quoted else _COPULA.sub("", sentence.strip(" 。.,、!"))
    word = _unwrapped(word)
    return word if len(word) <= MAX_FILL_IN and _WORDLIKE.search(word) else ""


def _unwrapped(word: str) -> str:
    """A word without the punctuation and brackets around it; a remark in brackets stays."""
    word = word.strip(_EDGES)
    while word and word[-1] in _CLOSERS and (word[0] in _OPENERS or not _OPENER.search(word)):
        word = word[:-1].lstrip(_OPENERS).strip(_EDGES)
    return word if word.count("(") == word.count(")") else word.strip("()")
