"""Every check, on rows with one fault each and on rows that only look as if they had one."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_picture
from linting import ALWAYS, found_in_rows, in_words

from kokushi_inspect.lint.finding import codes

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "faulty_rows.jsonl").read_text("utf-8").splitlines()
]

PICTURES: dict[str, tuple[tuple[int, int], str]] = {
    "large.png": ((100, 80), "PNG"),
    "copy.png": ((100, 80), "PNG"),
    "tiny.png": ((8, 6), "PNG"),
    "long.png": ((9000, 10), "PNG"),
    "jpeg.png": ((100, 80), "JPEG"),
    "photo.jpeg": ((100, 80), "JPEG"),
    "bitmap.bmp": ((100, 80), "BMP"),
}


def write_figures_of(folder: Path, rows: list[dict[str, Any]]) -> None:
    for name in {name for row in rows for name in row.get("images", ())}:
        if name in PICTURES:
            size, form = PICTURES[name]
            write_picture(folder / name, size, form)
        elif name != "none.png":
            (folder / name).write_bytes(b"no picture")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_row_has_exactly_the_findings_of_its_fault(case: dict[str, Any], tmp_path: Path) -> None:
    changes = case.get("rows") or [case["row"]]
    rows = [
        make_row(
            *change.get("without", ()),
            **{"id": f"Q{n}", "index": str(n), "question": f"Which one is right ({n})?"}
            | {name: value for name, value in change.items() if name != "without"},
        )
        for n, change in enumerate(changes, start=1)
    ]
    folder = tmp_path / "source"
    folder.mkdir()
    write_figures_of(folder, rows)
    ignored = [code for code in ALWAYS if code not in " ".join(case["finds"])]
    found = found_in_rows(folder, *rows, ignore=ignored)
    assert in_words(found) == sorted(case["finds"]), [f.what for f in found]


def test_every_check_has_a_case() -> None:
    """Codes that need more than a row are tested beside this file's cases."""
    elsewhere = {
        "encoding",
        "figure-unused",
        "points-total",
        "section-size",
    }
    tested = {line.split()[1] for case in CASES for line in case["finds"]}
    assert tested == set(codes()) - elsewhere
