import pytest
from builders import make_question

from kokushi_inspect.exam import Figure, KokushiError, Question
from kokushi_inspect.sources.selection import (
    QuestionFilter,
    Years,
    keep_question,
    parse_years,
    select_years,
)


def questions_of(*years: int | None) -> list[Question]:
    return [make_question(id=str(year), year=year) for year in years]


@pytest.mark.parametrize(
    ("years", "found"),
    [
        (None, None),
        (2024, [2024]),
        ("2024", [2024]),
        ("2022,2020", [2020, 2022]),
        (" 2020 , 2022 ", [2020, 2022]),
        ("2020-2022", [2020, 2021, 2022]),
        ([2022, "2020"], [2020, 2022]),
        ("2020-2021,2024", [2020, 2021, 2024]),
        ("2020,2020", [2020]),
    ],
    ids=str,
)
def test_years_are_a_number_a_list_or_a_range(years: Years, found: list[int] | None) -> None:
    parsed = parse_years(years)
    assert (None if parsed is None else sorted({y for r in parsed for y in r})) == found


@pytest.mark.parametrize("years", ["last", "2020-", "2020-now", "", "2024-2020", "1-9999", -1])
def test_what_is_no_year_is_refused(years: Years) -> None:
    with pytest.raises(KokushiError, match=r"years='.*'; expected"):
        parse_years(years)


def test_without_years_all_questions_stay_also_those_without_a_year() -> None:
    questions = questions_of(2020, None)
    assert select_years(questions, None) == questions


def test_the_questions_of_the_years_stay_in_order() -> None:
    questions = questions_of(2022, 2020, None, 2021)
    assert [q.year for q in select_years(questions, "2020,2022")] == [2022, 2020]


def test_a_named_year_that_is_not_there_stops_and_names_those_that_are() -> None:
    with pytest.raises(KokushiError, match="no questions of 2019; expected years among 2020, 2021"):
        select_years(questions_of(2021, 2020), "2019,2020")


def test_a_range_takes_the_years_that_are_there() -> None:
    assert [q.year for q in select_years(questions_of(2021), "2020-2024")] == [2021]


def test_a_range_of_which_no_year_is_there_stops() -> None:
    with pytest.raises(KokushiError, match="no questions of 2010"):
        select_years(questions_of(2021), "2010-2012")


def test_a_source_without_years_says_so() -> None:
    with pytest.raises(KokushiError, match="its questions name no year"):
        select_years(questions_of(None), 2024)


@pytest.mark.parametrize(
    ("kept", "plain", "drawn"),
    [("all", True, True), ("text_only", True, False), ("with_figures", False, True)],
)
def test_a_filter_looks_at_the_figures_of_a_question(
    kept: QuestionFilter, plain: bool, drawn: bool
) -> None:
    figure = Figure("/x.png", "/x.png", 1, 1)
    assert keep_question(make_question(), kept) is plain
    assert keep_question(make_question(figures=(figure,)), kept) is drawn


def test_a_question_whose_figure_is_lost_is_one_with_a_figure() -> None:
    assert keep_question(make_question(needs_figure=True), "with_figures")
