"""Records are the plain JSON form that travels in a log: nothing may be lost on the way."""

import json
from dataclasses import replace
from typing import Any, TypeVar, get_args

from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import (
    Boxes,
    Criterion,
    Figure,
    HumanRecord,
    Key,
    Kind,
    Mark,
    PaperRule,
    Question,
    Scenario,
    Share,
    Sitting,
    Status,
    Treatment,
)

T = TypeVar("T")

words = st.text(max_size=8)
names = st.text(min_size=1, max_size=8)
whole = st.integers(0, 1000)
years = st.none() | st.integers(1990, 2100)


def tuples_of(items: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(items, max_size=4).map(tuple)


keys = st.builds(
    Key,
    accepted=tuples_of(tuples_of(words)),
    treatment=st.sampled_from(get_args(Treatment)),
    printed=tuples_of(words),
)
shares = st.fractions(0, 1, max_denominator=100).map(lambda f: Share(f.numerator, f.denominator))
rates = st.dictionaries(words, st.floats(0, 1), min_size=1, max_size=3)
criteria = st.builds(
    Criterion,
    name=names,
    line=st.none() | whole,
    of=whole,
    personal=st.none() | shares,
    rule=st.sampled_from(["points", "subjects_with_points"]),
)
paper_rules = st.builds(
    PaperRule,
    buckets=tuples_of(st.tuples(names, whole, whole)),
    forbidden_limit=st.none() | whole,
    subject_share=st.none() | st.floats(0, 1),
    compulsory=words,
)
figures = st.builds(Figure, path=names, original=names, width=whole, height=whole)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    labels = draw(st.lists(names, unique=True, max_size=5))
    number = draw(names)
    group = draw(st.none() | names.filter(lambda text: text != number))
    return Question(
        id=number,
        profession=draw(names),
        year=draw(years),
        section=draw(words),
        index=draw(words),
        text=draw(words),
        kind=draw(st.sampled_from(get_args(Kind))),
        options=tuple((label, draw(words)) for label in labels),
        key=draw(keys),
        points=draw(whole),
        select=draw(st.none() | st.integers(1, 5)),
        forbidden=draw(tuples_of(words)),
        printed_forbidden=draw(tuples_of(words)),
        figures=draw(tuples_of(figures)),
        needs_figure=draw(st.booleans()),
        scenario=None if group is None else Scenario(group, draw(words)),
        boxes=draw(st.none() | st.builds(Boxes, st.integers(1, 9), st.integers(0, 9), words)),
        role=draw(st.none() | words),
        area=draw(st.none() | words),
        subject=draw(st.none() | words),
        human=HumanRecord(draw(st.none() | st.floats(0, 1)), draw(st.none() | rates)),
        superseded=draw(st.booleans()),
        counts_in=draw(tuples_of(names)),
        paper_in=draw(tuples_of(names)),
    )


def through_json(record: dict[str, Any]) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(json.dumps(record))
    return loaded


@given(questions())
def test_a_question_comes_back_without_stem_case_and_figures(question: Question) -> None:
    scenario = question.scenario
    expected = replace(
        question,
        text="",
        scenario=None if scenario is None else Scenario(scenario.id),
        figures=(),
        needs_figure=question.needs_figure or bool(question.figures),
    )
    assert Question.from_record(through_json(question.to_record())) == expected


@given(
    st.builds(
        Mark,
        question=names,
        status=st.sampled_from(get_args(Status)),
        read=tuples_of(words),
        correct=st.booleans(),
        counted=st.booleans(),
        points=whole,
        earned=whole,
        forbidden=st.booleans(),
        counts_in=tuples_of(names),
        section=words,
        kind=words,
        scenario=names,
        has_figure=st.booleans(),
        subject=words,
        epoch=st.integers(1, 20),
    )
)
def test_a_mark_comes_back_unchanged(mark: Mark) -> None:
    assert Mark.from_record(through_json(mark.to_record())) == mark


@given(criteria)
def test_a_criterion_comes_back_unchanged(criterion: Criterion) -> None:
    assert Criterion.from_record(through_json(criterion.to_record())) == criterion


@given(
    st.builds(
        Sitting,
        profession=names,
        year=years,
        label=names,
        source=names,
        rows=whole,
        scored=whole,
        of=whole,
        criteria=tuples_of(criteria),
        forbidden_limit=st.none() | whole,
        problems=tuples_of(words),
        filtered=words,
        notes=tuples_of(words),
        paper=st.none() | paper_rules,
    )
)
def test_a_sitting_comes_back_unchanged(sitting: Sitting) -> None:
    assert Sitting.from_record(through_json(sitting.to_record())) == sitting


def test_a_mark_record_carries_the_fields_that_every_reader_of_logs_relies_on() -> None:
    mark = Mark(
        question="A1",
        status="answered",
        read=("b",),
        correct=False,
        counted=True,
        points=3,
        earned=0,
        forbidden=True,
        counts_in=("必修",),
        section="A",
        kind="single",
        scenario="A1",
        has_figure=False,
    )
    promised = {"correct", "status", "read", "points", "earned", "forbidden"}
    record = mark.to_record()
    assert {name: record[name] for name in promised} == {
        "correct": False,
        "status": "answered",
        "read": ["b"],
        "points": 3,
        "earned": 0,
        "forbidden": True,
    }
