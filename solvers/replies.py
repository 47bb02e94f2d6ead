"""Reads a file of stored replies."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

from inspect_ai.model import StopReason

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from solvers.predictions import is_prediction_file, read_predictions


@dataclass(frozen=True, slots=True)
class Reply:
    """A stored reply: its text, why it stopped, and who gave it."""

    output: str
    stop: StopReason
    model: str | None


@cache
def load_replies(path: str, examinee: str | None = None) -> dict[str, Reply]:
    """The stored replies by question id.

    When rows name models and one of them is the examinee, only that model's rows are taken.

    Args:
        path: A file of JSON lines; or a `…_pred.json` of KokushiMD-10, or a folder of them
            (`solvers.predictions`).
        examinee: Whose replies are wanted.

    Raises:
        KokushiError: The file is missing, a row is not as expected, or a question has two replies.
    """
    file = user_path(path)
    if file.is_dir() or is_prediction_file(file):
        rows = [
            (id, Reply(text, "stop", model), place)
            for id, text, model, place in read_predictions(file)
        ]
    else:
        rows = _read_lines(file)
    if any(reply.model == examinee for _, reply, _ in rows) and examinee is not None:
        rows = [row for row in rows if row[1].model == examinee]
    replies: dict[str, Reply] = {}
    for question, reply, place in rows:
        if question in replies:
            raise KokushiError(
                f"a second reply to '{question}'",
                place=place,
                expected="one reply for each question",
                fix="name one of the models with -S examinee=NAME, or a narrower folder",
            )
        replies[question] = reply
    return replies


def _read_lines(file: Path) -> list[tuple[str, Reply, Place]]:
    if not file.is_file():
        raise KokushiError(
            "there is no file of replies",
            place=Place(str(file)),
            expected="JSON lines with id and output",
            fix="give its path with -S replies=FILE.jsonl",
        )
    try:
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KokushiError(
            f"byte {error.start} is no UTF-8", place=Place(str(file)), fix="save the file as UTF-8"
        ) from error
    return [
        _row(line, Place(str(file), number))
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip()
    ]


def _row(line: str, place: Place) -> tuple[str, Reply, Place]:
    try:
        row: Any = json.loads(line)
        if not isinstance(row, dict) or "id" not in row:
            raise ValueError("no id")
        output = row.get("output")
        stop: StopReason = row.get("stop") or "stop"
        if not isinstance(output, str | None):
            raise ValueError("output is no text")
        if stop not in get_args(StopReason):
            raise ValueError(f"stop '{stop}' is none of {', '.join(get_args(StopReason))}")
    except ValueError as error:
        raise KokushiError(
            str(error), place=place, expected='{"id": …, "output": …[, "model": …, "stop": …]}'
        ) from error
    model = row.get("model")
    return str(row["id"]), Reply(output or "", stop, None if model is None else str(model)), place
