"""The `inspect` command as it is where kokushi-inspect is not installed.

Inspect loads the entry points of every installed package at each start; here ours is left out.
"""

import importlib.metadata
import sys
from importlib.metadata import EntryPoints
from typing import Any

_find = importlib.metadata.entry_points


def entry_points(**chosen: Any) -> Any:
    """What `importlib.metadata.entry_points` finds, of Inspect's only those of other packages."""
    found = _find(**chosen)
    if chosen.get("group") != "inspect_ai":
        return found
    return EntryPoints(point for point in found if not point.value.startswith("kokushi_inspect"))


importlib.metadata.entry_points = entry_points

if __name__ == "__main__":
    (command,) = _find(group="console_scripts", name="inspect")
    sys.exit(command.load()())
