"""What the value of a field, or a line that is nothing but an answer, commits itself to.

A `Commitment` with labels is a choice; one without labels is a place where an answer was due and
none can be read (two candidates, a label that the question lacks). No answer at all is None.
"""

import re
from dataclasses import dataclass

from scorers.fields import CLOSE_MARKS, MAX_VALUE, OPEN_MARKS, WORDS, any_of
from scorers.labels import MAX_ITEMS, TAIL_JA, UNIT, WORD_END, Alphabet, Group, group_at, item_at
from scorers.normalise import fold

_SAY = WORDS["choice"]
_I = re.IGNORECASE
_OPEN = re.compile(
    rf"[ ,、:;{OPEN_MARKS}・]*+"
    rf"(?:(?:{any_of(_SAY['prefix'])}|{any_of(_SAY['adverb'])})[は,、:]?{WORD_END}"
    rf"[ ,、:;{OPEN_MARKS}]*+){{0,3}}",
    _I,
)
_EITHER_END = re.compile(any_of(_SAY["either_end"]), _I)
_RANGE = re.compile(r" ?(?:~|-|から|to(?= )|through) ?", _I)
NEGATE_AFTER = re.compile(any_of(_SAY["negate_after"]) + r"[^、,。.;a-z0-9]{0,14}", _I)
_NOT = re.compile(rf" ?{any_of(_SAY['negate_before'])} ", _I)
_CONTRAST = re.compile(rf"[ ,、。.;]*+(?:{any_of(_SAY['contrast'])})?[ ,、]*+", _I)
HEDGE = re.compile(any_of(_SAY["hedge"]), _I)
_ARTICLE_FREE = re.compile(
    r" (?:because|since|as|is|are|and|or|due|with|for|for:|-|seems|confidence|explanation)\b"
)
_HIRAGANA = re.compile(r"[ぁ-ん]")
_NOUN = re.compile(r"[ァ-ヿ一-鿿々]")
"""How an option's text begins, and a particle does not."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """What one place commits to; without labels: to nothing that can be read.

    Attributes:
        labels: The labels in the question's form, in the order of the text.
        tight: Nothing but labels (and a copula) stands there.
    """

    labels: tuple[str, ...] = ()
    tight: bool = False


UNREADABLE = Commitment()


_TIGHT_TAIL = re.compile(
    rf"[\s。.,、;:!?※†{CLOSE_MARKS}]*+(?:{any_of(WORDS['sentence']['copula'])})?[\s。.,、;:!?{CLOSE_MARKS}]*+(?:\([^()]{{0,60}}\)?)?[。.\s]*+$"
)
ALL_OPTIONS = re.compile(rf"[ のが,、は]{{0,2}}{any_of(WORDS['sentence']['all'])}", _I)
_COUNT = re.compile(r"\d{1,2} ?(?:つ|個|択|肢|項目|答)[^a-z0-9、,:。]{0,12}[、,:。]? ?", _I)


class Values:
    """Reads the value of a field, or a line that is nothing but an answer."""

    def __init__(self, letters: Alphabet, select: int | None):
        self.letters = letters
        self.select = select

    def read(self, text: str) -> Commitment | None:
        """What a value commits to; None when it does not begin with labels at all."""
        if len(text) > MAX_VALUE:
            text = text[:MAX_VALUE] + " …"
        text = _SHARES.sub("", text)
        if self.letters.lettered:
            text = (_ORDINALS if self.letters.ordered else _RINGS).sub("", text)
        if named := self.by_text(text):
            return Commitment(named, tight=True)
        at = 0
        for _ in range(8):
            at = _OPEN.match(text, at).end()  # type: ignore[union-attr]
            refused = _NOT.match(text, at)
            group = group_at(text, refused.end() if refused else at, self.letters)
            if group is None:
                if (count := _COUNT.match(text, at)) and not refused:
                    at = count.end()
                    continue
                return self._without_group(text, at)
            if among := _AMONG.match(text, group.end):
                at = among.end()
                continue
            denied = NEGATE_AFTER.match(text, group.end) or NEGATE_AFTER.match(text, group.closed)
            if not refused and not denied:
                return self._decide(text, at, group)
            at = _CONTRAST.match(text, denied.end() if denied else group.end).end()  # type: ignore[union-attr]
        return None

    def _without_group(self, text: str, at: int) -> Commitment | None:
        if at < 3 and (found := self._bracketed(text)):
            return found
        if ALL_OPTIONS.match(text, at) and not self.select:
            return Commitment(self.letters.labels, tight=True)
        run = self.letters.run.match(text, at)
        if (
            run
            and _is_foreign(run[0])
            and re.match(rf"[\s。.,、;:!?(~{CLOSE_MARKS}-]|$|[ぁ-ん]", text[run.end() :][:1])
        ):
            return UNREADABLE
        return None

    def _bracketed(self, text: str) -> Commitment | None:
        """「肺塞栓症(b)」: an option's text with its label in brackets."""
        sentence = re.split(r"[。\n]", text[:300], maxsplit=1)[0]
        groups = [
            group
            for match in re.finditer(r"[(\[「『]", sentence)
            if (group := item_at(sentence, match.start(), self.letters))
            and group.end > group.closed
            and len(group.labels) == 1
        ]
        if (
            not groups
            or _EITHER_END.search(sentence)
            or any(NEGATE_AFTER.match(sentence, group.end) for group in groups)
        ):
            return None
        if NEGATIVE_CLAUSE.search(sentence[groups[-1].end :]) or _OR.search(sentence):
            return None
        return Commitment(tuple(label for group in groups for label in group.labels))

    def _decide(self, text: str, at: int, group: Group) -> Commitment | None:
        tail = text[group.end :]
        if span := self._span(text, group):
            return span
        slash = "/" in text[group.start : group.end] and self.select == 1
        if slash or group.undecided or _EITHER_END.match(tail) or _MAYBE.match(tail):
            return UNREADABLE
        other = _OR_OTHER.match(tail)
        if other and item_at(tail, other.end(), self.letters):
            return UNREADABLE
        if _PERHAPS.match(tail) or self._wavers(tail):
            return UNREADABLE
        if self._is_article(text, at, group) or (
            tail[:1] != "(" and HEDGE.search(tail[:14].partition("。")[0])
        ):
            return None
        if self._lists_unknown(text, group.end):
            return UNREADABLE
        labels = group.labels + self._texted(text, group)
        if _TIGHT_TAIL.match(tail):
            return Commitment(labels, tight=True)
        return Commitment(labels) if self._tail_fits(text, group) else None

    def _wavers(self, tail: str) -> bool:
        """Whether the sentence goes on with two candidates ("a は確実、もう一つは c か d")."""
        rest = re.split("[。;!?]", _REMARK.sub("", tail[:80]), maxsplit=1)[0]
        groups = (
            group_at(rest, run.start(), self.letters) for run in self.letters.run.finditer(rest)
        )
        return any(group and group.undecided and not HEDGE.search(rest) for group in groups)

    def _span(self, text: str, group: Group) -> Commitment | None:
        """「a〜c」: a range, or two labels with a dash between; `select` tells which."""
        if self.letters.ordered or len(group.labels) != 1:
            return None
        dash = _RANGE.match(text, group.end)
        last = item_at(text, dash.end(), self.letters) if dash else None
        if dash is None or last is None or len(last.labels) != 1:
            return None
        order = self.letters.labels
        first, final = order.index(group.labels[0]), order.index(last.labels[0])
        between = order[first : final + 1]
        if len(between) > 2 and (len(between) == self.select or ALL_OPTIONS.match(text, last.end)):
            return Commitment(between)
        if "-" in dash[0] and (self.select == 2 or len(between) == 2):
            return Commitment((order[first], order[final]))
        return UNREADABLE

    def _is_article(self, text: str, at: int, group: Group) -> bool:
        """Whether the single letter is the English "a" before a noun."""
        if (
            group.labels != (self.letters.forms.get("a"),)
            or group.bracketed
            or group.end - group.start > 2
        ):
            return False
        lower = text[group.start] == "a"
        return (
            (lower or group.start == 0)
            and bool(re.match(r" [a-z]{2}", text[group.closed :]))
            and not _ARTICLE_FREE.match(text, group.closed)
        )

    def _lists_unknown(self, text: str, end: int) -> bool:
        """Whether the list goes on with a label that the question lacks ("a, f")."""
        joint = _LIST_JOINT.match(text, end - 1 if text[end - 1] == " " else end)
        run = self.letters.run.match(text, joint.end()) if joint else None
        if run is None or self.letters.split(run[0]) or run[0].lower() == "i":
            return False
        closing = rf"[\s。.,、{CLOSE_MARKS}]|$|です|である|だ|が|を|は"
        decimal = (
            text[run.end() : run.end() + 1] == "." and text[run.end() + 1 : run.end() + 2].isdigit()
        )
        single = len(run[0]) == 1 or (run[0].isdigit() and len(run[0]) == 2)
        return single and not decimal and bool(re.match(closing, text[run.end() :]))

    def _texted(self, text: str, group: Group) -> tuple[str, ...]:
        """「a. 発熱、d. 咳嗽」: further labels of the same style, each with its option's text."""
        found: list[str] = []
        mark = text[group.closed : group.closed + 1]
        at = group.closed
        if mark == "" or mark not in ".:)(の " or (mark == " " and not _NOUN.match(text, at + 1)):
            return ()
        for _ in range(MAX_ITEMS):
            stop = _NEXT_OPTION.search(text, at + 1, at + 60)
            if stop is None:
                break
            at = stop.end() - 1
            item = item_at(text, stop.end(), self.letters)
            if (
                item
                and text[item.closed : item.closed + 1] == mark
                and self._same_style(text, item, mark)
            ):
                found += item.labels
                at = item.closed
        return tuple(found)

    def _same_style(self, text: str, item: Group, mark: str) -> bool:
        if NEGATE_AFTER.match(text, item.closed):
            return False
        term = _TERM_BEFORE.search(text[max(0, item.start - 2) : item.start])
        return mark != " " or (not term and bool(_NOUN.match(text, item.closed + 1)))

    def _tail_fits(self, text: str, group: Group) -> bool:
        """Whether what follows the labels can follow an answer."""
        rest = text[group.closed :]
        digits = text[group.closed - 1].isdigit()
        if re.match(r"[。.,、;:!?…()\[\]}\"'」』】⟧>=*]| -|-$", rest):
            return True
        if rest[0] == " ":
            particle = _HIRAGANA.match(rest, 1) and not TAIL_JA.match(rest, 1)
            return not particle and not (digits and UNIT.match(rest))
        if TAIL_JA.match(rest) or group.end > group.closed:
            return True
        single = len(group.labels) == 1 and group.closed - group.start == 1
        return single and not digits and bool(_NOUN.match(rest))

    def by_text(self, text: str) -> tuple[str, ...]:
        """The labels of the options whose whole text this is, none when it is anything else."""
        if not any(self.letters.texts):
            return ()
        names = [_bare(option) for option in self.letters.texts]
        pieces = [text]
        if _bare(text) not in names:
            pieces = re.split(r"[、,;\n]|と(?=.)", text)[:MAX_ITEMS]
        found = []
        for piece in pieces:
            name = _bare(re.sub(r"(?:です|である|だ)[。. ]*$", "", piece))
            if not name or names.count(name) != 1 or name in self.letters.forms:
                return ()
            found.append(self.letters.labels[names.index(name)])
        return tuple(found)


