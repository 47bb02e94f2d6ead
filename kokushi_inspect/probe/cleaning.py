"""What servers and models say, made safe to show: no keys, no control characters, not long."""

import os
import re
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

EXCERPT = 160
"""Characters of an excerpt."""
SHORTEST_KEY = 6
"""A shorter value is no secret: hiding it would hide ordinary words."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)?|[@-_])")
_KEY_NAME = re.compile(r"(?:^|_)(?:API_?)?(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)(?:$|_)")
_KEY_SHAPED = re.compile(r"\b(?:sk|pk|hf|gsk|xai)[-_][A-Za-z0-9_-]{8,}|\bAIza[A-Za-z0-9_-]{20,}")
_BEARER = re.compile(r"(\bBearer )[A-Za-z0-9._~+/=-]{6,}", re.IGNORECASE)
_HIDDEN = "[key]"


class Cleaner:
    """Removes secrets from texts.

    Args:
        secrets: Values that are never shown, beside those of environment variables whose name
            says that they are keys, and whatever is shaped like a key.
    """

    def __init__(self, secrets: Iterable[str]) -> None:
        from_environment = (v for n, v in os.environ.items() if _KEY_NAME.search(n.upper()))
        known = {s for s in (*secrets, *from_environment) if len(s) >= SHORTEST_KEY}
        self._secrets = sorted(known, key=len, reverse=True)

    def clean(self, text: str) -> str:
        """A text without secrets, on one line, of printable characters only."""
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        text = _BEARER.sub(rf"\1{_HIDDEN}", _KEY_SHAPED.sub(_HIDDEN, text))
        return printable(text)

    def excerpt(self, text: str) -> str:
        """The same, shortened to both ends when it is long."""
        plain = self.clean(text)
        if len(plain) <= EXCERPT:
            return plain
        half = EXCERPT // 2
        return f"{plain[:half]} … {plain[-half:]}"


def printable(text: str) -> str:
    """A text on one line, without terminal codes, control, bidi and other invisible characters."""
    plain = _ESCAPES.sub("", text)
    return " ".join("".join(c if c.isprintable() else " " for c in plain).split())


def without_login(url: str) -> str:
    """A URL without user name, password and query."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
