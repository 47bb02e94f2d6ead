"""Finds, checks and, where providers would refuse them, scales the figures of questions.

Checked when samples are built: the header (format, size), and once for each file a full decode,
remembered by size and time. The bytes are not kept: a sample carries the path.
"""

import hashlib
import json
import math
import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from PIL import Image

from kokushi_inspect.exam import Figure, KokushiError, Place
from kokushi_inspect.sources.picture_files import (
    PictureError,
    PictureTooLargeError,
    flatten,
    is_plain,
    open_picture,
)

MAX_PIXELS = 8000
"""Longest side that every large provider takes (Anthropic refuses more)."""

MAX_BYTES = 3_750_000
"""Largest file that every large provider takes: 5 MB after base64."""

_FORMATS = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "GIF": ".gif"}
"""Formats that the providers take, with the extension from which Inspect tells the media type."""

_WORTH_OPTIMIZING = 2_000_000
"""Pixels above which a PNG is written without trying to make it smaller: that takes seconds."""

_EXTENSIONS = {
    "PNG": (".png",),
    "JPEG": (".jpg", ".jpeg"),
    "WEBP": (".webp",),
    "GIF": (".gif",),
}


def cache_folder() -> Path:
    """Where scaled figures and the record of checked ones are kept."""
    return Path(
        os.environ.get("KOKUSHI_CACHE_DIR") or platformdirs.user_cache_path("kokushi-inspect")
    )


@dataclass(slots=True)
class FigureShelf:
    """Loads figures for one exam and remembers which files were decoded before.

    Attributes:
        max_pixels: Longest side in pixels that is sent; larger figures are scaled down.
    """

    max_pixels: int = MAX_PIXELS
    _checked: dict[str, list[int]] = field(default_factory=dict)
    _changed: bool = False

    def __post_init__(self) -> None:
        try:
            record = json.loads(self._record_file().read_text("utf-8"))
        except (OSError, ValueError):
            return
        if isinstance(record, dict):
            self._checked = record

    def __call__(self, name: str, folder: Path, place: Place) -> Figure:
        """The figure that a row calls `name`, in `folder`, its `images` or its `figures`.

        Raises:
            KokushiError: The file is missing, lies outside the folder, or is no image.
        """
        return self.load(self._find(name, folder, place), name, place)

    def from_bytes(self, content: bytes, name: str, place: Place) -> Figure:
        """The figure in `content`, kept in the cache folder under its checksum."""
        file = cache_folder() / "figures" / hashlib.sha256(content).hexdigest()[:24]
        if not file.is_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            draft = file.with_suffix(f".{os.getpid()}")
            draft.write_bytes(content)
            draft.replace(file)
        return self.load(file, name, place)

    def load(self, file: Path, name: str, place: Place) -> Figure:
        """The figure in a file; `name` is what the row calls it, for errors."""
        if (known := self._known(file)) is not None:
            return known
        try:
            with open_picture(file) as image:
                kind = image.format or ""
                plain = is_plain(image, file) and file.suffix.lower() in _EXTENSIONS.get(kind, ())
                self._decode_once(image, file, image.size if plain else ())
            return self._known(file) or self._converted(file)
        except PictureTooLargeError as error:
            raise KokushiError(
                f"the figure '{shown(name)}' is too large ({error})",
                place=place,
                fix="scale it down",
            ) from error
        except PictureError as error:
            raise KokushiError(
                f"the figure '{shown(name)}' is no readable image ({error})",
                place=place,
                expected="a PNG, JPEG, WebP or GIF file",
            ) from error

    def save(self) -> None:
        """Write the record of checked files; a cache folder that cannot be written is no error."""
        if not self._changed:
            return
        file = self._record_file()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            draft = file.with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps(self._checked), "utf-8")
            draft.replace(file)
        except OSError:
            return

    def _find(self, name: str, folder: Path, place: Place) -> Path:
        root = folder.resolve()
        for base in (folder, folder / "images", folder / "figures"):
            try:
                file = (base / name).resolve()
                found = file.is_file()
            except (OSError, ValueError):
                break
            if found and not file.is_relative_to(root):
                raise KokushiError(
                    f"the figure '{shown(name)}' lies outside the folder of the questions",
                    place=place,
                    expected=f"a file below {root}",
                )
            if found:
                return file
        raise KokushiError(
            f"the figure {shown(name)!r} is missing",
            place=place,
            expected=f"the file in {root}, its images/ or its figures/",
        )

    def _record_file(self) -> Path:
        return cache_folder() / "checked_figures.json"

    def _known(self, file: Path) -> Figure | None:
        """The figure in a file that was found to be one that providers take as it is, if it fits.

        The record that says so holds size, time, width and height of the file.
        """
        match self._checked.get(str(file)):
            case [int(size), _, int(width), int(height)] as known if known[:2] == _stamp(file):
                if size <= MAX_BYTES and max(width, height) <= self.max_pixels:
                    return Figure(str(file), str(file), width, height)
        return None

    def _decode_once(self, image: Image.Image, file: Path, sides: tuple[int, ...]) -> None:
        known, stamp = self._checked.get(str(file)), _stamp(file)
        if not isinstance(known, list) or known[:2] != stamp:
            image.load()
        if known != [*stamp, *sides]:
            self._checked[str(file)] = [*stamp, *sides]
            self._changed = True

    def _converted(self, file: Path) -> Figure:
        """The figure in a form that providers take, made once and kept in the cache folder."""
        content = file.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:24]
        side = self.max_pixels
        with open_picture(file) as image:
            original = image.size
            flat = flatten(image, side)
        while True:
            target = cache_folder() / "figures" / f"{digest}-{side}.png"
            if not target.is_file():
                scaled = flat
                if side < max(flat.size):
                    scaled = flat.copy()
                    scaled.thumbnail((side, side), Image.Resampling.LANCZOS)
                target.parent.mkdir(parents=True, exist_ok=True)
                draft = target.with_suffix(f".{os.getpid()}")
                small = scaled.width * scaled.height <= _WORTH_OPTIMIZING
                scaled.save(draft, format="PNG", optimize=small)
                draft.replace(target)
            if (size := target.stat().st_size) <= MAX_BYTES:
                break
            side = _next_side(min(side, max(flat.size)), size)
        with Image.open(target) as image:
            width, height = image.size
        note = f"{file.name}: {original[0]}×{original[1]} sent as PNG {width}×{height}"
        return Figure(str(target), str(file), width, height, note)


def _stamp(file: Path) -> list[int]:
    """Size and time of a file, by which it is known again; empty when it cannot be had."""
    try:
        stat = file.stat()
    except (OSError, ValueError):
        return []
    return [stat.st_size, stat.st_mtime_ns]


def _next_side(side: int, size: int) -> int:
    """The next of the sides that shrink by a quarter each which a file of that size may fit at."""
    steps = math.log(MAX_BYTES / size) / math.log(9 / 16)
    for _ in range(max(1, math.floor(steps))):
        side = side * 3 // 4
    return side


def shown(name: str) -> str:
    """A figure's name as errors show it: a row may hold anything of any length."""
    return name if len(name) <= 80 else f"{name[:80]}…"
