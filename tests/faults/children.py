"""Runs in processes of their own, which can be killed: forked from one that has imported all."""

import multiprocessing
import os
from collections.abc import Callable, Mapping
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["inspect_ai", "kokushi_inspect.medicine", "openai"])

MODEL = "openai-api/local/test"
IN_FLIGHT = 4
"""Samples that are in flight at most."""

EXAM: dict[str, Any] = {
    "model": MODEL,
    "task_args": {"source": "practice"},
    "max_samples": IN_FLIGHT,
    "max_connections": IN_FLIGHT,
}


def start(run: Callable[..., None], environment: Mapping[str, str], **words: Any) -> BaseProcess:
    """Start one of the runs below in a process of its own."""
    child = _CONTEXT.Process(target=_run, args=(run, dict(environment), words))
    child.start()
    return child


def _run(run: Callable[..., None], environment: dict[str, str], words: dict[str, Any]) -> None:
    os.environ.update(environment)
    run(**words)


def begin(logs: Path, **settings: Any) -> None:
    """`inspect eval`."""
    from inspect_ai import eval as run_eval

    run_eval("kokushi_inspect/medicine", **(EXAM | settings), log_dir=str(logs), display="none")


def resume(log: Path, **settings: Any) -> None:
    """`inspect eval-retry`."""
    from inspect_ai import eval_retry

    eval_retry(str(log), log_dir=str(log.parent), display="none", **settings)


def begin_set(logs: Path) -> None:
    """`inspect eval-set`, which resumes what it finds in the folder."""
    from inspect_ai import eval_set

    eval_set(["kokushi_inspect/medicine"], **EXAM, log_dir=str(logs), display="none")
