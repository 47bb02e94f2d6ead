"""Replies that try to run, to break the page, or to leave it."""

import json
from pathlib import Path

import pytest
from opened_page import Open
from page_reports import make_report

from kokushi_inspect.exam.visible import visible
from kokushi_inspect.report.page import render

HOSTILE = json.loads(
    (Path(__file__).parents[1] / "hostile_replies.json").read_text(encoding="utf-8")
)
TEXTS = list(HOSTILE.values())


@pytest.fixture(scope="module")
def hostile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in which question n is answered with the n-th text, and examinees are called so."""
    report = make_report(
        2,
        len(TEXTS),
        (2024,),
        says=lambda _, question: TEXTS[question],
        names=lambda number: f"{number}{TEXTS[number]}",
    )
    file = tmp_path_factory.mktemp("hostile") / "report.html"
    file.write_text(render(report), encoding="utf-8")
    return file


@pytest.mark.parametrize("number", range(len(TEXTS)), ids=list(HOSTILE))
def test_a_hostile_reply_is_a_text_and_nothing_else(
    open_page: Open, hostile_file: Path, number: int
) -> None:
    opened = open_page(hostile_file)
    page = opened.page
    page.on("dialog", lambda dialog: opened.complaints.append("it opened a dialog"))
    page.locator("#item-table .ref").nth(number).click()
    reply = page.locator("dialog .reply").first
    if TEXTS[number]:
        assert reply.locator("pre").evaluate("e => e.textContent") == visible(TEXTS[number])
    else:
        assert "(no text)" in reply.inner_text()
    assert page.evaluate("window.pwned") is None
    assert page.url == hostile_file.as_uri()
    assert opened.requests == [hostile_file.as_uri()]
    assert opened.complaints == []


def test_markup_that_got_in_could_not_run(open_page: Open, report_file: Path) -> None:
    page = open_page(report_file).page
    page.evaluate(
        """() => {
            document.querySelector("main").insertAdjacentHTML("beforeend",
                '<img src="https://example.org/x.png" onerror="window.pwned = 1">');
            const script = document.createElement("script");
            script.textContent = "window.pwned = 1";
            document.body.append(script);
        }"""
    )
    page.wait_for_function("document.querySelector('main > img').complete")
    assert page.evaluate("window.pwned") is None


def test_a_long_reply_is_cut_with_a_note(open_page: Open) -> None:
    report = make_report(3, 3, (2024,), says=lambda *_: "<b>長い\x1b[0m" * 100_000)
    page = open_page(report).page
    page.locator("#item-table .ref").first.click()
    reply = page.locator("dialog .reply").first
    assert "characters in all: 900,000" in reply.inner_text()
    assert len(reply.locator("pre").inner_text()) < 2000
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
