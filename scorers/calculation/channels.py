"""Where a reply puts its answer: JSON, answer tags, boxes and labelled lines, the last first."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from scorers.calculation.text import plain, unescaped
from scorers.calculation.words import source, words

MAX_SEGMENT = 2000
"""Longer answers are cut: what does not say its value within this many characters has none."""
_MAX_TRIES = 12
"""Places looked at from the end of the reply while they hold nothing but placeholders."""

_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+(?P<closed>"?)|[{}\[\]]')
_BRACKET = re.compile(r"[{}\[\]]")


def json_answers(text: str) -> Iterator[str]:
    """The values of answer keys in JSON or what looks like it, the last first.

    Single quotes, missing quotes, missing braces, keys in any case and escaped JSON are read;
    nested objects and lists become text.
    """
    for key in islice(reversed(list(_answer_key().finditer(text))), _MAX_TRIES):
        yield _json_value(text[key.end() : key.end() + MAX_SEGMENT])


@cache
def _answer_key() -> re.Pattern[str]:
    keys = "|".join(re.escape(key) for key in words()["answer_keys"])
    return re.compile(
        rf"(?:\\?[\"']\s?(?:{keys})\s?\\?[\"']|[{{,]\s?(?:{keys})(?=\s?:))\s?:\s?", re.IGNORECASE
    )


def _json_value(text: str) -> str:
    """The value that begins a text, as text."""
    escaped = text.startswith("\\")
    text = re.sub(r'^\\(?=["\'])', "", text)
    opening = text[:1]
    if opening and opening in "\"'":
        return unescaped(_string(text, escaped=escaped))
    if opening and opening in "{[":
        return _flat(text[: _closing(text)])
    bare = re.split(r",\s?[\"'][\w ]{1,40}[\"']\s?:|[}\n]", text, maxsplit=1)[0]
    return bare.strip().rstrip(",")


_GOES_ON = re.compile(r"\s?(?:[}\]]|$|,?\s?\n|,\s?\\?[\"']?[\w ]{1,40}\\?[\"']?\s?:|```)")
"""What follows a string's last quote: the end of its object, or the next key."""


def _string(text: str, *, escaped: bool) -> str:
    """The content of the string that begins a text, up to a quote after which JSON goes on.

    Quotes that models forget to escape are so kept inside. An unfinished string ends with its
    line or object.
    """
    quote = text[0]
    closings = (quote, "\\" + quote) if escaped else (quote,)
    first: str | None = None
    for match in re.finditer(rf"\\.|{quote}", text[1:], re.DOTALL):
        if match[0] not in closings:
            continue
        content = text[1 : match.start() + 1]
        if _GOES_ON.match(text, match.end() + 1):
            return content
        first = content if first is None else first
    return re.split(r"[}\n]", text[1:], maxsplit=1)[0] if first is None else first


def _closing(text: str) -> int:
    """Where the bracket that begins a text closes; the text's length when it does not."""
    depth = 0
    for match in _brackets(text):
        depth += 1 if match[0] in "{[" else -1
        if depth == 0:
            return match.end()
    return len(text)


def _brackets(text: str) -> Iterator[re.Match[str]]:
    """The brackets outside strings; a quote that is never closed begins none."""
    for match in _STRING_OR_BRACKET.finditer(text):
        if match["closed"] is None:
            yield match
        elif not match["closed"]:
            yield from _BRACKET.finditer(text, match.start() + 1, match.end())


def _flat(text: str) -> str:
    """A JSON object or list as text: its value with its unit, its parts, or all of it."""
    content: Any = None
    for candidate in (text, text.replace("'", '"'), text.replace('\\"', '"')):
        try:
            content = json.loads(candidate)
            break
        except (ValueError, RecursionError):
            continue
    if isinstance(content, list) and all(isinstance(item, str | int | float) for item in content):
        return unescaped(", ".join(str(item) for item in content))
    if isinstance(content, dict):
        return unescaped(_of_object({str(key).lower(): value for key, value in content.items()}))
    return text.strip("{}[]")


