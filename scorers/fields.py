r"""Where a reply announces an answer: labelled fields, JSON, records, and where it stops being one.

A field is a place such as 「答え：b」, 「【回答】」, "The correct answer is (B)", `"answer": "b"`
or `\boxed{b}`. A record is a reply that opens with such a field and goes on with further ones
(confidence, explanation). Nothing here knows labels or numbers: a field only has a text.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorers.normalise import TAG_MARK

WORDS: Mapping[str, Mapping[str, Sequence[str]]] = tomllib.loads(
    Path(__file__).with_name("reading_words.toml").read_text(encoding="utf-8")
)
"""The words of replies by purpose; see the comments of the file."""

CLOSE_MARKS = "\\])〕】》〉」』⟧⟫>\"'}"
OPEN_MARKS = "\\[(〔【《〈「『⟦⟪<\"'{"


def any_of(*groups: Iterable[str]) -> str:
    """One alternation of word groups, the longest words first."""
    words = sorted({word for group in groups for word in group}, key=len, reverse=True)
    return "(?:" + "|".join(words) + ")"


_SAY = WORDS["announce"]
_META_WORDS = any_of(WORDS["beside"]["meta"])
_FIELD = re.compile(
    rf"(?P<tag>{TAG_MARK})"
    rf"|(?P<lead>{any_of(_SAY['lead_ja'])})?の?"
    rf"(?:(?P<ja>{any_of(_SAY['word_ja'])})|(?P<wide_ja>{any_of(_SAY['wide_ja'])}))"
    rf"(?:{any_of(_SAY['after_ja'])})?"
    rf"|(?P<prose>{any_of(_SAY['prose_ja'])})"
    rf"|\b(?P<lead_en>(?:{any_of(_SAY['lead_en'])} ){{1,3}})?"
    rf"(?:(?P<en>{any_of(_SAY['word_en'])})|(?P<wide_en>{any_of(_SAY['wide_en'])}))"
    rf"(?: {any_of(_SAY['after_en'])})?(?![a-z])",
    re.IGNORECASE,
)
_LINK = re.compile(
    rf" ?(?P<number>\d{{1,2}}(?= ?[:)】\]]))?(?P<close>[ {CLOSE_MARKS}]{{0,6}})"
    rf"(?:\([^()\n]{{1,24}}\)(?=\s?[{CLOSE_MARKS}]?\s?:))?[ {CLOSE_MARKS}]{{0,3}}"
    rf"(?P<link>[:=→⇒]|->|-(?=\s)|\.(?=\s)|[はが]、?|(?:{any_of(_SAY['verb_en'])}\b:?))?\s?"
    rf"(?:{any_of(_SAY['softener_en'])}\b:?\s?){{0,3}}",
    re.IGNORECASE,
)
_OPENING = re.compile(rf"[ {OPEN_MARKS}#\d.]*$")
_OPENERS = frozenset("[(〔【《〈「『⟦<\"'{ ")
_COLONS = frozenset(":=→⇒-.")
_META = re.compile(
    rf"[{OPEN_MARKS} ]{{0,4}}(?:{_META_WORDS})(?=[\s{CLOSE_MARKS}:(=は]|$)", re.IGNORECASE
)
_META_INSIDE = re.compile(
    rf"(?<=[\s,、;/。.)\]】\"'])[{OPEN_MARKS} ]{{0,4}}(?:{_META_WORDS})"
    rf"(?=[\s{CLOSE_MARKS}:(=は\d])",
    re.IGNORECASE,
)
_CONFIDENCE = re.compile(
    rf"[{OPEN_MARKS} ]{{0,4}}{any_of(WORDS['beside']['confidence'])}", re.IGNORECASE
)
_NEGATED = re.compile("な[いか]")
_CORRECTION = re.compile(any_of(_SAY["correction"]), re.IGNORECASE)
_PLACEHOLDER = re.compile(
    rf"\s?[{OPEN_MARKS}…_]{{1,4}}[^{CLOSE_MARKS}\n]{{0,40}}{any_of(WORDS['beside']['placeholder'])}[^\n]{{0,60}}[{CLOSE_MARKS}]\s?$",
    re.IGNORECASE,
)
_TURN = re.compile(any_of(WORDS["turn"]["line"]), re.IGNORECASE | re.MULTILINE)
_MARKUP = re.compile(r"[#*> _-]*+")
MAX_TURNS = 3
TURN_TOKEN = re.compile(
    r"<\|(?:im_start|im_end|endoftext|eot_id|end_of_text|start_header_id|end_header_id|user|system|"
    r"assistant|eom_id|end_of_turn)\|>|</s>|<(?:start|end)_of_turn>|\[/?INST\]",
    re.IGNORECASE,
)
"""Tokens of chat templates that leak into a text where a turn ends."""


MAX_VALUE = 300
"""How much of a line after an announcement is looked at, in characters."""
MAX_FIELDS = 60


@dataclass(frozen=True, slots=True)
class Field:
    """A place where an answer is announced.

    Attributes:
        line: Index of the line.
        word: The announcing words, in lower case.
        value: What follows the announcement on the line, up to a further field.
        explicit: Announced by a colon, brackets, a heading or a tag, not within a sentence.
        wide: The announcing word is a common one (結論, option): only a bare label counts.
        opens: Nothing but brackets stands before it on the line.
        correction: It says that it replaces an earlier answer (最終, revised …).
        linked: Something joins word and value (a colon, は, "is", a bracket).
        number: The number behind the announcing word (解答1, 解答2).
    """

    line: int
    word: str
    value: str
    explicit: bool
    wide: bool = False
    opens: bool = True
    correction: bool = False
    linked: bool = True
    number: int | None = None

    @property
    def texted(self) -> bool:
        """Whether an option's text may follow the label although the word is a common one."""
        return self.word in WORDS["announce"]["texted"]

    @property
    def is_placeholder(self) -> bool:
        """Whether the value is the form's own text, echoed back instead of filled in."""
        return is_placeholder(self.value)


