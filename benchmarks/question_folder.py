"""Makes sources of any size out of the built-in practice exams: their questions, repeated."""

import csv
import json
import random
import shutil
import zlib
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from struct import pack
from typing import Any

from kokushi_inspect.sources.exam_names import all_rules
from kokushi_inspect.sources.open_source import practice_file

PROFESSIONS = tuple(all_rules())
_MEDCALC = Path(str(practice_file("medicine"))).parents[1] / "medcalc" / "practice.csv"


def make_question_folder(
    folder: Path,
    profession: str,
    questions: int,
    *,
    figures: int | None = None,
    figure_bytes: int = 0,
) -> Path:
    """A folder with a question file of a profession.

    Args:
        folder: The folder; made when it is not there.
        profession: Id of the profession.
        questions: How many questions.
        figures: How many of them have a figure, evenly spread, each a file of its own; None to
            keep those of the practice exam.
        figure_bytes: Size of each such figure.
    """
    source = practice_file(profession)
    folder.mkdir(parents=True, exist_ok=True)
    rows = [json.loads(line) for line in source.read_text("utf-8").splitlines() if line.strip()]
    if figures is None:
        shutil.copytree(source.parent / "figures", folder / "figures", dirs_exist_ok=True)
    with (folder / "questions.jsonl").open("w", encoding="utf-8") as file:
        for number, row in enumerate(islice(cycle(rows), questions)):
            record = row | {"id": f"Q{number:06d}", "index": str(number + 1), "section": "A"}
            if figures is not None:
                record |= _figure(folder, number, questions, figures, figure_bytes)
            for name in ("group", "stem", "context"):
                record.pop(name, None)
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return folder


def _figure(folder: Path, number: int, questions: int, figures: int, size: int) -> dict[str, Any]:
    """The fields of a row that has a figure when its turn comes."""
    if (number + 1) * figures // questions == number * figures // questions:
        return {"images": [], "text_only": True}
    name = f"figures/{number:06d}.png"
    (folder / "figures").mkdir(exist_ok=True)
    (folder / name).write_bytes(noise_png(size, seed=number))
    return {"images": [name], "text_only": False}


def noise_png(size: int, seed: int = 0) -> bytes:
    """A grey PNG picture of about `size` bytes that does not compress."""
    side = max(1, int(size**0.5))
    noise = random.Random(seed)
    lines = b"".join(b"\0" + noise.randbytes(side) for _ in range(side))
    header = pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(kind, data)
        for kind, data in (
            (b"IHDR", header),
            (b"IDAT", zlib.compress(lines, 1)),
            (b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


def make_calculation_file(folder: Path, rows: int) -> Path:
    """A MedCalc-Bench file: the practice rows, repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    with _MEDCALC.open(encoding="utf-8", newline="") as source:
        reader = csv.DictReader(source)
        practice, names = list(reader), list(reader.fieldnames or ())
    target = folder / "rows.csv"
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        for number, row in enumerate(islice(_renamed(practice), rows), start=1):
            writer.writerow(row | {"Row Number": str(number)})
    return target


def _renamed(rows: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """The rows again and again, the notes under other ids each time."""
    turn = 0
    while True:
        for row in rows:
            yield row | {"Note ID": f"{row['Note ID']}-{turn}"}
        turn += 1
