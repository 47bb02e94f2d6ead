"""Questions and replies as data for the page's script: most of a report, and shown only on demand.

The data stands in a JSON block. Replies are other people's texts: in it no `<`, `>` or `&` is
written as such, so that nothing in them can end the block or begin markup, and the script shows
them by `textContent` alone.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from kokushi_inspect.exam.visible import visible
from kokushi_inspect.report.answers import cut_reply
from kokushi_inspect.report.model import Item, Report, rounded
from kokushi_inspect.report.page_text import wording
from kokushi_inspect.report.page_view import View

REPLY_BYTES = 5_000_000
"""What all replies together may weigh in the page."""

FIGURE_BYTES = 2_500_000
"""What all thumbnails together may weigh; figures beyond are named only."""

LIMITS = (1200, 600, 400, 250, 150, 80, 0)
"""Characters a reply that are tried until the replies are light enough."""

_THUMBNAIL = re.compile(r"data:image/(webp|png|jpeg);base64,[A-Za-z0-9+/=]+\Z")
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
_SPOKEN = ("item.", "kind.", "status.", "treatment.", "word.")
"""Beginnings of the names of the texts that the script writes."""


def item_data(view: View) -> Markup:
    """The JSON block's text."""
    report = view.report
    limit = _limit(report)
    figures = _figures(report)
    data = {
        "examinees": {e.id: [visible(e.label), e.kind] for e in report.examinees},
        "groups": {g.id: view.group_words(g.id) for g in report.groups},
        "items": [_record(item, limit, figures[item.id]) for item in report.items],
        "texts": {k: v for k, v in wording().items() if k.startswith(_SPOKEN)},
    }
    return as_block(data)


def as_block(data: Any) -> Markup:
    """JSON that may stand inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return Markup(text)  # nosec B704 # < > & are escapes now


def shown_reply(text: str, limit: int | None) -> str:
    """A reply as the page shows it: cut, and with nothing hidden in it."""
    return visible(text if limit is None else cut_reply(text, limit))


def _limit(report: Report) -> int | None:
    """Characters of a reply in the page; None when all fit as they are."""
    for limit in (None, *LIMITS):
        size = 0
        for text in _texts(report):
            size += len(as_block(shown_reply(text, limit)).encode())
            if size > REPLY_BYTES:
                break
        else:
            return limit
    return 0


def _texts(report: Report) -> Iterator[str]:
    return (reply.text for item in report.items for reply in item.replies)


def _figures(report: Report) -> dict[str, list[list[str]]]:
    """Name and thumbnail of each figure, as long as they are light enough together."""
    size = 0
    figures: dict[str, list[list[str]]] = {}
    for item in report.items:
        figures[item.id] = []
        for figure in item.figures:
            size += len(figure.data)
            fits = size <= FIGURE_BYTES and _THUMBNAIL.match(figure.data)
            # the folder is about somebody's machine
            name = visible(figure.path.replace("\\", "/").rpartition("/")[2])
            figures[item.id].append([name, figure.data if fits else ""])
    return figures


def stem_of(item: Item) -> str:
    """The text of a question without its options, which the page lists with their choices."""
    options = "\n".join(f"{label}. {text}" if text else label for label, text in item.options)
    if not options or options not in item.text:
        return item.text
    before, _, after = item.text.partition(options)
    return f"{before.rstrip()}\n\n{after.lstrip()}".strip()


def _record(item: Item, limit: int | None, figures: list[list[str]]) -> dict[str, Any]:
    return {
        "id": item.id,
        "group": item.group,
        "question": visible(item.question),
        "sitting": visible(item.label),
        "place": visible(f"{item.section}{item.index}"),
        "kind": item.kind,
        "subject": visible(item.subject),
        "text": visible(stem_of(item)),
        "key": [visible(answer) for answer in item.key],
        "treatment": item.treatment,
        "points": item.points,
        "scored": item.scored,
        "figures": figures,
        "hasFigure": item.has_figure,
        "people": _number(item.human_accuracy),
        "counted": item.replies_counted,
        "difficulty": _number(item.difficulty),
        "discrimination": _number(item.discrimination),
        "choices": [
            [
                visible(c.answer),
                visible(c.text),
                c.key,
                c.forbidden,
                c.models,
                _number(c.share),
                _number(c.people),
            ]
            for c in item.choices
        ],
        "doubt": item.doubt
        and [visible(item.doubt.answer), list(item.doubt.agree), len(item.doubt.strong)],
        "replies": [
            [
                r.examinee,
                r.epoch,
                r.status,
                visible(r.read),
                visible(r.printed),
                r.right,
                r.forbidden,
                shown_reply(r.text, limit),
                r.characters,
            ]
            for r in item.replies
        ],
    }


def _number(value: float | None) -> float | None:
    return None if value is None else rounded(value)
