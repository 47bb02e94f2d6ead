"""Hostile files that users write or get: criteria, prompts, maps of fields, replies, tables."""

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from hostile_case import (
    Case,
    Write,
    calculations,
    criteria,
    exam_by_criteria,
    fields_json,
    fields_toml,
    predictions,
    prompt,
    replies,
)
from question_file_cases import line

SMALL = Path(__file__).resolve().parents[1] / "sources" / "small_criteria.toml"


def file(name: str, content: str | bytes | Callable[[], str]) -> Write:
    """Writes one file."""

    def write(folder: Path) -> None:
        text = content() if callable(content) else content
        raw = text if isinstance(text, bytes) else text.encode()
        (folder / name).write_bytes(raw)

    return write


toml = partial(file, "criteria.toml")


def changed(*pairs: tuple[str, str], mark: str = "") -> Write:
    """The small criteria with some text replaced."""

    def write(folder: Path) -> None:
        text = SMALL.read_text("utf-8")
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        (folder / "criteria.toml").write_text(mark + text, "utf-8")
        (folder / "questions.jsonl").write_text(line(), "utf-8")

    return write


def rule(name: str, write: Write, says: str, **more: Any) -> Case:
    return Case(f"criteria: {name}", write, says, read=criteria, **more)


def special(name: str, make: Callable[[Path], object]) -> Write:
    """Something in place of a file."""
    return lambda folder: make(folder / name)


CRITERIA = (
    rule("with a mark", changed(mark="\ufeff"), "2024", handled=True),
    rule("with windows lines", changed(("\n", "\r\n")), "2024", handled=True),
    rule("in utf-16", toml("a = 1".encode("utf-16")), "no UTF-8"),
    rule("no TOML", toml("this is prose"), "no TOML"),
    rule("YAML", toml("profession: medicine\nlabels: [a, b]\n"), "no TOML"),
    rule("zero bytes", toml(b"\0" * 100), "no TOML"),
    rule("nothing", toml(""), "Field required"),
    rule("a key twice", changed(("profession =", 'profession = "x"\nprofession =')), "no TOML"),
    rule("100,000 nested lists", toml(lambda: "a = " + "[" * 100_000), "too long"),
    rule("2,900 nested lists", toml(lambda: "a = " + "[" * 2_900), "nested too deeply"),
    rule("1,000 nested tables", toml(lambda: "a = " + "{a=" * 900), "nested too deeply|no TOML"),
    rule("a key of 50,000 parts", toml(lambda: "a." * 50_000 + "a = 1"), "too long"),
    rule("50 keys of 60 parts", toml(lambda: ("a." * 60 + "a=1\n") * 50), "no TOML"),
    rule("100,000 lines", toml(lambda: "\n" * 100_000 + "x = 1"), "Field required"),
    rule("a file of 1 MB", toml(lambda: "# " + "x\n# " * 300_000), "more than 200000 bytes"),
    rule("an unknown field", changed(("profession =", "code = 1\nprofession =")), "Extra inputs"),
    rule("a folder", special("criteria.toml", Path.mkdir), "no criteria file"),
    rule("a pipe", special("criteria.toml", os.mkfifo), "no criteria file"),
    rule("a line below zero", changed(("line = 2", "line = -2")), "greater than or equal"),
    rule("an infinite line", changed(("line = 2", "line = inf")), "valid integer"),
    rule("no number for a line", changed(("line = 2", "line = nan")), "valid integer"),
    rule("a date for a line", changed(("line = 2", "line = 2024-01-01")), "valid integer"),
    rule("true for a line", changed(("line = 2", "line = true")), "valid integer"),
    rule("a text for a line", changed(("line = 2", 'line = "2"')), "valid integer"),
    rule("a fraction for a line", changed(("line = 2", "line = 2.0")), "valid integer"),
    rule("a huge line", changed(("line = 2", "line = " + "9" * 2000)), "less than or equal"),
    rule("a longer line", changed(("line = 2", "line = " + "9" * 2900)), "less than or equal"),
    rule("a list for a line", changed(("line = 2", "line = [2]")), "valid integer"),
    rule("a line of nothing", changed(("of = 2", "of = 0")), "greater than or equal"),
    rule("a line above all points", changed(("line = 2", "line = 3")), "can be reached"),
    rule("a year of 2,000 digits", changed(("[years.2024", "[years." + "9" * 2000)), "no year"),
    rule("a year that is a word", changed(("[years.2024", "[years.soon")), "no year"),
    rule("sections of 10^18 questions", changed(("A = 2", "A = 1000000000000000000")), "less than"),
    rule(
        "a name of a million characters", changed(('"medicine"', '"' + "x" * 2_500 + '"')), "crit"
    ),
    Case(
        "criteria: names with markup and codes",
        changed(('ja = "', 'ja = "<b>\\u001b[31m')),
        "A1",
        handled=True,
        read=exam_by_criteria,
    ),
)

