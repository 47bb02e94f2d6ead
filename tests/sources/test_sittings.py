from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from builders import make_key, make_question, physician_exam, with_key

from kokushi_inspect.exam import Key, KokushiError, Question, Scenario, Sitting
from kokushi_inspect.sources.criteria_file import Rules, load_rules, parse_rules
from kokushi_inspect.sources.sittings import apply_rules, official_points

SMALL = (Path(__file__).parent / "small_criteria.toml").read_text("utf-8")
NO_KEY = make_key()


def apply(
    questions: Sequence[Question], rules: Rules | None = None, *, filtered: str = ""
) -> tuple[dict[str, Question], Sitting]:
    """The prepared questions by id, and the only sitting."""
    ready, sittings = apply_rules(
        questions, rules or load_rules("medicine"), source="test", filtered=filtered
    )
    assert len(sittings) == 1
    return {question.id: question for question in ready}, sittings[0]


def small_exam() -> list[Question]:
    places = ("A1", "A2", "B1", "B2")
    return [make_question(id=p, section=p[0], index=p[1], points=1) for p in places]


def small_sitting(*changes: tuple[str, str]) -> Sitting:
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return apply(small_exam(), parse_rules(text.encode(), "small.toml"))[1]


EXCLUDED = {
    2020: ("E29", "F63"),
    2022: ("A34", "B43", "C36", "D64"),
    2023: ("A1", "A2", "A3", "A4", "A5"),
}
"""Excluded questions of each year; those of 2023 are not known, only their points."""


@pytest.mark.parametrize("year", [2020, 2021, 2022, 2023, 2024, 2025])
def test_a_whole_physician_exam_has_the_announced_denominators(year: int) -> None:
    exam = physician_exam(year, excluded=EXCLUDED.get(year, ()))
    _, sitting = apply(exam)
    lines = load_rules("medicine").years[year].lines
    assert sitting.problems == ()
    assert [(c.name, c.line, c.of) for c in sitting.criteria] == [
        (name, line.line, line.of) for name, line in lines.items()
    ]


def test_points_count_toward_the_part_of_their_section() -> None:
    questions, _ = apply(physician_exam(2024))
    assert questions["B1"].counts_in == ("必修",)
    assert questions["E50"].counts_in == ("必修",)
    assert questions["A1"].counts_in == ("必修以外",)


def test_points_count_toward_the_buckets_of_the_reference_scorer() -> None:
    questions, _ = apply(physician_exam(2024))
    assert questions["B1"].paper_in == ("B+E",)
    assert questions["F75"].paper_in == ("A+C+D+F",)


@pytest.mark.parametrize(
    ("year", "question"),
    [(2020, "E29"), (2020, "F63"), (2022, "A34"), (2022, "B43"), (2022, "C36"), (2022, "D64")],
)
def test_an_excluded_question_that_the_source_has_no_key_for_is_excluded_by_the_criteria(
    year: int, question: str
) -> None:
    questions, sitting = apply(with_key(physician_exam(year), **{question: NO_KEY}))
    assert questions[question].key.treatment == "excluded"
    assert f"{question}: excluded (criteria)" in sitting.notes


def test_an_excluded_question_that_has_a_key_is_left_to_the_check_of_the_points() -> None:
    questions, sitting = apply(physician_exam(2020, excluded=("F63",)))
    assert questions["E29"].scored
    assert len(sitting.problems) == 1
    assert sitting.problems[0].startswith(
        "必修: the source has 200 points, the announced line is of 197 (+3: "
    )


def test_several_accepted_answers_come_from_the_criteria() -> None:
    questions, sitting = apply(physician_exam(2025))
    assert questions["E28"].key.accepted == (("a",), ("c",))
    assert "E28: a or c accepted (criteria)" in sitting.notes


def test_the_printed_key_stays_when_the_criteria_accept_more() -> None:
    questions, _ = apply(physician_exam(2025))
    assert questions["E28"].key.printed == ("a",)


def test_what_the_source_says_of_a_question_wins_over_the_criteria() -> None:
    own = Key((("b",), ("c",)), printed=("b",))
    questions, sitting = apply(with_key(physician_exam(2025), E28=own))
    assert questions["E28"].key == own
    assert not [note for note in sitting.notes if note.startswith("E28")]


