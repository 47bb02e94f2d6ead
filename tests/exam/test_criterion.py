import pytest
from builders import make_question
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import Criterion, Part, Selector, Share

FOUR_FIFTHS = Share(4, 5)


@pytest.mark.parametrize(
    ("own", "line"), [(49, 40), (48, 39), (47, 38), (46, 37), (45, 36), (44, 36)]
)
def test_an_examinee_whose_denominator_shrank_needs_the_line_of_the_published_table(
    own: int, line: int
) -> None:
    """The nurses' announcement lists the lines for 必修 denominators below 50."""
    assert Criterion("必修", 40, 50, personal=FOUR_FIFTHS).line_for(own) == line


@pytest.mark.parametrize("own", [50, 51])
def test_who_had_nothing_excluded_needs_the_announced_line(own: int) -> None:
    assert Criterion("必修", 41, 50, personal=FOUR_FIFTHS).line_for(own) == 41


def test_a_part_without_the_personal_rule_keeps_its_line() -> None:
    assert Criterion("必修以外", 221, 300).line_for(290) == 221


def test_where_no_line_was_announced_no_personal_line_is_invented() -> None:
    assert Criterion("必修", None, 50, personal=FOUR_FIFTHS).line_for(44) is None


@given(own=st.integers(0, 199))
def test_the_personal_line_is_the_smallest_number_that_reaches_four_fifths(own: int) -> None:
    line = Criterion("必修", 160, 200, personal=FOUR_FIFTHS).line_for(own)
    assert line is not None
    assert 5 * line >= 4 * own > 5 * (line - 1)


@pytest.mark.parametrize(("points", "line"), [(120, 43), (117, 41), (114, 40)])
def test_a_share_above_is_the_smallest_number_above_it(points: int, line: int) -> None:
    """Every line found for 実地 is the smallest whole number above 35 % of its denominator."""
    assert Share(35, 100, above=True).of(points) == line


def test_a_share_above_a_whole_number_is_the_next_one() -> None:
    assert Share(1, 2, above=True).of(10) == 6


@pytest.mark.parametrize(
    ("selector", "taken"),
    [
        (Selector(), True),
        (Selector(sections=("b", "E")), True),
        (Selector(sections=("A",)), False),
        (Selector(first=12, last=12), True),
        (Selector(first=13), False),
        (Selector(last=11), False),
        (Selector(roles=("必修",)), True),
        (Selector(roles=("実地",)), False),
        (Selector(sections=("B",), last=11), False),
    ],
)
def test_a_selector_takes_a_question_that_meets_every_condition(
    selector: Selector, taken: bool
) -> None:
    question = make_question(section="B", index="12-1", role="必修")
    assert selector.takes(question) is taken


def test_a_question_without_a_number_is_in_no_range_of_numbers() -> None:
    assert not Selector(first=1).takes(make_question(index=""))
    assert not Selector(last=99).takes(make_question(index=""))


def test_a_part_is_told_by_the_field_of_the_source_before_the_position() -> None:
    part = Part("必修", roles=("必修",), position=Selector(last=20))
    assert part.takes(make_question(index="90", role="必修"))
    assert not part.takes(make_question(index="3", role="一般"))


def test_a_part_is_told_by_position_where_the_source_has_no_field() -> None:
    part = Part("必修", roles=("必修",), position=Selector(last=20))
    assert part.takes(make_question(index="20"))
    assert not part.takes(make_question(index="21"))


def test_a_part_that_only_a_field_can_tell_takes_no_question_without_it() -> None:
    part = Part("領域C", areas=("C",), position=None)
    assert part.takes(make_question(area="C"))
    assert not part.takes(make_question())


@pytest.mark.parametrize(
    ("year", "first", "last", "holds"),
    [
        (2022, None, 2022, True),
        (2023, None, 2022, False),
        (2022, 2023, None, False),
        (2023, 2023, None, True),
        (None, None, None, True),
        (None, None, 2022, False),
    ],
)
def test_a_part_exists_from_its_first_year_to_its_last(
    year: int | None, first: int | None, last: int | None, holds: bool
) -> None:
    assert Part("B", first_year=first, last_year=last).holds_in(year) is holds


@pytest.mark.parametrize(
    ("written", "subject"), [("薬理", "薬理"), ("薬理学", "薬理"), (" 薬理 ", "薬理"), (None, None)]
)
def test_a_subject_is_known_by_its_name_and_by_how_sources_write_it(
    written: str | None, subject: str | None
) -> None:
    part = Part("必須", subjects=(("薬理", ("薬理学",)), ("衛生", ())))
    assert part.subject_of(make_question(subject=written)) == subject
