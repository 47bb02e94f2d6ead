"""Whether the figures that rows name can be seen: there, readable, neither tiny nor huge."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kokushi_inspect.exam import Figure, Place
from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.figure_folder import FigureOutcome
from kokushi_inspect.sources.figures import MAX_BYTES, MAX_PIXELS, cache_folder

TINY = 64
"""A longest side of fewer pixels holds no figure that can be read."""

_PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"}
_EXTENSIONS = {"PNG": {".png"}, "JPEG": {".jpg", ".jpeg"}, "WEBP": {".webp"}, "GIF": {".gif"}}
_MORE = {"BMP": {".bmp"}, "TIFF": {".tif", ".tiff"}, "MPO": {".jpg", ".jpeg"}}


@dataclass(frozen=True, slots=True)
class _Header:
    """Format, size and checksum of a picture file."""

    form: str
    width: int
    height: int
    size: int
    digest: str


def _header(file: str) -> _Header:
    stat = Path(file).stat()
    return _read_header(file, stat.st_size, stat.st_mtime_ns)


@cache
def _read_header(file: str, size: int, changed: int) -> _Header:
    """The header of a file, read once as long as size and time stay the same."""
    from PIL import Image

    with Image.open(file) as image:
        form, (width, height) = image.format or "", image.size
    digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    return _Header(form, width, height, size, digest)


def check(entry: Entry) -> Iterator[Finding]:
    """The figures of one row."""
    seen: dict[str, str] = {}
    for outcome in entry.surveyed.figures:
        if outcome.figure is None:
            code = "figure-missing" if outcome.missing else "figure-unreadable"
            yield entry.finds(code, "images", outcome.reason)
            continue
        header = _header(outcome.figure.original)
        yield from _size_and_form(entry, outcome, outcome.figure, header)
        if header.digest in seen:
            what = f"'{outcome.name}' shows the same as '{seen[header.digest]}'"
            yield entry.finds("figure-twice", "images", what)
        seen.setdefault(header.digest, outcome.name)


def _size_and_form(
    entry: Entry, outcome: FigureOutcome, figure: Figure, header: _Header
) -> Iterator[Finding]:
    size = f"'{outcome.name}' is {header.width}×{header.height} pixels"
    if max(header.width, header.height) < TINY:
        yield entry.finds("figure-tiny", "images", size)
    if max(header.width, header.height) > MAX_PIXELS or header.size > MAX_BYTES:
        yield entry.finds("figure-enormous", "images", f"{size}, {header.size:,} bytes")
    elif _is_misnamed(figure.original, header.form):
        what = f"'{outcome.name}' holds {header.form}"
        yield entry.finds("figure-extension", "images", what)
    elif figure.note:
        yield entry.finds("figure-converted", "images", figure.note)


def _is_misnamed(file: str, form: str) -> bool:
    """Whether a file's extension is another format's; what a row itself holds has no file name."""
    if Path(file).is_relative_to(cache_folder()):
        return False
    return Path(file).suffix.lower() not in {**_EXTENSIONS, **_MORE}.get(form, _PICTURES)


def check_all(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Pictures that several questions show, and pictures that none shows.

    Questions of one group share theirs rightly.
    """
    shown: dict[str, dict[str, Entry]] = {}
    for entry in entries:
        for outcome in entry.surveyed.figures:
            if outcome.figure is not None:
                digest = _header(outcome.figure.original).digest
                shown.setdefault(digest, {}).setdefault(entry.id, entry)
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for sharing in shown.values():
        apart = {(e.sitting, e.row.group or e.id) for e in sharing.values()}
        if len(apart) > 1:
            groups.setdefault(tuple(sharing), []).append(next(iter(sharing.values())))
    for ids, pictures in groups.items():
        count = f"{len(pictures)} pictures are" if len(pictures) > 1 else "a picture is"
        yield pictures[0].finds("figure-shared", "images", f"{count} shown by {_listed(ids)}")
    yield from _unused(entries)


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - 8} more" if len(ids) > 8 else ""
    return f"{', '.join(ids[:8])}{more}"


def _unused(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Pictures in `images` and `figures` beside our own question files."""
    used = {
        Path(o.figure.original).resolve() for e in entries for o in e.surveyed.figures if o.figure
    }
    broken = {Path(o.name).name for e in entries for o in e.surveyed.figures if o.figure is None}
    folders = {Path(e.place.file).parent for e in entries if e.names is None}
    for folder in sorted(base / name for base in folders for name in ("images", "figures")):
        for file in sorted(folder.iterdir()) if folder.is_dir() else ():
            if file.suffix.lower() not in _PICTURES or file.name in broken:
                continue
            if file.resolve() not in used:
                yield Finding("figure-unused", Place(str(file)), "", "no row names it")
