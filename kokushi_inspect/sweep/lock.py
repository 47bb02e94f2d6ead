"""One sweep at a time in a folder of logs, also while workers of a killed one still end."""

import fcntl
import os
from pathlib import Path

from kokushi_inspect.exam import KokushiError, Place


def lock(folder: Path, part: str = "") -> int:
    """Lock a folder of logs for as long as the returned descriptor, or a copy of it, is open.

    Workers inherit it, so that the folder is free only when the last of them has ended.

    Args:
        folder: The folder; it is made when it is not there.
        part: Which part of a divided sweep; parts lock the folder side by side.

    Raises:
        KokushiError: Another sweep is at work there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / f".sweep{part}.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise KokushiError(
            "another sweep is at work here",
            place=Place(str(folder)),
            fix="wait until it has ended, or end it",
        ) from error
    return descriptor
