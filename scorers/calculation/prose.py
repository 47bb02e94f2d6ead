"""Finds the last value that running text commits to."""

import re
from dataclasses import dataclass
from typing import Protocol

from kokushi_inspect.exam import Status
from scorers.calculation.choice import NOTHING, Choice, Cue
from scorers.calculation.refusals import Declined, declined, is_blank
from scorers.calculation.text import plain
from scorers.calculation.words import Asked, pattern
from scorers.tolerance import Value

_MAX_CHARACTERS = 20_000
"""How much of the end of a reply is looked at."""
_MAX_SENTENCE = 800
_MAX_SENTENCES = 400
_MAX_BARE_WORDS = 5
_WEAK_CUES: tuple[Cue, ...] = ("asked", "computed", "named")

_BOUNDARY = re.compile(r"\n|(?<=。)|(?<=[.!?]) (?=[A-Z*_(\[#$\\]|[^\x00-\x7f])")
_BOLD = re.compile(r"\*\*([^*\n]{1,120})\*\*|__([^_\n]{1,120})__")
_LIST_MARK = re.compile(
    r"^(?:[-*•+] |> (?=\D))?(?:\(?\d{1,2}[.)] (?=\S)|step \d{1,2} ?[:.] ?)?", re.I
)


class Chooser(Protocol):
    """Finds what a piece of a reply commits to."""

    def __call__(self, segment: str, question: Asked, *, committed: bool) -> Choice:
        """The choice of a piece; `committed` when it was given as the answer."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """How running text was read, its value, and the sentence that decided."""

    status: Status
    value: Value | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    choice: Choice
    strong: bool
    concludes: bool
    aside: bool
    refusal: Declined | None


def last_commitment(text: str, question: Asked, choose: Chooser, *, cut: bool) -> Commitment:
    """The last value that a text commits to.

    A sentence commits strongly by a conclusion ("therefore", "total"), by the calculator's name
    before its value, by bold print, or by holding nothing but the value; weakly by a result after
    an equals sign or by the unit asked for. Without any of these the only value of the whole text
    counts. The last strong sentence wins over all weak ones.

    Args:
        text: The reply without hidden reasoning.
        question: What the question asks for.
        choose: Finds what a sentence commits to.
        cut: Whether the text stopped at a token limit: then only whole, strong sentences count.
    """
    bulleted = "\n" in text
    pieces = _pieces(text, whole_only=cut)
    sentences = [_sentence(piece, question, choose, bulleted=bulleted) for piece in pieces]
    for sentence in reversed(sentences):
        if sentence.aside:
            continue
        if sentence.refusal and sentence.refusal.of_answer and sentence.choice.value is None:
            return Commitment("refused", text=sentence.text)
        if sentence.strong and sentence.choice.value is not None:
            return Commitment("answered", sentence.choice.value, sentence.text)
        if sentence.concludes and sentence.choice.problem == "range":
            return Commitment("unreadable", text=sentence.text)
    if cut:
        return Commitment("truncated", text=text[-200:])
    return _weak(sentences, question, text)


def _weak(sentences: list[_Sentence], question: Asked, text: str) -> Commitment:
    """The last weak commitment; points of several items without their sum are none."""
    cued = [s for s in sentences if s.choice.cue in _WEAK_CUES and not s.aside]
    if question.form == "score" and len({s.choice.value for s in cued}) > 1:
        cued = [s for s in cued if re.search(r"\d ?\+[^=]{1,200}=", s.text)]
    if cued:
        return Commitment("answered", cued[-1].choice.value, cued[-1].text)
    values = {s.choice.value for s in sentences if s.choice.value is not None}
    unclear = any(s.choice.problem in ("several", "range") for s in sentences)
    placed = any(s.choice.cue for s in sentences)
    if len(values) == 1 and placed and not unclear:
        return Commitment("answered", values.pop(), text)
    if is_blank(text) or any(s.refusal for s in sentences):
        return Commitment("refused", text=text)
    return Commitment("unreadable", text=text)


def _pieces(text: str, *, whole_only: bool) -> list[str]:
    end = text[-_MAX_CHARACTERS:]
    pieces = [piece.strip() for piece in _BOUNDARY.split(end)]
    if whole_only and not end.endswith((".", "。", "!", "?", "\n")):
        pieces = pieces[:-1]
    spoken = [piece[-_MAX_SENTENCE:] for piece in pieces if re.search(r"\w", piece)]
    return spoken[-_MAX_SENTENCES:]


def _sentence(piece: str, question: Asked, choose: Chooser, *, bulleted: bool) -> _Sentence:
    piece = _LIST_MARK.sub("", piece) if bulleted else piece
    words = plain(piece)
    refusal = declined(piece, question)
    bare = _is_bare(words)
    parts = (piece,) if refusal is None else (refusal.after, refusal.before)
    choices = [choose(part, question, committed=bare) for part in parts if part]
    choice = next((c for c in choices if c.value is not None), choices[0] if choices else NOTHING)
    concludes = bool(pattern("conclusions").search(words))
    aside = bool(pattern("asides").search(words)) and choice.cue != "named" and not concludes
    strong = (
        concludes
        or bare
        or refusal is not None
        or choice.cue == "named"
        or bool(question.name.search(words))
        or _is_bold(piece, question, choose, choice)
    )
    return _Sentence(piece, choice, strong, concludes, aside, refusal)


def _is_bold(piece: str, question: Asked, choose: Chooser, choice: Choice) -> bool:
    return any(
        choose(bold[1] or bold[2], question, committed=False).value == choice.value is not None
        for bold in _BOLD.finditer(piece)
    )


def _is_bare(words: str) -> bool:
    """Whether a sentence is a value, at most with a unit, and nothing else."""
    first, *others = words.split()[: _MAX_BARE_WORDS + 1] or [""]
    if len(others) >= _MAX_BARE_WORDS or not pattern("number_openings").match(first):
        return False
    if any(word[0].isdigit() for word in others):
        return False
    return not re.search(r"[a-z]{3} [a-z]{3}", words)
