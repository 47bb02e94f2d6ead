"""Figures as they were sent, and enlarged parts of them."""

import base64
import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage
from inspect_ai.util import materialize_media
from PIL import Image

from kokushi_inspect.sources.figures import MAX_BYTES

SMALLEST = 8
"""Shortest side of a part, in pixels of the figure: less shows nothing."""

ENLARGED = 1024
"""Longest side of an enlarged part in pixels."""

LARGEST = 2048
"""Longest side in pixels that a part keeps; providers scale down anything larger themselves."""

MAX_SCALE = 8
"""How many times a part is enlarged at most."""


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure that was sent with the question.

    Attributes:
        media_type: Its media type.
        content: The bytes that were sent.
        width: Width in pixels.
        height: Height in pixels.
    """

    media_type: str
    content: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a figure in pixels; `right` and `bottom` are the first that do not belong to it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self.bottom - self.top


async def figures_of(messages: Sequence[ChatMessage]) -> tuple[ShownFigure, ...]:
    """The figures of the user's messages, in their order.

    Inspect has replaced the paths of a sample by data URIs before its solver starts. Nothing that
    a model wrote is looked at.
    """
    images = [
        part.image
        for message in messages
        if isinstance(message, ChatMessageUser) and not isinstance(message.content, str)
        for part in message.content
        if isinstance(part, ContentImage)
    ]
    return tuple([_shown(await materialize_media(image)) for image in images])


def _shown(data_uri: str) -> ShownFigure:
    head, _, data = data_uri.partition(",")
    content = base64.b64decode(data)
    with Image.open(BytesIO(content)) as image:
        width, height = image.size
    return ShownFigure(head.removeprefix("data:").split(";")[0], content, width, height)


def box_of(figure: ShownFigure, left: float, top: float, right: float, bottom: float) -> Box | None:
    """The pixels that fractions of a figure's width and height cover, those cut through included.

    None when the fractions are not in order within 0 to 1.
    """
    if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
        return None
    return Box(
        math.floor(left * figure.width),
        math.floor(top * figure.height),
        math.ceil(right * figure.width),
        math.ceil(bottom * figure.height),
    )


def enlarged_size(box: Box) -> tuple[int, int]:
    """Width and height in which a part is shown."""
    longest = max(box.width, box.height)
    scale = (
        min(MAX_SCALE, max(1.0, ENLARGED / longest)) if longest <= LARGEST else LARGEST / longest
    )
    return max(1, round(box.width * scale)), max(1, round(box.height * scale))


def enlarge(figure: ShownFigure, box: Box) -> str:
    """A part of a figure, enlarged, as a data URI.

    A part of a JPEG is a JPEG, anything else a PNG unless that is larger than providers take.
    """
    with Image.open(BytesIO(figure.content)) as image:
        kind = image.format
        part = _plain(image).crop((box.left, box.top, box.right, box.bottom))
    shown = part.resize(enlarged_size(box), Image.Resampling.LANCZOS)
    content = b"" if kind == "JPEG" else _encoded(shown, "PNG")
    if content and len(content) <= MAX_BYTES:
        return _data_uri("image/png", content)
    return _data_uri("image/jpeg", _encoded(shown.convert("RGB"), "JPEG"))


def _plain(image: Image.Image) -> Image.Image:
    """The image in a mode that can be scaled: grey, colour, or colour with transparency."""
    if image.mode in ("L", "RGB", "RGBA"):
        return image
    if image.mode.startswith("I"):  # 16 bits of grey, which `convert` would clip at 255
        return image.convert("I").point(lambda value: value / 256).convert("L")
    return image.convert("RGBA" if "A" in image.getbands() or image.mode == "P" else "RGB")


def _encoded(image: Image.Image, kind: str) -> bytes:
    target = BytesIO()
    image.save(target, format=kind, quality=95, subsampling=0)
    return target.getvalue()


def _data_uri(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(content).decode('ascii')}"
