from collections.abc import Iterator

import pytest
from story import Story, told


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with told(tmp_path_factory.mktemp("story")) as whole:
        yield whole
