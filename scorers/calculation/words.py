"""The words by which a reply is understood, compiled from `words.toml`."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorers.tolerance import Form, answer_form

NAME = "\ue000"
"""Stands where the calculator's own name, or another name with digits in it, was."""
ASKED = "\ue001"
"""Stands where the unit that the question asks for was."""
OTHER = "\ue002"
"""Stands where another unit was."""


@cache
def words() -> dict[str, Any]:
    """The content of `words.toml`."""
    with (Path(__file__).parent / "words.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def pattern(key: str) -> re.Pattern[str]:
    """The compiled pattern of a key that holds one regular expression or several."""
    entry = words()[key]
    return re.compile(entry if isinstance(entry, str) else "|".join(entry), re.IGNORECASE)


def source(key: str) -> str:
    """A key's regular expression, as a part of a larger one."""
    entry = words()[key]
    return f"(?:{entry if isinstance(entry, str) else '|'.join(entry)})"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for, and how replies call it.

    Attributes:
        form: What the answer looks like.
        name: Finds the calculator's own name, and any calculator's name that holds digits.
        unit: Finds the unit that the question asks for.
        other_units: Finds all other units.
    """

    form: Form
    name: re.Pattern[str]
    unit: re.Pattern[str]
    other_units: re.Pattern[str]


@cache
def asked(calculator: int, name: str = "") -> Asked:
    """What a calculator's question asks for.

    Args:
        calculator: The calculator's id.
        name: The calculator's name as the row prints it, removed from replies with its digits.

    Raises:
        KokushiError: When there is no such calculator.
    """
    form = answer_form(calculator)
    entry = words()["calculators"][str(calculator)]
    units: dict[str, str] = words()["units"]
    unit = units.get(entry["unit"], "(?!)")
    others = [u for key, u in units.items() if key not in (entry["unit"], "points")]
    others += [units["points"]] if form == "quantity" else []
    return Asked(
        form,
        _name_pattern(entry["names"], name),
        re.compile(_bounded_unit(unit), re.IGNORECASE),
        re.compile(_bounded_unit("|".join([*others, *words()["other_units"]["all"]])), re.I),
    )


def _bounded_unit(unit: str) -> str:
    """A unit that is not part of a word or of a compound unit."""
    return rf"(?<![A-Za-z/^']) ?(?:{unit})(?![A-Za-z/^])\.?(?=\W|_|$|[^\x00-\x7f])"


def _name_pattern(names: Iterable[str], printed: str) -> re.Pattern[str]:
    parts = [re.escape(p) for p in {printed, re.sub(r" ?\([^()]*\)", "", printed)} if p.strip()]
    parts.sort(key=len, reverse=True)
    for name in (*words()["digit_names"]["all"], *names):
        # An abbreviation in capitals is a name only as written: MAP, not "map".
        capitals = re.sub(r"\(\?.*", "", name)
        parts.append(f"(?-i:{name})" if capitals.isupper() and capitals.isalpha() else name)
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(parts)})(?![A-Za-z])", re.IGNORECASE)
