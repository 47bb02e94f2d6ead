"""Charts of the page: drawn by Altair while the report is built, and put in as plain SVG.

Measured for the choice (2026): plotly's script is 4.8 MB in every file, half of what a report may
weigh, and needs a rerun to change colours or language. inspect_viz sends the rows with a
data base in WebAssembly and takes its parts from a network, which a page without network cannot.
Altair's own HTML needs Vega, which compiles its expressions at run time: the page's
Content-Security-Policy forbids that. But Altair (with vl-convert, which brings Vega) also draws
SVG here and now: 10 to 60 kB a chart, no script, sharp in print, and its colours can be variables
of the page's style sheet, so that dark mode and print come for nothing. Bars inside table cells
are no charts: they are one element with a width, written by the templates.

The SVG has numbers and names only; titles and legends stand in the page, in both languages.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from xml.etree import ElementTree

import altair as alt
import vl_convert
from markupsafe import Markup

_SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = {"svg", "g", "path", "text", "tspan", "line", "rect", "circle", "defs", "clipPath"}
_DROPPED = {"font-family", "class", "role", "aria-roledescription", "aria-label", "aria-hidden"}

LONGEST_NAME = 230
"""Pixels of a name beside a chart; longer ones are cut, and are whole in the table below."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A point with its interval on one line of a chart; shares from 0 to 1."""

    name: str
    share: float
    low: float
    high: float
    kind: str


@dataclass(frozen=True, slots=True)
class Step:
    """A point of a curve: who, where on the axis, what share, and the share to compare it with."""

    name: str
    place: str
    share: float | None
    other: float | None


def interval_chart(dots: Sequence[Dot]) -> Markup:
    """One line for each examinee, in order: accuracy as a point, its interval as a line.

    Baselines are hollow diamonds, everybody else filled circles.
    """
    base = alt.Chart(_rows(dots)).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=LONGEST_NAME))
    )
    share = alt.X("low:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%"))
    line = base.mark_rule(color="var(--soft)", strokeWidth=2.5).encode(x=share, x2="high:Q")
    baseline = alt.datum.kind == "baseline"
    point = base.mark_point(size=70, opacity=1, strokeWidth=1.8).encode(
        x="share:Q",
        shape=alt.when(baseline).then(alt.value("diamond")).otherwise(alt.value("circle")),
        stroke=alt.when(baseline).then(alt.value("var(--ink)")).otherwise(alt.value("var(--line)")),
        fill=alt.when(baseline).then(alt.value("var(--page)")).otherwise(alt.value("var(--line)")),
    )
    return _drawn((line + point).properties(width=560, height=alt.Step(20)))


def curve_chart(steps: Sequence[Step]) -> Markup:
    """A small panel for each examinee: its curve, and in dashes the one to compare it with."""
    base = alt.Chart(_rows(steps)).encode(
        x=alt.X("place:O", title=None, sort=None, axis=alt.Axis(labelAngle=-40))
    )
    other = base.mark_line(color="var(--soft)", strokeDash=[4, 3], strokeWidth=2)
    curve = base.mark_line(color="var(--line)", strokeWidth=2, point=_POINT)
    panels = (other.encode(y=_share("other")) + curve.encode(y=_share("share"))).properties(
        width=150, height=80
    )
    names = list(dict.fromkeys(step.name for step in steps))
    facet = alt.Facet("name:N", title=None, sort=names, header=_HEADER)
    return _drawn(panels.facet(facet=facet, columns=4).configure_facet(spacing=14))


_POINT = alt.OverlayMarkDef(filled=True, fill="var(--line)", size=34)
_HEADER = alt.Header(labelColor="var(--ink)", labelFontSize=13, labelLimit=150, labelPadding=4)


def _share(field: str) -> alt.Y:
    axis = alt.Axis(format="%", values=[0, 0.5, 1], labelOverlap=False)
    return alt.Y(f"{field}:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=axis)


def _rows(values: Sequence[Any]) -> alt.InlineData:
    return alt.InlineData(values=[asdict(each) for each in values])


def _drawn(chart: Any) -> Markup:
    """A chart as an SVG element."""
    styled = (
        chart.properties(background="transparent")
        .configure_view(stroke=None)
        .configure_axis(
            labelColor="var(--ink)",
            labelFontSize=13,
            gridColor="var(--rule)",
            domainColor="var(--rule)",
            tickColor="var(--rule)",
        )
    )
    return _harmless(vl_convert.vegalite_to_svg(styled.to_dict()))


def _harmless(svg: str) -> Markup:
    """The drawing with nothing but shapes and words: names in it come from users."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(svg)  # nosec B314 # drawn by our own renderer
    for element in root.iter():
        if element.tag.removeprefix(f"{{{_SVG}}}") not in _ELEMENTS:
            raise ValueError(f"a chart has an element that is no shape: {element.tag}")
        for name in [n for n in element.attrib if n in _DROPPED or "href" in n or n[:2] == "on"]:
            del element.attrib[name]
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # nosec B704 # checked above
