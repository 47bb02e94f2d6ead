"""Numbers in replies: which one is the answer, and when two are the same.

A number is given back in one canonical form: plain decimal digits without exponent, thousands
separators, leading or trailing zeros ("1,130" → "1130", "０．４０" → "0.4", "1.2×10^3" → "1200").
Ranges ("20〜30"), fractions ("1/2") and two numbers without a decision are not read. Nothing is
rescaled or rounded: "15" is never 1.5.
"""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from kokushi_inspect.exam import Boxes
from scorers.fields import WORDS, Field, any_of, before_meta, is_confidence, is_meta, opens_record
from scorers.normalise import fold

MAX_DIGITS = 40
MAX_EXPONENT = 30
"""Longer numbers are not read: no answer of an exam needs them."""

_SAY = WORDS["number"]
_NUMBER = re.compile(
    r"(?P<minus>(?:(?<![\w.)%\]]) ?-|マイナス|minus|負の) ?)?(?<![A-Za-z0-9_^.⟦])(?<![A-Za-z]-)"
    r"(?P<digits>\d[\d,]*+(?:\.\d*+)?|\.\d++)"
    r"(?:(?P<e>[eE][-+]?\d++)(?![A-Za-z0-9])"
    r"| ?[×x・] ?10(?:\^|\*\*)?(?P<power>[-+]?\d++)|(?P<man> ?万))?",
)
_SKIP_AFTER = re.compile(rf" ?(?:{any_of(_SAY['skip_after'])})", re.IGNORECASE)
_SKIP_BEFORE = re.compile(r"(?:第|no\.|/|[A-Za-z]-|小数(?:点|第)?|有効数字|eq ?)$", re.IGNORECASE)
_RANGE = re.compile(
    r"\d[^\d\n]{0,6}(?:~|から|〜|\bto\b|±|/) ?-?\d|\d ?-{1,2} ?\d"
    r"|\d ?(?:または|か|or|もしくは|あるいは) ?\d",
    re.IGNORECASE,
)
_ROUNDED = re.compile(any_of(_SAY["rounding"]), re.IGNORECASE)
_CONCLUDE = re.compile(any_of(_SAY["conclude"]), re.IGNORECASE)
_SPACED = re.compile(r"^[^\w.-]*((?:[\d.] ){1,12}[\d.])(?![\d.])")
_CELLS = re.compile(r"^[^\w\[(]*((?:\[\d\] ?){2,12}|(?:\(\d\) ?){2,12})[^\w]*$")
_BOX = re.compile(r"⟦\d{1,2}⟧ ?[:=はが]? ?\(?(\d)(?!\d)\)?")
_RING = re.compile(r"^[^\w⟦]*((?:⟦\d⟧ ?){1,12})(?![ \d:=はが])")
_BRACKETS = re.compile(r"\([^()\n]{0,80}\)|\[[^\[\]\n]{0,80}\]")
_SENTENCE_END = re.compile(r"[。!?]|\. (?=\D)|;")
MAX_PLAIN = 80
"""Longest line that is nothing but a number with its unit, in characters."""
MAX_CLOSING = 12
"""Longest last line without a number that is passed over ("以上。"), in characters."""
_COPULA = re.compile(r"である|です|だ$|になる|となる|\bis\b")
UNREADABLE = ""


def canonical_number(text: str) -> str | None:
    """The canonical form of a written number; None when the text is not one number alone."""
    folded = fold(text).strip()
    match = _NUMBER.fullmatch(folded)
    return _canonical(match) if match else None


def same_number(one: str, other: str) -> bool:
    """Whether two texts are the same number (0.4 = 0.40 = ０．４); false when either is none."""
    first = canonical_number(one)
    return first is not None and first == canonical_number(other)


