"""The known anomalies of two real exams, where they are beside this checkout."""

from collections import Counter
from pathlib import Path

import pytest
from linting import found_in

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def source(name: str) -> Path:
    if not (DATA / name).is_dir():
        pytest.skip(f"the folder ../shared/data/{name} is not beside this checkout")
    return DATA / name


def test_the_physician_exam_has_its_known_anomalies() -> None:
    found = found_in(source("physician_119"))
    of = {code: [f.id for f in found if f.code == code] for code in {f.code for f in found}}
    assert of["figure-unnamed"] == ["119C15", "119C22"]
    assert of["figure-unmentioned"] == ["119C67"]
    assert of["figure-shared"] == ["119B43", "119C65", "119E49", "119F72"]
    assert [f.id for f in found if "choices_repaired" in f.what] == [
        "119A3",
        "119A22",
        "119C5",
        "119C19",
        "119E45",
        "119E48",
    ]
    assert not [f for f in found if f.kind.severity == "error"]


def test_the_pharmacist_exams_have_their_known_anomalies() -> None:
    found = found_in(source("pharmacist_2020_2021"))
    counts = Counter(f.code for f in found)
    assert [f.id for f in found if f.code == "select-count"] == ["105B019"]
    assert counts["option-lost"] == 74
    assert counts["points-total"] == 4
    assert not [f for f in found if f.kind.severity == "error"]
