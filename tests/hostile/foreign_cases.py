"""Hostile copies of KokushiMD-10: rows in forms of their own, folders, archives, code."""

import gzip
import io
import json
import os
import pickle
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from figure_cases import black, zeros
from hostile_case import Case, Write

ROW = {
    "profession": "医師",
    "year": 2024,
    "section": "A",
    "index": 1,
    "question": "どれか。",
    "choices": {"a": "い", "b": "ろ", "c": "は", "d": "に", "e": "ほ"},
    "answer": "a",
    "points": 1,
}


def rows(text: str | Callable[[], str]) -> Write:
    """Writes `train_ja.jsonl`."""

    def write(folder: Path) -> None:
        content = text() if callable(text) else text
        (folder / "train_ja.jsonl").write_text(content, "utf-8")

    return write


def row(**changes: Any) -> str:
    """A row with changes."""
    return json.dumps({**ROW, **changes}, ensure_ascii=False) + "\n"


def with_archive(name: str, make: Callable[[], bytes]) -> Write:
    """A row that names a figure which is only in an archive, if anywhere."""

    def write(folder: Path) -> None:
        (folder / "train_ja.jsonl").write_text(row(figure="wanted.png"), "utf-8")
        (folder / name).write_bytes(make())

    return write


def zipped(**members: bytes) -> bytes:
    """A ZIP archive; `__` in a name is a slash, and `_png` its extension."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_png", ".png"), content)
    return written.getvalue()


def zip_bomb() -> bytes:
    """A picture of 300 MB in 300 kB."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("wanted.png", "w") as member,
    ):
        for _ in range(300):
            member.write(bytes(1_000_000))
    return written.getvalue()


def lying_zip() -> bytes:
    """The same, with a directory that says it has ten bytes."""
    content = bytearray(zip_bomb())
    at = content.rindex(b"PK\x01\x02")
    content[at + 24 : at + 28] = (10).to_bytes(4, "little")
    return bytes(content)


def many_members() -> bytes:
    """150,000 empty entries."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for number in range(150_000):
            archive.writestr(zipfile.ZipInfo(f"{number}.png"), b"")
    return written.getvalue()


def nested_zip() -> bytes:
    """Archives in archives, ten deep, with the picture in the innermost."""
    content = zipped(wanted_png=black(8, 8))
    for depth in range(10):
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w") as archive:
            archive.writestr(f"{depth}.zip", content)
        content = written.getvalue()
    return content


def tar_of(name: str, content: bytes = b"", link: str = "") -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        if link:
            member.type, member.linkname, member.size = tarfile.SYMTYPE, link, 0
        archive.addfile(member, io.BytesIO(content))
    return written.getvalue()


def tar_bomb() -> bytes:
    """A tar that says that its first entry, no picture, has 200 GB of zeros."""
    member = tarfile.TarInfo("padding.bin")
    member.size = 200_000_000_000
    return gzip.compress(member.tobuf() + bytes(10_000_000))


class Runs:
    """Makes a file when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[Any, ...]:
        return (os.mkdir, (str(self.marker),))


def code_beside(folder: Path) -> None:
    """Everything by which a data set could make a loader run code."""
    marker = folder / "executed"
    script = f"import os\nos.makedirs({str(marker)!r}, exist_ok=True)\n"
    names = (folder.name, "kokushimd10", "dataset", "__init__", "conftest", "sitecustomize")
    for name in names:
        (folder / f"{name}.py").write_text(script, "utf-8")
    (folder / "dataset_infos.json").write_text('{"default": {"builder_name": "kokushimd10"}}')
    (folder / "README.md").write_text("---\nconfigs:\n- data_files: '*.pkl'\n---\n")
    for name in ("train.pkl", "questions.pkl", "figures.pt", "wanted.png"):
        (folder / name).write_bytes(pickle.dumps(Runs(marker)))
    (folder / "train_ja.jsonl").write_text(row(), "utf-8")


def linked_figures(folder: Path) -> None:
    """Links to a picture and to a folder beside the data set."""
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "wanted.png").write_bytes(black(9, 9))
    (folder / "figures").symlink_to(outside)
    (folder / "wanted.png").symlink_to(outside / "wanted.png")
    (folder / "train_ja.jsonl").write_text(row(figure="wanted.png"), "utf-8")


