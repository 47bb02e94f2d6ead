import click
import pytest

from kokushi_inspect.exam import CriterionResult, KokushiError, Place


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("q.jsonl"), "q.jsonl"),
        (Place("q.jsonl", 3), "q.jsonl, row 3"),
        (Place("q.jsonl", 3, "answer"), "q.jsonl, row 3, field 'answer'"),
        (Place("medicine.toml", field="years"), "medicine.toml, field 'years'"),
    ],
)
def test_a_place_names_file_row_and_field_as_far_as_known(place: Place, text: str) -> None:
    assert str(place) == text


def test_an_error_says_where_what_expected_and_what_to_do() -> None:
    error = KokushiError("no key", place=Place("q.jsonl", 3), expected="labels", fix="add one")
    assert str(error) == "q.jsonl, row 3: no key; expected labels; add one"


def test_an_error_without_a_place_starts_with_what_is_wrong() -> None:
    assert str(KokushiError("figures='x'", expected="'sent'")) == "figures='x'; expected 'sent'"


def test_an_error_is_shown_by_the_command_line_as_a_message() -> None:
    assert isinstance(KokushiError("no key"), click.ClickException)


@pytest.mark.parametrize(("line", "margin"), [(160, 5), (170, -5), (None, None)])
def test_the_margin_is_the_distance_to_the_line(line: int | None, margin: int | None) -> None:
    assert CriterionResult("必修", 165, 200, line, None).margin == margin
