"""Paths that users give: relative ones mean the folder in which the command was started.

Inspect changes into the folder of a task, solver or scorer file before it calls it. This package
is imported before that (through its entry point), so the folder at import is the launch folder.
"""

from pathlib import Path

LAUNCH_FOLDER = Path.cwd()
_OWN_FOLDERS = tuple(
    Path(__file__).resolve().parents[1] / name for name in ("kokushi_inspect", "solvers", "scorers")
)


def user_path(path: str | Path) -> Path:
    """The absolute path that a user means by `path` (`~` is expanded).

    Relative paths start at the current folder, except when Inspect has changed into one of our
    own folders: then at the folder in which the command was started.
    """
    here = Path.cwd()
    base = LAUNCH_FOLDER if here.resolve() in _OWN_FOLDERS else here
    return (base / Path(path).expanduser()).absolute()
