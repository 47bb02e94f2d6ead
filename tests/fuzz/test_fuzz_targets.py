"""The fuzz targets for seconds; `run_atheris.py` runs them for as long as one likes."""

import importlib
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from targets import NAMES
from targets.scratch import in_time

EXAMPLES = 200


def target(name: str) -> ModuleType:
    return importlib.import_module(f"targets.{name}")


def inputs(seeds: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """Bytes, and seeds with a piece replaced."""
    cut = st.integers(0, 400)
    changed = st.builds(
        lambda seed, start, size, new: seed[:start] + new + seed[start + size :],
        st.sampled_from(seeds),
        cut,
        st.integers(0, 20),
        st.binary(max_size=12),
    )
    return st.binary(max_size=150) | changed


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_only_errors_in_words_and_steady_readings(name: str, data: st.DataObject) -> None:
    module = target(name)
    in_time(module.fuzz_one, data.draw(inputs(module.SEEDS)))


@pytest.mark.parametrize("name", NAMES)
def test_the_seeds_are_read_in_time(name: str) -> None:
    for seed in target(name).SEEDS:
        in_time(target(name).fuzz_one, seed)
