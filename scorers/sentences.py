"""What sentences and tables say about labels: chosen, praised, judged good or bad."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorers.fields import WORDS, any_of
from scorers.labels import WORD_END, Alphabet, Group, group_at, item_at
from scorers.values import HEDGE, NEGATE_AFTER, NEGATIVE_CLAUSE

_SAY = WORDS["choice"]
_I = re.IGNORECASE
_OPENERS = frozenset("([「『⟦【《〈<\"'")
_NEGATE_BEFORE = re.compile(
    rf"\b{any_of(_SAY['negate_before'])} (?:the |option |choice )?[(\[\"']?$", _I
)
_IF_BEFORE = re.compile(any_of(_SAY["if_before"]), _I)
_STRONG_AFTER = re.compile(any_of(_SAY["strong_after"]), _I)
_WEAK_AFTER = re.compile(any_of(_SAY["weak_after"]), _I)
_COPULA_AFTER = re.compile(r"(?:である|です|だ)(?:$|[。.、,]|と|ろう)")
_STRONG_BEFORE = re.compile(rf"\b{any_of(_SAY['strong_before'])}[ :]?[(\[\"'「]{{0,2}}$", _I)
_PROSE_WRONG = re.compile(rf"{any_of(WORDS['announce']['prose_wrong_ja'])}、? ?[(\[「『]?$", _I)
_CONCLUDE = re.compile(rf"^\W{{0,4}}{any_of(_SAY['conclude'])}{WORD_END}[,、:はも ]*", _I)
_CORRECTION = re.compile(any_of(WORDS["sentence"]["correction"]), _I)
_TERM_BEFORE = re.compile(rf"\b{any_of(WORDS['sentence']['term_before'])} ?[-(]?$", _I)
_GOOD = any_of(_SAY["positive"])
_BAD = any_of(_SAY["negative"])
_EITHER_WAY = rf"(?:(?P<good>{_GOOD})|(?P<bad>{_BAD}))"
_VERDICT = re.compile(
    rf"[ :.、,はがも)\]」】→=(-]{{0,4}}{_EITHER_WAY}"
    r"(?=$|[\s。、,.;:)\]」】!]|です|である|だ|で|と|の|→)",
    _I,
)
_VERDICT_LATER = re.compile(rf"[ :→(\[-]{_EITHER_WAY}[)\]。.]?$", _I)
_VERDICT_FIRST = re.compile(
    rf"(?:(?:^|[\s、。,]){_EITHER_WAY} ?[:(「] ?|(?P<ring>○) ?|(?P<cross>×) ?)$", _I
)
_OTHERS = re.compile(rf"{any_of(_SAY['others'])}[^。.\n]{{0,8}}{_BAD}", _I)
_SENTENCE_END = re.compile(r"[。!?]|\. (?=[^\s])|; ")
_CLAUSE_END = re.compile(r"[、,。.!?;]")
_WORD_BEFORE = re.compile(r"[ァ-ヺー一-鿿々Ͱ-Ͽ]$")
_PREFIXED = re.compile(rf"{any_of(_SAY['prefix'])} ?[(\[「『]?$", _I)
MAX_OPTION_TEXT = 60
"""Longest text of an option on a line that names the chosen option, in characters."""
MAX_LOOKED = 400
"""How many sentences and labels are looked at, from the end of a reply."""
MAX_SENTENCE = 300
"""How much of a sentence is looked at, from its end, in characters."""


How = Literal["chosen", "praised", "odd", "good", "bad"]
"""chosen: を選ぶ, is the answer; praised: が正しい, is correct; odd: 誤りは; good: ○; bad: ×."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence says about labels: chosen, praised, good or bad."""

    labels: tuple[str, ...]
    how: How
    correction: bool = False


def says(lines: Sequence[str], letters: Alphabet) -> list[tuple[int, Said]]:
    """What the sentences of each line say about labels; of very many the last ones."""
    said: list[tuple[int, Said]] = []
    left = MAX_LOOKED
    for index in range(len(lines) - 1, -1, -1):
        told: list[Said] = []
        for sentence in reversed(sentences(lines[index])):
            if left <= 0:
                return said
            left -= 1
            found, looked = _sentence_says(sentence, letters)
            left -= looked
            told = found + told
        verdict = _line_verdict(lines[index], letters)
        if verdict and not any(set(one.labels) & set(verdict.labels) for one in told):
            told.append(verdict)
        said = [(index, one) for one in told] + said
    return said


def line_says(line: str, letters: Alphabet) -> list[Said]:
    """What the sentences of one line say about labels."""
    return [one for _, one in says([line], letters)]


def sentences(line: str) -> list[str]:
    """The sentences of a line; of a very long one the end."""
    ends = [match.end() for match in _SENTENCE_END.finditer(line)]
    starts = [0, *ends]
    return [
        line[a:b][-MAX_SENTENCE:] for a, b in zip(starts, [*ends, len(line)], strict=True) if a < b
    ]


def _line_verdict(line: str, letters: Alphabet) -> Said | None:
    """「a. 肺炎 → ×」: the judgement at the end of an option's line."""
    later = _VERDICT_LATER.search(line) if len(line) < 2 * MAX_OPTION_TEXT else None
    head = item_at(line, 0, letters) if later else None
    if later is None or head is None or re.search("[,、。;]", line[head.end : later.start()]):
        return None
    return Said(head.labels, "good" if later["good"] else "bad")


