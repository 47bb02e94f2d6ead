"""The eval set of a plan, as Inspect executes it.

Run as `python -m kokushi_inspect.sweep.definition PLAN` by a sweep, never by hand: with
`INSPECT_EVAL_SET_CAPTURE` it lists the tasks, with `INSPECT_EVAL_SET_SELECTION` it is a worker.
"""

import json
import os
import sys
import threading
from collections.abc import Callable, Mapping
from copy import copy
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from typing import Any

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.exam import read_once
from kokushi_inspect.sweep.launch import CONNECTIONS_VARIABLE, EVENTS_VARIABLE, LIFELINE_VARIABLE
from kokushi_inspect.sweep.plan import METADATA, NO_MODEL, Entry, Plan, Sitter, SolverChoice

REGISTRY = "kokushi_inspect._registry"
SOLVERS = (
    "agent",
    "answer_sheet",
    "baseline",
    "calculator",
    "dialogue",
    "medcalc_prompt",
    "panel",
    "reason",
    "replay",
    "review",
)
"""Names of the solvers in `solvers/`."""


def main(plan_file: str) -> None:
    """Execute the eval set of a plan."""
    from inspect_ai import eval_set

    end_with_the_starter()
    plan = Plan.from_json(Path(plan_file).read_text(encoding="utf-8"))
    connections = json.loads(os.environ.get(CONNECTIONS_VARIABLE, "{}"))
    if events := os.environ.get(EVENTS_VARIABLE):
        from kokushi_inspect.sweep.reporting import report_to

        report_to(Path(events))
    built: dict[str, Any] = {}
    with read_once():
        tasks = [_task(entry, connections, built) for entry in plan.entries]
    eval_set(tasks, model=None, limit=plan.limit, **plan.settings)


def _task(entry: Entry, connections: Mapping[str, int], built: dict[str, Any]) -> Any:
    """The task of an entry. Entries that ask the same questions share one data set in memory."""
    from inspect_ai import task_with

    key = json.dumps([entry.task, dict(entry.task_args)], sort_keys=True)
    if key not in built:
        built[key] = getattr(import_module(REGISTRY), entry.task)(**entry.task_args)
    task = copy(built[key])
    record = {"entry": entry.id, "fingerprint": entry.fingerprint}
    chosen = {} if entry.solver is None else {"solver": make_solver(entry.solver)}
    return task_with(
        task,
        model=_model(entry.examinee, connections),
        epochs=entry.epochs,
        metadata={**(task.metadata or {}), METADATA: record},
        **chosen,
    )


def _model(examinee: Sitter, connections: Mapping[str, int]) -> Any:
    from inspect_ai.model import GenerateConfig, get_model

    if examinee.model == NO_MODEL:
        return get_model(NO_MODEL)
    config = GenerateConfig(
        **examinee.generate,
        max_connections=connections.get(examinee.model, examinee.connections),
    )
    return get_model(
        examinee.model, config=config, base_url=examinee.base_url, **dict(examinee.args)
    )


def make_solver(choice: SolverChoice) -> Any:
    """The solver that an entry names.

    Raises:
        KokushiError: There is none of that name, or it does not take these arguments.
    """
    file, _, name = choice.name.partition("@")
    if file.endswith(".py"):
        path = user_path(file)
        make = _function_of(path, name or path.stem)
    else:
        make = _built_in(choice.name)
    try:
        signature(make).bind(**choice.args)
    except TypeError as error:
        raise KokushiError(
            f"the solver '{choice.name}': {error}",
            expected="arguments among " + ", ".join(signature(make).parameters),
        ) from error
    return make(**choice.args)


def _built_in(name: str) -> Callable[..., Any]:
    found = getattr(import_module(REGISTRY), name, None) if name in SOLVERS else None
    if found is None:
        raise KokushiError(
            f"there is no solver '{name}'",
            expected=", ".join(SOLVERS) + ", or FILE.py",
        )
    make: Callable[..., Any] = found
    return make


def _function_of(path: Path, name: str) -> Callable[..., Any]:
    module_name = f"sweep_solver_{path.stem}"
    if module_name not in sys.modules:
        spec = spec_from_file_location(module_name, path)
        if spec is None or spec.loader is None or not path.is_file():
            raise KokushiError("there is no solver file", place=Place(str(path)))
        module = module_from_spec(spec)
        sys.modules[module_name] = module
        spec.loader.exec_module(module)
    found: Callable[..., Any] | None = getattr(sys.modules[module_name], name, None)
    if found is None:
        raise KokushiError(
            f"there is no solver '{name}'", place=Place(str(path)), fix="write FILE.py@NAME"
        )
    return found


def end_with_the_starter() -> None:
    """End this process when the one that started it has gone, however that ended.

    A killed sweep must leave no worker behind that still asks models and writes logs.
    """
    number = os.environ.get(LIFELINE_VARIABLE)
    if number is None:
        return

    def wait() -> None:
        os.read(int(number), 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True, name="lifeline").start()


if __name__ == "__main__":
    main(sys.argv[1])
