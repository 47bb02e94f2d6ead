"""Damage in log files: a log is a ZIP archive, but Inspect does not compare its checksums."""

import sys
import zipfile
import zlib

if sys.version_info < (3, 14):
    import zipfile_zstd  # type: ignore[import-untyped]  # noqa: F401  # logs are packed so

FORMATS = (".eval", ".json")
"""Endings of logs."""

RESTORE = "restore the file from a copy, or take the exam again"
"""What to do about a damaged log."""

_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError)


def damaged_entries(path: str) -> list[str]:
    """Names of the entries of a log that do not match their checksums.

    A flipped bit in a reply is often readable all the same, and says something else. Only `.eval`
    files of this machine are checked: JSON has no checksums, and object stores have their own.

    Args:
        path: The log; anything but a local `.eval` file has no damaged entries.

    Raises:
        OSError: The file cannot be read.
        zipfile.BadZipFile: It is no archive, or its end is missing.
    """
    if "://" in path or not path.endswith(".eval"):
        return []
    with zipfile.ZipFile(path) as archive:
        # the journal of a finished run is not read any more
        finished = "header.json" in archive.namelist()
        names = [n for n in archive.namelist() if not (finished and n.startswith("_journal/"))]
        return [name for name in dict.fromkeys(names) if not _is_sound(archive, name)]


def told(error: Exception) -> str:
    """An error in one short line."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0][:160]}" if lines[0] else type(error).__name__


def sample_entry(id: int | str, epoch: int) -> str:
    """Name of the entry that holds a sample."""
    return f"samples/{id}_epoch_{epoch}.json"


def _is_sound(archive: zipfile.ZipFile, name: str) -> bool:
    try:
        with archive.open(name) as entry:
            while entry.read(1 << 20):  # the checksum is compared at the end
                pass
    except NotImplementedError:  # packed in a way that this Python does not know
        return True
    except Exception as error:
        if isinstance(error, _UNREADABLE) or type(error).__name__ == "ZstdError":
            return False
        raise
    return True