def judges(line: str, head: Group) -> bool:
    """Whether a line that begins with a label judges its option instead of naming it."""
    return bool(_VERDICT.match(line, head.end) or _VERDICT_LATER.search(line))


def others_rejected(lines: Sequence[str]) -> bool:
    """Whether a line says that all options not named are wrong."""
    return any(_OTHERS.search(line) for line in lines)


def _sentence_says(sentence: str, letters: Alphabet) -> tuple[list[Said], int]:
    """What a sentence says about labels, and how many labels were looked at."""
    said: list[Said] = []
    at = looked = 0
    chain: tuple[str, ...] = ()
    concluded = _CONCLUDE.match(sentence)
    lead = concluded.end() if concluded else None
    for match in letters.run.finditer(sentence):
        if match.start() < at or not _stands_free(sentence, match):
            continue
        group = group_at(sentence, match.start(), letters)
        if group is None:
            continue
        at = group.end
        looked += len(group.labels)
        how = _how(sentence, group, letters, lead)
        if how is None and _JOINS.match(sentence, group.end):
            chain += group.labels if group.bracketed else ()
        elif how:
            labels = (chain if group.bracketed else ()) + group.labels
            said.append(Said(labels, how, bool(_CORRECTION.search(sentence))))
            chain = ()
    return said, looked


_REMARK = re.compile(r"^ ?\([^()]{1,60}\)")
_NOUN = re.compile(r"の[^はがをでと、。,.:;]{1,30}")
_NAMED_CLEAR = re.compile(
    rf"[ .:、-]{{1,3}}[^はがを、。,.:;]{{1,30}}?(?:{any_of(_SAY['clear_after'])})", _I
)
_WORDY = re.compile(r"[^\W_]")
_CONCESSIVE = re.compile(r"(?:が|けれど|けど|けれども|ので|なら|ならば)[、,]? ?$")
_ARROW = re.compile(r"[^\s→⇒] ?(?:→|⇒|->) ?[(「]?$")
_JOINS = re.compile(r"と|および|及び|、|,| and ")


def _how(sentence: str, group: Group, letters: Alphabet, lead: int | None) -> How | None:
    """What a sentence says about a group of labels in it; `lead` ends its concluding word."""
    left = sentence[max(0, group.start - 60) : group.start]
    clause = _clause(sentence[group.end : group.end + 60], letters)
    if _NEGATE_BEFORE.search(left[-28:]) or NEGATE_AFTER.match(clause) or group.undecided:
        return None if group.undecided else "bad"
    if _PROSE_WRONG.search(left):
        return "chosen" if lead is not None else "odd"
    clause = _REMARK.sub("", clause, count=1)
    noun = _NOUN.match(clause)
    named = noun.end() if noun and clause[:1] == "の" else 0
    strong = _STRONG_AFTER.match(clause, named) or _NAMED_CLEAR.match(clause)
    weak = _WEAK_AFTER.match(clause, named) or _COPULA_AFTER.match(clause)
    chosen = (
        strong
        or _STRONG_BEFORE.search(left[-40:])
        or (not letters.ordered and _ARROW.search(left[-8:]))
    )
    concluding = lead is not None and bool(weak or group.start - lead <= 2)
    if not _WORDY.search(clause) and _CONCESSIVE.search(left[-8:]):
        chosen = chosen or _CONCESSIVE.search(left[-8:])
    if chosen or concluding or weak:
        if HEDGE.search(clause) or _IF_BEFORE.search(left[-12:]):
            return None
        if NEGATIVE_CLAUSE.search(_CLAUSE_END.split(clause, maxsplit=1)[0]):
            return "bad"
        return "chosen" if chosen or concluding else "praised"
    verdict = _VERDICT.match(sentence, group.end) or _VERDICT.match(sentence, group.closed)
    if verdict:
        return "good" if verdict["good"] else "bad"
    first = _VERDICT_FIRST.search(left[-16:])
    return None if first is None else "good" if first["good"] or first["ring"] else "bad"


def _clause(right: str, letters: Alphabet) -> str:
    """What follows a group up to the next label or the end of the sentence."""
    for match in letters.run.finditer(right):
        if letters.split(match[0]):
            return right[: match.start()]
    return right


def _stands_free(sentence: str, match: re.Match[str]) -> bool:
    """Whether a run of letters is a label, not a word, an article or part of a term."""
    start, end = match.span()
    before, after = sentence[max(0, start - 16) : start], sentence[end : end + 12]
    if before and before[-1] in "-_'^+/.~":
        return False
    if (
        len(match[0]) > 1
        and not match[0].isdigit()
        and (before[-1:] in _OPENERS or [*match[0].lower()] != sorted(match[0].lower()))
    ):
        return not before  # an abbreviation: 〈cbd〉, CAB
    if (before[-1:] in _OPENERS) or _PREFIXED.search(before):
        return True
    if _WORD_BEFORE.search(before[-1:]) or _TERM_BEFORE.search(before):
        return False
    english = re.search(r"[A-Za-z][,;:]? ?$", before[-3:]) or re.match(r",? [A-Za-z]", after)
    if not english or match[0].isdigit():
        return True
    if len(match[0]) > 1 and not match[0].isupper():
        return False
    if match[0] == "a":
        return bool(re.match(r" (?:is|are) |, [b-z]\b| and [b-z]\b", after))
    noun = re.match(r" (?!(?:is|are|and|or|because|as|since)\b)[a-z]", after)
    return not (noun and match[0] in ("A", "I"))
