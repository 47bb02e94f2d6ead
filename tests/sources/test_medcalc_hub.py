"""The versions of MedCalc-Bench on the hub, which a stand-in plays."""

import logging
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from calculations import PLAIN, REAL_ROWS, read_table

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.medcalc.load import Request, load_medcalc
from kokushi_inspect.sources.medcalc.versions import VERSIONS


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Stands for the hub: `rows` is what it holds, `asked` what it was asked for."""
    held = SimpleNamespace(rows=[], asked=[])

    class Api:
        def dataset_info(self, id: str, revision: str | None) -> SimpleNamespace:
            return SimpleNamespace(sha=revision or "c0ffee")

    def load_dataset(id: str, *, split: str, revision: str) -> list[dict[str, Any]]:
        held.asked.append((id, split, revision))
        if not held.rows:
            raise ConnectionError("no network")
        return list(held.rows)

    datasets, library = ModuleType("datasets"), ModuleType("huggingface_hub")
    datasets.load_dataset = load_dataset  # type: ignore[attr-defined]
    library.HfApi = Api  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", datasets)
    monkeypatch.setitem(sys.modules, "huggingface_hub", library)
    yield held


@pytest.mark.parametrize(
    ("version", "id"),
    [
        ("v1.0", "ncbi/MedCalc-Bench-v1.0"),
        (1.2, "ncbi/MedCalc-Bench-v1.2"),
        ("Verified", "nsk7153/MedCalc-Bench-Verified"),
    ],
)
def test_version_is_loaded_from_its_own_id_at_one_commit(
    hub: SimpleNamespace, version: str | float, id: str
) -> None:
    hub.rows = [PLAIN]
    found = load_medcalc(Request(version=version))
    assert hub.asked == [(id, "test", "c0ffee")]
    assert (found.metadata["source"], found.metadata["revision"]) == (id, "c0ffee")


def test_revision_that_a_user_names_is_loaded(hub: SimpleNamespace) -> None:
    hub.rows = [PLAIN]
    assert load_medcalc(Request(revision="beef")).metadata["revision"] == "beef"


def test_values_of_the_hub_are_read_as_text(hub: SimpleNamespace) -> None:
    hub.rows = [PLAIN | {"Row Number": 1, "Calculator ID": 6, "Lower Limit": 23.75}]
    (row,) = load_medcalc(Request(version="v1.2")).rows
    assert (row.id, row.calculator, row.lower) == ("1", 6, "23.75")


def test_rows_that_are_not_those_of_the_version_are_reported(
    hub: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    hub.rows = [PLAIN]
    with caplog.at_level(logging.WARNING):
        found = load_medcalc(Request())
    assert found.metadata["version"] is None
    assert "has 1 rows, not 1047" in caplog.text
    assert "does not hold the rows known as v1.0" in caplog.text


def test_real_rows_from_the_hub_are_those_of_the_version(hub: SimpleNamespace) -> None:
    if not REAL_ROWS.is_file():
        pytest.skip("the file ../shared/data/medcalc_v1.0_test.csv is not beside this checkout")
    hub.rows = read_table(REAL_ROWS)
    found = load_medcalc(Request())
    assert (found.metadata["version"], found.metadata["warnings"]) == ("v1.0", [])
    assert found.rows == load_medcalc(Request(source=str(REAL_ROWS))).rows


def test_hub_out_of_reach_says_what_to_do(hub: SimpleNamespace) -> None:
    with pytest.raises(KokushiError, match=r"ConnectionError: no network.*source=FILE\.csv"):
        load_medcalc(Request())


def test_versions_have_ids_that_do_not_change_under_a_run() -> None:
    assert all(version.hub != "ncbi/MedCalc-Bench" for version in VERSIONS.values())
