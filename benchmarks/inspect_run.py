"""Runs Inspect's and our commands as a user types them, and measures the whole process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from latency_server import Server

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = Path(sys.executable).parent
MODEL = "openai-api/local/benchmark"

FAST = ("--no-log-realtime", "--no-score-display", "--max-samples", "150")
"""The settings that our documentation recommends for a fast endpoint, with 50 connections."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A command that has ended well.

    Attributes:
        wall: Seconds from its start to its end.
        cpu: Seconds of processor time, of the process and its children.
        memory: Largest resident size of a process, in bytes.
        first: Seconds from its start to the first request at the server.
        busy: Seconds from the first request to the last answer.
        requests: Requests that arrived.
        log_bytes: Size of the logs.
    """

    wall: float
    cpu: float
    memory: int
    first: float = 0.0
    busy: float = 0.0
    requests: int = 0
    log_bytes: int = 0

    @property
    def rate(self) -> float:
        """Requests a second between the first request and the last answer."""
        return self.requests / self.busy


def run_command(
    *words: str | Path,
    cwd: Path,
    server: Server | None = None,
    logs: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Measured:
    """Run one of the commands of this environment.

    Args:
        words: The command and its arguments.
        cwd: Folder in which it is typed; what it says is kept there in `said.txt`.
        server: The server that it asks.
        logs: Its log folder, whose size is measured.
        env: More environment variables.

    Raises:
        RuntimeError: It ends with another code than 0.
    """
    if server is not None:
        server.stats()
    with (cwd / "said.txt").open("ab") as said:
        begun = time.time()
        process = start_command(*words, cwd=cwd, server=server, env=env, said=said.fileno())
        _, status, usage = os.wait4(process.pid, 0)
        ended = time.time()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        tail = (cwd / "said.txt").read_text("utf-8", "replace")[-3000:]
        raise RuntimeError(f"{' '.join(map(str, words))}: code {process.returncode}\n{tail}")
    counts = server.stats() if server is not None else {}
    return Measured(
        wall=ended - begun,
        cpu=usage.ru_utime + usage.ru_stime,
        memory=usage.ru_maxrss * 1024,
        first=counts.get("first", begun) - begun,
        busy=counts.get("last", 0.0) - counts.get("first", 0.0),
        requests=int(counts.get("requests", 0)),
        log_bytes=sum(f.stat().st_size for f in logs.rglob("*.eval")) if logs else 0,
    )


def start_command(
    *words: str | Path,
    cwd: Path,
    server: Server | None = None,
    env: Mapping[str, str] | None = None,
    said: int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start a command in a process group of its own; the caller waits for it.

    `bare_inspect` stands for `inspect` where this package is not installed.
    """
    program = [str(COMMANDS / words[0])]
    if words[0] == "bare_inspect":
        program = [sys.executable, str(ROOT / "benchmarks" / "bare_inspect.py")]
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("INSPECT_", "KOKUSHI_"))
    }
    environment |= {"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "HF_HUB_OFFLINE": "1"}
    environment |= {"KOKUSHI_CACHE_DIR": str(cwd / "cache")}
    environment |= server.environment if server is not None else {}
    return subprocess.Popen(
        [*program, *map(str, words[1:])],
        cwd=cwd,
        env=environment | dict(env or {}),
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=said,
        start_new_session=True,
    )


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a command and everything that it started, without a chance to tidy up."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def inspect_eval(
    task: Path,
    task_words: Sequence[str],
    *,
    cwd: Path,
    server: Server,
    connections: int | None = 50,
    settings: Sequence[str] = FAST,
    display: str = "plain",
    command: str = "inspect",
) -> Measured:
    """`inspect eval TASK`, with the log in a fresh folder.

    Args:
        task: Task file.
        task_words: Its parameters (`-T …`).
        cwd: Folder of the command.
        server: The server that stands for the model.
        connections: `--max-connections`; None leaves it to Inspect.
        settings: More words.
        display: `--display`.
        command: `inspect`, or `bare_inspect`.
    """
    logs = cwd / "logs" / f"{time.time_ns()}"
    words: list[str | Path] = [command, "eval", os.path.relpath(task, cwd), *task_words]
    words += ["--model", MODEL, "--log-dir", logs, "--display", display, *settings]
    if connections is not None:
        words += ["--max-connections", str(connections)]
    return run_command(*words, cwd=cwd, server=server, logs=logs)
