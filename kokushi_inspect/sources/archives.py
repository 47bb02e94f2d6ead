"""Unpacks the pictures of an archive, within bounds: nothing else in it is ever written."""

import hashlib
import shutil
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.figures import cache_folder
from kokushi_inspect.sources.picture_files import MAX_FILE

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")

MAX_MEMBERS = 50_000
"""Most entries of an archive; KokushiMD-10 has some thousand figures."""

_MOST_GROWTH = 20
_ALWAYS_ALLOWED = 50_000_000
"""An archive of pictures hardly grows: it may grow twentyfold, or to 50 MB in all."""

_ERRORS = (
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    tarfile.TarError,
    zipfile.BadZipFile,
)

Member = tuple[str, int, IO[bytes] | None]
"""Name and size of an entry, and its content; None for what is no picture."""


def unpack(archive: Path) -> Path:
    """The folder with an archive's pictures, unpacked once into the cache folder.

    Archives inside archives stay closed.

    Raises:
        KokushiError: The archive cannot be read, or unpacks to far more than it is.
    """
    stat = archive.stat()
    stamp = f"{archive.resolve()}:{stat.st_size}:{stat.st_mtime_ns}"
    target = cache_folder() / "archives" / hashlib.sha256(stamp.encode()).hexdigest()[:24]
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=target.parent))
    try:
        _unpack(archive, draft, max(_MOST_GROWTH * stat.st_size, _ALWAYS_ALLOWED))
    except _ERRORS as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise KokushiError(
            f"the archive cannot be unpacked ({error})", place=Place(str(archive))
        ) from error
    try:
        draft.rename(target)
    except OSError:  # another process was faster
        shutil.rmtree(draft, ignore_errors=True)
    return target


def _unpack(archive: Path, folder: Path, most: int) -> None:
    members = _zipped if archive.suffix.lower() == ".zip" else _tarred
    total = 0
    with members(archive) as found:
        for number, (name, size, content) in enumerate(found, start=1):
            total += size
            _check(number, total, most)
            if content is not None:
                _write(content, folder / _safe(name))


def _check(members: int, size: int, most: int) -> None:
    if size > most:
        raise ValueError(f"it unpacks to more than {most // 1_000_000} MB")
    if members > MAX_MEMBERS:
        raise ValueError(f"it has more than {MAX_MEMBERS} entries")


def _safe(name: str) -> PurePosixPath:
    """The path of an entry below the folder.

    Raises:
        ValueError: It leads elsewhere.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in name or "\0" in name:
        raise ValueError(f"the entry '{name[:80]}' leads out of it")
    return path


def _write(content: IO[bytes], file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with content, file.open("wb") as stream:
        left = MAX_FILE + 1
        while piece := content.read(min(left, 1_000_000)):
            stream.write(piece)
            left -= len(piece)
            if left == 0:
                raise ValueError(f"a picture has more than {MAX_FILE // 1_000_000} MB")


@contextmanager
def _zipped(archive: Path) -> Iterator[Iterator[Member]]:
    with zipfile.ZipFile(archive) as opened:
        _check(len(opened.infolist()), 0, 0)
        yield (
            (each.filename, each.file_size, opened.open(each) if _is_picture(each) else None)
            for each in opened.infolist()
        )


def _is_picture(member: zipfile.ZipInfo) -> bool:
    return not member.is_dir() and member.filename.lower().endswith(PICTURES)


@contextmanager
def _tarred(archive: Path) -> Iterator[Iterator[Member]]:
    with tarfile.open(archive) as opened:
        yield (
            (
                each.name,
                each.size,
                opened.extractfile(each)
                if each.isreg() and each.name.lower().endswith(PICTURES)
                else None,
            )
            for each in opened
        )