PROMPTS = (
    *(
        Case(f"prompt: {name}", file("prompt.txt", text), says, handled, read=prompt)
        for name, text, says, handled in (
            ("plain dollar", "Costs $5.", "without a placeholder", False),
            ("doubled dollar", "Costs $$5 $format", r"\$\$5", True),
            ("unknown name", "$password", "'\\$password' is no placeholder", False),
            ("name in brackets", "${format}", "format", True),
            ("attribute", "${format.__class__}", "without a placeholder", False),
            ("field of str.format", "{0.__class__} {role!r:>1000000000}", "class", True),
            ("percent", "%(role)1000000000s", "%", True),
            ("dollar at the end", "Answer $", "without a placeholder", False),
            ("unicode dollar", "Answer ＄format", "＄", True),
            ("unicode name", "$fоrmat", "placeholder", False),
            ("10,000 names", lambda: "$role " * 10_000, "role", True),
            ("1 MB", lambda: "あ" * 400_000, "more than 200000 bytes", False),
            ("utf-16", "a".encode("utf-16"), "no UTF-8", False),
            ("with a mark", "\ufeffAnswer.", "^Answer", True),
            ("zero byte", "a\0b", "a\0b", True),
            ("template code", "{% include '/etc/passwd' %} {{ 7 * 7 }}", "7 \\* 7", True),
        )
    ),
    Case("prompt: pipe", special("prompt.txt", os.mkfifo), "no prompt file", read=prompt),
    Case(
        "prompt: device",
        special("prompt.txt", lambda path: path.symlink_to("/dev/zero")),
        "no prompt file",
        read=prompt,
    ),
)

FIELDS = (
    *(
        Case(f"fields: {name}", file("fields.toml", text), says, handled, read=fields_toml)
        for name, text, says, handled in (
            ("with a mark", '\ufeffquestion = "q"', "question", True),
            ("unknown field", 'system = "rm"', "no field of a question", False),
            ("number", "question = 7", "no name", False),
            ("date", "question = 2024-01-01", "no name", False),
            ("path of 1,000 steps", 'question = "' + "a." * 50 + 'b"', "question", True),
            ("2,000 nested lists", lambda: "question = " + "[" * 2_000, "nested too deeply", False),
            ("utf-16", 'question = "q"'.encode("utf-16"), "cannot be read", False),
        )
    ),
    *(
        Case(f"fields in JSON: {name}", file("fields.json", text), says, handled, read=fields_json)
        for name, text, says, handled in (
            ("a list", "[1]", "no field map", False),
            ("field twice", '{"question": "a", "question": "b"}', "stands twice", False),
            ("100,000 nested lists", lambda: "[" * 100_000, "nested too deeply", False),
            (
                "1 MB",
                lambda: '{"question": ["' + 'x", "' * 200_000 + '"]}',
                "cannot be read",
                False,
            ),
            ("nested names", '{"question": {"a": 1}}', "no name", False),
        )
    ),
    Case("fields: pipe", special("fields.toml", os.mkfifo), "cannot be read", read=fields_toml),
)


def reply(**changes: Any) -> str:
    return json.dumps({"id": "A1", "output": "a", **changes})


