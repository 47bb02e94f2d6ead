"""What the criteria files know of professions: names, and how many people passed."""

from collections.abc import Mapping
from functools import cache

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.criteria_file import Rules, load_rules, practice_professions


@cache
def profession_names() -> Mapping[str, tuple[str, str]]:
    """Japanese and English name of each profession."""
    rules = [load_rules(profession) for profession in practice_professions()]
    return {each.profession: (each.name_ja, each.name_en) for each in rules}


def human_pass_rate(profession: str, year: int | None, *, practice: bool) -> float | None:
    """Share of people who passed a real sitting, from 0 to 1; None when unknown."""
    rules = None if practice else _rules(profession)
    if rules is None or year not in rules.years:
        return None
    rate = rules.years[year].human_pass_rate
    return None if rate is None else rate / 100


@cache
def _rules(profession: str) -> Rules | None:
    try:
        return load_rules(profession)
    except (KokushiError, FileNotFoundError):
        return None
