"""Texts of others as people may see them: nothing hidden, nothing reordered, nothing that acts."""

import unicodedata
from functools import cache

_JOINERS = "\u200c\u200d"
"""Format characters that emoji and several scripts need; they cannot reorder or hide a text."""


def visible(text: str) -> str:
    """A text in which nothing is hidden and nothing is reordered; a terminal only prints it.

    Control characters become their pictures (␛ for ESC), other characters without a glyph of
    their own, such as those that turn the direction of a text, their code point in brackets, and
    the halves of broken surrogate pairs U+FFFD, which can be written to a file. Line feeds and
    tabs stay.
    """
    if text.isascii() and text.isprintable():
        return text
    flat = text.replace("\r\n", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return "".join(_shown(character) for character in flat)


def on_one_line(text: str, most: int = 300) -> str:
    """A name or a reading within a line: visible, without line breaks, cut when it is long."""
    return visible(shortened(text, most).replace("\t", " ")).replace("\n", "␊")


def shortened(text: str, most: int) -> str:
    """A text without its middle when it has more than `most` characters."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]} … {text[-most // 3 :]}"


@cache
def _shown(character: str) -> str:
    code = ord(character)
    match unicodedata.category(character):
        case "Cc" if character in "\n\t":
            return character
        case "Cc" if code < 0x20:
            return chr(0x2400 + code)
        case "Cc" if code == 0x7F:
            return "\u2421"
        case "Cc" | "Cf" if character not in _JOINERS:
            return f"⟨U+{code:04X}⟩"
        case "Cs":
            return "\ufffd"
    return character