def test_a_treatment_that_the_source_states_is_not_changed() -> None:
    everyone = make_key("a", treatment="everyone_right")
    questions, _ = apply(with_key(physician_exam(2025), E28=everyone))
    assert questions["E28"].key == everyone


def test_a_treatment_holds_in_its_own_year_only() -> None:
    questions, sitting = apply(with_key(physician_exam(2021), E29=NO_KEY))
    assert questions["E29"].key.treatment == "none"
    assert sitting.problems == (
        "必修: the source has 197 points, the announced line is of 200 (-3: section B 100,"
        " section E 97)",
        "1 without a key: E29",
    )


def test_a_missing_key_whose_treatment_was_not_seen_is_named_with_what_is_known() -> None:
    exam = physician_exam(2022, excluded=EXCLUDED[2022])
    _, sitting = apply(with_key(exam, A71=NO_KEY))
    assert "1 without a key: A71 (four answers accepted, labels not seen)" in sitting.problems


def test_many_missing_keys_are_counted_and_the_first_named() -> None:
    missing = {f"A{number}": NO_KEY for number in range(1, 8)}
    _, sitting = apply(with_key(physician_exam(2024), **missing))
    assert "7 without a key: A1, A2, A3, A4, A5 and 2 more" in sitting.problems


def test_a_missing_question_is_found_by_the_points_and_its_section_named() -> None:
    exam = [question for question in physician_exam(2024) if question.id != "C10"]
    _, sitting = apply(exam)
    assert sitting.problems == (
        "必修以外: the source has 299 points, the announced line is of 300"
        " (-1: section C has 74 of 75 questions)",
    )


def test_wrong_points_in_whole_sections_are_found_and_the_sections_named() -> None:
    exam = [
        replace(question, points=2) if question.id == "C10" else question
        for question in physician_exam(2024)
    ]
    _, sitting = apply(exam)
    assert sitting.problems == (
        "必修以外: the source has 301 points, the announced line is of 300"
        " (+1: section A 75, section C 76, section D 75, section F 75)",
    )


def test_where_nobody_stated_the_denominator_the_sections_must_be_whole() -> None:
    stated = '"必修以外" = { line = 1, of = 2,'
    unstated = '"必修以外" = { line = 1,'
    rules = parse_rules(SMALL.replace(stated, unstated).encode(), "small.toml")
    assert apply(small_exam(), rules)[1].problems == ()
    _, sitting = apply(small_exam()[1:], rules)
    assert sitting.problems == ("section A has 1 of 2 questions",)


def test_where_nobody_stated_the_denominator_points_must_follow_from_the_structure() -> None:
    text = SMALL.replace('"必修以外" = { line = 1, of = 2,', '"必修以外" = { line = 1,')
    text = text.replace("[[parts]]", "points = [{ points = 1 }]\n\n[[parts]]", 1)
    rules = parse_rules(text.encode(), "small.toml")
    assert apply(small_exam(), rules)[1].problems == ()
    heavier = [replace(q, points=2) if q.id == "A1" else q for q in small_exam()]
    assert apply(heavier, rules)[1].problems == (
        "必修以外: the source has 3 points, the structure gives 2",
    )


def test_points_that_the_structure_would_set_right_name_the_parameter() -> None:
    text = SMALL.replace("[[parts]]", "points = [{ points = 1 }]\n\n[[parts]]", 1)
    heavier = [replace(q, points=2) if q.id == "A1" else q for q in small_exam()]
    _, sitting = apply(heavier, parse_rules(text.encode(), "small.toml"))
    assert len(sitting.problems) == 1
    assert sitting.problems[0].endswith(", use -T points=official")


def test_a_year_that_nobody_announced_has_no_line() -> None:
    _, sitting = apply(physician_exam(2026))
    assert sitting.problems == ("no announced line for 2026",)
    assert [(c.line, c.of) for c in sitting.criteria] == [(None, 200), (None, 300)]
    assert sitting.forbidden_limit is None
    assert sitting.paper is None


def test_a_source_that_does_not_say_the_year_has_no_line() -> None:
    _, sitting = apply(physician_exam(None))
    assert sitting.problems == ("no announced line for a sitting without a year",)


