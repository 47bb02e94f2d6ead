"""The least that Inspect does: the same requests, `generate`, a constant scorer, nothing of ours.

inspect eval benchmarks/minimal_task.py -T samples=FILE.jsonl --model …

A line of the file has `id`, `target`, `system`, `parts` (texts and figure files, `{"image": …}`)
and `metadata`. The samples are those of our task, their system message included.
"""

import json
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
)
from inspect_ai.scorer import CORRECT, Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import TaskState, generate


@scorer(metrics=[accuracy()])
def constant() -> Scorer:
    """Right, whatever was answered."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=CORRECT)

    return score


@task
def minimal_task(samples: str) -> Task:
    """The samples of a file, answered and called right."""
    lines = Path(samples).read_text("utf-8").splitlines()
    return Task(
        dataset=MemoryDataset([_sample(json.loads(line)) for line in lines]),
        solver=generate(),
        scorer=constant(),
    )


def _sample(row: dict[str, Any]) -> Sample:
    content: list[Content] = [
        ContentText(text=part) if isinstance(part, str) else ContentImage(image=part["image"])
        for part in row["parts"]
    ]
    return Sample(
        id=row["id"],
        input=[ChatMessageSystem(content=row["system"]), ChatMessageUser(content=content)],
        target=row["target"],
        metadata=row["metadata"],
    )
