"""What a hostile input is: how its files are written, how they are read, what must come of it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image

from kokushi_inspect.exam import Question
from kokushi_inspect.report.data_command import describe_source
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.exam import Request, load_exam
from kokushi_inspect.sources.medcalc.table import read_csv
from kokushi_inspect.sources.open_source import Opening
from kokushi_inspect.sources.record_names import load_field_names
from solvers.prompt import load_wording
from solvers.replies import load_replies

Write = Callable[[Path], object]
Read = Callable[[Path], str]


@dataclass(frozen=True)
class Case:
    """A hostile input.

    Attributes:
        name: What is hostile about it.
        write: Writes its files into a folder.
        says: Pattern that the error must match; with `handled`, the result.
        handled: Whether it is read; otherwise it must be refused with a `KokushiError`.
        heavy: Whether its small files may need so much that a process of its own reads them.
        read: Reads the folder, and tells in words what it came to.
    """

    name: str
    write: Write
    says: str
    handled: bool = False
    heavy: bool = False
    read: Read = lambda folder: read_exam(folder)


def described(case: Case) -> Case:
    """The same files read by `kokushi data`, which names bad rows instead of stopping."""
    return replace(case, name=f"{case.name}, described", says="", read=describe)


def read_exam(folder: Path, **parameters: Any) -> str:
    """Load the folder as the physician's exam; ids, years and figures in words."""
    exam = load_exam("medicine", Request(source=str(folder), **parameters))
    for sample in exam.dataset:  # what goes into a log must be writable
        json.dumps(sample.model_dump(mode="json"), allow_nan=False).encode()
        sample.model_dump_json()
    assert not (folder / "executed").exists(), "code in the folder was run"
    return "; ".join(_told(question) for question in exam.questions)


def _told(question: Question) -> str:
    figures = ", ".join(map(_sent, (figure.path for figure in question.figures)))
    return f"{question.id} of {question.year}: {question.text!r:.60} {figures}"


def _sent(path: str) -> str:
    """What a provider would get: format, mode, bits, size."""
    with Image.open(path) as image:
        image.load()
        bits = Path(path).read_bytes()[24] if image.format == "PNG" else 8
        turned = image.getexif().get(0x0112, 1) != 1
        frames = getattr(image, "n_frames", 1)
        pixel = image.convert("RGB").getpixel((0, 0))
        return (
            f"{image.format} {image.mode} {bits} bits {image.width}x{image.height}"
            f" frames={frames} turned={turned} corner={pixel}"
        )


def describe(folder: Path) -> str:
    """What `kokushi data` prints, as text and as JSON."""
    description = describe_source(Opening(str(folder)), "medicine")
    json.dumps(description.to_record(), ensure_ascii=False).encode()
    assert not (folder / "executed").exists(), "code in the folder was run"
    text = description.text()
    text.encode()
    return text


def criteria(folder: Path) -> str:
    """Load `criteria.toml`."""
    return repr(load_rules("medicine", path=str(folder / "criteria.toml")).years)


def exam_by_criteria(folder: Path) -> str:
    """Load the folder as an exam with the criteria beside it."""
    return read_exam(folder, criteria=str(folder / "criteria.toml"))


def prompt(folder: Path) -> str:
    """Load `prompt.txt`."""
    return load_wording(str(folder / "prompt.txt")).system


def replies(folder: Path) -> str:
    """Load `replies.jsonl`."""
    found = load_replies(str(folder / "replies.jsonl"))
    for reply in found.values():
        reply.output.encode()
    return repr({id: reply.output[:40] for id, reply in found.items()})


def predictions(folder: Path) -> str:
    """Load the predictions below the folder."""
    return repr({id: reply.output[:40] for id, reply in load_replies(str(folder)).items()})


def fields_toml(folder: Path) -> str:
    """Load `fields.toml`."""
    return repr(load_field_names(str(folder / "fields.toml")).given)


def fields_json(folder: Path) -> str:
    """Load `fields.json`."""
    return repr(load_field_names(str(folder / "fields.json")).given)


def calculations(folder: Path) -> str:
    """Load `rows.csv` as MedCalc-Bench."""
    rows = read_csv(folder / "rows.csv").rows
    return "; ".join(f"{row.id} {row.key}" for row in rows)
