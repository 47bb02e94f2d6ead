"""What every test gets: its own cache folder, and hypothesis without surprises."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(autouse=True)
def cache_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder of this test alone: nothing is read from or left in the user's."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("KOKUSHI_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def shared_facts() -> Path:
    """The researched facts that stand beside the checkout where this project is developed."""
    if not (SHARED / "facts").is_dir():
        pytest.skip("the folder ../shared/facts is not beside this checkout")
    return SHARED / "facts"
