"""Parts of the reports for the tests of the page: people, variants, costs and logs."""

from typing import Any

from kokushi_inspect.report.model import (
    Accuracy,
    AgainstPeople,
    Band,
    Cost,
    Interval,
    Item,
    LogRecord,
    People,
    VariantPair,
)


def people_of(ids: list[str], items: list[Item], whole: dict[str, Accuracy]) -> People:
    """A group beside people: one band without questions, one with all."""
    bands = (
        Band(0.0, 0.5, 0, None, {}),
        Band(0.5, 1.0, len(items), 0.8, whole),
    )
    beside = (AgainstPeople(id, (items[0].id,), (), 4, 3, 0.75, 0.25) for id in ids)
    return People("g1", len(items), bands, tuple(beside))


def variant_of(kind: Any, ids: list[str], items: list[Item]) -> VariantPair:
    """The last examinee as usual, and the first in a variant."""
    anyway = tuple(item.id for item in items[:2])
    return VariantPair(
        kind, "g1", ids[-1], ids[0], 20, 10, 6, 1, 3, 0.8, 0.55, Interval(0.05, 0.45), 0.125, anyway
    )


def cost_of(id: str, whole: Accuracy) -> Cost:
    """A hundred thousand tokens; no price is known."""
    tokens = {"input_tokens": 90_000, "output_tokens": 10_000, "total_tokens": 100_000}
    return Cost(
        "g1",
        id,
        whole.n,
        whole.right,
        calls=whole.n,
        **tokens,
        reasoning_tokens=None,
        seconds=123.4,
        price=None,
        tokens_per_right=100_000 / max(whole.right, 1),
        seconds_per_right=123.4 / max(whole.right, 1),
        price_per_right=None,
    )


def log_of(number: int, examinee: str) -> LogRecord:
    """Where a log comes from."""
    return LogRecord(
        id=f"l{number}",
        location=f"logs/{number}.eval",
        sha256="0" * 64,
        task="medicine",
        examinee=examinee,
        group="g1",
        created="2026-01-01T00:00:00+00:00",
        status="success",
        samples=20,
        errors=0,
        epochs=1,
        source="questions.jsonl",
        sha256_questions="1" * 64,
        revision="",
        prompt="answer_sheet_ja 1",
        task_version="1",
        protocols=("official", "paper"),
        criteria="medicine.toml",
        arguments={"task": {"source": "questions.jsonl"}},
        inspect_version="0.3.285",
        kokushi_version="0.1.0",
        command="inspect score logs/1.eval --scorer scorers/official.py",
    )
