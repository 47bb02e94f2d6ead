"""Brings a reply to one plain form: characters, markup and LaTeX, without losing a digit.

Every function here takes time linear in the length of its text.
"""

import re
import unicodedata

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUPERSCRIPT_RUN = re.compile(r"[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_HALVES = {"½": ".5", "¼": ".25", "¾": ".75"}
_PUNCTUATION = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–−﹣－", "-"),
        **dict.fromkeys("―─", "—"),
        **dict.fromkeys("〜∼˜～", "~"),
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‘’‚‛′`´", "'"),
        "∕": "/",
        "⁄": "/",
        "∗": "*",
        "✕": "×",
        "✖": "×",
        "≃": "≈",
        "≅": "≈",
        "⇒": "→",
        "⟹": "→",
        "⟶": "→",
        "➔": "→",
        "➡": "→",
    }
)
_MAX_MARKS = 4
"""Combining marks kept in a row; normalising longer runs takes quadratic time."""
_MAX_LETTERS = 40


def tidy(text: str) -> str:
    """Text in compatibility form, with one kind of minus, quote and space.

    Superscripts become `^n`, so that m² is m^2 and 10⁻³ is 10^-3; circled numbers, which number
    lists, vanish; runs of spaces become one, and blank lines go.
    """
    if not text.isascii():
        text = _SUPERSCRIPT_RUN.sub(lambda run: "^" + run[0].translate(_SUPERSCRIPTS), text)
        text = re.sub(r"(?<!\d)([½¼¾])", lambda half: "0" + _HALVES[half[1]], text)
        text = re.sub(r"(?<=\d) ?([½¼¾])", lambda half: _HALVES[half[1]], text)
        text = unicodedata.normalize("NFKC", "".join(_kept(text))).translate(_PUNCTUATION)
    text = re.sub(r"[^\S\n]+", " ", text.replace("\r", "\n"))
    text = re.sub(r" ?\n[ \n]*", "\n", text).strip()
    # A dash that begins a number is a minus, however long it is, and so is a long vowel's mark.
    return re.sub(r"((?:^|[:=(]) ?)—(?=[\d.])|(?<![\u3041-\u30ff])\u30fc(?=[\d.])", r"\1-", text)


def _kept(text: str) -> list[str]:
    """The characters that carry text: no format characters, list numbers or endless accents."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        code = ord(character)
        if marks > _MAX_MARKS or 0xE000 <= code <= 0xF8FF or code in _INVISIBLE:
            continue
        # Circled numbers, and ligatures that stand for whole phrases: 18 letters for one.
        kept.append(" " if 0x2460 <= code <= 0x249B or 0xFDF0 <= code <= 0xFDFD else character)
    return kept


_INVISIBLE = frozenset({0x00AD, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF})

_FRACTION = re.compile(r"\\[dt]?frac ?\{([^{}]*)\} ?\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt ?\{([^{}]*)\}")
_WRAPPER = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|operatorname|boldsymbol|bm|boxed"
    r"|fbox|mbox|underline|overline|emph)\*? ?\{([^{}]*)\}"
)
_COMMANDS = {
    "times": "×",
    "cdot": "×",
    "div": "÷",
    "approx": "≈",
    "simeq": "≈",
    "sim": "≈",
    "cong": "≈",
    "le": "≤",
    "leq": "≤",
    "leqslant": "≤",
    "ge": "≥",
    "geq": "≥",
    "geqslant": "≥",
    "lt": "<",
    "gt": ">",
    "pm": "±",
    "to": "→",
    "rightarrow": "→",
    "Rightarrow": "→",
    "implies": "→",
    "Longrightarrow": "→",
    "Delta": "Δ",
    "degree": "°",
    "left": "",
    "right": "",
    "mu": "μ",
}
_COMMAND = re.compile(rf"\\([A-Za-z]{{1,{_MAX_LETTERS}}})")
_EMPHASIS = re.compile(r"\*\*(?=\S)|(?<=\S)\*\*|(?<!\S)\*(?=\S)|(?<=[^\s\d)])\*(?!\S)|`+")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|sub|span|mark|code)(?: [^<>]{0,80})?>", re.IGNORECASE)
_OTHER_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,15}(?: [^<>]{0,80})? ?/?>")


def plain(text: str) -> str:
    """Tidy text without LaTeX, Markdown and HTML."""
    if "<" in text:
        text = re.sub(r"<sup>", "^", text, flags=re.IGNORECASE)
        text = re.sub(r"</sup>", "", text, flags=re.IGNORECASE)
        text = _OTHER_TAG.sub(" ", _TAG.sub("", text))
    if "\\" in text or "$" in text:
        text = _without_latex(text)
    text = re.sub(r"\^ ?\{([^{}]{1,20})\}", r"^\1", _EMPHASIS.sub("", text))
    text = re.sub(r"(?:^|(?<=\n))#{1,6} ", "", text)
    text = re.sub(r"={1,2}>|-{1,2}>", "→", text.replace("|", " ; "))
    return re.sub(r"[^\S\n]+", " ", text).strip()


def _without_latex(text: str) -> str:
    text = re.sub(r"\\([-*_<>#+.!|~%$&])", r"\1", text)
    text = re.sub(r"\\[,;:! ]|\\[()\[\]]|\$|\\\\|(?<=\d)~(?=[A-Za-z\\])", " ", text)
    text = text.replace("{,}", ",")
    for _ in range(3):
        text = _FRACTION.sub(r"(\1)/(\2)", _WRAPPER.sub(r"\1", _ROOT.sub(r"sqrt(\1)", text)))
    text = _COMMAND.sub(lambda command: _COMMANDS.get(command[1], " "), text)
    return re.sub(r"[{}]", "", text)


_ESCAPE = re.compile(r'\\(?:u([0-9A-Fa-f]{4})|(["\'/])|(\\)|([nrt])(?![a-z]))')


def unescaped(string: str) -> str:
    r"""A JSON string's content as text.

    Unlike JSON, `\t` and `\n` before a small letter stay, so that `\times` and `\neq`, which
    models forget to escape, are not torn.
    """

    def replace(escape: re.Match[str]) -> str:
        if escape[1]:
            return chr(int(escape[1], 16))
        return escape[2] or escape[3] or " "

    text = _ESCAPE.sub(replace, string)
    return tidy(text) if text != string else text
