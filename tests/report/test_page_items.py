"""The data block: what is in it, how heavy it gets, and that nothing gets out of it."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_reports import PICTURE, make_report

from kokushi_inspect.report import page_items
from kokushi_inspect.report.model import ItemFigure, Report
from kokushi_inspect.report.page_items import as_block, item_data, stem_of
from kokushi_inspect.report.page_view import View


def block(report: Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(item_data(View(report)))
    return data


def with_figure(figure: ItemFigure) -> Report:
    report = make_report()
    first, *others = report.items
    return replace(report, items=(replace(first, figures=(figure,)), *others))


@given(st.text())
def test_a_block_holds_any_text(text: str) -> None:
    assert json.loads(as_block([text])) == [text]


@given(st.text(alphabet="<>&!-/script\"' \\"))
def test_a_block_has_nothing_that_could_end_it(text: str) -> None:
    assert not set("<>&") & set(as_block({text: text}))


def test_an_item_has_its_statistics_and_replies() -> None:
    report = make_report(examinees=3)
    item = block(report)["items"][4]
    assert (item["question"], item["difficulty"], item["people"]) == ("2023A4", 1.0, 0.8)
    assert [reply[0] for reply in item["replies"]] == ["e0", "e1", "e2"]


def test_numbers_are_rounded_like_those_of_the_other_outputs() -> None:
    report = make_report()
    item = replace(report.items[0], difficulty=1 / 3)
    assert block(replace(report, items=(item,)))["items"][0]["difficulty"] == 0.333333


def test_the_stem_is_without_the_options() -> None:
    assert stem_of(make_report().items[3]) == "Question number 3 of 2023?"


def test_captions_behind_the_options_stay() -> None:
    item = make_report().items[3]
    assert stem_of(replace(item, text=f"{item.text}\n\nFigure 1")) == (
        "Question number 3 of 2023?\n\nFigure 1"
    )


def test_a_text_without_its_options_stays_whole() -> None:
    item = replace(make_report().items[3], text="Only a stem")
    assert stem_of(item) == "Only a stem"


def test_replies_are_whole_where_they_are_light() -> None:
    report = make_report(says=lambda examinee, question: "long " * 1000)
    assert block(report)["items"][0]["replies"][0][7] == "long " * 1000


def test_replies_are_cut_until_they_are_light_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_items, "REPLY_BYTES", 20_000)
    report = make_report(says=lambda examinee, question: "答" * 1000)
    shown = [reply[7] for item in block(report)["items"] for reply in item["replies"]]
    assert 10_000 < sum(len(text.encode()) for text in shown) <= 20_000
    assert {len(text) for text in shown} == {80}


def test_a_cut_reply_says_how_long_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_items, "REPLY_BYTES", 20_000)
    report = make_report(says=lambda examinee, question: "答" * 1000)
    assert block(report)["items"][0]["replies"][0][8] == 1000


def test_a_thumbnail_is_in_the_block_and_its_folder_is_not() -> None:
    report = with_figure(ItemFigure("/home/somebody/figures/A1.png", PICTURE))
    assert block(report)["items"][0]["figures"] == [["A1.png", PICTURE]]


@pytest.mark.parametrize(
    "data",
    [
        "",
        "https://example.org/a.png",
        "javascript:window.pwned=1",
        "data:image/svg+xml;base64,AAAA",
        "data:text/html;base64,AAAA",
        "data:image/png;base64,AAAA\"onerror='x'",
    ],
)
def test_only_pictures_are_thumbnails(data: str) -> None:
    assert block(with_figure(ItemFigure("A1.png", data)))["items"][0]["figures"] == [["A1.png", ""]]


def test_thumbnails_stop_where_they_get_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_items, "FIGURE_BYTES", 2 * len(PICTURE))
    report = make_report()
    item = replace(report.items[0], figures=(ItemFigure("a", PICTURE),) * 3)
    figures = block(replace(report, items=(item,)))["items"][0]["figures"]
    assert [bool(data) for _, data in figures] == [True, True, False]
