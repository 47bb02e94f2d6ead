"""How long the report of 20 examinees and 400 questions takes to render and to open.

    python benchmarks/report_page.py

Prints seconds to render and seconds to open in headless Chromium beside those of an empty page in
the same run, and the size of the file. Needs the dev extra and Chromium.
"""

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from page_reports import make_report
from playwright.sync_api import Page, sync_playwright

from kokushi_inspect.report.page import render

CHROMIUM = os.environ.get("KOKUSHI_CHROMIUM", "/usr/bin/chromium")


def opened(page: Page, file: Path) -> float:
    """Seconds from the start of the navigation to the end of the load event."""
    page.goto(file.as_uri())
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
    return float(timing["loadEventEnd"]) / 1000


def main() -> None:
    """Render, open, print."""
    begun = time.perf_counter()
    content = render(make_report(20, 400, (2024,), says=lambda examinee, question: "経過" * 1000))
    rendered = time.perf_counter() - begun
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        large, empty = Path(folder, "large.html"), Path(folder, "empty.html")
        large.write_text(content, "utf-8")
        empty.write_text("<!doctype html><title>empty</title>", "utf-8")
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        plain, full = opened(page, empty), opened(page, large)
        browser.close()
    print(f"render {rendered:.1f} s, {len(content.encode()) / 1e6:.1f} MB")
    print(f"open   {full:.2f} s, an empty page {plain:.2f} s")


if __name__ == "__main__":
    main()
