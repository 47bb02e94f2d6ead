"""Understands how sources name professions, years, sections, and a section of a sitting."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.criteria_file import Rules, load_rules
from kokushi_inspect.sources.record_names import fold_name
from kokushi_inspect.sources.record_values import half_width

_BOOKLET = re.compile(r"(.+?)[_\- ]([12][0-9]{3}|[0-9]{1,3})[_\- ]?([a-f][0-9]?|午前|午後|am|pm)")
_BOOKLET_WITH_INDEX = re.compile(_BOOKLET.pattern + r"[_\- ](?:0+(?=[1-9]))?+([0-9]++(?:-[0-9]+)?)")
_LONGEST_NAME = 200
"""Longest name, in characters, that is looked at; real ones have a tenth of it."""

_EXAM_WORDS = ("国家試験", "_national_examination", "_exam")


@dataclass(frozen=True, slots=True, order=True)
class Booklet:
    """One section of one sitting.

    Attributes:
        profession: Id of the profession.
        year: Year of the sitting.
        section: Section, as the criteria name it.
    """

    profession: str
    year: int
    section: str

    def question_id(self, position: int) -> str:
        """The id of the question at a position (from 1) of this section.

        Ids sort in exam order. They hold the position and not the printed index, so that stored
        replies that are aligned by position find their question; the two differ only behind a
        misprinted twin ("12", "12-1").
        """
        return f"{self.profession}-{self.year}-{self.section}-{position:03d}"


@cache
def all_rules() -> dict[str, Rules]:
    """The built-in rules of the ten professions, by id."""
    folder = files("kokushi_inspect") / "criteria"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name[:-5]: load_rules(name[:-5]) for name in names}


@cache
def _professions() -> dict[str, str]:
    return {
        fold_name(name): rules.profession
        for rules in all_rules().values()
        for name in (rules.profession, rules.name_ja, rules.name_en, *rules.aliases)
    }


def find_profession(name: str) -> str | None:
    """The id of the profession that a source calls `name`; None when it is none."""
    return _find_profession(name) if len(name) <= _LONGEST_NAME else None


@lru_cache(maxsize=4096)
def _find_profession(name: str) -> str | None:
    folded = fold_name(name)
    for word in _EXAM_WORDS:
        folded = folded.removesuffix(word)
    return _professions().get(folded)


def find_year(value: str, rules: Rules) -> int | None:
    """A year ("2024", "2024年") or the number of a sitting ("118", "第118回"), as the year."""
    digits = re.fullmatch(r"第?([0-9]{2,4})(?:年度?|回)?", half_width(value))
    if digits is None:
        return None
    number = int(digits[1])
    return number if 1900 <= number <= 2199 else sitting_year(number, rules)


def sitting_year(number: int, rules: Rules) -> int | None:
    """The year of a sitting by its number (第119回 → 2025), counted from the known ones.

    There is one sitting a year, so the difference is the same in all years that the criteria know;
    None when they know none.
    """
    offsets = {year - known.number for year, known in rules.years.items() if known.number}
    year = number + next(iter(offsets)) if len(offsets) == 1 else 0
    return year if 1990 <= year <= 2199 else None


def find_section(value: str, rules: Rules) -> str | None:
    """The section that a source calls `value`, as the criteria name it; None when it is none."""
    return rules.section_aliases.get(half_width(value).lower())


def parse_booklet(name: str) -> tuple[Booklet, str] | None:
    """A name such as 医師_2024_a or 医師_2024_a_12: the section, and the index (or "")."""
    if len(name) > _LONGEST_NAME:
        return None
    folded = half_width(name).lower()
    match = _BOOKLET.fullmatch(folded) or _BOOKLET_WITH_INDEX.fullmatch(folded)
    profession = None if match is None else find_profession(match[1])
    if match is None or profession is None:
        return None
    rules = all_rules()[profession]
    year, section = find_year(match[2], rules), find_section(match[3], rules)
    if year is None or section is None:
        return None
    return Booklet(profession, year, section), match[4] if match.re.groups > 3 else ""


def booklet_of(profession: str, year: str, section: str, rules: Rules) -> Booklet:
    """The section that a row's fields name.

    Raises:
        KokushiError: The year or the section is none.
    """
    found_year = find_year(year, rules)
    if found_year is None:
        raise KokushiError(
            f"'{year}' is no year" if year else "the row has no year",
            expected="a year such as 2024, or the number of a sitting",
        )
    found_section = find_section(section, rules)
    if found_section is None:
        raise KokushiError(
            f"'{section}' is no section" if section else "the row has no section",
            expected=f"one of {', '.join(rules.sections)}",
        )
    return Booklet(profession, found_year, found_section)
