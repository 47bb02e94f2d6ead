"""Logs of the small exam that several tests look at; none of them changes one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from inspect_ai.log import EvalLog
from taking import failing, take

from solvers.baseline import baseline


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("small_exam")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOKUSHI_CACHE_DIR", str(folder / "cache"))
        yield folder


@pytest.fixture(scope="session")
def whole(folder: Path) -> EvalLog:
    """Every answer right."""
    return take(folder, baseline("key"))


@pytest.fixture(scope="session")
def silent(folder: Path) -> EvalLog:
    """Not a word."""
    return take(folder, baseline("silent"))


@pytest.fixture(scope="session")
def limited(folder: Path) -> EvalLog:
    """The first three of four questions."""
    return take(folder, baseline("key"), limit=3)


@pytest.fixture(scope="session")
def errored(folder: Path) -> EvalLog:
    """All right, but an error in B2."""
    return take(folder, failing("B2"))


@pytest.fixture(scope="session")
def three_epochs(folder: Path) -> EvalLog:
    """The same exam three times, every answer right."""
    return take(folder, baseline("key"), epochs=3)
