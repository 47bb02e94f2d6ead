"""The report in a browser: language, theme, sorting, questions, and no word to anybody."""

import subprocess
from pathlib import Path

import pytest
from opened_page import Open
from playwright.sync_api import Page


def test_the_page_asks_for_nothing_and_complains_of_nothing(
    open_page: Open, report_file: Path
) -> None:
    opened = open_page(report_file)
    opened.page.locator("#item-table .ref").nth(1).click()
    opened.page.wait_for_selector("dialog img")
    assert opened.requests == [report_file.as_uri()]
    assert opened.complaints == []


@pytest.mark.parametrize(
    ("language", "title"), [("ja-JP", "国家試験レポート"), ("en-GB", "Licensing exam report")]
)
def test_the_language_is_the_readers(
    open_page: Open, report_file: Path, language: str, title: str
) -> None:
    page = open_page(report_file, language=language).page
    assert page.title() == title
    assert page.locator("h1").inner_text() == title


def test_the_language_can_be_changed(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.get_by_role("button", name="日本語").click()
    assert page.locator("html").get_attribute("lang") == "ja"
    assert "合否の一覧" in page.locator("#matrix h2").inner_text()
    assert "Verdict" not in page.locator("#matrix h2").inner_text()


def test_labels_for_screen_readers_change_too(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    assert page.get_by_role("navigation", name="Contents").count() == 1
    page.get_by_role("button", name="日本語").click()
    assert page.get_by_role("navigation", name="目次").count() == 1


def test_the_language_is_remembered(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.get_by_role("button", name="日本語").click()
    page.reload()
    assert page.locator("html").get_attribute("lang") == "ja"


def names(page: Page) -> list[str]:
    rows = page.locator("#matrix tbody").first.locator("th")
    return [name.split()[0] for name in rows.all_inner_texts()]


def test_the_matrix_sorts_by_margin(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    heading = page.locator("#matrix thead th").nth(1)
    heading.locator("button").click()
    assert (names(page), heading.get_attribute("aria-sort")) == (
        ["model-2", "model-1", "model-0"],
        "descending",
    )
    heading.locator("button").click()
    assert (names(page), heading.get_attribute("aria-sort")) == (
        ["model-0", "model-1", "model-2"],
        "ascending",
    )


def test_a_table_sorts_by_keyboard(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.locator("#matrix thead button").first.focus()
    page.keyboard.press("Enter")
    assert names(page) == ["model-0", "model-1", "model-2"]


def test_a_verdict_leads_to_its_sitting(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.locator("#matrix tbody a").first.click()
    assert page.locator("details.sitting[open]").count() == 1
    assert "総得点" in page.locator("details.sitting[open]").inner_text()


def test_an_item_opens_with_everything_about_it(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.locator("#item-table .ref", has_text="2023A1").first.click()
    shown = page.locator("dialog").inner_text()
    for part in ("Question number 1 of 2023?", "choice c of 1", "Key", "people 80.0%", "model-2"):
        assert part in shown
    assert page.locator("dialog .reply").count() == 3
    assert page.locator("dialog .thumbs img").evaluate("img => img.naturalWidth") == 1


def test_an_item_closes_by_keyboard_and_gives_the_focus_back(
    open_page: Open, report_file: Path
) -> None:
    page = open_page(report_file).page
    page.locator("#item-table .ref").nth(3).focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "question-title"
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    assert page.evaluate("document.activeElement.textContent") == "2023A3"


def test_the_next_item_follows(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.locator("#item-table .ref").first.click()
    page.get_by_role("button", name="Next").click()
    assert page.locator("#question-title").inner_text().startswith("2023A1")


def test_items_are_filtered(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.get_by_label("Show").select_option("doubt")
    assert page.locator("#item-table .ref").all_inner_texts() == ["2023A2", "2024A2"]
    page.get_by_label("Search").fill("of 2024")
    assert page.locator("#item-table .ref").all_inner_texts() == ["2024A2"]
    assert page.locator("#count").inner_text() == "1 / 1"


def test_items_sort_by_difficulty(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.locator("[data-sort=difficulty] button").click()
    page.locator("[data-sort=difficulty] button").click()
    assert page.locator("#item-table tbody td:nth-child(4)").first.inner_text() == "0.0%"


def test_lists_of_questions_open(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.locator("#people details.refs summary").first.click()
    page.locator("#people details.refs .ref").first.click()
    assert page.locator("#question-title").inner_text().startswith("2023A0")


def test_dark_is_the_readers_choice_and_can_be_turned(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file, color_scheme="dark").page
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.locator("#theme").click()
    assert (dark, page.evaluate(ground)) == ("rgb(21, 24, 28)", "rgb(255, 255, 255)")


def test_a_phone_scrolls_tables_and_not_the_page(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file, viewport={"width": 360, "height": 740}).page
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_print_shows_what_is_folded(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.sitting:not([open])").count() == 0
    assert not page.locator("nav").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.sitting[open]").count() == 0


def test_japanese_is_drawn_with_japanese_glyphs(open_page: Open, report_file: Path) -> None:
    fonts = subprocess.run(["fc-list", ":lang=ja"], capture_output=True, check=False).stdout
    if not fonts:
        pytest.skip("no Japanese font is installed")
    page = open_page(report_file, language="ja-JP").page
    drawn = page.evaluate(
        """() => ["験", "\\u{10ffff}"].map((text) => {
            const context = document.createElement("canvas").getContext("2d");
            context.font = getComputedStyle(document.body).font;
            context.fillText(text, 5, 30);
            return context.getImageData(0, 0, 60, 60).data.join();
        })"""
    )
    assert drawn[0] != drawn[1]