def _canonical(match: re.Match[str]) -> str | None:
    digits = match["digits"].rstrip(",")
    if len(digits) > MAX_DIGITS:
        return None
    whole, point, decimals = digits.partition(".")
    if "," in whole:
        groups = whole.split(",")
        if not 1 <= len(groups[0]) <= 3 or any(len(group) != 3 for group in groups[1:]):
            return None
    if len(match["e"] or match["power"] or "") > MAX_DIGITS:
        return None
    exponent = int((match["e"] or "e0")[1:]) + int(match["power"] or 0) + (4 if match["man"] else 0)
    if abs(exponent) > MAX_EXPONENT:
        return None
    try:
        number = Decimal(
            whole.replace(",", "") + point + (decimals or "0" if point else "")
        ).scaleb(exponent)
    except InvalidOperation:
        return None
    return _plain(-number if match["minus"] else number)


def _plain(number: Decimal) -> str:
    if not number:
        return "0"
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def find_number(
    lines: Sequence[str], fields: Sequence[Field], boxes: Boxes | None, *, cut: bool = False
) -> str | None:
    """The number to which the lines commit themselves.

    Args:
        lines: Tidy lines of the visible text.
        fields: The fields found in the lines.
        boxes: The question's answer boxes: separate digits are joined only when there is one for
            each box, and digits assigned to numbered boxes get the point that is printed there.
        cut: Whether the reply was cut off: a number in its prose is no answer then.

    Returns:
        A canonical number, an empty text for an answer that cannot be read, None for no answer.
    """
    values = [
        (field, found)
        for field in fields
        if (found := _field_number(field, lines, boxes)) is not None
    ]
    if record := opens_record(lines, fields):
        corrections = [
            found
            for field, found in values
            if field.line > record.line and found
            if field.correction or (field.opens and field.explicit and field.word == record.word)
        ]
        opening = [found for field, found in values if field.line == record.line]
        if corrections or opening or record.is_placeholder:
            return (corrections or opening or [UNREADABLE])[-1]
    if values:
        explicit = [found for field, found in values if field.explicit]
        last_explicit = max((field.line for field, _ in values if field.explicit), default=-1)
        later = [
            found
            for field, found in values
            if not field.explicit and field.line > last_explicit and found
        ]
        return (later or explicit or [found for _, found in values])[-1]
    return _own_line([line for line in lines if not cut or _BARE.match(line)], boxes)


def _field_number(field: Field, lines: Sequence[str], boxes: Boxes | None) -> str | None:
    if field.is_placeholder:
        return None
    value = field.value
    if not re.search(r"[^\W_]", value):
        below = lines[field.line + 1 : field.line + 2]
        if not below or is_meta(below[0]):
            return None
        value = below[0]
    found = read_number(value, boxes)
    return None if not found and (field.wide or not field.linked) else found


def _own_line(lines: Sequence[str], boxes: Boxes | None) -> str | None:
    """The number of a first or last line that says nothing else, or of a concluding sentence."""
    content = [before_meta(line) for line in lines if not is_confidence(line)]
    if not content:
        return None
    if (filled := _all_boxes(content, boxes)) is not None:
        return filled
    if _is_plain(content[0], boxes) and (found := read_number(content[0], boxes)) is not None:
        return found
    if not re.search(r"\d", content[-1]) and len(content) > 1 and len(content[-1]) <= MAX_CLOSING:
        content.pop()
    sentences = [one for one in _SENTENCE_END.split(content[-1]) if _numbers(one)]
    last = sentences[-1] if sentences else content[-1]
    only = len(sentences) == 1 and len(_numbers(last)) == 1 and _COPULA.search(last)
    if _is_plain(last, boxes) or _ROUNDED.search(last) or _CONCLUDE.search(last) or only:
        return read_number(last, boxes)
    return None


def _is_plain(line: str, boxes: Boxes | None) -> bool:
    """Whether a line is little else than one number with its unit, or digits for the boxes."""
    if _boxed(line, boxes) is not None or _spaced(line, boxes) is not None:
        return True
    bare = _without_brackets(line[:MAX_PLAIN])
    places = _places(bare)
    if len(line) > MAX_PLAIN or len(places) != 1:
        return False
    before, after = bare[: places[0].start()].strip(), bare[places[0].end() :].strip(" 。.")
    named = len(before) <= 24 and before.endswith((":", "=", "は", " is"))
    return (named or len(before) <= 12) and len(after) <= 24 and not re.search("[、。=]", after)


