"""Remarks about questions, put together for people."""

import pytest

from kokushi_inspect.sources.remarks import group_remarks, summarize_remarks


@pytest.mark.parametrize(
    ("remarks", "lines"),
    [
        ([], []),
        (["A1: no key"], ["A1: no key"]),
        (["A1: no key", "A2: no figure", "A3: no key"], ["A1, A3: no key", "A2: no figure"]),
        ([f"A{n}: no key" for n in range(1, 6)], ["A1, A2, A3 and 2 more: no key"]),
        (["3 rows are strangers"], ["3 rows are strangers"]),
        (["A1: the option a: none"], ["A1: the option a: none"]),
    ],
)
def test_remarks_that_differ_in_the_question_share_a_line(
    remarks: list[str], lines: list[str]
) -> None:
    assert list(summarize_remarks(remarks)) == lines


def test_the_remark_of_most_questions_comes_first() -> None:
    found = group_remarks(["A1: odd", "A2: no key", "A3: no key"])
    assert list(found) == ["no key", "odd"]
    assert found["no key"] == ["A2", "A3"]
