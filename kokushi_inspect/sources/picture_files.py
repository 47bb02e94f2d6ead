"""Opens pictures that others made: few formats, a bound on their size, one frame, eight bits.

Pillow knows formats that start other programs (PostScript), and only warns of pictures of up to
179 million pixels: neither is opened here.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from PIL import Image, ImageOps

MAX_AREA = 36_000_000
"""Most pixels of a picture: A4 at 600 dpi has 35 million."""

MAX_SEE_THROUGH = 20_000_000
"""The same with transparency, which takes more memory to scale."""

MAX_FILE = 50_000_000
"""Largest file of a picture, in bytes."""

_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
_PLAIN_MODES = ("1", "L", "LA", "P", "RGB", "RGBA")
_ORIENTATION = 0x0112
"""The EXIF tag that says how a photograph is to be turned."""
_PNG_DEPTH = 24
"""Where a PNG file says how many bits a channel has."""


class PictureError(Exception):
    """A file that is no picture which is opened here; the message says why."""


class PictureTooLargeError(PictureError):
    """A picture with too many pixels, or a file with too many bytes."""


@contextmanager
def open_picture(file: Path | IO[bytes]) -> Iterator[Image.Image]:
    """The picture in a file; it is decoded by whoever loads it in the `with` block.

    Raises:
        PictureError: It is no picture of a known format, is broken or too large.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            if isinstance(file, Path) and file.stat().st_size > MAX_FILE:
                raise PictureTooLargeError(f"more than {MAX_FILE // 1_000_000} MB")
            with Image.open(file, formats=_FORMATS) as image:
                _check_area(image)
                yield image
    except PictureError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureTooLargeError(str(error)) from error
    except Exception as error:  # decoders raise whatever a broken file leads them to
        raise PictureError(str(error) or type(error).__name__) from error


def _check_area(image: Image.Image) -> None:
    width, height = image.size
    most = MAX_SEE_THROUGH if image.has_transparency_data else MAX_AREA
    if width * height > most:
        raise PictureTooLargeError(
            f"{width}×{height}, more than {most // 1_000_000} million pixels"
        )


def is_plain(image: Image.Image, file: Path) -> bool:
    """Whether every provider shows the picture as it is: one frame, upright, eight bits, no inks.

    Only headers are read.
    """
    if image.mode not in _PLAIN_MODES or getattr(image, "is_animated", False):
        return False
    if image.format == "PNG":
        with file.open("rb") as stream:
            if stream.read(_PNG_DEPTH + 1)[-1] == 16:
                return False
        if "exif" not in image.info:
            return True  # looking further would decode the picture
    return bool(image.getexif().get(_ORIENTATION, 1) == 1)


def flatten(image: Image.Image, side: int) -> Image.Image:
    """The picture upright, as L, RGB or RGBA of eight bits, its sides at most `side` pixels.

    Deep greys keep their contrast; transparency is kept where there is any.
    """
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode == "1":
        image = image.convert("L")
    elif image.mode in ("P", "PA") or "transparency" in image.info:
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    if max(image.size) > side:
        image.thumbnail((side, side), Image.Resampling.LANCZOS)
    if image.mode.startswith(("I", "F")):
        return _grey(image)
    target = image.mode if image.mode in ("L", "RGB") else "RGB"
    if image.mode in ("LA", "RGBA"):
        lowest = image.getchannel("A").getextrema()[0]
        target = "RGB" if lowest == 255 else "RGBA"
    return image if image.mode == target else image.convert(target)


def _grey(image: Image.Image) -> Image.Image:
    """Deep greys as eight bits; their range is kept where it fits, and spread where it does not."""
    deep = image.convert("F")
    low, high = (float(str(bound)) for bound in deep.getextrema())
    if high > 255 or low < 0:
        scale = 255 / max(high - low, 1.0)
        deep = deep.point(lambda value: value * scale - low * scale)
    return deep.convert("L")