def loop(folder: Path) -> None:
    """Links that lead in circles."""
    (folder / "wanted.png").symlink_to(folder / "other.png")
    (folder / "other.png").symlink_to(folder / "wanted.png")
    (folder / "again").symlink_to(folder)
    (folder / "train_ja.jsonl").write_text(row(figure="wanted.png"), "utf-8")


def piped_figure(folder: Path) -> None:
    os.mkfifo(folder / "wanted.png")
    os.mkfifo(folder / "figures.zip")
    (folder / "train_ja.jsonl").write_text(row(figure="wanted.png"), "utf-8")


def _figure(value: Any) -> Write:
    return rows(row(figure=value))


_MISSING = "is missing"

ROWS = (
    Case("foreign: deep list in a text", rows(lambda: row(choices="[" * 100_000)), "one line|opt"),
    Case("foreign: deep row", rows(lambda: "[" * 100_000 + "\n"), "JSON"),
    Case(
        "foreign: 900 nested lists",
        rows(row()[:-2] + ', "x": ' + "[" * 900 + "]" * 900 + "}"),
        "nested",
    ),
    Case(
        "foreign: 60 MB of empty objects",
        rows(lambda: "[" + "{}," * 20_000_000 + "{}]"),
        "too many",
    ),
    Case("foreign: NaN for nothing", rows(row()[:-2] + ', "role": NaN}'), "medicine-2024", True),
    Case(
        "foreign: infinite points", rows(row(points=1).replace('s": 1', 's": 1e999')), "too large"
    ),
    Case("foreign: points of 4,000 digits", rows(row(points="1" * 4000)), "points"),
    Case("foreign: huge points as a text", rows(row(points="9e300")), "points are"),
    Case("foreign: true for points", rows(row(points=True)), "points"),
    Case("foreign: index of 4,000 digits", rows(row(index="1" * 4000)), "too long"),
    Case("foreign: year of 5,000 digits", rows(row(year="1" * 5000)), "is no year"),
    Case("foreign: sitting 0", rows(row(year="第00回")), "is no year"),
    Case("foreign: index with codes", rows(row(index="\x1b[31m1")), "control character"),
    Case("foreign: index that climbs", rows(row(index="../../x")), "path"),
    Case("foreign: half a surrogate pair", rows(row().replace("どれか", "\\ud800")), "surrogate"),
    Case("foreign: field twice", rows(row()[:-2] + ', "answer": "b"}'), "stands twice"),
    Case("foreign: stem is a list", rows(row(question=["a"])), "the question is a list"),
    Case("foreign: stem of 10 MB", rows(lambda: row(question="２つ選べ" * 2_500_000)), "too long"),
    *(
        Case(
            f"foreign: 90,000 characters of {name}",
            rows(row(question=text * (90_000 // len(text)) + "。")),
            "A-001",
            handled=True,
        )
        for name, text in (
            ("circles", "①"),
            ("circles and spaces", "① "),
            ("circles and points", "①．"),
            ("digits", "1"),
            ("digits in kanji", "一"),
            ("choosing", "２つ"),
            ("selecting", "select the "),
            ("all", "すべての"),
        )
    ),
    Case(
        "foreign: 90,000 spaces behind a circle",
        rows(row(question="①" + " " * 90_000 + "b")),
        "A-001",
        handled=True,
    ),
    Case(
        "foreign: 90,000 spaces behind a number",
        rows(row(question="２" + " " * 90_000 + "b")),
        "A-001",
        handled=True,
    ),
    Case(
        "foreign: key of 100,000 spaces",
        rows(row(answer="a" + " " * 100_000 + "b")),
        "A-001",
        handled=True,
    ),
    Case("foreign: key of 1 MB", rows(lambda: row(answer="a," * 500_000)), "twice"),
    Case("foreign: key of words", rows(lambda: row(answer="または" * 100_000)), "A-001", True),
    Case("foreign: 10,000 options", rows(lambda: row(choices=["x"] * 10_000)), "options|strict"),
    Case(
        "foreign: profession with codes", rows(row(profession="\x1b[31m医師")), "no question|none"
    ),
    Case(
        "foreign: exam name of 1 MB",
        rows(lambda: row(profession=None, id="医師_2024_" * 100_000)),
        "names no profession",
    ),
)

FIGURES = (
    Case("foreign: climbing figure", _figure("../../../../etc/passwd.png"), _MISSING),
    Case("foreign: absolute figure", _figure("/etc/passwd"), _MISSING),
    Case("foreign: backslashes", _figure("..\\..\\etc\\passwd.png"), _MISSING),
    Case("foreign: web figure", _figure("https://example.org/a.png"), "on the web"),
    Case("foreign: web figure of 1 MB", _figure("https://" + "a" * 1_000_000), "on the web"),
    Case("foreign: data URI of text", _figure("data:text/html;base64,PHNjcmlwdD4="), "no readable"),
    Case("foreign: data URI of svg", _figure("data:image/svg+xml;base64,PHN2Zy8+"), "no readable"),
    Case("foreign: data URI without base64", _figure("data:image/png,%89PNG"), _MISSING),
    Case("foreign: data URI of no base64", _figure("data:image/png;base64,%%%"), "no base64"),
    Case("foreign: data URI of semicolons", _figure("data:" + ";" * 1_000_000), _MISSING),
    Case("foreign: 1 MB of base64", _figure("A" * 1_000_000), _MISSING),
    Case("foreign: figure of an unknown form", _figure({"url": 1}), "bytes or path"),
    Case("foreign: figure is a number", _figure(7.5), "a figure is a float"),
    Case("foreign: 40 nested figures", _figure(json.loads("[" * 40 + "]" * 40)), "A-001", True),
    Case("foreign: linked figures", linked_figures, _MISSING),
    Case("foreign: links in a circle", loop, _MISSING),
    Case("foreign: pipe for a figure", piped_figure, _MISSING),
)

_ARCHIVES = (
    Case(
        "archive: picture",
        with_archive("f.zip", lambda: zipped(x__wanted_png=black(8, 8))),
        "PNG L",
        True,
    ),
    Case("archive: bomb", with_archive("f.zip", zip_bomb), "unpacks to more than"),
    Case("archive: bomb that lies", with_archive("f.zip", lying_zip), "cannot be unpacked|no read"),
    Case("archive: 150,000 entries", with_archive("f.zip", many_members), "more than 50000"),
    Case("archive: archives inside", with_archive("f.zip", nested_zip), _MISSING),
    Case(
        "archive: climbing entry",
        with_archive("f.zip", lambda: zipped(**{"..__..__wanted_png": black(8, 8)})),
        "leads out",
    ),
    Case(
        "archive: absolute entry",
        with_archive("f.zip", lambda: zipped(**{"__tmp__wanted_png": black(8, 8)})),
        "leads out",
    ),
    Case(
        "archive: backslashes",
        with_archive("f.zip", lambda: zipped(**{"..\\..\\wanted_png": black(8, 8)})),
        "leads out",
    ),
    Case("archive: no archive", with_archive("f.zip", lambda: b"PK\x05\x06"), "cannot be unpacked"),
    Case(
        "archive: half a tar",
        with_archive("f.tar", lambda: tar_of("wanted.png", b"x" * 2000)[:900]),
        "cannot be unpacked",
    ),
    Case(
        "archive: tar with a link",
        with_archive("f.tar", lambda: tar_of("wanted.png", link="/etc")),
        _MISSING,
    ),
    Case(
        "archive: tar that climbs",
        with_archive("f.tar", lambda: tar_of("../wanted.png", b"x")),
        "leads out",
    ),
    Case("archive: tar bomb", with_archive("f.tar.gz", tar_bomb), "unpacks to more than"),
    Case(
        "archive: gzip of zeros",
        with_archive("f.tgz", lambda: gzip.compress(zeros(10))),
        "cannot be unpacked",
    ),
)

CODE = (Case("code beside the rows", code_beside, "medicine-2024-A-001", handled=True),)

ARCHIVES = tuple(replace(case, heavy=True) for case in _ARCHIVES)

CASES = (*ROWS, *FIGURES, *ARCHIVES, *CODE)
