"""Reads stored predictions in the form of the KokushiMD-10 repository.

The files are `results/<company>/<model>/<text|multimodal>/<profession>_<year>_<section>_pred.json`:
a JSON list, aligned by position with the rows of the exam file of that name, superseded rows
included. The ids of the questions (`medicine-2024-A-012`) hold that position.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.exam_names import Booklet, parse_booklet
from kokushi_inspect.sources.json_text import parse_file

Prediction = tuple[str, str, str | None, Place]
"""Id of the question, the reply, the model (company/model) and where it stands."""

_SUFFIX = "_pred.json"
_FIELDS = (
    "pred",
    "prediction",
    "predicted_answer",
    "pred_answer",
    "model_answer",
    "model_output",
    "output",
    "response",
    "reply",
    "completion",
    "answer",
)
"""Fields that may hold the reply, in this order: an entry may repeat the key as `answer`."""

_EXAM_FIELDS = frozenset(
    {"question", "problem_text", "points", "kinki", "text_only", "human_accuracy"}
)
"""Fields of an exam row: beside them, `answer` may be the key and is not taken for a reply."""

_MODES = ("text", "multimodal")
_BOOKLET = re.compile(r"([^_]+_[0-9]+_[^_]+)(?:_.*)?")


def is_prediction_file(path: Path) -> bool:
    """Whether a path has the name of a file of predictions."""
    return path.name.endswith(_SUFFIX)


def read_predictions(path: Path) -> list[Prediction]:
    """The predictions in a file, or in all such files below a folder.

    Raises:
        KokushiError: There are none, or a file has another form.
    """
    files = sorted(path.rglob(f"*{_SUFFIX}")) if path.is_dir() else [path]
    if not files or not files[0].is_file():
        raise KokushiError(
            "there are no predictions here",
            place=Place(str(path)),
            expected=f"files <profession>_<year>_<section>{_SUFFIX}",
        )
    return [prediction for file in files for prediction in _read(file)]


def _read(file: Path) -> Iterator[Prediction]:
    booklet, model = _booklet(file), _model(file)
    try:
        entries = parse_file(file.read_text("utf-8-sig"))
    except ValueError as error:
        raise KokushiError(f"this is no JSON ({error})", place=Place(str(file))) from error
    if not isinstance(entries, list):
        raise KokushiError(
            "the file holds no list", place=Place(str(file)), expected="one entry for each row"
        )
    for position, entry in enumerate(entries, start=1):
        place = Place(str(file), position)
        yield booklet.question_id(position), _reply(entry, place), model, place


def _booklet(file: Path) -> Booklet:
    match = _BOOKLET.fullmatch(file.name.removesuffix(_SUFFIX))
    parsed = None if match is None else parse_booklet(match[1])
    if parsed is None:
        raise KokushiError(
            "the name of the file does not say to which exam it belongs",
            place=Place(str(file)),
            expected=f"<profession>_<year>_<section>{_SUFFIX}",
        )
    return parsed[0]


def _model(file: Path) -> str | None:
    """Company and model, which stand above the folder of the mode."""
    parts = file.parent.parts
    for number in range(len(parts) - 1, 1, -1):
        if parts[number] in _MODES:
            return "/".join(parts[number - 2 : number])
    return None


def _reply(entry: Any, place: Place) -> str:
    """The text of an entry: the entry itself, or its first field of a known name."""
    value = entry
    if isinstance(entry, dict):
        named = {str(name).lower(): value for name, value in entry.items()}
        known = [name for name in _FIELDS if name in named]
        if known == ["answer"] and not _EXAM_FIELDS.isdisjoint(named):
            known = []
        if not known:
            raise KokushiError(
                f"the entry has the fields {', '.join(named) or 'none'}",
                place=place,
                expected=f"one of {', '.join(_FIELDS)}",
            )
        value = named[known[0]]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = ",".join(value)
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise KokushiError(
        f"the prediction is a {type(value).__name__}", place=place, expected="a text"
    )
