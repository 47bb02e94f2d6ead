"""Relative paths mean the folder of the command, although Inspect changes folders in between."""

from pathlib import Path

import pytest

import kokushi_inspect
import scorers
import solvers
from kokushi_inspect import paths
from kokushi_inspect.paths import user_path


def test_a_relative_path_starts_at_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert user_path("mine/q.jsonl") == tmp_path / "mine" / "q.jsonl"


@pytest.mark.parametrize("package", [kokushi_inspect, solvers, scorers], ids=lambda p: p.__name__)
def test_in_our_own_folders_it_starts_at_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: object
) -> None:
    """Inspect has changed into the folder of a task, solver or scorer file."""
    monkeypatch.setattr(paths, "LAUNCH_FOLDER", tmp_path)
    monkeypatch.chdir(Path(str(getattr(package, "__file__", ""))).parent)
    assert user_path("mine/q.jsonl") == tmp_path / "mine" / "q.jsonl"


def test_an_absolute_path_stays(tmp_path: Path) -> None:
    assert user_path(tmp_path / "q.jsonl") == tmp_path / "q.jsonl"


def test_a_tilde_is_the_users_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_path("~/q.jsonl") == tmp_path / "q.jsonl"
