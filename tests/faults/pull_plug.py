"""Pulls the plug at random moments, completes what was cut off, and counts what was lost.

python tests/faults/pull_plug.py --times 10 --seed 1            # of `inspect eval`
python tests/faults/pull_plug.py --times 10 --seed 1 --sweep    # of `kokushi sweep`, all processes
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import psutil
from faulty_server import FaultyOpenAI
from inspect_ai.log import EvalLog, read_eval_log
from plug import Plug
from practice_exam import ROWS, STEMS

IN_FLIGHT = 4
IN_WORK_OF_A_SWEEP = 12
"""Samples of an entry that a worker has begun and not logged: some are answered already."""

INSPECT = Path(sys.executable).parent / "inspect"
KOKUSHI = Path(sys.executable).parent / "kokushi"
_UNHEARD: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
EVAL = ["eval", "kokushi_inspect/medicine", "--model", "openai-api/local/test"]
EVAL += ["-T", "source=practice", "--max-samples", str(IN_FLIGHT)]


def pull_once(after: int, folder: Path) -> tuple[int, int, int, int]:
    """Kill a run after so many answers and complete it.

    Returns:
        Requests before the kill, samples in the log that it left, questions asked again, and
        samples of the completed log that are missing or stand there twice.
    """
    plug = Plug()
    with FaultyOpenAI(STEMS, plug) as server:
        environment = os.environ | {
            "LOCAL_API_KEY": "local",
            "LOCAL_BASE_URL": f"{server.origin}/v1",
            "NO_PROXY": "127.0.0.1",
            "XDG_DATA_HOME": str(folder / "data"),
        }
        logs = ["--log-dir", str(folder / "logs"), "--display", "none"]
        process = subprocess.Popen([INSPECT, *EVAL, *logs], env=environment, cwd=folder)
        plug.pull(process, after)
        process.wait()
        before = len(server.record.asked)
        (left,) = (folder / "logs").glob("*.eval")
        kept = len(read_eval_log(str(left)).samples or [])
        subprocess.run(
            [INSPECT, "eval-retry", str(left), *logs], env=environment, cwd=folder, check=True
        )
        asked = Counter(server.record.asked)
    newest = max((folder / "logs").glob("*.eval"), key=lambda file: file.stat().st_mtime_ns)
    found = Counter(str(sample.id) for sample in read_eval_log(str(newest)).samples or [])
    wrong = sum(found[id] != 1 for id in found.keys() | ROWS.keys())
    return before, kept, sum(asked.values()) - len(asked), wrong


class Group:
    """A process and all that it started, to be killed together."""

    def __init__(self, leader: "subprocess.Popen[bytes]") -> None:
        self._leader = leader

    def kill(self) -> None:
        """Send SIGKILL to each of them."""
        leader = psutil.Process(self._leader.pid)
        for process in (leader, *leader.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                process.kill()


def pull_sweep_once(after: int, folder: Path) -> tuple[int, int, int, int]:
    """The same of a sweep of two entries with two workers; nothing of it is left alive."""
    plug = Plug()
    spec = {
        "log_dir": "logs",
        "examinees": [
            {"name": name, "model": f"openai-api/local/{name}", "connections": IN_FLIGHT}
            for name in ("one", "two")
        ],
        "exams": {"source": "practice", "professions": ["medicine"]},
        "settings": {"samples_per_connection": IN_WORK_OF_A_SWEEP // IN_FLIGHT},
    }
    (folder / "sweep.yaml").write_text(json.dumps(spec), "utf-8")
    command = [KOKUSHI, "sweep", "sweep.yaml", "--workers", "2", "--display", "none"]
    with FaultyOpenAI(STEMS, plug) as server:
        environment = os.environ | {
            "LOCAL_API_KEY": "local",
            "LOCAL_BASE_URL": f"{server.origin}/v1",
            "NO_PROXY": "127.0.0.1",
        }
        process = subprocess.Popen(command, env=environment, cwd=folder, **_UNHEARD)
        plug.pull(Group(process), after)
        process.wait()
        before = len(server.record.asked)
        kept = sum(len(log.samples or []) for log in logs_of(folder))
        subprocess.run(command, env=environment, cwd=folder, check=True, **_UNHEARD)
        again = len(server.record.asked) - 2 * len(ROWS)
    found = Counter(
        (log.eval.model, str(sample.id))
        for log in logs_of(folder)
        if log.status == "success"
        for sample in log.samples or []
    )
    wrong = sum(count != 1 for count in found.values()) + 2 * len(ROWS) - len(found)
    return before, kept, again, wrong


def logs_of(folder: Path) -> list[EvalLog]:
    """The logs that can be read: a kill may have come before the first byte."""
    found = []
    for file in sorted((folder / "logs").glob("*.eval")):
        with suppress(OSError, ValueError, KeyError, BadZipFile):
            found.append(read_eval_log(str(file)))
    return found


def main() -> None:
    """Pull the plug some times, and print a row each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sweep", action="store_true")
    words = parser.parse_args()
    once, entries, most = (
        (pull_sweep_once, 2, 2 * IN_WORK_OF_A_SWEEP) if words.sweep else (pull_once, 1, IN_FLIGHT)
    )
    draw = random.Random(words.seed)
    print("killed after | asked by then | in the log | asked again | lost or double")
    failed = 0
    for _ in range(words.times):
        after = draw.randrange(entries * len(ROWS))
        with tempfile.TemporaryDirectory() as folder:
            before, kept, again, wrong = once(after, Path(folder))
        print(f"{after:12} | {before:13} | {kept:10} | {again:11} | {wrong}", flush=True)
        failed += wrong > 0 or again > most
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
