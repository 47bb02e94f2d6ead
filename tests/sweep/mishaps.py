"""A baseline to which one mishap happens: the one whose file lies beside the spec, once."""

import os
import signal
from pathlib import Path

from inspect_ai.solver import Generate, Solver, TaskState, solver

from solvers.baseline import baseline

BEFORE = {"kill-all": 16, "kill-worker": 4, "fail": 1}
"""Samples that are begun in a process before a mishap; ten are in work at once."""


@solver
def mishaps() -> Solver:
    """The key, and what the files `kill-all`, `kill-worker` and `fail` say."""
    answer, asked = baseline("key"), 0

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        nonlocal asked
        asked += 1
        if happens("kill-all", asked):
            os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)
        if happens("kill-worker", asked):
            os.kill(os.getpid(), signal.SIGKILL)
        if happens("fail", asked):
            raise RuntimeError("a mishap")
        return await answer(state, generate)

    return solve


def happens(what: str, asked: int) -> bool:
    """Whether it happens now; another process may have been faster."""
    if asked <= BEFORE[what]:
        return False
    try:
        Path(what).unlink()
    except FileNotFoundError:
        return False
    return True
