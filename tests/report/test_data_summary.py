"""What `kokushi data` says of a source, from values alone."""

from typing import Any

from builders import make_key, make_question, physician_exam

from kokushi_inspect.exam import HumanRecord, Place, Question
from kokushi_inspect.report.data_summary import DataSummary, summarise
from kokushi_inspect.report.data_text import data_text
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.figure_folder import FigureCount
from kokushi_inspect.sources.survey import Survey, Trouble

RULES = load_rules("medicine")


def survey(*questions: Question, **changes: Any) -> Survey:
    values = {"profession": "medicine", "form": "question_file", "source": "made up"}
    return Survey(questions=questions, sha256="5ec0de" * 8, **(values | changes))


def summary(*questions: Question, **changes: Any) -> DataSummary:
    return summarise(survey(*questions, **changes), RULES)


def text(*questions: Question, **changes: Any) -> str:
    return data_text([summary(*questions, **changes)], [], "ja")


def test_rows_are_counted_by_year_and_section_in_the_order_of_the_exam() -> None:
    found = summary(
        make_question(id="1", year=2021, section="B"),
        make_question(id="2", year=2020, section="F"),
        make_question(id="3", year=2020, section="A"),
        make_question(id="4", year=2020, section="A"),
    )
    assert [(s.year, s.section, s.rows, s.official) for s in found.sections] == [
        (2020, "A", 2, 75),
        (2020, "F", 1, 75),
        (2021, "B", 1, 50),
    ]


def test_sections_are_named_as_the_criteria_name_them() -> None:
    assert summary(make_question(section="a")).sections[0].section == "A"


def test_superseded_rows_are_counted_apart() -> None:
    found = summary(make_question(id="1"), make_question(id="2", superseded=True))
    assert (found.sections[0].rows, found.sections[0].superseded) == (1, 1)
    assert "1 of 75 questions: single 2, superseded 1" in text(*found.questions)


def test_a_question_without_a_key_is_blank_whatever_its_kind() -> None:
    found = summary(make_question(id="1"), make_question(id="2", key=""))
    assert found.sections[0].kinds == {"blank": 1, "single": 1}
    assert found.keyless == ["2"]


def test_keys_that_only_the_criteria_know_do_not_count_as_the_source_s() -> None:
    (place, announced) = next(
        (place, each)
        for year in RULES.years.values()
        for place, each in year.treatments.items()
        if each.accept
    )
    year = next(y for y, rules in RULES.years.items() if rules.treatments.get(place) == announced)
    question = make_question(id="1", year=year, section=place[0], index=place[1:], key="")
    assert summary(question).keyless == ["1"]


def test_points_stand_beside_the_announced_ones() -> None:
    questions = physician_exam(2021)[:-1]
    found = text(*questions)
    assert "2021: 499 points; 必修 200 (announced 200), 必修以外 299 (announced 300)" in found
    assert "no verdict: 必修以外: the source has 299 points, the announced line is of 300" in found
    assert "section F has 74 of 75 questions" in found


def test_odd_forbidden_labels_are_listed() -> None:
    plain = make_question(id="1", forbidden=("d",), printed_forbidden=("d",))
    odd = make_question(id="2", forbidden=("e",), printed_forbidden=(" e", "ｂ"))
    assert "forbidden labels: 2 questions; odd: 2: 2: ' e', 2: 'ｂ'" in text(plain, odd)


def test_the_coverage_of_human_accuracy_is_shown() -> None:
    known = make_question(id="1", human=HumanRecord(0.5))
    assert "human accuracy: 1 of 2 questions" in text(known, make_question(id="2"))


def test_figures_are_counted() -> None:
    counted = text(
        make_question(needs_figure=True),
        figures=FigureCount(named=3, found=1, missing=1, undecodable=1),
    )
    assert "1 questions; 3 named: 1 found, 1 missing, 1 undecodable" in counted


def test_equal_remarks_share_a_line() -> None:
    warnings = (*(f"A{n}: the options are lost" for n in range(12)), "B1: odd")
    found = text(make_question(), warnings=warnings)
    assert "13 remarks:" in found
    assert "the options are lost (12: A0, A1, A2 and 9 more)" in found
    assert "odd (1: B1)" in found


def test_rows_that_were_not_understood_stand_at_the_end() -> None:
    troubles = tuple(Trouble(Place("file", n), "odd") for n in range(1, 13))
    lines = text(make_question(), troubles=troubles).splitlines()
    assert lines[-13] == "not understood: 12"
    assert lines[-1].strip() == "file, row 12: odd"


def test_rows_of_no_profession_are_listed_with_the_others() -> None:
    nobodys = survey(profession="", troubles=(Trouble(Place("file", 7), "whose"),))
    found = data_text([summary(make_question())], [nobodys], "ja")
    assert "not understood: 1\n  file, row 7: whose" in found


def test_our_own_files_have_no_published_counts() -> None:
    found = summary(make_question())
    assert (found.published, found.differences) == (None, ())
    assert "published" not in text(make_question())


def test_kokushimd10_stands_beside_its_published_counts() -> None:
    found = text(make_question(), form="kokushimd10", revision="abc")
    assert "revision abc" in found
    assert "total 1 rows (published 2000): blank 0 (12), multiple 0 (267)" in found
    assert "differs from the published counts: 2020: no rows" in found
    assert "published counts: differ for medicine (1 rows of 1 professions)" in found


def test_the_record_says_what_the_text_says() -> None:
    found = summary(
        make_question(id="1", key=make_key("a"), printed_forbidden=("x",)),
        troubles=(Trouble(Place("file", 2, "answer"), "odd"),),
        warnings=("1: remark",),
    ).to_record()
    assert found["rows"] == 1
    assert found["forbidden"] == {"questions": 1, "odd": ["1: 'x'"]}
    assert found["warnings"] == ["1: remark"]
    assert found["not_understood"] == [
        {"file": "file", "row": 2, "field": "answer", "reason": "odd"}
    ]
