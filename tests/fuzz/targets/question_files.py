"""Question files: rows of odd values, and bytes that are no rows at all."""

import json
from itertools import chain
from pathlib import Path

from kokushi_inspect.exam import Figure, KokushiError, Place
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.question_file import QuestionSet, read_question_file
from kokushi_inspect.sources.question_row import QuestionRow
from kokushi_inspect.sources.sittings import apply_rules
from scorers.reading import read_reply
from targets.draws import Draws
from targets.scratch import write

FIELDS = [*QuestionRow.model_fields, "profession", "stem", "forbidden", "category"]
PLAIN = {
    "id": "A1",
    "question": "Which one?",
    "choices": {"a": "x", "b": "y", "c": "z"},
    "answer": ["a"],
    "year": 2024,
    "section": "A",
    "index": "1",
}
SEEDS = (
    b"\x01\x01\x05\x03\x02\x00\x04",
    b"\x00" + json.dumps(PLAIN).encode(),
    b"\x00" + json.dumps(PLAIN | {"numeric": {"digits": 2}, "kind": "numeric"}).encode() + b"\n{}",
    bytes(range(120)),
)


def fuzz_one(data: bytes) -> None:
    """Read a question file, and set its exam."""
    draws = Draws(data)
    content = draws.rest() if draws.byte() == 0 else _rows(draws)
    rules = load_rules("medicine")
    file = write("questions.jsonl", content)
    try:
        found = read_question_file(file, rules, _figure)
    except KokushiError:
        return
    assert found == read_question_file(file, rules, _figure)
    _check(found)
    try:
        questions, sittings = apply_rules(found.questions, rules, source="fuzz")
    except KokushiError:
        return
    assert sum(sitting.scored for sitting in sittings) == sum(q.scored for q in questions)


def _rows(draws: Draws) -> bytes:
    count = 1 + draws.byte() % 3
    rows = [PLAIN | {"id": f"A{n}"} | draws.record(FIELDS, "row") for n in range(count)]
    return "\n".join(json.dumps(row) for row in rows).encode()


def _figure(name: str, folder: Path, place: Place) -> Figure:
    """Any figure: whether the file is there is the hostile suite's question."""
    return Figure(name, "0" * 64, 1, 1)


def _check(found: QuestionSet) -> None:
    ids = [question.id for question in found.questions]
    assert len(set(ids)) == len(ids) > 0
    for question in found.questions:
        if question.kind in ("single", "multiple", "ordered"):
            named = {*question.forbidden, *chain.from_iterable(question.key.accepted)}
            assert named <= set(question.labels)
        assert type(question).from_record(question.to_record()).key == question.key
        read_reply("答え：a", question)
