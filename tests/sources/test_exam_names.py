import pytest

from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.exam_names import (
    Booklet,
    all_rules,
    find_profession,
    find_section,
    find_year,
    parse_booklet,
    sitting_year,
)

PAPER_NAMES = {
    "Medicine": "medicine",
    "Dentistry": "dentistry",
    "Nursing": "nursing",
    "Physical Therapy": "physical_therapy",
    "Occupational Therapy": "occupational_therapy",
    "Public Health Nursing": "public_health_nursing",
    "Midwifery": "midwifery",
    "Radiologic Technology": "radiologic_technology",
    "Optometry": "optometry",
    "Pharmacy": "pharmacy",
}


@pytest.mark.parametrize("name", PAPER_NAMES)
def test_the_paper_s_names_are_known(name: str) -> None:
    assert find_profession(name) == PAPER_NAMES[name]


@pytest.mark.parametrize("profession", all_rules())
def test_every_alias_is_known_with_the_word_for_exam_too(profession: str) -> None:
    rules = load_rules(profession)
    for name in (profession, *rules.aliases, rules.exam_ja, f"{rules.name_en} exam"):
        assert find_profession(name) == profession


def test_another_exam_is_none_of_the_ten() -> None:
    assert find_profession("獣医師") is None


@pytest.mark.parametrize(
    ("name", "expected", "index"),
    [
        ("医師_2024_a", Booklet("medicine", 2024, "A"), ""),
        ("医師_118_f_75", Booklet("medicine", 2024, "F"), "75"),
        ("薬剤_2020_b3", Booklet("pharmacy", 2020, "b3"), ""),
        ("看護_2021_午前_025", Booklet("nursing", 2021, "a"), "25"),
        ("歯科_2022_D_12-1", Booklet("dentistry", 2022, "D"), "12-1"),
        ("Physical Therapy_2022_b", Booklet("physical_therapy", 2022, "b"), ""),
    ],
)
def test_a_name_tells_the_section(name: str, expected: Booklet, index: str) -> None:
    assert parse_booklet(name) == (expected, index)


@pytest.mark.parametrize(
    "name", ["README", "医師_2024", "医師_2024_g", "獣医_2024_a", "12", "医師_999_a"]
)
def test_a_name_that_tells_no_section_is_none(name: str) -> None:
    assert parse_booklet(name) is None


def test_ids_are_understood_as_names() -> None:
    booklet = Booklet("medicine", 2024, "A")
    assert parse_booklet(booklet.question_id(12)) == (booklet, "12")


@pytest.mark.parametrize(
    ("value", "year"), [("2024", 2024), ("２０２４年", 2024), ("第118回", 2024), ("118", 2024)]
)
def test_years_are_understood(value: str, year: int) -> None:
    assert find_year(value, load_rules("medicine")) == year


@pytest.mark.parametrize("value", ["", "24", "令和6年", "20240", "spring"])
def test_what_is_no_year_is_none(value: str) -> None:
    assert find_year(value, load_rules("medicine")) is None


def test_a_sitting_before_the_known_years_is_counted_back() -> None:
    assert sitting_year(112, load_rules("medicine")) == 2018


def test_sections_are_understood_by_their_aliases() -> None:
    rules = load_rules("nursing")
    assert [find_section(name, rules) for name in ("a", "A", "午前", "ＰＭ", "c")] == [
        "a",
        "a",
        "a",
        "b",
        None,
    ]


def test_a_name_of_absurd_length_is_none() -> None:
    assert parse_booklet("医師_2024_a_" + "0" * 200_000) is None
    assert find_profession("医師" + " " * 200_000) is None


def test_zeros_before_an_index_are_left_out() -> None:
    assert parse_booklet("医師_2024_a_012") == (Booklet("medicine", 2024, "A"), "12")
