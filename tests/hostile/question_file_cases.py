"""Hostile question files: their bytes, their JSON, their values."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hostile_case import Case, Write

ROW = {
    "id": "A1",
    "exam": "医師",
    "year": 2024,
    "section": "A",
    "index": "1",
    "question": "どれか。",
    "choices": {"a": "い", "b": "ろ"},
    "answer": ["a"],
    "n_select": 1,
    "points": 1,
}


def line(**changes: Any) -> str:
    """A plain row with changes, as JSON."""
    return json.dumps({**ROW, **changes}, ensure_ascii=False)


def content(text: str | bytes) -> Write:
    """Writes `questions.jsonl`."""
    raw = text if isinstance(text, bytes) else text.encode()
    return lambda folder: (folder / "questions.jsonl").write_bytes(raw)


def large(make: Callable[[], str]) -> Write:
    """Writes `questions.jsonl` with a text that is made when it is needed."""
    return lambda folder: (folder / "questions.jsonl").write_text(make(), "utf-8")


def with_field(field: str, json_text: str) -> Write:
    """A row whose field is written as that JSON text."""
    row = {name: value for name, value in ROW.items() if name != field}
    return content(json.dumps(row, ensure_ascii=False)[:-1] + f', "{field}": {json_text}}}\n')


def outside(folder: Path) -> Path:
    """A question file beside the folder of the exam."""
    file = folder.parent / "outside.jsonl"
    file.write_text(line(question="SECRET") + "\n", "utf-8")
    return file


def linked_rows(folder: Path) -> None:
    (folder / "questions.jsonl").symlink_to(outside(folder))


def linked_rows_of_kokushimd10(folder: Path) -> None:
    (folder / "train_ja.jsonl").symlink_to(outside(folder))


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "questions.jsonl")


def folder_for_file(folder: Path) -> None:
    (folder / "questions.jsonl").mkdir()


BYTES = (
    Case("utf-8 with a mark", content(b"\xef\xbb\xbf" + line().encode()), "A1", handled=True),
    Case("utf-16 with a mark", content(line().encode("utf-16")), "no UTF-8"),
    Case("shift-jis", content(line().encode("shift-jis")), "no UTF-8"),
    Case("half a character", content(line().encode()[:-1] + b"\xe3\x81"), "no UTF-8"),
    Case("utf-8 of a surrogate", content(line().encode() + b"\n\xed\xa0\x80"), "no UTF-8"),
    Case("windows lines", content(line() + "\r\n" + line(id="A2") + "\r\n"), "A2", handled=True),
    Case("old mac lines", content(line() + "\r" + line(id="A2")), "row 1: this is no JSON"),
    Case("zero bytes", content(b"\0" * 1000), "row 1: this is no JSON"),
    Case("zero byte in a text", content(line().replace("どれか", "ど\0か")), "this is no JSON"),
    Case("nothing", content(""), "no question of medicine"),
    Case("empty lines", content("\n" * 100_000), "no question of medicine"),
    Case("pickle", content(b"\x80\x04cposix\nsystem\n(X\x02\0\0\0lstR."), "no UTF-8"),
    Case("link out of the folder", linked_rows, "outside"),
    Case("link of KokushiMD-10 rows", linked_rows_of_kokushimd10, "outside"),
    Case("pipe for a file", pipe, "no question file"),
    Case("folder for a file", folder_for_file, "no question file"),
)

STRUCTURES = (
    Case("no JSON", content("{'id': 'A1'}"), "row 1: this is no JSON"),
    Case("number for a row", content("17"), "valid dictionary"),
    Case("list for a row", content("[1, 2]"), "valid dictionary"),
    Case("null for a row", content("null"), "valid dictionary"),
    Case("unfinished row", content(line()[:-20]), "row 1: this is no JSON"),
    Case("100,000 open brackets", large(lambda: "[" * 100_000), "nested"),
    Case("100,000 nested lists", large(lambda: "[" * 100_000 + "]" * 100_000), "nested"),
    Case(
        "100,000 nested objects",
        large(lambda: '{"a":' * 100_000 + "1" + "}" * 100_000),
        "nested",
    ),
    Case(
        "400 nested lists in an unknown field",
        with_field("more", "[" * 400 + "]" * 400),
        "nested",
    ),
    Case("50 MB in a field", large(lambda: line(question="あ" * 17_000_000)), "too long"),
    Case("50 MB of spaces", large(lambda: line() + " " * 50_000_000), "too long"),
    Case("50 MB of empty objects", large(lambda: "[" + "{}," * 17_000_000 + "{}]"), "too long"),
    Case("3 MB of empty objects", large(lambda: "[" + "{}," * 1_000_000 + "{}]"), "too many"),
    Case("3 MB of numbers", large(lambda: "[" + "1," * 1_500_000 + "1]"), "valid dictionary"),
    Case(
        "200,000 options",
        large(lambda: line(choices={str(n): "x" for n in range(200_000)})),
        "more than 50 options",
    ),
    Case(
        "200,000 wrong options",
        large(lambda: line(choices={str(n): None for n in range(200_000)})),
        "more than 50 options",
    ),
    Case(
        "10,000 rows of one id", large(lambda: (line() + "\n") * 10_000), "stands in row 1 already"
    ),
    Case("field twice", content(line()[:-1] + ', "answer": ["b"]}'), "'answer' stands twice"),
    Case(
        "option twice",
        content(line().replace('"b": "ろ"', '"a": "ろ"')),
        "'a' stands twice",
    ),
)

NUMBERS = tuple(
    Case(f"{field} is {name}", with_field(field, text), says, handled=handled)
    for field, name, text, says, handled in (
        ("year", "a huge number", "1" * 5000, "this is no JSON|too long", False),
        ("year", "a large number", "1" * 4000, "less than or equal", False),
        ("year", "negative", "-5", "greater than or equal", False),
        ("year", "infinite", "1e400", "no JSON", False),
        ("year", "no number", "NaN", "no JSON", False),
        ("year", "true", "true", "year", False),
        ("year", "a fraction", "2024.5", "year", False),
        ("year", "a text", '"2024"', "A1 of 2024", True),
        ("points", "a huge number", "1" * 5000, "this is no JSON|too long", False),
        ("points", "a large number", "1" * 4000, "less than or equal", False),
        ("points", "infinite", "Infinity", "no JSON", False),
        ("points", "1e400", "1e400", "no JSON", False),
        ("points", "true", "true", "points", False),
        ("points", "negative", "-1", "greater than or equal", False),
        ("n_select", "a huge number", "1" * 5000, "this is no JSON|too long", False),
        ("n_select", "a large number", "1" * 4000, "less than or equal", False),
        ("n_select", "true", "true", "n_select", False),
        ("n_select", "NaN", "NaN", "no JSON", False),
        ("index", "a huge number", "1" * 5000, "this is no JSON|too long", False),
        ("index", "a large number", "1" * 4000, "too long", False),
        ("index", "true", "true", "valid string", False),
        ("human_accuracy", "NaN", "NaN", "no JSON", False),
        ("human_accuracy", "true", "true", "human_accuracy", False),
        ("human_accuracy", "huge", "1e308", "less than or equal", False),
        ("human_choice_rates", "NaN", '{"a": NaN}', "no JSON", False),
        ("human_choice_rates", "infinite", '{"a": 1e999}', "no JSON", False),
        ("human_choice_rates", "NaN as a text", '{"a": "nan"}', "human_choice_rates", False),
        ("human_choice_rates", "negative", '{"a": -5}', "human_choice_rates", False),
        ("human_choice_rates", "true", '{"a": true}', "human_choice_rates", False),
        ("numeric", "of 10^9 boxes", '{"digits": 1000000000}', "less than or equal", False),
        ("numeric", "of true boxes", '{"digits": true}', "digits", False),
        ("text_only", "a number", "7", "boolean", False),
        ("id", "a large number", "1" * 4000, "too long", False),
    )
)

TEXTS = (
    Case("half a surrogate pair in the stem", with_field("question", '"\\ud800"'), "question"),
    Case(
        "half a surrogate pair in an option", with_field("choices", '{"a": "\\udfff"}'), "surrogate"
    ),
    Case(
        "half a surrogate pair in a label", with_field("choices", '{"\\udfff": "x"}'), "surrogate"
    ),
    Case("half a surrogate pair in the id", with_field("id", '"\\ud800"'), "id"),
    Case("id with a zero character", with_field("id", '"A\\u00001"'), "control character"),
    Case("id with terminal codes", with_field("id", '"\\u001b[31mA1"'), "control character"),
    Case("id with a line break", with_field("id", '"A1\\nB2"'), "control character"),
    Case("id of a million characters", with_field("id", '"' + "A" * 1_000_000 + '"'), "too long"),
    Case("id with dots to climb", with_field("id", '"../../../etc/passwd"'), "path"),
    Case("id that is a path", with_field("id", '"/etc/passwd"'), "path"),
    Case("group with dots to climb", with_field("group", '"../../x"'), "path"),
    Case("zero character in the stem", with_field("question", '"a\\u0000b"'), "A1", handled=True),
    Case("terminal codes in the stem", with_field("question", '"\\u001b[2J"'), "A1", handled=True),
    Case("turned text", with_field("question", '"\\u202eか\\u2066"'), "A1", handled=True),
    Case("template in the stem", with_field("question", '"${role} {{7*7}} %s {0}"'), "7", True),
    Case("label with terminal codes", with_field("answer", '["\\u001b[31m"]'), "is no option"),
    Case(
        "key of 200,000 labels", with_field("answer", json.dumps(["a"] * 200_000)), "more than 100"
    ),
    Case("unknown exam with codes", with_field("exam", '"\\u001b[31m医師"'), "no question of"),
    Case("empty id", with_field("id", '""'), "2024A1", handled=True),
    Case("options without labels", with_field("choices", '{"": "x", " ": "y"}'), "is no option"),
)

CASES = (*BYTES, *STRUCTURES, *NUMBERS, *TEXTS)
