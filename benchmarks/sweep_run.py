"""Runs `kokushi sweep` on a question folder, and measures it as a whole."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_run import MODEL, Measured, run_command
from latency_server import Server


def write_spec(folder: Path, name: str, record: dict[str, Any]) -> Path:
    """A spec (YAML reads JSON), with its logs beside it."""
    spec = folder / f"{name}.yaml"
    spec.write_text(json.dumps({"name": name, "log_dir": f"{name}_logs", **record}), "utf-8")
    return spec


def sweep(
    folder: Path,
    server: Server,
    workers: int,
    *,
    sources: Sequence[Path],
    professions: Sequence[str],
    connections: int,
) -> Measured:
    """A sweep of one model over question folders, with fresh logs.

    Args:
        folder: Folder for spec and logs.
        server: The server that stands for the model.
        workers: `--workers`.
        sources: One folder; its professions are the entries.
        professions: The professions that are sat.
        connections: Connections of the model, all workers together.
    """
    name = f"run_{time.time_ns()}"
    examinee = {"model": MODEL, "connections": connections, "generate": {"max_tokens": 100}}
    exams = {"source": str(sources[0]), "professions": list(professions), "split": "none"}
    spec = write_spec(folder, name, {"examinees": [examinee], "exams": exams})
    words = ["kokushi", "sweep", spec, "--workers", str(workers), "--display", "none"]
    return run_command(*words, cwd=folder, server=server, logs=folder / f"{name}_logs")
