"""The practice physician exam (48 questions, 46 scored), and an examinee who knows it."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from servers.exchange import Answer

FILE = Path(str(files("kokushi_inspect"))) / "sources" / "practice" / "medicine" / "questions.jsonl"
ROWS: dict[str, dict[str, Any]] = {
    row["id"]: row for row in map(json.loads, FILE.read_text("utf-8").splitlines())
}
STEMS = {id: row["question"] for id, row in ROWS.items()}
WITH_FIGURES = [id for id, row in ROWS.items() if row.get("images")]


def right_answer(question: str) -> Answer:
    """The key as the answer sheet asks for it."""
    return Answer("".join(ROWS[question]["answer"]) or "1000")
