"""A finding, and the catalogue of what can be found."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kokushi_inspect.exam import Place

Severity = Literal["error", "warning", "note"]
"""error: a run stops, or marks a question wrongly; warning: a question is not what was printed;
note: worth knowing, harmless by itself."""


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding.

    Attributes:
        name: Short stable word, as in `--only`.
        group: The heading under which it is listed.
        severity: How bad it is.
        means: What is the matter, in one line.
        advice: What to do.
    """

    name: str
    group: str
    severity: Severity
    means: str
    advice: str


@cache
def codes() -> Mapping[str, Code]:
    """Every code by its name, in the order in which findings are listed."""
    content = files("kokushi_inspect") / "lint" / "codes.toml"
    table: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(content.read_text("utf-8"))
    return {
        name: Code(name, group, **fields)
        for group, members in table.items()
        for name, fields in members.items()
    }


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong or odd.

    Attributes:
        code: Name of its code.
        place: The file, the row in it (from 1) and the field, as far as there are such.
        id: Id of the question; empty when it is about no single one.
        what: What was found there.
    """

    code: str
    place: Place
    id: str
    what: str

    @property
    def kind(self) -> Code:
        """What its code stands for."""
        return codes()[self.code]

    def to_record(self) -> dict[str, Any]:
        """The finding as plain JSON values."""
        return {
            "code": self.code,
            "severity": self.kind.severity,
            "file": self.place.file,
            "row": self.place.row,
            "id": self.id or None,
            "field": self.place.field,
            "what": self.what,
            "advice": self.kind.advice,
        }
