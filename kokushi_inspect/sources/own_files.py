"""Whether a file belongs to a folder: links must not lead to somebody's other files."""

from pathlib import Path

from kokushi_inspect.exam import KokushiError, Place


def is_own(file: Path, folder: Path) -> bool:
    """Whether a file lies in a folder when every link is followed.

    In a copy that `huggingface_hub` keeps, the files of a revision (`snapshots/<commit>`) are links
    into the `blobs` of its repository: they belong to it.
    """
    real, root = file.resolve(), folder.resolve()
    if real.is_relative_to(root):
        return True
    homes = [parent.parent for parent in (root, *root.parents) if parent.parent.name == "snapshots"]
    return any(real.is_relative_to(home.parent / "blobs") for home in homes)


def check_own(file: Path, folder: Path) -> Path:
    """The file, when it lies in the folder.

    Raises:
        KokushiError: A link leads out of the folder.
    """
    if not is_own(file, folder):
        raise KokushiError(
            "the file is a link that leads outside the folder",
            place=Place(str(file)),
            fix="copy the file into the folder, or name the file itself as the source",
        )
    return file
