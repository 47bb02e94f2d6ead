"""Rows of KokushiMD-10, under any of the names and in any of the forms of a field."""

import json

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.exam_names import all_rules
from kokushi_inspect.sources.figure_folder import FigureFolder
from kokushi_inspect.sources.kokushimd10 import SortedRows, sort_rows, survey_kokushimd10
from kokushi_inspect.sources.kokushimd10_layout import RawSource, read_rows
from kokushi_inspect.sources.record_names import load_field_names
from targets.draws import Draws
from targets.scratch import write

NAMES = load_field_names()
FIELDS = sorted({name for names in NAMES.names.values() for name in names} | set("abcde"))
PLAIN = {
    "profession": "医師",
    "year": 2024,
    "section": "A",
    "index": 1,
    "question": "正しいのはどれか。",
    "choices": {"a": "x", "b": "y"},
    "answer": "a",
    "points": 1,
}
SEEDS = (
    b"\x01\x02\x08\x10\x20\x30",
    b"\x00" + json.dumps(PLAIN).encode(),
    b"\x00[" + json.dumps(PLAIN).encode() + b"]",
    bytes(range(200)),
)


def fuzz_one(data: bytes) -> None:
    """Read a file of the data set, and account for every row of it."""
    draws = Draws(data)
    content = draws.rest() if draws.byte() == 0 else _rows(draws)
    file = write("train_ja.jsonl", content)
    troubles: list[tuple[Place, str]] = []
    try:
        source = RawSource("fuzz", tuple(read_rows(file, None, troubles)), FigureFolder(None))
    except KokushiError:
        return
    rules = all_rules()
    rows = sort_rows(source, NAMES, rules)
    assert _count(rows) == len(source.rows)
    for profession in rows.professions:
        survey = survey_kokushimd10(source, rows, rules[profession], None, NAMES)
        assert len(survey.rows) == len(rows.placed.get(profession, []))
        understood = [row for row in survey.rows if row.question is not None]
        assert len(understood) == len(survey.questions)
        assert len(survey.rows) - len(understood) <= len(survey.troubles)
        for trouble in survey.troubles:
            assert str(trouble)


def _count(rows: SortedRows) -> int:
    placed = sum(map(len, rows.placed.values()))
    return placed + sum(map(len, rows.troubles.values())) + len(rows.homeless) + len(rows.strangers)


def _rows(draws: Draws) -> bytes:
    count = 1 + draws.byte() % 3
    rows = [PLAIN | {"index": n} | draws.record(FIELDS, "row") for n in range(1, count + 1)]
    return "\n".join(json.dumps(row) for row in rows).encode()
