"""Reads a file of stored replies."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

from inspect_ai.model import StopReason

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.json_text import parse_row
from solvers.predictions import is_prediction_file, read_predictions

MAX_REPLY = 64_000_000
"""Longest row of a file of replies, in characters."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A stored reply: its text, why it stopped, and who gave it."""

    output: str
    stop: StopReason
    model: str | None


@cache
def load_replies(path: str, examinee: str | None = None) -> dict[str, Reply]:
    """The stored replies by question id.

    When rows name several models, only those of the examinee are taken; the replies of a file with
    one model may be recorded under another name.

    Args:
        path: A file of JSON lines; or a `…_pred.json` of KokushiMD-10, or a folder of them
            (`solvers.predictions`).
        examinee: Whose replies are wanted.

    Raises:
        KokushiError: The file is missing, a row is not as expected, a question has two replies, or
            none of several models is the examinee.
    """
    file = user_path(path)
    if file.is_dir() or is_prediction_file(file):
        rows = [
            (id, Reply(text, "stop", model), place)
            for id, text, model, place in read_predictions(file)
        ]
    else:
        rows = _read_lines(file)
    models = sorted({reply.model for _, reply, _ in rows if reply.model is not None})
    if examinee in models:
        rows = [row for row in rows if row[1].model == examinee]
    elif examinee is not None and len(models) > 1:
        raise KokushiError(
            f"no replies of '{examinee}'",
            place=Place(str(file), field="model"),
            expected=f"one of {', '.join(models)}",
            fix="name the examinee as the file does",
        )
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
        row: Any = parse_row(line, longest=MAX_REPLY)
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
