"""What an external audit says of the labels of v1.0.

The audit relabelled 887 of the 1,047 rows: 608 keys it confirmed, 210 it disputes (its own value
lies outside what the row accepts), and 69 rows it holds to be not computable from the note. Which
of the other rows it confirmed and which 160 it left out is known only for calculators whose rows it
took whole; elsewhere a row is `not_disputed`, which may mean either.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

LabelStatus = Literal["confirmed", "not_disputed", "disputed", "not_computable"]
"""`confirmed`: the audit found the same key. `not_disputed`: it confirmed the key or left the row
out. `disputed`: it found another value. `not_computable`: it found that the note does not tell."""


@dataclass(frozen=True, slots=True)
class LabelAudit:
    """The audit of one version.

    Attributes:
        version: The version whose rows were audited.
        source: Who audited.
        disputed: Row numbers.
        not_computable: Row numbers.
        whole: Calculators whose rows were audited without exception.
    """

    version: str
    source: str
    disputed: frozenset[int]
    not_computable: frozenset[int]
    whole: frozenset[int]

    def status(self, row: str, calculator: int) -> LabelStatus:
        """What the audit says of a row of its version."""
        number = int(row)
        if number in self.disputed:
            return "disputed"
        if number in self.not_computable:
            return "not_computable"
        return "confirmed" if calculator in self.whole else "not_disputed"


@cache
def load_audit() -> LabelAudit:
    """The audit that comes with the package."""
    content = files("kokushi_inspect") / "sources" / "medcalc" / "label_audit.toml"
    table = tomllib.loads(content.read_text("utf-8"))
    return LabelAudit(
        version=table["version"],
        source=table["source"],
        disputed=frozenset(table["disputed"]),
        not_computable=frozenset(table["not_computable"]),
        whole=frozenset(table["calculators_audited_whole"]),
    )
