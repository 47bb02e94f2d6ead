"""Charts: shapes and words, and nothing that a name could smuggle in."""

from xml.etree import ElementTree

import pytest
from page_reports import make_report

from kokushi_inspect.report.charts import Dot, Step, curve_chart, interval_chart
from kokushi_inspect.report.model import Report
from kokushi_inspect.report.page_charts import band_chart, rank_chart, year_chart
from kokushi_inspect.report.page_view import View

HOSTILE = "<script>alert(1)</script>&\"' \u202e datum['x']"


def words(svg: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("text")]


def shapes(svg: str) -> set[str]:
    return {e.tag.rpartition("}")[2] for e in ElementTree.fromstring(svg).iter()}


def test_a_chart_names_everybody_in_order() -> None:
    dots = [Dot(name, 0.5, 0.4, 0.6, "model") for name in ("zeta", "alpha", "漢字")]
    assert [w for w in words(interval_chart(dots)) if "%" not in w] == ["zeta", "alpha", "漢字"]


def test_a_hostile_name_is_a_word() -> None:
    svg = interval_chart([Dot(HOSTILE, 0.5, 0.4, 0.6, "model")])
    assert any(word.startswith("<script>alert(1)") for word in words(svg))
    assert shapes(svg) <= {"svg", "g", "path", "line", "text", "rect", "defs", "clipPath"}


def test_a_chart_has_no_links_and_no_handlers() -> None:
    svg = curve_chart([Step(HOSTILE, "2024", 0.5, 0.6), Step(HOSTILE, "2025", None, None)])
    names = {name for element in ElementTree.fromstring(svg).iter() for name in element.attrib}
    assert {n for n in names if "href" in n or n.startswith("on") or n == "style"} == set()


def test_colours_are_those_of_the_style_sheet() -> None:
    assert 'fill="var(--line)"' in interval_chart([Dot("a", 0.5, 0.4, 0.6, "model")])


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report()


def test_ranks_are_drawn_from_the_best(report: Report) -> None:
    names = [w for w in words(rank_chart(View(report), report.groups[0])) if "%" not in w]
    assert names == ["model-2", "model-1", "model-0"]


def test_years_are_drawn_when_there_are_some(report: Report) -> None:
    (table,) = (t for t in View(report).slices if t.by == "year")
    assert {"2023", "2024", "model-1"} <= set(words(year_chart(View(report), table)))


def test_a_single_year_is_no_curve() -> None:
    view = View(make_report(years=(2024,)))
    (table,) = (t for t in view.slices if t.by == "year")
    assert year_chart(view, table) == ""


def test_bands_without_questions_are_not_drawn(report: Report) -> None:
    drawn = words(band_chart(View(report), report.people[0]))
    assert "50–100%" in drawn
    assert "0–50%" not in drawn
