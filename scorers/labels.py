"""The labels of a question, and where they stand together in a text.

Telling a label from a word, a number or a term is the whole matter here: "be", "B型肝炎", "3回" and
the English article are none.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from scorers.fields import CLOSE_MARKS, OPEN_MARKS, WORDS, any_of
from scorers.normalise import fold

_SAY = WORDS["choice"]
_I = re.IGNORECASE
MAX_ITEMS = 60

WORD_END = "(?:(?<=[a-z])(?![a-z])|(?<![a-z]))"
"""The end of a word that is either Japanese or a whole English one."""
_ITEM_OPEN = re.compile(
    rf"[ {OPEN_MARKS}]*+(?:{any_of(_SAY['prefix'])}{WORD_END}[ {OPEN_MARKS}]*+)?", _I
)
_CLOSE = re.compile(rf"[ {CLOSE_MARKS}]*+(?:番(?!目)|の選択肢|の肢)?[{CLOSE_MARKS}]*+")
_JOIN = re.compile(rf" ?(?:[,、・&+;/.] ?)?(?:{any_of(_SAY['join'])}[、,]?)? ?", _I)
_ORDER_JOIN = re.compile(
    rf" ?(?:[,、・&+;/→⇒<>-]|->|{any_of(_SAY['join'])})?>? ?"
    rf"(?:{any_of(_SAY['adverb'])}[に,、:]? ?)?(?:\(?\d{{1,2}}[.:)⟧番]目?:? ?)?",
    _I,
)
_VERDICT_COMMENT = re.compile(rf" ?\( ?{any_of(_SAY['positive'], _SAY['negative'])} ?\)", _I)
_COMMENT = re.compile(r" ?\([^()\n]{1,60}\)")
_EITHER = re.compile(rf"[ ,、]{{0,2}}{any_of(_SAY['either'])}", _I)
TAIL_JA = re.compile(any_of(_SAY["tail_ja"]))
UNIT = re.compile(" ?" + any_of(_SAY["unit"]), _I)
_COMPOUND = re.compile(any_of(_SAY["compound"]))
_SPECIES = re.compile(rf"\. ?{any_of(_SAY['species'])}", _I)


class Alphabet:
    """The labels of one question, and how a run of letters falls into them."""

    def __init__(self, labels: tuple[str, ...], texts: tuple[str, ...] = (), ordered: bool = False):
        self.labels = labels
        self.ordered = ordered
        self.join = _ORDER_JOIN if ordered else _JOIN
        self.forms = {form: label for label in reversed(labels) if (form := self.form(label))}
        self.lettered = not any(form.isdigit() for form in self.forms)
        self.longest = max(map(len, self.forms), default=0)
        self.texts = texts
        others = [
            re.escape(f) for f in self.forms if not f.isascii() and not _KATAKANA.fullmatch(f)
        ]
        runs = ["[a-z0-9]+"]
        if any(_KATAKANA.fullmatch(form) for form in self.forms):
            runs.append("[ァ-ヺー]+")
        if others:
            runs.append("(?:" + "|".join(sorted(others, key=len, reverse=True)) + ")+")
        self.run = re.compile("|".join(runs), _I)

    @staticmethod
    def form(label: str) -> str:
        """A label as it appears in folded text: lower case, without brackets and full stops."""
        return re.sub(r"[\W_]+", "", fold(label)).lower()

    def split(self, run: str) -> tuple[str, ...]:
        """The labels that make up a run, empty when it is no run of labels or an ambiguous one."""
        run = run.lower()
        if run in self.forms:
            return (self.forms[run],)
        if len(run) > MAX_ITEMS or not self.longest:
            return ()
        ways: list[list[tuple[str, ...]]] = [[()]]
        for end in range(1, len(run) + 1):
            here = [
                (*way, self.forms[piece])
                for size in range(1, min(self.longest, end) + 1)
                if (piece := run[end - size : end]) in self.forms
                for way in ways[end - size]
            ]
            ways.append(here[:3])
        return ways[-1][0] if len(ways[-1]) == 1 else ()


_KATAKANA = re.compile(r"[ァ-ヺー]+")


@lru_cache(maxsize=64)
def alphabet(labels: tuple[str, ...], texts: tuple[str, ...], ordered: bool) -> Alphabet:
    """The alphabet of a question's labels, kept for the next reply to it."""
    return Alphabet(labels, texts, ordered)


@dataclass(frozen=True, slots=True)
class Group:
    """Labels that stand together in a text ("a、dとe"), at `start` to `end` of it."""

    labels: tuple[str, ...]
    start: int
    end: int
    undecided: bool = False
    bracketed: bool = False
    closed: int = 0


def item_at(text: str, at: int, letters: Alphabet) -> Group | None:
    """One run of labels with its brackets, or None where a word, a number or a term stands."""
    match = letters.run.match(text, _ITEM_OPEN.match(text, at).end())  # type: ignore[union-attr]
    if match is None or not (labels := letters.split(match[0])):
        return None
    start, end = match.span()
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if (after[:1] == "'" and after[1:].isalpha()) or before[-1:] == "第":
        return None
    if match[0].isdigit():
        if re.match(r"\.\d|,\d{3}(?!\d)", text[end : end + 5]) or re.search(r"\d\.$", before):
            return None
        if UNIT.match(text, end):
            return None
    elif _COMPOUND.match(text, end) or _SPECIES.match(text, end):
        return None
    if re.match(r"-[a-z0-9぀-ヿ一-鿿]", text[end : end + 2], _I) and not letters.ordered:
        rest = letters.run.match(text, end + 1)
        if rest is None or not letters.split(rest[0]):
            return None
    close = _CLOSE.match(text, end)
    stop = close.end() if close else end
    return Group(
        labels, start, stop, bracketed=before[-1:] in "([「『⟦【《" and before != "", closed=end
    )


def _free(text: str, item: Group) -> bool:
    """Whether a label that follows a mere space stands for itself, not at the head of a word."""
    rest = text[item.closed : item.closed + 12]
    return bool(
        re.match(r"[ ,、。)\]」』】⟧&・;:]|\.?$", rest)
        or TAIL_JA.match(rest)
        or _JOIN_TIGHT.match(rest)
    )


_END = re.compile(r"[\s。.)]*$")
_JOIN_TIGHT = re.compile(r"[→>と及お並か]")


def group_at(text: str, at: int, letters: Alphabet) -> Group | None:
    """The labels that stand together from a place on."""
    item = item_at(text, at, letters)
    if item is None:
        return None
    labels, undecided, bracketed = list(item.labels), False, item.bracketed
    start = item.start
    for _ in range(MAX_ITEMS):
        either = _EITHER.match(text, item.end)
        comment = _COMMENT.match(text, item.end)
        if comment and (
            letters.split(comment[0].strip(" ()")) or _VERDICT_COMMENT.match(comment[0])
        ):
            comment = None
        places = [match.end() for match in (either, comment) if match]
        joint = letters.join.match(text, places[-1] if comment and not either else item.end)
        following = item_at(
            text, either.end() if either else joint.end() if joint else item.end, letters
        )
        if following is None:
            break
        spaced = not either and joint is not None and not joint[0].strip()
        if spaced and not _free(text, following):
            break
        mark = joint[0].strip() if joint else ""
        if mark == "/" and following.labels[0].isdigit():
            break
        if mark == "." and not (letters.lettered and _END.match(text, following.closed)):
            break
        labels += following.labels
        undecided = undecided or bool(either)
        item = following
    return Group(tuple(labels), start, item.end, undecided, bracketed, item.closed)
