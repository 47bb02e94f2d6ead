"""Links stay inside the folder that a user names, or the copy that the hub's library keeps."""

from pathlib import Path

import pytest

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.own_files import check_own, is_own


def linked(link: Path, target: Path) -> Path:
    for file in (link, target):
        file.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("x")
    link.symlink_to(target)
    return link


def test_a_link_within_the_folder_belongs_to_it(tmp_path: Path) -> None:
    file = linked(tmp_path / "set/a", tmp_path / "set/deep/b")
    assert check_own(file, tmp_path / "set") == file


def test_a_link_out_of_the_folder_does_not_and_is_named(tmp_path: Path) -> None:
    file = linked(tmp_path / "set/a", tmp_path / "b")
    with pytest.raises(KokushiError, match=r"set/a: the file is a link that leads outside"):
        check_own(file, tmp_path / "set")


@pytest.mark.parametrize(
    ("target", "own"), [("hub/blobs/1", True), ("hub/refs/1", False), ("other/blobs/1", False)]
)
def test_a_copy_of_the_hub_may_link_to_the_blobs_of_its_repository(
    target: str, own: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "hub/snapshots/c0ffee"
    assert is_own(linked(folder / "data/a", tmp_path / target), folder) is own
