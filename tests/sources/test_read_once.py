"""Many sittings of one source: the source is read once for a profession, on request."""

from pathlib import Path

import pytest
from builders import make_row, write_rows

from kokushi_inspect.sources import exam as exam_module
from kokushi_inspect.sources.exam import Request, load_exam, read_once


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The professions whose questions were read, in order."""
    found: list[str] = []
    read = exam_module.open_questions

    def counted(opening, rules, shelf, **more):  # type: ignore[no-untyped-def]
        found.append(rules.profession)
        return read(opening, rules, shelf, **more)

    monkeypatch.setattr(exam_module, "open_questions", counted)
    return found


@pytest.fixture
def source(tmp_path: Path) -> str:
    rows = [make_row(id=f"A{year}", year=year) for year in (2023, 2024)]
    return str(write_rows(tmp_path, *rows))


def years(source: str, *wanted: int, **more: str) -> list[int | None]:
    exams = [load_exam("medicine", Request(source=source, years=y, **more)) for y in wanted]
    return [exam.sittings[0].year for exam in exams]


def test_inside_a_source_is_read_once_and_gives_the_same_exams(
    readings: list[str], source: str
) -> None:
    with read_once():
        assert years(source, 2023, 2024) == [2023, 2024]
    assert readings == ["medicine"]


def test_another_way_of_reading_is_another_reading(readings: list[str], source: str) -> None:
    with read_once():
        years(source, 2023)
        years(source, 2023, figures="withheld")
    assert len(readings) == 2


def test_one_profession_at_a_time_is_held(readings: list[str], source: str) -> None:
    with read_once():
        years(source, 2023)
        load_exam("nursing", Request(source="practice"))
        years(source, 2023)
    assert readings == ["medicine", "nursing", "medicine"]


def test_outside_every_exam_is_read_anew(readings: list[str], source: str) -> None:
    with read_once():
        years(source, 2023)
    years(source, 2023, 2024)
    assert len(readings) == 3