def test_a_line_is_derived_only_on_request() -> None:
    (sitting,) = apply_rules(
        physician_exam(2026), load_rules("medicine"), source="test", derived_lines=True
    )[1]
    assert [(c.name, c.line) for c in sitting.criteria] == [("必修", 160), ("必修以外", None)]
    assert "必修: derived line, announced by nobody" in sitting.notes


def test_a_standing_share_stands_in_for_a_line_that_was_not_found_and_is_noted() -> None:
    sitting = small_sitting(
        ("personal = { share = [4, 5] }", "standing = { share = [7, 10] }"),
        ('"必修" = { line = 2, of = 2, source = "paper", confidence = "announcement" }\n', ""),
    )
    assert sitting.criteria[0].line == 2
    assert "必修: line by the standing rule" in sitting.notes


def test_the_forbidden_limit_of_2023_rests_on_the_standing_rule() -> None:
    exam = physician_exam(2023, excluded=EXCLUDED[2023])
    exam[10] = replace(exam[10], forbidden=("e",))
    _, sitting = apply(exam)
    assert sitting.forbidden_limit == 3
    assert sitting.notes == (
        "forbidden options (limit by the standing rule) are an estimate:"
        " the ministry never publishes them",
    )


def test_the_forbidden_limit_of_an_announced_year_is_an_estimate_all_the_same() -> None:
    exam = physician_exam(2024)
    exam[0] = replace(exam[0], forbidden=("e",))
    assert apply(exam)[1].notes == (
        "forbidden options are an estimate: the ministry never publishes them",
    )


def test_forbidden_options_that_the_source_does_not_name_are_not_checked() -> None:
    assert apply(physician_exam(2024))[1].notes == (
        "forbidden options not checked: the source names none",
    )


def test_excluded_and_superseded_questions_are_rows_but_not_scored() -> None:
    exam = physician_exam(2020, excluded=EXCLUDED[2020])
    twin = make_question(id="A1x", year=2020, section="A", index="1", superseded=True)
    _, sitting = apply([*exam, twin])
    assert (sitting.rows, sitting.scored, sitting.of) == (401, 398, 496)
    assert sitting.problems == ()


def test_the_papers_buckets_count_the_points_of_every_row() -> None:
    exam = physician_exam(2020, excluded=EXCLUDED[2020])
    paper = apply(exam)[1].paper
    assert paper is not None
    assert paper.buckets == (("B+E", 158, 200), ("A+C+D+F", 217, 300))
    assert paper.forbidden_limit == 3


def test_a_year_of_which_the_reference_has_no_lines_has_no_paper_rule() -> None:
    assert apply(physician_exam(2025))[1].paper is None


def test_each_year_is_a_sitting_of_its_own_in_order_of_time() -> None:
    exam = [
        replace(question, id=f"{year}{question.id}")
        for year in (2024, None, 2021)
        for question in physician_exam(year)
    ]
    ready, sittings = apply_rules(exam, load_rules("medicine"), source="test")
    assert [sitting.year for sitting in sittings] == [2021, 2024, None]
    assert [sitting.rows for sitting in sittings] == [400, 400, 400]
    assert [question.id for question in ready] == [question.id for question in exam]


def test_scenarios_of_two_years_are_two_clusters() -> None:
    exam = [
        make_question(id=f"{year}A1", year=year, scenario=Scenario("A1-3", "a case"))
        for year in (2021, 2024)
    ]
    ready, _ = apply_rules(exam, load_rules("medicine"), source="test")
    assert len({question.cluster for question in ready}) == 2
    assert [question.scenario.text for question in ready if question.scenario] == ["a case"] * 2


def test_a_scenario_keeps_its_name_in_a_source_of_one_year() -> None:
    questions, _ = apply([make_question(scenario=Scenario("A1-3", "a case"))])
    assert questions["A1"].cluster == "A1-3"


def test_a_sitting_is_called_by_its_year_or_by_the_label_of_the_criteria() -> None:
    assert apply(physician_exam(2024))[1].label == "2024"
    assert small_sitting(("sitting = 118", 'label = "practice"')).label == "practice"


def test_a_filter_is_recorded() -> None:
    assert apply(physician_exam(2024), filtered="kinds=single")[1].filtered == "kinds=single"


