"""A folder for the file that a target reads, and the time that a target may take."""

import atexit
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

SECONDS = 2.0
"""Processor time that an input may cost: those of the fuzzers have at most some kilobytes."""


@cache
def folder() -> Path:
    """A temporary folder of this process."""
    made = Path(tempfile.mkdtemp(prefix="kokushi-fuzz-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def write(name: str, content: bytes) -> Path:
    """The file of that name with this content."""
    file = folder() / name
    file.write_bytes(content)
    return file


def in_time(fuzz_one: Callable[[bytes], None], data: bytes) -> None:
    """Run a target; too slow is wrong."""
    start = time.thread_time()
    fuzz_one(data)
    taken = time.thread_time() - start
    assert taken < SECONDS, f"{taken:.1f} s"