REPLIES = tuple(
    Case(f"replies: {name}", file("replies.jsonl", text), says, handled, read=replies)
    for name, text, says, handled in (
        ("100,000 nested lists", lambda: "[" * 100_000, "nested too deeply", False),
        ("nested in a field", '{"id": "A1", "x": ' + "[" * 400 + "]" * 400 + "}", "nested", False),
        ("half a surrogate pair", '{"id": "A1", "output": "\\ud800"}', "surrogate", False),
        ("field twice", '{"id": "A1", "output": "a", "output": "b"}', "stands twice", False),
        ("10 MB of braces", lambda: reply(output="{" * 10_000_000), "A1", True),
        ("10 MB of quotes", lambda: reply(output='"\\' * 5_000_000), "A1", True),
        ("10 MB of empty objects", lambda: "[" + "{}," * 3_000_000 + "1]", "too many", False),
        ("output is a number", reply(output=7), "output is no text", False),
        ("stop is a list", reply(stop=["stop"]), "is none of", False),
        ("stop is unknown", reply(stop="\x1b[31m"), "is none of", False),
        ("id is an object", reply(id={"a": 1}), "A1|a", True),
        ("id is a huge number", '{"id": ' + "1" * 5000 + "}", "4300|too long", False),
        ("model is an object", reply(model={"a": [1]}), "A1", True),
        ("list for a row", "[]", "no id", False),
        ("utf-16", reply().encode("utf-16"), "no UTF-8", False),
        ("zero bytes", b"\0" * 10, "expected", False),
        ("windows lines", reply() + "\r\n" + reply(id="A2") + "\r\n", "A2", True),
        ("second reply", reply() + "\n" + reply(), "a second reply", False),
    )
) + tuple(
    Case(
        f"predictions: {name}",
        file("医師_2024_A_pred.json", text),
        says,
        handled,
        read=predictions,
    )
    for name, text, says, handled in (
        ("100,000 nested lists", lambda: "[" * 100_000, "nested too deeply", False),
        ("9 MB of empty objects", lambda: "[" + "{}," * 3_000_000 + "{}]", "too many", False),
        ("an object", "{}", "no list", False),
        ("nested prediction", '[{"pred": {"a": 1}}]', "is a dict", False),
        ("true", "[true]", "is a bool", False),
        ("null", "[null]", "medicine-2024-A-001", True),
        ("NaN", "[NaN]", "nan", True),
        ("infinite", "[1e400]", "too large", False),
        ("utf-16", "[]".encode("utf-16"), "no JSON", False),
    )
)

HEADER = (
    "Row Number,Calculator ID,Calculator Name,Category,Output Type,Note ID,Note Type,Patient Note,"
    "Question,Relevant Entities,Ground Truth Answer,Lower Limit,Upper Limit,"
    "Ground Truth Explanation\n"
)


def table_row(**changes: str) -> str:
    """A row of a calculation whose answer is a number."""
    row = {
        "id": "1",
        "calculator": "2",
        "name": "Creatinine Clearance",
        "category": "lab",
        "answer": "10",
        "lower": "9",
        "upper": "11",
        **changes,
    }
    return (
        f"{row['id']},{row['calculator']},{row['name']},{row['category']},decimal,n1,Extracted,"
        f"note,question,,{row['answer']},{row['lower']},{row['upper']},\n"
    )


TABLES = tuple(
    Case(f"table: {name}", file("rows.csv", text), says, handled, read=calculations)
    for name, text, says, handled in (
        ("with a mark", "\ufeff" + HEADER + table_row(), "^1 ", True),
        ("utf-16", HEADER.encode("utf-16"), "cannot be read", False),
        ("nothing", "", "no rows", False),
        ("header alone", HEADER, "no rows", False),
        ("zero bytes", b"\0" * 100, "no rows|cannot be read|no column", False),
        ("zero byte in a field", HEADER + table_row(name="a\0b"), "1 |cannot be read", True),
        ("open quote", HEADER + '"', "cannot be read|not as many", False),
        ("field of 20 MB", lambda: HEADER + '"' + "x" * 20_000_000 + '"', "cannot be read", False),
        ("more fields", HEADER + table_row()[:-1] + ",x,y\n", "not as many fields", False),
        ("a column twice", "Row Number," + HEADER + "1," + table_row(), "1|twice", True),
        ("calculator of 5,000 digits", HEADER + table_row(calculator="1" * 5000), "no calc", False),
        ("calculator below zero", HEADER + table_row(calculator="-2"), "no calculator", False),
        (
            "key of 5,000 digits",
            HEADER + table_row(answer="1" * 5000),
            "Ground Truth Answer",
            False,
        ),
        ("infinite key", HEADER + table_row(answer="inf"), "Ground Truth Answer", False),
        ("key that is no number", HEADER + table_row(answer="nan"), "Ground Truth Answer", False),
        ("key of 1e400", HEADER + table_row(answer="1e400"), "Ground Truth Answer", False),
        ("key of 1e-400", HEADER + table_row(answer="1e-999999999"), "1 ", True),
        ("key that is code", HEADER + table_row(answer="__import__('os')"), "Ground Truth", False),
        ("key that is a power", HEADER + table_row(answer="9**9**9"), "Ground Truth", False),
        ("infinite limit", HEADER + table_row(upper="inf"), "Upper Limit", False),
        ("limits turned", HEADER + table_row(lower="11", upper="9"), "low=9.0, high=11.0", True),
        ("same number twice", HEADER + table_row() + table_row(), "already row 1", False),
        ("formula for a name", HEADER + table_row(name="=cmd()"), "^1 ", True),
    )
)

CASES = (*CRITERIA, *PROMPTS, *FIELDS, *REPLIES, *TABLES)
