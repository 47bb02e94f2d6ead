"""Small values for tests: questions, marks, sittings, question files and pictures.

Each builder makes the plainest valid value; a test names only what it is about.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from kokushi_inspect.exam import Criterion, Key, Mark, Question, Sitting, Treatment

OPTIONS = {"a": "first", "b": "second", "c": "third", "d": "fourth", "e": "fifth"}


def make_key(*answers: Sequence[str], treatment: Treatment = "none") -> Key:
    """A key that accepts each of `answers` ("ab" is both a and b)."""
    accepted = tuple(tuple(answer) for answer in answers)
    return Key(accepted, treatment, printed=accepted[0] if accepted else ())


def make_question(**changes: Any) -> Question:
    """A physician's question with five options, of which a is right; `key` may be a text."""
    plain: dict[str, Any] = {
        "id": "A1",
        "profession": "medicine",
        "year": 2024,
        "section": "A",
        "index": "1",
        "text": "Which one?",
        "kind": "single",
        "options": tuple(OPTIONS.items()),
        "key": "a",
    }
    values = plain | changes
    if isinstance(values["key"], str):
        values["key"] = make_key(values["key"]) if values["key"] else make_key()
    return Question(**values)


def make_written(kind: str, *accepted: str, **changes: Any) -> Question:
    """A numeric or fill-in question that accepts each of the words."""
    key = Key(tuple((word,) for word in accepted), printed=accepted[:1])
    return make_question(kind=kind, options=(), select=None, key=key, **changes)


def make_mark(question: str = "A1", **changes: Any) -> Mark:
    """A wrong but readable mark of a question worth a point; `correct` earns its points."""
    values: dict[str, Any] = {
        "question": question,
        "status": "answered",
        "read": ("b",),
        "correct": False,
        "counted": True,
        "points": 1,
        "forbidden": False,
        "counts_in": ("total",),
        "section": "A",
        "kind": "single",
        "scenario": question,
        "has_figure": False,
    }
    values |= changes
    values.setdefault("earned", values["points"] if values["correct"] else 0)
    return Mark(**values)


def make_sitting(*criteria: Criterion, marks: Iterable[Mark] = (), **changes: Any) -> Sitting:
    """A sitting that is whole with these marks, in a year that announced these criteria."""
    given = list(marks)
    values: dict[str, Any] = {
        "profession": "medicine",
        "year": 2024,
        "label": "2024",
        "source": "test",
        "rows": len(given),
        "scored": len(given),
        "of": sum(mark.points for mark in given),
        "criteria": criteria,
    }
    return Sitting(**(values | changes))


PHYSICIAN_SECTIONS = {"A": 75, "B": 50, "C": 75, "D": 75, "E": 50, "F": 75}


def physician_exam(year: int | None, excluded: Sequence[str] = ()) -> list[Question]:
    """400 questions in the proportions of the real exam: 必修 (B, E) of 200 points, others of 300.

    The second half of B and E carries three points a question; `excluded` names questions that
    the source itself excludes.
    """
    return [
        make_question(
            id=f"{section}{number}",
            year=year,
            section=section,
            index=str(number),
            points=3 if section in "BE" and number > 25 else 1,
            key=make_key("a", treatment="excluded" if f"{section}{number}" in excluded else "none"),
        )
        for section, size in PHYSICIAN_SECTIONS.items()
        for number in range(1, size + 1)
    ]


def with_key(questions: Iterable[Question], **keys: Key) -> list[Question]:
    """The questions, those named by id with another key."""
    return [replace(q, key=keys[q.id]) if q.id in keys else q for q in questions]


def make_row(*without: str, **changes: Any) -> dict[str, Any]:
    """A row of a question file, without the fields that are named."""
    row: dict[str, Any] = {
        "id": "A1",
        "exam": "医師",
        "year": 2024,
        "section": "A",
        "index": "1",
        "question": "Which one?",
        "choices": OPTIONS,
        "answer": ["a"],
        "n_select": 1,
    }
    return {name: value for name, value in (row | changes).items() if name not in without}


def write_rows(folder: Path, *rows: Mapping[str, Any] | str, name: str = "questions.jsonl") -> Path:
    """A question file with these rows; a text is written as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def write_picture(file: Path, size: tuple[int, int] = (8, 6), form: str = "PNG") -> Path:
    """A small picture in the given format, whatever the file is called."""
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, "white").save(file, format=form)
    return file
