"""Takes a small exam in this process: four questions, two parts, lines 2 of 2 and 1 of 2."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builders import make_row, write_rows
from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog
from inspect_ai.solver import Generate, Solver, TaskState, solver

from kokushi_inspect.medicine import medicine
from solvers.baseline import baseline
from solvers.giving import hand_in

CRITERIA = Path(__file__).resolve().parents[1] / "sources" / "small_criteria.toml"
PLACES = ("A1", "A2", "B1", "B2")


def rows_at(places: Sequence[str], **changes: Any) -> list[dict[str, Any]]:
    """A plain row at each place (section and number)."""
    return [make_row(id=p, section=p[0], index=p[1], **changes) for p in places]


@solver
def failing(question: str, epoch: int | None = None) -> Solver:
    """Right everywhere, but with an error in one question."""
    right = baseline("key")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        if state.sample_id == question and epoch in (None, state.epoch):
            raise RuntimeError("the wire broke")
        return await right(state, generate)

    return solve


@solver
def saying(**replies: str) -> Solver:
    """Says the reply of each question; `a` where none is given."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        id = str(state.sample_id)
        hand_in(state, {id: (replies.get(id, "a"), "stop")}, "script")
        return state

    return solve


def take(
    folder: Path,
    examinee: Solver,
    *,
    rows: Sequence[dict[str, Any]] = (),
    task: dict[str, Any] | None = None,
    **run: Any,
) -> EvalLog:
    """Take the exam and return its log.

    Args:
        folder: Receives the questions and the log.
        examinee: Who answers.
        rows: Other rows than the four plain ones.
        task: Parameters of the task.
        run: Parameters of the run.
    """
    file = write_rows(folder, *(rows or rows_at(PLACES)))
    (log,) = run_eval(
        medicine(source=str(file), criteria=str(CRITERIA), **(task or {})),
        solver=examinee,
        model="none",
        display="none",
        log_dir=str(folder / "logs"),
        log_realtime=False,
        fail_on_error=False,
        **run,
    )
    assert log.status == "success"
    return log
