"""The page as a document: what it says, that its numbers are the model's, and that it is closed."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from page_reports import empty_report, make_report

from kokushi_inspect.report.model import Report, rounded
from kokushi_inspect.report.page import render

HOSTILE = json.loads(
    (Path(__file__).parents[1] / "hostile_replies.json").read_text(encoding="utf-8")
)
SECTIONS = ["matrix", "sittings", "sure", "people", "figures", "items", "slices", "costs", "logs"]


class Document(HTMLParser):
    """The elements of a page, with the texts of its script elements and cells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts[-1] += data

    def ids(self) -> list[str]:
        return [attrs["id"] or "" for _, attrs in self.elements if "id" in attrs]


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report()


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    return render(report)


def test_sections_are_in_the_order_of_the_issue(page: str) -> None:
    sections = [attrs["id"] for tag, attrs in Document(page).elements if tag == "section"]
    assert sections == SECTIONS


def test_an_empty_report_says_in_each_section_why() -> None:
    page = render(empty_report())
    parts = page.split("<section ")[1:]
    assert [part.split('"')[1] for part in parts if 'class="empty"' in part] == SECTIONS


def test_research_use_is_said_at_the_top(page: str) -> None:
    top = page.split("<main")[0]
    assert "研究用です。" in top
    assert "Research use only." in top


def test_practice_results_carry_a_banner() -> None:
    top = render(make_report(years=(2024,), practice=True)).split("<main")[0]
    assert "模擬試験の結果" in top
    assert "practice results, not KokushiMD-10 results" in top


def test_real_results_carry_none(page: str) -> None:
    assert 'class="banner" role="note"' not in page


def test_cells_have_the_numbers_of_the_model(report: Report, page: str) -> None:
    values = set(re.findall(r'data-v="([^"]*)"', page))
    for rank in report.groups[0].ranks:
        assert rank.accuracy.share is not None
        assert f"{rounded(rank.accuracy.share):.12g}" in values
    for sitting in report.sittings:
        assert f"{sitting.official.points:g}" in values


def test_shares_are_shown_in_per_cent() -> None:
    page = render(make_report(examinees=1, questions=3, years=(2024,)))
    assert "66.7%" in page


def test_a_verdict_has_a_sign_and_a_word_beside_its_colour(page: str) -> None:
    assert re.search(r'class="v fail"><span aria-hidden="true">✗</span> .*?不合格.*?fail', page)
    assert re.search(r'class="v pass"><span aria-hidden="true">✓</span> .*?合格.*?pass', page)


def test_flipped_verdicts_are_marked() -> None:
    report = make_report(years=(2024,))  # of 10 points, 6 pass officially and 8 on paper
    assert [sitting.official.points for sitting in report.sittings] == [3, 6, 8]
    assert render(report).count('class="paper flip"') == 1


def test_nothing_is_fetched(page: str) -> None:
    for tag, attrs in Document(page).elements:
        assert not {"src", "srcset", "action", "ping", "background"} & set(attrs), tag
        assert (attrs.get("href") or "#").startswith("#")
        assert tag not in ("link", "iframe", "object", "embed", "base", "form[action]")


def test_the_policy_allows_the_own_script_alone(page: str) -> None:
    document = Document(page)
    policy = (
        next(a["content"] for t, a in document.elements if t == "meta" and "content" in a) or ""
    )
    digest = base64.b64encode(hashlib.sha256(document.scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")


def test_ids_are_unique(page: str) -> None:
    ids = Document(page).ids()
    assert len(ids) == len(set(ids))


def test_links_lead_somewhere(page: str) -> None:
    document = Document(page)
    targets = {attrs["href"] for tag, attrs in document.elements if tag == "a"}
    assert {(target or "")[1:] for target in targets} <= set(document.ids())


def _saying(texts: list[str]) -> Report:
    """A report with a text in each place that is another's: names, replies, questions, logs."""
    count = len(texts)
    report = make_report(count, 2, (2024,), says=lambda n, _: texts[n], names=lambda n: texts[n])
    items = (
        replace(item, question=text, text=text, subject=text, options=(("a", text),))
        for item, text in zip(report.items, texts, strict=False)
    )
    sittings = (
        replace(sitting, official=replace(sitting.official, reason=text))
        for sitting, text in zip(report.sittings, texts, strict=True)
    )
    logs = (
        replace(log, location=text, source=text, arguments={text: text}, command=text)
        for log, text in zip(report.logs, texts, strict=True)
    )
    return replace(
        report,
        command=texts[0],
        items=tuple(items),
        sittings=tuple(sittings),
        logs=tuple(logs),
        troubles=(replace(report.troubles[0], location=texts[0], reason=texts[1]),),
    )


def test_hostile_texts_add_no_element_anywhere() -> None:
    hostile = [f"{number} {text}" for number, text in enumerate(HOSTILE.values())]
    harmless = [f"{number} harmless" for number, _ in enumerate(hostile)]
    # charts have as many words, and reasons as many points, as the texts have parts
    free = {"text", "tspan", "li", "span"}
    found = [
        [tag for tag, _ in Document(render(_saying(texts))).elements if tag not in free]
        for texts in (hostile, harmless)
    ]
    assert found[0] == found[1]


def test_a_hostile_text_adds_no_handler() -> None:
    text = HOSTILE["end of an attribute"] + HOSTILE["event handler"]
    page = render(make_report(2, 2, (2024,), says=lambda *_: text, names=lambda n: f"{n}{text}"))
    names = {name for _, attrs in Document(page).elements for name in attrs}
    assert {name for name in names if name.startswith("on")} == set()


def test_half_a_surrogate_pair_can_be_written() -> None:
    page = render(
        make_report(2, 2, (2024,), says=lambda *_: "\ud83d", names=lambda n: f"{n}\udcff")
    )
    assert page.encode()


def test_a_reply_of_a_megabyte_does_not_make_a_page_of_many() -> None:
    page = render(make_report(3, 4, (2024,), says=lambda *_: "<あ\x1b" * 350_000))
    assert len(page.encode()) < 300_000
