"""Metrics do a constant amount of work for each score: counted, not timed."""

from collections.abc import Iterator
from typing import Any

import pytest
from builders import make_mark, make_sitting
from inspect_ai.scorer import SampleScore, Score

from scorers.draft_metrics import cost_of_question, panel_members, second_look
from scorers.metrics import (
    accuracy_of_marks,
    breakdown,
    official_verdict,
    paper_verdict,
    statuses,
)

METRICS = (
    official_verdict,
    paper_verdict,
    accuracy_of_marks,
    breakdown,
    statuses,
    second_look,
    panel_members,
    cost_of_question,
)


class Scores(list[SampleScore]):
    """A list that counts how often an element is looked at."""

    looks = 0

    def __iter__(self) -> Iterator[SampleScore]:
        for score in super().__iter__():
            self.looks += 1
            yield score


class Record(dict[str, Any]):
    """The record of a mark that counts how often it is read, over all records."""

    reads = 0

    def __getitem__(self, name: str) -> Any:
        Record.reads += 1
        return super().__getitem__(name)


def reads(metric: Any, count: int) -> tuple[int, int]:
    """How often elements and fields are read for so many scores."""
    sitting = make_sitting(rows=count, scored=count, of=count).to_record()
    scores = Scores()
    for number in range(count):
        score = Score(value=1)
        mark = make_mark(f"A{number}").to_record()
        # a model copies dictionaries that it is given; this one must stay what it is
        object.__setattr__(score, "metadata", Record(mark))
        scores.append(
            SampleScore(score=score, sample_id=number, sample_metadata={"sitting": sitting})
        )
    Record.reads = 0
    metric()(scores)
    return scores.looks, Record.reads


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)
def test_twice_the_scores_are_read_twice_as_often(metric: Any) -> None:
    looks, fields = reads(metric, 200)
    assert reads(metric, 400) == (2 * looks, 2 * fields)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)
def test_a_score_is_looked_at_a_few_times(metric: Any) -> None:
    looks, fields = reads(metric, 200)
    assert looks <= 3 * 200
    assert fields <= 20 * 200
