"""The figures of KokushiMD-10: where they are found, and what happens when they are not."""

import shutil
import tarfile
from pathlib import Path
from typing import Any, get_args

import pytest
from builders import write_picture
from PIL import Image
from synthetic_kokushimd10 import (
    FigureForm,
    Row,
    synthetic_rows,
    with_figure_form,
    write_exams,
    write_figures,
    write_split,
)

from kokushi_inspect.exam import KokushiError, Question
from kokushi_inspect.sources import archives
from kokushi_inspect.sources.exam import Request, load_exam
from kokushi_inspect.sources.record_figures import names_file, read_figures

SMALL = "midwifery"


@pytest.fixture
def rows() -> list[Row]:
    return synthetic_rows(SMALL)


def load(folder: Path, **parameters: Any) -> tuple[Question, ...]:
    return load_exam(SMALL, Request(source=str(folder), **parameters)).questions


def illustrated(questions: tuple[Question, ...]) -> list[Question]:
    return [q for q in questions if q.figures]


def stop(folder: Path) -> str:
    with pytest.raises(KokushiError) as error:
        load(folder)
    return error.value.message


def one_figure(rows: list[Row], figure: Any) -> list[Row]:
    """The rows, of which only the first has a figure."""
    plain = [row | {"figure": None, "text_only": True} for row in rows]
    return [plain[0] | {"figure": figure, "text_only": False}, *plain[1:]]


@pytest.mark.parametrize("form", get_args(FigureForm))
def test_figures_are_loaded_in_every_form(
    form: FigureForm, rows: list[Row], tmp_path: Path
) -> None:
    content = write_picture(tmp_path / "x.png", (20, 10)).read_bytes()
    (tmp_path / "x.png").unlink()
    write_split(tmp_path / "set", [with_figure_form(row, form, content) for row in rows])
    write_figures(tmp_path / "set", rows)
    found = illustrated(load(tmp_path / "set"))
    assert len(found) == 35
    sizes = {(figure.width, figure.height) for q in found for figure in q.figures}
    assert sizes == ({(40, 30)} if form in ("path", "paths") else {(20, 10)})


def test_several_paths_in_one_text(rows: list[Row], tmp_path: Path) -> None:
    write_picture(tmp_path / "images/x.png")
    write_picture(tmp_path / "images/y.jpg", form="JPEG")
    write_split(tmp_path, one_figure(rows, "images/x.png, images/y.jpg"))
    (question,) = illustrated(load(tmp_path))
    assert [Path(figure.path).name for figure in question.figures] == ["x.png", "y.jpg"]


@pytest.mark.parametrize(
    "name", ["/home/authors/set/images/x.png", "images\\x.png", "./images/x.png", "IMAGES/X.PNG"]
)
def test_a_path_that_starts_elsewhere_is_found_by_its_end(
    name: str, rows: list[Row], tmp_path: Path
) -> None:
    write_picture(tmp_path / "images/x.png")
    write_split(tmp_path, one_figure(rows, name))
    assert len(illustrated(load(tmp_path))) == 1


def test_the_longest_end_of_a_path_decides(rows: list[Row], tmp_path: Path) -> None:
    write_picture(tmp_path / "images/2020/x.png", (5, 5))
    write_picture(tmp_path / "images/2021/x.png", (7, 7))
    write_split(tmp_path, one_figure(rows, "2021/x.png"))
    (question,) = illustrated(load(tmp_path))
    assert question.figures[0].width == 7


def test_of_equal_names_the_one_beside_the_exam_file_is_meant(
    rows: list[Row], tmp_path: Path
) -> None:
    write_exams(tmp_path, one_figure(rows, "1.png"))
    write_picture(tmp_path / "exams/JA/助産/助産_2020_a/1.png", (5, 5))
    write_picture(tmp_path / "exams/JA/助産/助産_2020_b/1.png", (7, 7))
    (question,) = illustrated(load(tmp_path))
    assert question.figures[0].width == 5


def test_equal_names_at_equal_places_stop_the_run(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path, one_figure(rows, "1.png"))
    write_picture(tmp_path / "x/1.png")
    write_picture(tmp_path / "y/1.png")
    assert "the figure '1.png' may be" in stop(tmp_path)


