"""The real physician exam, read and marked without a run of Inspect."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from inspect_ai.dataset import Sample

from kokushi_inspect.exam import Mark, Question, Sitting, Verdict
from kokushi_inspect.medicine import medicine
from scorers.marking import mark
from scorers.pass_fail import judge
from scorers.reading import read_reply


@dataclass(frozen=True)
class RealExam:
    """One sitting as the task asks it.

    Attributes:
        samples: The samples, by the id of their question.
        questions: What the examiner knows of each question.
        sitting: The sitting of all of them.
    """

    samples: dict[str, Sample]
    questions: tuple[Question, ...]
    sitting: Sitting

    @classmethod
    def of(cls, folder: Path) -> Self:
        """The exam whose question file is in a folder."""
        samples = list(medicine(source=str(folder)).dataset)
        records = [sample.metadata or {} for sample in samples]
        return cls(
            samples={str(sample.id): sample for sample in samples},
            questions=tuple(Question.from_record(record) for record in records),
            sitting=Sitting.from_record(records[0]["sitting"]),
        )

    def marks(self, replies: Mapping[str, str]) -> list[Mark]:
        """The mark of every question, for replies of which none was cut short."""
        return [mark(q, read_reply(replies[q.id], q, "stop")) for q in self.questions]

    def verdict(self, replies: Mapping[str, str]) -> Verdict:
        """The official verdict on these replies."""
        return judge(self.sitting, self.marks(replies))


def stored_replies(folder: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The rows of the stored replies, by model and by question."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for line in (folder / "replies.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["model"], {})[row["id"]] = row
    return found
