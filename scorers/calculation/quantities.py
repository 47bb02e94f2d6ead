"""Prepares a piece of a reply for finding its number.

Names, dates, units, bounds and denominators go, and numbers take one form: `-1234.5e6`.
"""

import re
from functools import cache

from scorers.calculation.text import plain
from scorers.calculation.words import ASKED, NAME, OTHER, Asked, pattern, source, words

_NUMBER = r"(?:\d+(?:\.\d+)?|\.\d+)"
_UNIT = f" ?[{ASKED}{OTHER}]?"

_POWER_UNIT = re.compile(
    r" ?(?:[x×*] ?)?10 ?\^ ?\d{1,2} ?/ ?(?:l|μl|ul|ml|mm ?\^? ?3)(?![a-z])", re.IGNORECASE
)
_POWER_OF_TEN = re.compile(
    rf"(?<![\d.])({_NUMBER}) ?[×xX*·⋅•] ?10 ?(?:\^|\*\*) ?\(?([-+]?\d{{1,3}})\)?(?!\d)"
)
_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})++(?!,?\d)")
_CONTINENTAL = re.compile(r"(?<![\d.,])([1-9]\d{0,2}(?:\.\d{3})++),(\d+)(?![\d.,])")
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d+),(\d+)(?![\d.,])")
_SPACED = re.compile(r"(\D*?)([1-9]\d{0,2}(?: \d{3})++)((?:\.\d+)?\D*)")
_TEN_THOUSANDS = re.compile(
    rf"(?<![\d.])(\d+(?:\.\d+)?) ?{words()['ten_thousand']} ?(\d{{1,4}}(?:\.\d+)?)?(?!\d)"
)
_MIXED = re.compile(r"(?<![\d./])(\d+) 1/2(?![\d/])")
_EXPONENT = re.compile(rf"(?<=[A-Za-zμ{ASKED}{OTHER}]) ?(?:\^|\*\*) ?\(?[-+]?\d+\)?")
_HYPHENATED = re.compile(r"(?<![\d.])\d+-(?!points?\b)(?:[A-Za-z]+-?)++", re.IGNORECASE)
_OUT_OF = re.compile(
    rf"(?<![\d.])({_NUMBER}{_UNIT}) ?(?:,? ?\(?out of|of(?= (?:the |all |a )?(?:\w+ )?\d)|/)"
    rf" ?(?:(?:the|a|an|all|possible|maximum|max|total|of|score) ){{0,4}}{_NUMBER}(?!\d|/)"
    rf"(?: (?:possible|total|maximum))?{_UNIT}",
    re.IGNORECASE,
)


@cache
def _compiled(name: str) -> re.Pattern[str]:
    number = rf"[-+]?{_NUMBER}(?:e[-+]?\d+)?"
    english = "|".join(words()["number_words"])
    known = {
        "minus": rf"{source('minus_words')} ?(?=[\d.])",
        "bounds_before": rf"{source('bounds_before')} ?(?:a |of )?{number}{_UNIT}",
        "bounds_after": rf"(?<![\d.]){number}{_UNIT} ?{source('bounds_after')}",
        "nouns": rf"{source('numbered_nouns')} ?[-:#]? ?\d+(?:\.\d+)?(?![\d.]*\d)[a-z]?(?![a-z])",
        "number_words": (
            rf"\b({english})\b(?=[ -](?:points?|criteri|out of|of (?:the )?(?:\d|{english}))"
            rf"|[.! ]*$|\()|(?:(?<=is )|(?<=of )|(?<=: )|(?<== ))({english})\b"
        ),
    }
    return re.compile(known[name], re.IGNORECASE)


@cache
def _moments() -> re.Pattern[str]:
    """Finds dates and times of day, which are no quantities."""
    y, m, d = (words()[f"{mark}_mark"] for mark in ("year", "month", "day"))
    months = "|".join(sorted(words()["months"], key=len, reverse=True))
    return re.compile(
        r"(?<!\d)\d{4}[-/]\d{1,2}[-/]\d{1,2}(?!\d)"
        r"|(?<!\d)\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})(?!\d)"
        rf"|(?<!\d)\d{{4}} ?{y}(?: ?\d{{1,2}} ?{m})?(?: ?\d{{1,2}} ?{d})?"
        rf"|\d{{1,2}} ?{m} ?\d{{1,2}} ?{d}"
        r"|(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)"
        rf"|\b(?:{months})\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}",
        re.IGNORECASE,
    )


def prepared(segment: str, asked: Asked) -> str:
    """A tidy piece of a reply, ready for finding its number.

    Args:
        segment: The piece, as `tidy` leaves it.
        asked: What the question asks for. Number words and "a/b" count for scores only; a decimal
            comma for quantities only.
    """
    text = asked.name.sub(NAME, plain(segment))
    text = _POWER_UNIT.sub(OTHER, _moments().sub(" ", text))
    if asked.form == "score":
        text = _scored(text)
    text = _grouped(_compiled("minus").sub("-", text), asked)
    text = _POWER_OF_TEN.sub(r"\1e\2", text)
    if asked.form == "score":
        text = pattern("out_of_points").sub(lambda score: score[1] or " ", text)
    text = asked.other_units.sub(OTHER, asked.unit.sub(ASKED, _HYPHENATED.sub(" ", text)))
    text = _EXPONENT.sub("", text)
    text = _compiled("bounds_after").sub(" ", _compiled("bounds_before").sub(" ", text))
    text = _compiled("nouns").sub(" ", text)
    if asked.form == "score":
        text = _OUT_OF.sub(r"\1", text)
    return re.sub(" +", " ", text).strip()


def _grouped(text: str, asked: Asked) -> str:
    """Thousands joined, decimal commas as points."""
    text = re.sub(r"(?<=\d)[_'](?=\d{3}(?!\d))", "", text)
    text = _CONTINENTAL.sub(lambda n: n[1].replace(".", "") + "." + n[2], text)
    text = _THOUSANDS.sub(lambda n: n[0].replace(",", ""), text)
    text = _TEN_THOUSANDS.sub(lambda n: f"{float(n[1]) * 10_000 + float(n[2] or 0):.10g}", text)
    if spaced := _SPACED.fullmatch(text):
        text = spaced[1] + spaced[2].replace(" ", "") + spaced[3]
    if asked.form == "quantity":
        text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    return text


def _scored(text: str) -> str:
    """Number words as digits, and "1 1/2" as 1.5."""
    text = _MIXED.sub(r"\1.5", text)
    text = _compiled("number_words").sub(
        lambda word: str(words()["number_words"][(word[1] or word[2]).lower()]), text
    )
    return kanji_numerals("point_counters").sub(lambda numeral: str(kanji_number(numeral[1])), text)


@cache
def kanji_numerals(counters: str) -> re.Pattern[str]:
    """Finds numbers in kanji before the counters of a key of `words.toml`."""
    digits, ten = "".join(words()["kanji_digits"]), words()["ten"]
    return re.compile(
        rf"([{digits}]?{ten}[{digits}]?|(?<![{digits}])[{digits}]++)(?= ?{source(counters)})"
    )


def kanji_number(numeral: str) -> int:
    """The number behind kanji digits: in positions, or with a mark of tens between two digits."""
    digits: dict[str, int] = words()["kanji_digits"]
    if words()["ten"] not in numeral:
        return int("".join(str(digits[character]) for character in numeral))
    tens, _, ones = numeral.partition(words()["ten"])
    return 10 * (digits[tens] if tens else 1) + (digits[ones] if ones else 0)
