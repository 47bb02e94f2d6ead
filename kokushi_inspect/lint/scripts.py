"""Sub- and superscripts that the way into the file took away.

SpO2, HCO3- and Ca2+ on the line are how people write; found is only what misleads: a formula that
runs into its value ("SpO298%"), a power of ten that became a number, and a unit's exponent.
"""

from collections.abc import Iterator

from kokushi_inspect.lint.entry import Entry, normal
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.lint.words import pattern


def check(entry: Entry) -> Iterator[Finding]:
    """Lost scripts in stem, case and options; one finding a row and code."""
    for code, name in (("script-lost", "lost"), ("script-flat", "flat")):
        shown: dict[str, str] = {}
        for field, text in entry.texts():
            # ² and ³ as written are no fault: NFKC would make them one
            plain = normal(text.translate(_KEPT))
            for match in pattern("scripts", name).finditer(plain):
                start = max(0, match.start() - 4) if name == "flat" else match.start()
                shown.setdefault(plain[start : match.end() + 5].strip(), field)
        if shown:
            listed = ", ".join(f"'{piece}'" for piece in list(shown)[:3])
            yield entry.finds(code, next(iter(shown.values())), listed)


_KEPT = {ord(script): "\u25a1" for script in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋"}
"""Real scripts become a box, so that they are neither digits nor units."""
