"""The report as one HTML page: nothing in it is fetched, and nothing in it leaves it.

Style sheet, script, charts and thumbnails stand inside the file. The Content-Security-Policy
allows the page's own script by its checksum and nothing else, so that markup from a reply could
not run even if it got past the escaping. Why the charts are plain SVG: see `charts`.
"""

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kokushi_inspect.report import page_text, wording
from kokushi_inspect.report.model import Report, rounded
from kokushi_inspect.report.page_charts import band_chart, rank_chart, year_chart
from kokushi_inspect.report.page_items import item_data
from kokushi_inspect.report.page_text import TEMPLATES, both, made_safe, name_it, say, spoken, tell
from kokushi_inspect.report.page_view import View

SCRIPTS = ("page.js", "items.js")


def render(report: Report) -> str:
    """The page of a report: a whole HTML document.

    Args:
        report: What it shows. Texts of models and sources may be hostile.
    """
    view = View(report)
    script = "\n".join(_asset(name) for name in SCRIPTS)
    return (
        environment()
        .get_template("page.html")
        .render(
            report=report,
            view=view,
            policy=_policy(script),
            script=Markup(script),  # nosec B704 # our own file
            style=Markup(_asset("style.css")),  # nosec B704 # our own file
            data=item_data(view),
        )
    )


def environment() -> Environment:
    """How the templates are filled: everything is escaped, a missing value is an error."""
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=made_safe,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    tools: dict[str, Callable[..., Any]] = {
        "both": both,
        "say": say,
        "name_it": name_it,
        "spoken": spoken,
        "tell": tell,
        "percent": wording.percent,
        "interval_text": wording.interval_text,
        "p_text": wording.p_text,
        "number_text": wording.number_text,
        "probability_text": wording.probability_text,
        "exact": exact,
        "json_text": json_text,
        "rank_chart": rank_chart,
        "year_chart": year_chart,
        "band_chart": band_chart,
    }
    found.globals.update(tools, wording=page_text.wording())
    return found


def exact(value: float | None) -> str:
    """A number as the other outputs have it: what tables sort by, and what tests compare."""
    return "" if value is None else f"{rounded(value):.12g}"


def json_text(value: Any) -> str:
    """A value as JSON for people."""
    return json.dumps(value, ensure_ascii=False, indent=1)


def _asset(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
