"""A sweep spelled out: every task for every examinee, as plain values that travel as JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Any

NO_MODEL = "none"
"""The model of an examinee that needs none."""

METADATA = "sweep"
"""The part of a log's metadata that says to which entry of a plan the log belongs."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """An examinee as workers need to know it.

    Attributes:
        name: Its name in the spec, unique there.
        model: Inspect's name of the model, or `none`.
        base_url: Where the model is served, when not at the provider's own address.
        args: Arguments with which the model is created.
        generate: Generate settings, by Inspect's names; without connections.
        connections: How many requests may be open at once, over all workers.
    """

    name: str
    model: str = NO_MODEL
    base_url: str | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    generate: Mapping[str, Any] = field(default_factory=dict)
    connections: int = 0


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """The solver that a task gets instead of its own.

    Attributes:
        name: Name of a built-in solver, or `FILE.py` or `FILE.py@NAME`.
        args: Its arguments.
    """

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One task for one examinee: what becomes one log.

    Attributes:
        id: Readable and unique in the plan: `medicine/2024/ja/plain/gpt`.
        task: Name of the task, such as `medicine`.
        task_args: Its arguments.
        variant: Name of the variant.
        examinee: Who sits it.
        solver: The solver, None for the task's own.
        samples: How many samples it has, after the limit.
        content: Digest of the questions and of the files that arguments name.
        limits: Limits of a sample that belong to what is measured, by Inspect's names.
        epochs: How often each sample is asked.
    """

    id: str
    task: str
    task_args: Mapping[str, Any]
    variant: str
    examinee: Sitter
    solver: SolverChoice | None
    samples: int
    content: str
    limits: Mapping[str, int] = field(default_factory=dict)
    epochs: int = 1

    @property
    def records(self) -> int:
        """Records that a complete log has: one for each sample and epoch."""
        return self.samples * self.epochs

    @property
    def fingerprint(self) -> str:
        """Digest of everything that decides what is measured: a log with another is another run.

        How the model is reached and how fast (address, connections, retries, caching) is no part.
        """
        record = asdict(self)
        for name in ("id", "variant"):
            del record[name]
        for name in ("name", "connections", "base_url"):
            del record["examinee"][name]
        generate = record["examinee"]["generate"]
        record["examinee"]["generate"] = {
            name: value for name, value in generate.items() if name not in TRANSPORT
        }
        text = json.dumps(record, sort_keys=True, ensure_ascii=False)
        return sha256(text.encode()).hexdigest()[:16]


TRANSPORT = frozenset(
    {
        "attempt_timeout",
        "batch",
        "cache",
        "cache_prompt",
        "max_retries",
        "stream_idle_timeout",
        "timeout",
    }
)
"""Generate settings that say how a request is sent and not what is asked."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that workers need to know.

    Attributes:
        name: Name of the sweep.
        entries: What runs, in order.
        settings: Arguments of `inspect_ai.eval_set` that are the same for all entries.
        samples_per_connection: How many samples are in preparation for each open connection.
        max_tasks: How many tasks a worker runs at once; two for each of its models when None.
        limit: How many samples of each task run; None for all.
    """

    name: str
    entries: tuple[Entry, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    samples_per_connection: float = 3
    max_tasks: int | None = None
    limit: int | None = None

    def only(self, ids: set[str]) -> "Plan":
        """The plan with only these entries."""
        return replace(self, entries=tuple(e for e in self.entries if e.id in ids))

    def to_json(self) -> str:
        """The plan as JSON text; the same plan gives the same text."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """The plan that `to_json` wrote."""
        record = json.loads(text)
        entries = tuple(_entry(each) for each in record.pop("entries"))
        return cls(entries=entries, **record)


def _entry(record: dict[str, Any]) -> Entry:
    examinee, solver = record.pop("examinee"), record.pop("solver")
    return Entry(
        examinee=Sitter(**examinee),
        solver=None if solver is None else SolverChoice(**solver),
        **record,
    )