@pytest.mark.parametrize("kind", ["zip", "gztar"])
def test_figures_are_found_in_archives(kind: str, rows: list[Row], tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write_split(folder, rows)
    write_figures(tmp_path / "loose", rows)
    shutil.make_archive(str(folder / "figures"), kind, tmp_path / "loose")
    assert len(illustrated(load(folder))) == 35
    assert not list(folder.rglob("*.png"))


def test_an_archive_that_cannot_be_read_stops_the_run(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path, one_figure(rows, "x.png"))
    (tmp_path / "figures.zip").write_bytes(b"no archive")
    assert "the archive cannot be unpacked" in stop(tmp_path)


def test_an_archive_leaves_nothing_outside_its_folder(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path / "set", one_figure(rows, "x.png"))
    picture = write_picture(tmp_path / "source.png")
    with tarfile.open(tmp_path / "set/figures.tar", "w") as archive:
        archive.add(picture, "../../../../escaped/x.png")
    assert "the archive cannot be unpacked" in stop(tmp_path / "set")
    assert not list(tmp_path.rglob("escaped"))


def test_an_archive_inside_an_archive_stays_closed(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path / "set", one_figure(rows, "x.png"))
    write_picture(tmp_path / "inner/x.png")
    shutil.make_archive(str(tmp_path / "outer/inner"), "zip", tmp_path / "inner")
    shutil.make_archive(str(tmp_path / "set/outer"), "zip", tmp_path / "outer")
    assert "missing" in stop(tmp_path / "set")


@pytest.mark.parametrize(
    ("bound", "value", "says"),
    [
        ("MAX_MEMBERS", 1, "more than 1 entries"),
        ("MAX_FILE", 10, "a picture has more than 0 MB"),
        ("_ALWAYS_ALLOWED", 0, "it unpacks to more than 0 MB"),
    ],
)
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive_beyond_the_bounds_stops_the_run(
    bound: str,
    value: int,
    says: str,
    kind: str,
    rows: list[Row],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_split(tmp_path / "set", one_figure(rows, "x.png"))
    for name in ("x.png", "y.png"):
        write_picture(tmp_path / "loose" / name)
    shutil.make_archive(str(tmp_path / "set/figures"), kind, tmp_path / "loose")
    monkeypatch.setattr(archives, bound, value)
    monkeypatch.setattr(archives, "_MOST_GROWTH", 0 if bound == "_ALWAYS_ALLOWED" else 20)
    assert says in stop(tmp_path / "set")


def test_archives_are_unpacked_once(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path / "set", one_figure(rows, "x.png"))
    write_picture(tmp_path / "loose/x.png")
    archive = Path(shutil.make_archive(str(tmp_path / "set/f"), "zip", tmp_path / "loose"))
    folder = archives.unpack(archive)
    before = (folder / "x.png").stat().st_mtime_ns
    assert archives.unpack(archive) == folder
    assert (folder / "x.png").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("x.png", True),
        (["a", "b.jpg"], True),
        ({"path": "x.png"}, True),
        ({"path": "x.png", "bytes": b"content"}, False),
        ({"path": None, "bytes": None}, False),
        ("a text", False),
        (None, False),
        (b"content", False),
    ],
)
def test_whether_a_value_names_a_file_or_holds_the_picture(value: Any, named: bool) -> None:
    assert names_file(value) is named


def test_base64_that_is_no_picture_is_a_name() -> None:
    assert [figure.content for figure in read_figures("A" * 64)] == [None]


def test_missing_figures_stop_the_run_and_say_the_way_round(
    rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, rows)
    message = stop(tmp_path)
    assert "35 rows were not understood" in message
    assert "is missing; expected a file of that name below" in message
    assert "-T figures=withheld" in message


def test_missing_figures_do_not_matter_when_they_are_withheld(
    rows: list[Row], tmp_path: Path
) -> None:
    write_split(tmp_path, rows)
    found = load(tmp_path, figures="withheld")
    assert len(found) == len(rows)
    assert sum(q.needs_figure for q in found) == 35


def test_a_figure_that_is_no_picture_stops_the_run(rows: list[Row], tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images/x.png").write_bytes(b"no picture")
    write_split(tmp_path, one_figure(rows, "images/x.png"))
    assert "the figure 'images/x.png' is no readable image" in stop(tmp_path)


def test_bytes_that_are_no_picture_stop_the_run(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path, one_figure(rows, "data:image/png;base64,bm8gcGljdHVyZQ=="))
    assert "the figure 'data URI' is no readable image" in stop(tmp_path)


def test_a_named_figure_counts_although_the_row_says_text_only(
    rows: list[Row], tmp_path: Path
) -> None:
    write_picture(tmp_path / "x.png")
    write_split(tmp_path, [one_figure(rows, "x.png")[0] | {"text_only": "True"}])
    assert load(tmp_path)[0].needs_figure


def test_bytes_of_any_format_are_taken() -> None:
    content = Image.new("RGB", (3, 3)).tobytes()
    assert [f.content for f in read_figures([content, None, {"bytes": None, "path": None}])] == [
        content
    ]
