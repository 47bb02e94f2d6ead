"""Reads the digits of a figure from its pixels: what a model that sees would do."""

from functools import cache
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat

_SIZE = (24, 36)


def read_digits(png: bytes) -> str:
    """The digits in a picture of black digits on white, from left to right."""
    ink = ImageChops.invert(Image.open(BytesIO(png)).convert("L"))
    return "".join(_digit(glyph) for glyph in _glyphs(ink))


def _glyphs(ink: Image.Image) -> list[Image.Image]:
    """The pieces of a picture that columns without ink part from each other."""
    columns = [ink.crop((x, 0, x + 1, ink.height)).getbbox() is not None for x in range(ink.width)]
    edges = [x for x in range(1, ink.width) if columns[x] != columns[x - 1]]
    pieces = [ink.crop((a, 0, b, ink.height)) for a, b in zip(*[iter(edges)] * 2, strict=True)]
    return [piece.crop(piece.getbbox()).resize(_SIZE) for piece in pieces]


@cache
def _digits() -> dict[str, Image.Image]:
    found = {}
    for digit in "0123456789":
        sheet = Image.new("L", (200, 200))
        font = ImageFont.load_default(100)
        ImageDraw.Draw(sheet).text((100, 100), digit, fill=255, font=font, anchor="mm")
        (found[digit],) = _glyphs(sheet)
    return found


def _digit(glyph: Image.Image) -> str:
    def difference(digit: str) -> float:
        return ImageStat.Stat(ImageChops.difference(glyph, _digits()[digit])).mean[0]

    return min(_digits(), key=difference)
