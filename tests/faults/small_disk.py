"""A disk of its own that can be filled: a tmpfs, where the machine lets us mount one."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, kilobytes: int, *options: str) -> Iterator[Path]:
    """A disk of that size, mounted at a new folder; skips where mounting is not allowed."""
    folder.mkdir()
    words = ",".join((f"size={kilobytes}k", *options))
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", words, "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def enlarge(folder: Path, kilobytes: int) -> None:
    """Give a mounted disk another size."""
    subprocess.run(
        ["mount", "-o", f"remount,size={kilobytes}k", str(folder)], check=True, capture_output=True
    )
