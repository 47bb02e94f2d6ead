"""Texts of the page: both languages of its own wording, and other people's texts made harmless.

The page's wording is in `templates/strings.toml`. A text of the page is two elements, one a
language; the style sheet shows one of them. Replies and names are other people's: jinja2 escapes
them, and `visible` takes the power from characters that have some without any markup.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from kokushi_inspect.exam.visible import visible

TEMPLATES = Path(__file__).parent / "templates"


@cache
def wording() -> dict[str, tuple[str, str]]:
    """Every text of the page by its dotted name, in Japanese and English."""
    tables = tomllib.loads((TEMPLATES / "strings.toml").read_text(encoding="utf-8"))
    return {
        f"{section}.{name}": (text["ja"], text["en"])
        for section, texts in tables.items()
        for name, text in texts.items()
    }


def both(ja: str, en: str) -> Markup:
    """A text in both languages; the two are escaped."""
    if ja == en:
        return Markup(escape(ja))  # nosec B704 # escaped
    return Markup(
        '<span class="ja" lang="ja">{}</span><span class="en" lang="en">{}</span>'
    ).format(ja, en)


def say(name: str, **values: Any) -> Markup:
    """A text of the page in both languages.

    Args:
        name: Its dotted name.
        values: What its gaps are filled with; escaped, and made visible.
    """
    ja, en = wording()[name]
    safe = {key: escape(made_safe(value)) for key, value in values.items()}
    return both(*(Markup(escape(text)).format(**safe) for text in (ja, en)))  # nosec B704


@cache
def _reasons() -> list[tuple[re.Pattern[str], str]]:
    text = (TEMPLATES / "reasons.toml").read_text(encoding="utf-8")
    return [(re.compile(each["en"]), each["ja"]) for each in tomllib.loads(text)["reason"]]


def tell(reason: str) -> Markup:
    """A reason of a verdict; in English for both where there is no Japanese for it."""
    for pattern, ja in _reasons():
        if found := pattern.fullmatch(reason):
            return both(visible(ja.format(**found.groupdict())), visible(reason))
    return Markup('<span lang="en">{}</span>').format(visible(reason))


def name_it(section: str, code: str) -> Markup:
    """The word for a code of the model, such as a status; the code itself when it is new."""
    found = wording().get(f"{section}.{code.replace(' ', '_')}")
    return both(*found) if found else Markup(escape(visible(code)))  # nosec B704


def spoken(name: str, **values: Any) -> Markup:
    """Attributes with a text for screen readers; the script changes its language."""
    texts = (
        text.format(**{k: made_safe(v) for k, v in values.items()}) for text in wording()[name]
    )
    return Markup('aria-label="{0}" data-ja="{0}" data-en="{1}"').format(*texts)


def made_safe(value: Any) -> Any:
    """What jinja2 writes for a value: strings that are no markup are made visible."""
    return visible(value) if type(value) is str else value
