"""A report opened in headless Chromium; without the browser these tests are skipped.

The browser is Debian's (`chromium`), or the one that KOKUSHI_CHROMIUM names. KOKUSHI_AXE names
axe-core's `axe.min.js` (npm).
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from opened_page import Open, Opened
from page_reports import make_report
from playwright.sync_api import Browser, sync_playwright

from kokushi_inspect.report.model import Report
from kokushi_inspect.report.page import render


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one file of tests: while it is open its event loop runs in this process, and
    no other test could start one of its own.
    """
    path = os.environ.get("KOKUSHI_CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip("no browser: install chromium, or name one in KOKUSHI_CHROMIUM")
    with sync_playwright() as playwright:
        # root may not use the sandbox, and CI runs as root; the page is our own
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(render(make_report()), encoding="utf-8")
    return file


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a report or a file; its settings are those of a browser context."""
    contexts = []

    def opening(what: Report | Path, *, language: str = "en-US", **settings: object) -> Opened:
        file = what
        if not isinstance(file, Path):
            file = tmp_path / "report.html"
            file.write_text(render(what), encoding="utf-8")  # type: ignore[arg-type]
        context = browser.new_context(locale=language, **settings)  # type: ignore[arg-type]
        contexts.append(context)
        opened = Opened(context.new_page())
        opened.page.on("console", opened.heard)
        opened.page.on("pageerror", lambda error: opened.complaints.append(str(error)))
        opened.page.on("request", opened.asked)
        opened.page.goto(file.as_uri())
        return opened

    yield opening
    for context in contexts:
        context.close()
