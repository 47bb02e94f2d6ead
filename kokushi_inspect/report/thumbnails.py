"""Small pictures of figures, from the logs that carry them or from the files that they name."""

import base64
import binascii
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from inspect_ai.log import read_eval_log_sample

from kokushi_inspect.report.answers import UNUSED
from kokushi_inspect.report.catalogue import Asked
from kokushi_inspect.report.model import ItemFigure
from kokushi_inspect.sources.picture_files import (
    MAX_FILE,
    PictureError,
    flatten,
    open_picture,
)

LONGEST_SIDE = 320
"""Pixels: enough to recognise a figure, about 6 kB each."""

_QUALITY = 60
_ATTACHMENT = "attachment://"


def figures_of(asked: Asked) -> tuple[ItemFigure, ...]:
    """The figures of a question with thumbnails; never more than one sample is in memory."""
    if not asked.figures:
        return ()
    attachments: dict[str, str] = {}
    if any(figure.startswith(_ATTACHMENT) for figure in asked.figures):
        attachments = _attachments(asked)
    return tuple(_figure(figure, attachments) for figure in asked.figures)


def _attachments(asked: Asked) -> dict[str, str]:
    id, epoch = asked.sample
    unused = UNUSED - {"attachments"}
    try:
        return read_eval_log_sample(asked.log, id, epoch, exclude_fields=unused).attachments
    except Exception:  # the figure is shown by its name alone then
        return {}


def _figure(figure: str, attachments: dict[str, str]) -> ItemFigure:
    if figure.startswith(_ATTACHMENT):
        figure = attachments.get(figure.removeprefix(_ATTACHMENT), "")
    if figure.startswith("data:"):
        return ItemFigure("", _shrink(lambda: BytesIO(_decoded(figure))))
    if not figure or "://" in figure:
        return ItemFigure(figure)
    if not Path(figure).is_file() or Path(figure).stat().st_size > MAX_FILE:
        return ItemFigure(figure)
    return ItemFigure(figure, _shrink(lambda: BytesIO(Path(figure).read_bytes())))


def _decoded(uri: str) -> bytes:
    return base64.b64decode(uri.partition(",")[2])


def _shrink(opened: Callable[[], BytesIO]) -> str:
    """A thumbnail as a data URI; empty when there is no picture."""
    try:
        with open_picture(opened()) as picture:
            small = flatten(picture, LONGEST_SIDE).convert("RGB")
    except (OSError, PictureError, binascii.Error):
        return ""
    written = BytesIO()
    small.save(written, "WEBP", quality=_QUALITY)
    return "data:image/webp;base64," + base64.b64encode(written.getvalue()).decode()