def test_sections_are_known_by_their_other_names_and_regardless_of_case() -> None:
    exam = [replace(q, section=q.section.lower()) for q in physician_exam(2024)]
    questions, sitting = apply(exam)
    assert questions["B1"].section == "B"
    assert sitting.problems == ()


def test_a_criterion_on_subjects_counts_those_with_points() -> None:
    rules = load_rules("radiologic_technology")
    subjects = ("放射線物理学", "画像工学", "放射線治療技術学")
    exam = [
        make_question(
            id=str(n), profession=rules.profession, year=2023, section="a", index=str(n), subject=s
        )
        for n, s in enumerate(subjects, start=1)
    ]
    _, sitting = apply(exam, rules)
    criterion = sitting.criteria[-1]
    assert (criterion.rule, criterion.line, criterion.of) == ("subjects_with_points", 2, 3)


def test_a_criterion_on_subjects_is_not_checked_where_the_source_names_none() -> None:
    rules = load_rules("radiologic_technology")
    exam = [make_question(profession=rules.profession, year=2023, section="a")]
    _, sitting = apply(exam, rules)
    assert [criterion.rule for criterion in sitting.criteria] == ["points"]
    assert [note for note in sitting.notes if "the source names no subjects" in note]


def test_the_structure_gives_points_by_place_or_says_that_it_cannot() -> None:
    question = make_question(profession="nursing", section="a", index="120", points=9)
    assert official_points(question, load_rules("nursing")).points == 2
    with pytest.raises(KokushiError, match="does not tell the points of A1"):
        official_points(make_question(), load_rules("medicine"))


def dentist_exam(year: int) -> list[Question]:
    """The first questions of 必修, of area A and of area B by their position."""
    return [
        make_question(
            id=f"A{number}",
            profession="dentistry",
            year=year,
            section="A",
            index=str(number),
        )
        for number in (1, 21, 46)
    ]


def test_areas_that_only_a_field_can_tell_are_missed_without_it() -> None:
    _, sitting = apply(dentist_exam(2022), load_rules("dentistry"))
    assert [p for p in sitting.problems if "does not say which questions" in p] == [
        "領域B: the source does not say which questions it is about",
        "領域C: the source does not say which questions it is about",
    ]


def test_areas_that_are_told_by_position_say_that_they_rest_on_it() -> None:
    _, sitting = apply(dentist_exam(2024), load_rules("dentistry"))
    assert [note for note in sitting.notes if "rests on" in note] == [
        "領域A rests on the position of the questions",
        "領域B rests on the position of the questions",
    ]


def test_a_field_of_the_source_overrides_the_position() -> None:
    first, second, third = dentist_exam(2024)
    exam = [first, replace(second, area="C"), replace(third, area="A")]
    questions, sitting = apply(exam, load_rules("dentistry"))
    assert questions["A21"].counts_in == ("領域B",)
    assert questions["A46"].counts_in == ("領域A",)
    assert [note for note in sitting.notes if "rests on" in note] == []


def pharmacist_exam(*subjects: str | None) -> list[Question]:
    """One compulsory question of two points for each subject."""
    return [
        make_question(
            id=f"a1-{n}",
            profession="pharmacy",
            year=2025,
            section="a1",
            index=str(n),
            points=2,
            subject=subject,
        )
        for n, subject in enumerate(subjects, start=1)
    ]


def test_each_compulsory_subject_is_a_criterion_of_its_own() -> None:
    exam = pharmacist_exam("薬理", "薬理", "衛生", "物理", "化学")
    questions, sitting = apply(exam, load_rules("pharmacy"))
    shares = {c.name: (c.line, c.of) for c in sitting.criteria if c.name.startswith("必須科目")}
    assert shares["必須科目 薬理"] == (2, 4)
    assert shares["必須科目 衛生"] == (1, 2)
    assert shares["必須科目 物理・化学・生物"] == (2, 4)
    assert questions["a1-1"].counts_in == ("全問題", "必須", "必須科目 薬理")


def test_a_compulsory_question_without_a_known_subject_leaves_no_verdict() -> None:
    _, sitting = apply(pharmacist_exam("薬理", None, "天文学"), load_rules("pharmacy"))
    assert "必須科目: 2 questions without a known subject" in sitting.problems
