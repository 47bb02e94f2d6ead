"""Twenty examinees on an exam of 400 questions: the page stays light and opens at once."""

from pathlib import Path
from random import Random

import pytest
from opened_page import Open
from page_reports import make_report

from kokushi_inspect.report.page import render

KANJI = [chr(code) for code in range(0x4E00, 0x5200)]


@pytest.fixture(scope="module")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    draw = Random(1)
    texts = ["".join(draw.choices(KANJI, k=2000)) for _ in range(40)]
    report = make_report(20, 400, (2024,), says=lambda n, q: texts[(7 * n + q) % 40])
    file = tmp_path_factory.mktemp("large") / "report.html"
    file.write_text(render(report), encoding="utf-8")
    return file


def test_it_stays_under_ten_megabytes(large_file: Path) -> None:
    assert 2_000_000 < large_file.stat().st_size < 10_000_000


def test_it_shows_its_items(open_page: Open, large_file: Path) -> None:
    page = open_page(large_file).page
    page.wait_for_selector("#item-table .ref")
    assert page.locator("#item-table .ref").count() == 50


def test_an_item_opens_with_every_reply(open_page: Open, large_file: Path) -> None:
    page = open_page(large_file).page
    page.locator("#item-table .ref").first.click()
    assert page.locator("dialog .reply").count() == 20
