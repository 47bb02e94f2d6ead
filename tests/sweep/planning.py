"""A library without files, and specs in few words."""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from kokushi_inspect.sweep.expansion import expand
from kokushi_inspect.sweep.plan import Entry, Plan, Sitter, SolverChoice
from kokushi_inspect.sweep.spec import parse_spec

YEARS = {"medicine": [2023, 2024], "nursing": [2024]}


class ShortLibrary:
    """Two professions; every task has ten samples."""

    def __init__(self, digest: str = "d") -> None:
        self.digest = digest

    def professions(self) -> Sequence[str]:
        return list(YEARS)

    def find_profession(self, name: str) -> str | None:
        return {"医師": "medicine"}.get(name, name if name in YEARS else None)

    def years(self, profession: str, task_args: Mapping[str, Any]) -> Sequence[int]:
        wanted = task_args.get("years")
        return [y for y in YEARS[profession] if wanted in (None, y)]

    def size(self, task: str, task_args: Mapping[str, Any]) -> int:
        return 10

    def content(self, task: str, task_args: Mapping[str, Any], solver: SolverChoice | None) -> str:
        return self.digest


def plan_of(text: str, digest: str = "d") -> Plan:
    """The plan of a spec; `log_dir` need not be written."""
    record = {"log_dir": "logs", **yaml.safe_load(text)}
    return expand(parse_spec(yaml.safe_dump(record), "spec"), ShortLibrary(digest))


def ids_of(text: str) -> list[str]:
    return [entry.id for entry in plan_of(text).entries]


def entry_of(id: str, model: str = "openai/m", samples: int = 10, connections: int = 8) -> Entry:
    """An entry of which only id, model and size matter."""
    sitter = Sitter(model, model, connections=connections)
    return Entry(id, "medicine", {"id": id}, "plain", sitter, None, samples, "d")
