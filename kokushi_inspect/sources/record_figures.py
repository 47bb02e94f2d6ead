"""Reads the figures of a row: paths, or the pictures themselves."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.record_values import is_nothing, read_json

_EXTENSION = re.compile(r"\.(?:png|jpe?g|webp|gif|bmp|tiff?)$", re.IGNORECASE)
_DATA_URI = re.compile(r"data:[^,;]*(?:;[^,;]*)*;base64,", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/=_\-\s]{64,}")
_MAGIC = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*\0", b"MM\0*")
_BYTES_FIELDS = ("bytes", "data", "base64", "image", "content")
_PATH_FIELDS = ("path", "file", "file_name", "filename", "name", "src")


@dataclass(frozen=True, slots=True)
class NamedFigure:
    """A figure that a row names.

    Attributes:
        name: Its path, or what it is called in errors when the row holds the picture itself.
        content: The picture's bytes; None when they are in the file of that name.
    """

    name: str
    content: bytes | None = None


def read_figures(value: Any) -> list[NamedFigure]:
    """The figures in the value of a field: a path, base64, a data URI, bytes, or a list of such.

    Raises:
        KokushiError: Something in it is none of these.
    """
    value = read_json(value)
    if is_nothing(value):
        return []
    if isinstance(value, str):
        return [_from_text(text) for text in _paths(value)]
    if isinstance(value, bytes | bytearray):
        return [NamedFigure("embedded figure", bytes(value))]
    if isinstance(value, Mapping):
        return _from_object(value)
    if isinstance(value, list | tuple):
        return [figure for item in value for figure in read_figures(item)]
    raise KokushiError(
        f"a figure is a {type(value).__name__}", expected="a path, base64, a data URI or bytes"
    )


def names_file(value: Any) -> bool:
    """Whether the value of a field names a picture file, without holding the picture."""
    value = read_json(value)
    if isinstance(value, Mapping):
        held = any(not is_nothing(value.get(field)) for field in _BYTES_FIELDS)
        return not held and any(not is_nothing(value.get(field)) for field in _PATH_FIELDS)
    if isinstance(value, list | tuple):
        return any(map(names_file, value))
    return isinstance(value, str) and _EXTENSION.search(value.strip()) is not None


def _paths(text: str) -> list[str]:
    """A text holds one figure, or several paths that each end like a picture's."""
    pieces = [piece.strip() for piece in re.split(r"[,;\n|]", text) if piece.strip()]
    if len(pieces) > 1 and all(_EXTENSION.search(piece) for piece in pieces):
        return pieces
    return [text.strip()]


def _from_text(text: str) -> NamedFigure:
    if match := _DATA_URI.match(text):
        return NamedFigure("data URI", _decode(text[match.end() :]))
    if re.match(r"[a-z]+://", text, re.IGNORECASE):
        raise KokushiError(f"the figure '{text}' is on the web", expected="a file or its content")
    if not _EXTENSION.search(text) and _BASE64.fullmatch(text):
        content = _decode(text)
        if content.startswith(_MAGIC):
            return NamedFigure("base64 figure", content)
    return NamedFigure(text)


def _decode(text: str) -> bytes:
    compact = "".join(text.split()).replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(compact + "=" * (-len(compact) % 4), validate=True)
    except ValueError as error:
        raise KokushiError(f"a figure is no base64 ({error})") from error


def _from_object(value: Mapping[str, Any]) -> list[NamedFigure]:
    """An object with the bytes, the path, or both (as in the image column of `datasets`)."""
    path = next((value[f] for f in _PATH_FIELDS if not is_nothing(value.get(f))), None)
    content = next((value[f] for f in _BYTES_FIELDS if not is_nothing(value.get(f))), None)
    if content is None and path is None:
        if any(name in value for name in (*_BYTES_FIELDS, *_PATH_FIELDS)):
            return []
        raise KokushiError(
            f"a figure has the fields {', '.join(map(str, value))}", expected="bytes or path"
        )
    found = read_figures(path if content is None else content)
    if path is None or content is None:
        return found
    return [NamedFigure(str(path), figure.content) for figure in found]