def _of_object(content: dict[str, Any]) -> str:
    simple = {k: v for k, v in content.items() if isinstance(v, str | int | float)}
    if "weeks" in simple:
        return f"{_count(simple['weeks'])} weeks {_count(simple.get('days', 0))} days"
    if {"year", "month", "day"} <= simple.keys():
        return f"{simple['year']}-{simple['month']}-{simple['day']}"
    for key in words()["value_keys"]:
        if key in simple:
            return f"{simple[key]} {simple.get('unit', simple.get('units', ''))}".strip()
    return "; ".join(f"{key}: {value}" for key, value in simple.items())


def _count(value: Any) -> str:
    return re.sub(r"\D+", "", str(value)) or "0"


_TAG = re.compile(r"<\s?(?:final[_ ]?)?answer\s?>", re.IGNORECASE)
_TAG_END = re.compile(r"<\s?[/\\]?\s?(?:final[_ ]?)?answer\s?[/\\]?>", re.IGNORECASE)


def tagged_answers(text: str) -> Iterator[str]:
    r"""What stands in answer tags, the last first; `<\answer>` closes, too."""
    end = len(text)
    for tag in islice(reversed(list(_TAG.finditer(text))), _MAX_TRIES):
        content = text[tag.end() : min(end, tag.end() + MAX_SEGMENT)]
        end = tag.start()
        yield _TAG_END.split(content, maxsplit=1)[0].strip()


_BOX = re.compile(r"\\(?:boxed|fbox)\s?\{")


def boxed_answers(text: str) -> Iterator[str]:
    r"""What stands in `\boxed{…}`, the last first."""
    for box in islice(reversed(list(_BOX.finditer(text))), _MAX_TRIES):
        content = text[box.end() : box.end() + MAX_SEGMENT]
        depth = 1
        for brace in re.finditer(r"(?<!\\)[{}]", content):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                content = content[: brace.start()]
                break
        yield content.strip()


def labelled_answers(text: str) -> Iterator[str]:
    """What follows "Answer:", "The final answer is" and the like on its line, the last first.

    When the line holds nothing after the label, the next line counts.
    """
    stripped = plain(text)
    for label in islice(reversed(list(_label().finditer(stripped))), _MAX_TRIES):
        following = stripped[label.end() : label.end() + MAX_SEGMENT].split("\n")
        lines = [line.strip(" *_:】」]") for line in following]
        line = lines[0]
        if not re.search(r"\w", line) or (re.search(source("label_ends"), line) and len(lines) > 1):
            line = " ".join(lines[:2])
        yield re.sub(r"^- (?=\S)", "", line.strip())


@cache
def _label() -> re.Pattern[str]:
    label = "|".join(words()["labels"])
    link = words()["label_links"]
    note = r"(?: ?\([^()\n]{0,40}\))?"
    return re.compile(
        rf"(?<![A-Za-z\"'<_/\\])(?:{label}){note}(?:[ *_】」\]]*{link}|[*_】」\]]*\n|[】」\]])",
        re.IGNORECASE,
    )


def without_thinking(text: str) -> str:
    """Text without the reasoning fields of JSON; an unfinished field reaches to the end."""
    return _thinking().sub(" ", text)


@cache
def _thinking() -> re.Pattern[str]:
    keys = "|".join(re.escape(key) for key in words()["thinking_keys"])
    return re.compile(
        rf"\\?[\"']\s?(?:{keys})\\?[\"']\s?:\s?(?:\"(?:[^\"\\]|\\.)*+(?:\"|$)|'(?:[^'\\]|\\.)*+(?:'|$))",
        re.IGNORECASE | re.DOTALL,
    )


def is_placeholder(segment: str) -> bool:
    """Whether an answer is only the prompt's own placeholder, or nothing at all."""
    inner = re.sub(r"^str\((.*)\)$", r"\1", segment.strip())
    core = re.sub(r"[\W_]+", " ", plain(inner)).strip()
    spelled = re.sub(r"[^\w. ]+", "", plain(inner)).strip()
    return not core or bool(_placeholder().fullmatch(core) or _placeholder().fullmatch(spelled))


@cache
def _placeholder() -> re.Pattern[str]:
    return re.compile(source("placeholders"), re.IGNORECASE)