def _all_boxes(content: Sequence[str], boxes: Boxes | None) -> str | None:
    """Numbered boxes filled one a line."""
    if len(content) > 1 and all(_BOX.match(line) for line in content[:12]):
        return _boxed(" ".join(content[:12]), boxes)
    return None


def read_number(text: str, boxes: Boxes | None) -> str | None:
    """The one number of a value such as "約28 kg/m^2" or "2450-1850=600 mL".

    Returns:
        A canonical number; an empty text where numbers stand that are no single answer; None where
        there is no number.
    """
    text = text[:400]
    boxed = _boxed(text, boxes)
    joined = _spaced(text, boxes) if boxed is None else boxed
    if joined is not None:
        return joined
    first = _SENTENCE_END.split(_without_brackets(text), maxsplit=1)[0]
    text = first if _places(first) else text
    pieces = [piece for piece in _ROUNDED.split(text) if _numbers(piece)]
    if not pieces:
        return UNREADABLE if re.search(r"\d", text) and _NUMBER.search(text) else None
    piece = pieces[-1]
    if _RANGE.search(
        re.sub(r"/\d[\d.]*|10\^-?\d+", "", piece)
        if "/" in piece and not _FRACTION.search(piece)
        else piece
    ):
        return UNREADABLE
    found = _numbers(piece)
    if len(found) > 1 and _LISTED.search(piece):
        return UNREADABLE
    return found[-1] or UNREADABLE


_BARE = re.compile(r"[^\w⟦]{0,3}[⟦\d][^ぁ-ん]{0,40}$")
"""A line that begins with a number and goes on without a sentence."""
_FRACTION = re.compile(r"\d ?/ ?\d")
_LISTED = re.compile(r"\d ?[,、;] ?\d")


def _without_brackets(text: str) -> str:
    """The text without remarks in brackets, unless it stands in brackets itself."""
    bare = _BRACKETS.sub(" ", text)
    return bare if re.search(r"\d", bare) else text


def _numbers(text: str) -> list[str]:
    """The numbers of a text that measure something, in canonical form; "" for an unreadable one."""
    return [_canonical(place) or UNREADABLE for place in _places(text)]


def _places(text: str) -> list[re.Match[str]]:
    """Where numbers stand that measure something: no ordinals, exponents, rates or names."""
    found = []
    for match in _NUMBER.finditer(text):
        before = text[max(0, match.start("digits") - 6) : match.start("digits")]
        base = match["digits"] == "10" and text[match.end() : match.end() + 1] == "^"
        if (
            not base
            and not _SKIP_AFTER.match(text, match.end())
            and not _SKIP_BEFORE.search(before)
        ):
            found.append(match)
    return found


def _spaced(text: str, boxes: Boxes | None) -> str | None:
    """One digit for each answer box: "2 8"."""
    match = _SPACED.match(text) or _CELLS.match(text)
    if match is None:
        return None
    digits = re.sub(r"[^\d.]", "", match[1])
    if boxes is None or sum(c.isdigit() for c in digits) != boxes.digits or digits.count(".") > 1:
        return UNREADABLE
    return canonical_number(digits)


def _boxed(text: str, boxes: Boxes | None) -> str | None:
    """Numbered boxes ("⟦1⟧2 ⟦2⟧8") or ringed digits ("⟦2⟧⟦8⟧") on a mark sheet."""
    if "⟦" not in text:
        return None
    if ring := _RING.match(text):
        digits = re.sub(r"\D", "", ring[1])
        return (
            canonical_number(digits) if boxes is None or len(digits) == boxes.digits else UNREADABLE
        )
    digits = "".join(_BOX.findall(text)[:MAX_DIGITS])
    if not digits:
        return None
    if boxes is None or len(digits) != boxes.digits:
        return UNREADABLE
    point = len(digits) - boxes.decimals
    return canonical_number(f"{digits[:point]}.{digits[point:]}" if boxes.decimals else digits)
