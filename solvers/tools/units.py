"""Unit conversion with pint, for quantities as they stand in patient notes.

What a model wrote is taken apart here into names and small exponents before pint sees it: pint's
parser would compute any power that a unit holds.
"""

import math
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    from pint import UnitRegistry

Substance = Literal[
    "albumin",
    "bicarbonate",
    "bilirubin",
    "calcium",
    "chloride",
    "cholesterol",
    "creatinine",
    "glucose",
    "magnesium",
    "phosphate",
    "potassium",
    "sodium",
    "triglycerides",
    "urea nitrogen",
    "uric acid",
]
"""Substances whose mass, moles and equivalents can be converted. "urea nitrogen" (BUN) is counted
in moles of urea: 2.8 mg/dL are 1 mmol/L."""

_GRAMS_PER_MOLE: dict[Substance, float] = {
    "albumin": 66_500,
    "bicarbonate": 61.017,
    "bilirubin": 584.66,
    "calcium": 40.078,
    "chloride": 35.45,
    "cholesterol": 386.65,
    "creatinine": 113.12,
    "glucose": 180.156,
    "magnesium": 24.305,
    "phosphate": 30.974,  # reported as phosphorus
    "potassium": 39.098,
    "sodium": 22.990,
    "triglycerides": 885.7,  # the mean that laboratories use, 88.57 mg/dL for 1 mmol/L
    "urea nitrogen": 28.014,
    "uric acid": 168.11,
}
_CHARGES: dict[Substance, int] = {
    "bicarbonate": 1,
    "calcium": 2,
    "chloride": 1,
    "magnesium": 2,
    "potassium": 1,
    "sodium": 1,
}
"""Equivalents in a mole of an ion."""

_MAX_UNIT = 60
_TERM = re.compile(r"(?P<name>[A-Za-zµ°]+)(?:(?:\^|\*\*)?(?P<power>-?[1-4]))?")
_LINK = re.compile(r" ?(?P<link>/|\*|·|⋅|per(?= )| ) ?")
_SPELLINGS = {
    "°c": "degC",
    "°f": "degF",
    "c": "degC",
    "f": "degF",
    "mm_hg": "mmHg",
    "ug": "microgram",
    "lbs": "lb",
    "percent": "percent",
}


class ConversionRefused(ValueError):
    """A unit is unknown, or the two units do not measure the same."""


def convert(value: float, from_unit: str, to_unit: str, substance: Substance | None) -> float:
    """A value in another unit.

    Args:
        value: The value, finite.
        from_unit: Names with exponents from -4 to 4, joined by `/`, `*`, "per" or spaces.
        to_unit: The same.
        substance: What is measured, where moles, mass or equivalents meet.

    Raises:
        ConversionRefused: See there.
    """
    if not math.isfinite(value):
        raise ConversionRefused("the value is not a finite number")
    if substance is not None and substance not in get_args(Substance):
        raise ConversionRefused(f"'{substance}' is none of {', '.join(get_args(Substance))}")
    source, target = _unit(from_unit), _unit(to_unit)
    from pint.errors import PintError

    quantity = _registry().Quantity(value, source)
    try:
        for factor in (None, *_factors(substance)):
            candidate = quantity if factor is None else quantity * factor
            if candidate.is_compatible_with(target):
                return float(candidate.to(target).magnitude)
    except PintError as error:  # temperatures in products: their zero is no zero
        raise ConversionRefused(str(error)) from error
    hint = "" if substance else " (for mass, moles and equivalents, name the substance)"
    raise ConversionRefused(f"'{from_unit}' and '{to_unit}' do not measure the same{hint}")


def _factors(substance: Substance | None) -> list[Any]:
    """Between mass, moles and equivalents of a substance."""
    if substance is None:
        return []
    registry = _registry()
    mass = registry.Quantity(_GRAMS_PER_MOLE[substance], "gram/mole")
    factors = [mass, 1 / mass]
    if charge := _CHARGES.get(substance):
        charges = registry.Quantity(charge, "equivalent/mole")
        factors += [charges, 1 / charges, charges / mass, mass / charges]
    return factors


def _unit(text: str) -> Any:
    """The unit that a text names."""
    plain = " ".join(unicodedata.normalize("NFKC", text).replace("μ", "µ").split())
    plain = re.sub(r"(?i)\bmm hg\b", "mmHg", plain).replace("%", "percent").replace("−", "-")
    if len(plain) > _MAX_UNIT:
        raise ConversionRefused("the unit is too long")
    from pint.errors import PintError

    try:
        unit = _registry().Unit("")
        for sign, name, power in _terms(plain, text):
            unit = unit * _registry().Unit(_SPELLINGS.get(name.lower(), name)) ** (sign * power)
        return unit
    except ConversionRefused:
        raise
    except (PintError, ValueError, AssertionError) as error:
        raise ConversionRefused(f"'{text}' is no unit that is known") from error


def _terms(plain: str, text: str) -> list[tuple[int, str, int]]:
    """The names in a unit, each with +1 or -1 for its side of the fraction and its exponent."""
    terms: list[tuple[int, str, int]] = []
    position, sign = 0, 1
    while True:
        term = _TERM.match(plain, position)
        if not term:
            raise ConversionRefused(f"'{text}' is no unit that is known")
        terms.append((sign, term["name"], int(term["power"] or 1)))
        if term.end() == len(plain):
            return terms
        link = _LINK.match(plain, term.end())
        if not link:
            raise ConversionRefused(f"'{text}' is no unit that is known")
        # "mg/kg/day" divides twice, and so does what stands after a space: "mg/kg day"
        sign = -1 if link["link"] in ("/", "per") else sign
        position = link.end()


@cache
def _registry() -> "UnitRegistry[Any]":
    # reading pint's definitions takes half a second: only a run that converts pays for it
    from pint import UnitRegistry

    registry: UnitRegistry[Any] = UnitRegistry()
    registry.define("equivalent = [equivalents] = eq = Eq")
    registry.define("osmole = mole = osm = Osm = osmol")
    registry.define("international_unit = [international_units] = IU")
    return registry