def is_placeholder(text: str) -> bool:
    """Whether a text is the form's own, echoed back instead of filled in."""
    return bool(_PLACEHOLDER.match(text))


def is_meta(line: str) -> bool:
    """Whether a line is a field beside the answer: confidence, explanation, reason."""
    return bool(_META.match(line))


def is_confidence(line: str) -> bool:
    """Whether a line only says how sure the examinee is."""
    return bool(_CONFIDENCE.match(line))


def before_meta(text: str) -> str:
    """The part of a line before a confidence or explanation field on the same line."""
    found = _META_INSIDE.search(text)
    return text[: found.start()] if found else text


def find_fields(lines: Sequence[str]) -> list[Field]:
    """The places that announce an answer, in the order of the text; of very many the outer ones."""
    found = [(index, match) for index, line in enumerate(lines) for match in _FIELD.finditer(line)]
    if len(found) > MAX_FIELDS:
        found = found[:2] + found[2 - MAX_FIELDS :]
    fields = (_field(index, lines[index], match) for index, match in found)
    return [field for field in fields if field]


def _field(index: int, line: str, match: re.Match[str]) -> Field | None:
    link = _LINK.match(line, match.end())
    before = line[max(0, match.start() - 9) : match.start()]
    if link is None or (match["prose"] and _NEGATED.search(match[0])):
        return None
    joined = link["link"] or ""
    bracketed = bool(link["close"].strip()) and before[-1:] in _OPENERS and before != ""
    colon = bool(match["tag"]) or bracketed or joined[:1] in _COLONS
    opens = len(before) < 9 and bool(_OPENING.match(before))
    linked = colon or bool(joined) or bool(match["prose"])
    if not linked and not opens:
        return None
    common = (match["wide_ja"] and not match["lead"]) or (match["wide_en"] and not match["lead_en"])
    return Field(
        line=index,
        word=match[0].lower(),
        value=before_meta(line[link.end() : link.end() + MAX_VALUE]).strip(),
        explicit=colon or not linked,
        wide=bool(common),
        opens=opens,
        correction=bool(_CORRECTION.search(match[0])),
        linked=linked,
        number=int(link["number"]) if link["number"] else None,
    )


def turns(text: str) -> list[int]:
    """Where in a text another speaker or another question begins, the first line apart."""
    found: list[int] = []
    at = text.find("\n") + 1
    while at and len(found) < MAX_TURNS:
        if _TURN.match(text, _MARKUP.match(text, at).end()):  # type: ignore[union-attr]
            found.append(at)
        at = text.find("\n", at) + 1
    return found


def opens_record(lines: Sequence[str], fields: Sequence[Field]) -> Field | None:
    """The answer field of a filled-in form: the first such field, with further ones behind it."""
    first = next((f for f in fields if f.explicit and f.opens and not (f.wide and f.line)), None)
    if first is None:
        return None
    line = lines[first.line]
    more = any(is_meta(below) for below in lines[first.line + 1 : first.line + 4])
    return first if more or before_meta(line) != line else None


_KEYS = [re.compile(key + "$", re.IGNORECASE) for key in _SAY["keys"]]
_KEY_INSIDE = re.compile(
    rf"[\"'](?:{any_of(_SAY['keys'])})[\"']\s?:\s?(?P<value>\[[^\]]{{0,200}}|\"[^\"]{{0,200}}|'[^']{{0,200}}"
    r"|[^,}\n]{0,80})",
    re.IGNORECASE,
)
MAX_DEPTH = 5


def json_values(text: str) -> list[str]:
    """What a JSON reply holds under the usual keys, the likeliest key first.

    Accepts prose and fences around the object, single quotes and objects that were cut off; the
    last object counts.
    """
    for start in (text.find("{"), text.rfind("\n{") + 1, text.rfind("{"), text.find("[")):
        if text[start : start + 1] not in ("{", "[") or start < 0:
            continue
        end = max(text.rfind("}"), text.rfind("]")) + 1
        try:
            loaded = json.loads(text[start:end])
        except (ValueError, RecursionError):
            continue
        if isinstance(loaded, list) and text[:start].strip(" `\njson"):
            continue  # prose with something in brackets
        if values := _texts(loaded, 0):
            return values
    if found := list(_KEY_INSIDE.finditer(text)):
        return [found[-1]["value"].replace("\n", " ")]
    return []


def _texts(value: Any, depth: int) -> list[str]:
    """The texts of a decoded value: of a list all in one, of an object those of its usual keys."""
    if depth > MAX_DEPTH or isinstance(value, bool) or value is None:
        return []
    if isinstance(value, list):
        parts = [texts[0] for item in value[:60] if (texts := _texts(item, depth + 1))]
        return [", ".join(parts)] if parts else []
    if not isinstance(value, dict):
        return [str(value)] if depth else []
    known = [value[key] for pattern in _KEYS for key in value if pattern.match(str(key))]
    inner = known or [item for item in value.values() if isinstance(item, dict)]
    return [text for item in inner[:8] for text in _texts(item, depth + 1)]
