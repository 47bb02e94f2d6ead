"""Runs a command of this environment in a process that has Inspect loaded already.

Loading Inspect and the providers' packages is more than half of what a short run costs. A fork
server loads them once for a test process; each command is a fork of it, with arguments, folder,
environment, streams and module search path of its own, and with none of our packages loaded.
`KOKUSHI_TESTS_COLD=1` starts every command from nothing instead, as a user's shell does.
"""

import atexit
import os
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import NoReturn

TESTS = Path(__file__).resolve().parents[1]


def run(
    command: Sequence[str], cwd: Path, env: Mapping[str, str], timeout: float
) -> "subprocess.CompletedProcess[str]":
    """Run a console script, named by its path; as `subprocess.run` with captured text does."""
    if os.environ.get("KOKUSHI_TESTS_COLD"):
        captured = {"capture_output": True, "text": True, "encoding": "utf-8"}
        quiet = {"stdin": subprocess.DEVNULL, **captured}
        return subprocess.run(command, cwd=cwd, env=env, timeout=timeout, **quiet)
    with tempfile.TemporaryDirectory() as name:
        streams = [Path(name, stream) for stream in ("stdout", "stderr")]
        arguments = (list(command), str(cwd), dict(env), list(map(str, streams)))
        process = _fork_server().Process(target=_become, args=arguments)
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(list(command), timeout)
        said = [stream.read_text("utf-8", "replace") for stream in streams]
    return subprocess.CompletedProcess(list(command), process.exitcode, *said)


@cache
def _fork_server() -> ForkServerContext:
    """The context of a server that has loaded `warm_inspect.py`, which it finds by PYTHONPATH."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["warm_inspect"])
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    try:
        forkserver.ensure_running()
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before
    return context


def _become(command: list[str], cwd: str, env: dict[str, str], streams: list[str]) -> NoReturn:
    """Be the command, in this fork."""
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    for number, file in enumerate([os.devnull, *streams]):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(file, flags), number)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
        for number in range(3)
    )
    places = [place for place in sys.path if place and not Path(place).is_relative_to(TESTS)]
    sys.path[:] = [str(Path(command[0]).parent), *places]
    sys.argv = list(command)
    (script,) = entry_points(group="console_scripts", name=Path(command[0]).name)
    code = 1
    try:
        code = _code_of(script.load()())
    except SystemExit as end:
        code = _code_of(end.code)
    except BaseException:
        traceback.print_exc()
    finally:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _code_of(value: object) -> int:
    """The exit code that Python makes of what a script returned or `sys.exit` was given."""
    if value is None or isinstance(value, int):
        return int(value or 0)
    print(value, file=sys.stderr)
    return 1
