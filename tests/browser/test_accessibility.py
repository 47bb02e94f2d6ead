"""axe-core finds nothing serious: closed, with a question open, in the dark, on a phone."""

import os
from pathlib import Path
from typing import Any

import pytest
from opened_page import Open, Opened
from page_reports import empty_report

SETTINGS: list[dict[str, Any]] = [
    {},
    {"language": "ja-JP"},
    {"color_scheme": "dark"},
    {"viewport": {"width": 360, "height": 740}},
]


@pytest.fixture(scope="session")
def axe() -> str:
    file = os.environ.get("KOKUSHI_AXE", "")
    if not Path(file).is_file():
        pytest.skip("no axe-core: name its axe.min.js in KOKUSHI_AXE")
    return Path(file).read_text(encoding="utf-8")


def violations(opened: Opened, axe: str) -> list[str]:
    opened.page.evaluate(axe)
    found = opened.page.evaluate("axe.run()")["violations"]
    return [
        f"{each['id']}: {node['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("settings", SETTINGS, ids=["light", "ja", "dark", "phone"])
def test_the_report_has_no_serious_violation(
    open_page: Open, report_file: Path, axe: str, settings: dict[str, Any]
) -> None:
    opened = open_page(report_file, **settings)
    opened.page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
    assert violations(opened, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_open_question_has_none(
    open_page: Open, report_file: Path, axe: str, scheme: str
) -> None:
    opened = open_page(report_file, color_scheme=scheme)
    opened.page.locator("#item-table .ref").nth(1).click()
    assert violations(opened, axe) == []


def test_an_empty_report_has_none(open_page: Open, axe: str) -> None:
    assert violations(open_page(empty_report()), axe) == []
