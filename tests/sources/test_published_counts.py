"""The published counts, and how a copy of KokushiMD-10 is compared with them."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from builders import make_key
from synthetic_kokushimd10 import PROFESSIONS, synthetic_rows

from kokushi_inspect.exam import Place, Question
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.figure_folder import FigureFolder
from kokushi_inspect.sources.kokushimd10 import sort_rows, survey_kokushimd10
from kokushi_inspect.sources.kokushimd10_layout import RawRow, RawSource
from kokushi_inspect.sources.published_counts import differences, published_counts
from kokushi_inspect.sources.record_names import fold_record, load_field_names


@cache
def questions(profession: str) -> tuple[Question, ...]:
    """The questions of the synthetic data set, without figure files."""
    rows = [
        RawRow(fold_record(row), Place("rows", number))
        for number, row in enumerate(synthetic_rows(profession), start=1)
    ]
    source = RawSource("rows", tuple(rows), FigureFolder(None))
    names, rules = load_field_names(), load_rules(profession)
    placed = sort_rows(source, names, {profession: rules})
    survey = survey_kokushimd10(source, placed, rules, None, names)
    assert survey.troubles == ()
    return survey.questions


def compare(profession: str, change: Callable[[list[Question]], list[Question]]) -> list[str]:
    return differences(change(list(questions(profession))), load_rules(profession))


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_a_copy_with_the_published_counts_matches(profession: str) -> None:
    assert compare(profession, lambda all: all) == []


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_a_missing_row_is_named_by_year_and_section(profession: str) -> None:
    gone = next(q for q in questions(profession)[400:] if not q.superseded)
    rules = load_rules(profession)
    size = rules.sections[gone.section]
    found = compare(profession, lambda all: [q for q in all if q is not gone])
    assert f"{gone.year} section {gone.section}: {size - 1} of {size} questions" in found
    rows = published_counts(profession).rows
    assert f"{rows - 1} rows, published {rows}" in found


def test_a_row_too_many_is_named() -> None:
    found = compare("medicine", lambda all: [replace(all[0], id="twice"), *all])
    assert "2020 section A: 76 of 75 questions" in found


def test_a_year_without_rows_is_named_once() -> None:
    found = compare("medicine", lambda all: [q for q in all if q.year != 2021])
    assert found == ["2021: no rows"]


def test_a_year_that_was_not_published_is_named() -> None:
    found = compare("medicine", lambda all: [*all, replace(all[0], year=2025)])
    assert "2025: the published data set does not have it" in found


def test_another_split_of_the_same_number_is_no_missing_row() -> None:
    def move(all: list[Question]) -> list[Question]:
        return [replace(all[0], section="b"), *all[1:]]

    assert compare("optometry", move) == [
        "2020: sections a 74, b 76; the structure of the exam says a 75, b 75"
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"key": make_key(), "figures": ()}, "rows of kind blank"),
        ({"kind": "fill_in"}, "1 rows of kind fill_in, published 0"),
        ({"superseded": True}, "1 superseded rows, published 0"),
    ],
)
def test_other_kinds_than_published_are_named(change: dict[str, Any], says: str) -> None:
    def apply(all: list[Question]) -> list[Question]:
        at = next(n for n, q in enumerate(all) if q.key.accepted and q.kind == "single")
        return [*all[:at], replace(all[at], **change), *all[at + 1 :]]

    assert any(says in line for line in compare("medicine", apply))


def test_figures_are_counted_by_question() -> None:
    def drop(all: list[Question]) -> list[Question]:
        at = next(n for n, q in enumerate(all) if q.needs_figure)
        return [*all[:at], replace(all[at], needs_figure=False), *all[at + 1 :]]

    assert compare("nursing", drop) == ["45 rows with figures, published 46"]


def test_the_counts_are_those_of_the_paper(shared_facts: Path) -> None:
    table = json.loads((shared_facts / "paper_tables.json").read_text("utf-8"))
    names = {name: name.lower().replace(" ", "_") for name in table["professions_order"]}
    kinds = {
        "Single Choice": "single",
        "Multiple Choice": "multiple",
        "Calculation": "numeric",
        "Sequence": "ordered",
        "Blank": "blank",
    }
    for name, profession in names.items():
        counts = published_counts(profession)
        assert counts.rows == table["questions"]["total_per_profession"][name]
        assert counts.with_figures == table["questions"]["with_images_per_profession"][name]
        assert counts.superseded == table["extra_rows_vs_official_over_5_years"][name]
        theirs = table["question_type_counts_derived"][name]
        assert counts.kinds == {kinds[kind]: count for kind, count in theirs.items()}


def test_the_counts_add_up() -> None:
    counts = [published_counts(profession) for profession in PROFESSIONS]
    assert sum(c.rows for c in counts) == 11588
    assert sum(c.with_figures for c in counts) == 2283
    assert all(sum(c.kinds.values()) == c.rows for c in counts)
