"""An exam in a temporary folder, and the commands that are run on it."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import CommandLine
from PIL import Image, ImageDraw
from small_exam import Exam, rows

if TYPE_CHECKING:
    from real_exam import RealExam

HERE = Path(__file__).parent
PHYSICIAN_119 = HERE.parents[2] / "shared" / "data" / "physician_119"


@pytest.fixture(scope="session")
def command_line(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """The commands, with one home for all processes of pytest-xdist."""
    base = tmp_path_factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "runs"
    home.mkdir(exist_ok=True)
    return CommandLine(home.resolve())


@pytest.fixture(scope="session")
def exam(command_line: CommandLine) -> Exam:
    """The exam, with its figures drawn."""
    folder = command_line.once("exam", _write_exam)
    return Exam(folder, rows(folder / "questions.jsonl"), rows(folder / "replies.jsonl"))


@pytest.fixture(scope="session")
def physician_119() -> Path:
    """The folder of the real physician exam of 2025 with stored replies of two models."""
    if not (PHYSICIAN_119 / "replies.jsonl").is_file():
        pytest.skip("the folder ../shared/data/physician_119 is not beside this checkout")
    return PHYSICIAN_119


@pytest.fixture(scope="session")
def real_exam(physician_119: Path, command_line: CommandLine) -> Iterator["RealExam"]:
    """That exam, loaded in this process."""
    from real_exam import RealExam

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOKUSHI_CACHE_DIR", str(command_line.home / "cache"))
        yield RealExam.of(physician_119)


def _write_exam(folder: Path) -> Path:
    shutil.copytree(HERE / "exam", folder, dirs_exist_ok=True)
    images = folder / "images"
    images.mkdir()
    _draw(images / "triangle.png", (60, 40), [(10, 35), (50, 35), (30, 5)])
    _draw(images / "front.png", (50, 50), [(5, 5), (45, 5), (25, 45)])
    _draw(images / "back.jpg", (50, 40), [(5, 35), (45, 35), (25, 5)])
    _write_two_models(folder)
    _draw(images / "wide.png", (300, 60), [(0, 0), (300, 0), (300, 30), (0, 30)])
    return folder


def _write_two_models(folder: Path) -> None:
    """The stored replies as those of `tester`, between the replies of one who always says e."""
    lines = []
    for id, row in rows(folder / "replies.jsonl").items():
        lines.append({"id": id, "output": "e", "model": "other"})
        lines.append({**row, "model": "tester"})
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "two_models.jsonl").write_text(text, "utf-8")


def _draw(file: Path, size: tuple[int, int], corners: list[tuple[int, int]]) -> None:
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).polygon(corners, fill="blue")
    image.save(file)