_RINGS = re.compile(
    r"(?:⟦\d{1,2}⟧|\(\d{1,2}\))[:. ]?(?=[^\s。、])|\d{1,2}(?:番目|つ目|個目)[はがに:、]*"
)
_SHARES = re.compile(r"\d{1,2}(?:つ目|個目)[はがに:、]*")
_ORDINALS = re.compile(
    r"⟦\d{1,2}⟧[:. ]?|\(\d{1,2}\)[:. ]?|[がは]?\d{1,2}(?:番目|つ目|個目)[:.にはが]*"
    r"|\d{1,2}[:.に]+ ?"
)
_OR = re.compile(any_of(_SAY["either"]), _I)
_LIST_JOINT = re.compile(r" ?[,、・&/+] ?(?:and )?|と| ?and ", _I)
_PERHAPS = re.compile(
    r"[ ,、]{0,3}(?:and |または)?(?:possibly|perhaps|maybe|場合によ|もしかす)", _I
)
_REMARK = re.compile(r"\([^()]{0,80}\)")
_OR_OTHER = re.compile(r" ?[(、,]? ?" + any_of(_SAY["either"]) + " ?", _I)
_TERM_BEFORE = re.compile("[ァ-ヿA-Za-z] ?$")
_AMONG = re.compile(r"の(?:うち|中)[でからは、, ]{0,4}")
_NEXT_OPTION = re.compile(r"[,、;/→⇒>]|と|および|及び|・| and |\) ?| (?=[^ ])")
_MAYBE = re.compile(r" ?か(?:$|[。?？、も]|と(?:思|も))")
NEGATIVE_CLAUSE = re.compile(any_of(WORDS["sentence"]["negative_clause"]), _I)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", fold(text)).casefold()


_WORDS = frozenset(
    ("i", "it", "is", "in", "no", "an", "of", "to", "on", "so", "we", "my", "at", "by", "as")
)


def _is_foreign(run: str) -> bool:
    """Whether a run looks like labels, of another question: short, or a number."""
    return (
        run.isascii()
        and run.lower() not in _WORDS
        and (
            run.isdigit()
            or len(run) <= 2
            or (len(run) <= 5 and set(run.lower()) <= set("abcdefgh"))
        )
    )
