"""Files of stored replies, and the authors' files of predictions."""

import json

from kokushi_inspect.exam import KokushiError
from solvers.replies import load_replies
from targets.draws import Draws
from targets.scratch import folder, write

FIELDS = ("id", "output", "model", "stop", "pred", "answer", "response", "question")
NAMES = ("replies.jsonl", "medicine_2024_A_pred.json")
SEEDS = (
    b"\x00\x00" + b'{"id": "A1", "output": "a", "model": "m", "stop": "stop"}\n',
    b"\x01\x00" + b'["a", {"pred": "b"}]',
    b"\x00\x01\x03\x04\x01\x00",
    bytes(range(80)),
)


def fuzz_one(data: bytes) -> None:
    """Read a file of replies."""
    draws = Draws(data)
    name = draws.pick(NAMES)
    content = draws.rest() if draws.byte() == 0 else _rows(draws, whole=name.endswith(".json"))
    examinee = draws.pick((None, "m"))
    file = write(name, content)
    load_replies.cache_clear()
    try:
        found = load_replies(str(file), examinee)
    except KokushiError as error:
        assert str(folder()) in str(error)
        return
    load_replies.cache_clear()
    assert found == load_replies(str(file), examinee)
    for id, reply in found.items():
        assert isinstance(id, str) and isinstance(reply.output, str)


def _rows(draws: Draws, *, whole: bool) -> bytes:
    rows = [draws.record(FIELDS, "row") for _ in range(draws.byte() % 5)]
    rows = [row if whole else {"id": f"A{n}", "output": ""} | row for n, row in enumerate(rows)]
    return (json.dumps(rows) if whole else "\n".join(map(json.dumps, rows))).encode()
