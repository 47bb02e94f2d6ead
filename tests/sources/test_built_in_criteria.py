"""The built-in criteria against the research that they were taken from."""

import json
from pathlib import Path
from typing import Any

import pytest

from kokushi_inspect.sources.criteria_file import Rules, YearRules, load_rules

PROFESSIONS = [
    "medicine",
    "dentistry",
    "nursing",
    "public_health_nursing",
    "midwifery",
    "pharmacy",
    "physical_therapy",
    "occupational_therapy",
    "radiologic_technology",
    "optometry",
]

PART_NAMES = {"一般状況設定": "一般・状況設定", "必須_total": "必須"}
"""How the research calls parts, where the criteria say it otherwise."""

FORBIDDEN = "禁忌肢_max"
RULES_ON_SUBJECTS = ("必須_each_subject_percent", "zero_subjects_max")


@pytest.fixture
def facts(shared_facts: Path) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(
        (shared_facts / "pass_criteria.json").read_text("utf-8")
    )
    return loaded


def years_of(facts: list[dict[str, Any]], rules: Rules) -> list[tuple[YearRules, dict[str, Any]]]:
    """Each year of the criteria with the research on it."""
    found = [
        (rules.years[exam["year"]], exam)
        for exam in facts
        if exam["exam"] == rules.name_ja and exam["year"] in rules.years
    ]
    assert len(found) == len(rules.years)
    return found


def parts_of(exam: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The announced lines of one exam-year by the name that the criteria give the part."""
    return {
        PART_NAMES.get(name, name): fact
        for name, fact in exam["pass_criteria"].items()
        if fact["value"] is not None and name not in (FORBIDDEN, *RULES_ON_SUBJECTS)
    }


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_every_line_that_was_found_is_in_the_criteria_and_no_other(
    profession: str, facts: list[dict[str, Any]]
) -> None:
    for year, exam in years_of(facts, load_rules(profession)):
        found = {name: fact["value"] for name, fact in parts_of(exam).items()}
        assert {name: line.line for name, line in year.lines.items()} == found, year.label


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_every_denominator_that_was_found_is_in_the_criteria(
    profession: str, facts: list[dict[str, Any]]
) -> None:
    for year, exam in years_of(facts, load_rules(profession)):
        for name, fact in parts_of(exam).items():
            if fact["denominator"] is not None:
                assert year.lines[name].of == fact["denominator"], (year.label, name)
                assert not year.lines[name].of_inferred, (year.label, name)


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_a_denominator_that_nobody_stated_is_marked_inferred(
    profession: str, facts: list[dict[str, Any]]
) -> None:
    for year, exam in years_of(facts, load_rules(profession)):
        for name, fact in parts_of(exam).items():
            line = year.lines[name]
            if fact["denominator"] is None and line.of is not None:
                assert line.of_inferred, (year.label, name)
                assert line.of == fact.get("denominator_inferred", line.of), (year.label, name)


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_a_line_known_from_the_reference_scorer_alone_says_so(
    profession: str, facts: list[dict[str, Any]]
) -> None:
    for year, exam in years_of(facts, load_rules(profession)):
        for name, fact in parts_of(exam).items():
            only_reference = fact["confidence"] == "from reference scorer only"
            stated = year.lines[name].confidence == "reference scorer only"
            assert stated == only_reference, (year.label, name)


@pytest.mark.parametrize("profession", ["medicine", "pharmacy"])
def test_the_forbidden_limit_is_the_announced_or_the_standing_one(
    profession: str, facts: list[dict[str, Any]]
) -> None:
    for year, exam in years_of(facts, load_rules(profession)):
        fact = exam["pass_criteria"][FORBIDDEN]
        announced = fact["value"] is not None
        assert year.forbidden_limit == (fact["value"] if announced else fact["value_expected"])
        if not announced:
            assert year.forbidden_confidence == "standing rule", year.label


@pytest.mark.parametrize("profession", sorted({*PROFESSIONS} - {"medicine", "pharmacy"}))
def test_no_other_profession_counts_forbidden_options(profession: str) -> None:
    assert {year.forbidden_limit for year in load_rules(profession).years.values()} == {None}


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_the_human_pass_rates_are_those_that_were_found(
    profession: str, facts: list[dict[str, Any]]
) -> None:
    for year, exam in years_of(facts, load_rules(profession)):
        assert year.human_pass_rate == exam["human_results"]["pass_rate_percent"], year.label


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_a_profession_is_known_by_its_own_names(profession: str) -> None:
    rules = load_rules(profession)
    assert rules.profession == profession
    assert rules.exam_ja == f"{rules.name_ja}国家試験"


@pytest.mark.parametrize(
    ("profession", "alias"),
    [
        ("medicine", "physician"),
        ("medicine", "医師"),
        ("dentistry", "歯科"),
        ("dentistry", "歯科医師"),
        ("nursing", "看護"),
        ("public_health_nursing", "保健"),
        ("midwifery", "助産"),
        ("pharmacy", "薬剤"),
        ("physical_therapy", "理学"),
        ("occupational_therapy", "作業"),
        ("radiologic_technology", "診療"),
        ("optometry", "視能"),
        ("optometry", "orthoptist"),
    ],
)
def test_the_names_that_sources_use_are_aliases(profession: str, alias: str) -> None:
    assert alias in load_rules(profession).aliases


def test_the_physicians_sections_hold_400_questions() -> None:
    sections = load_rules("medicine").sections
    assert sections == {"A": 75, "B": 50, "C": 75, "D": 75, "E": 50, "F": 75}
