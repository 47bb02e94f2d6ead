"""Pulls the plug of `inspect eval` at random moments, completes it, and counts what was lost.

python tests/faults/pull_plug.py --times 10 --seed 1
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from faulty_server import FaultyOpenAI
from inspect_ai.log import read_eval_log
from plug import Plug
from practice_exam import ROWS, STEMS

IN_FLIGHT = 4
INSPECT = Path(sys.executable).parent / "inspect"
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


def main() -> None:
    """Pull the plug some times, and print a row each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    draw = random.Random(words.seed)
    print("killed after | asked by then | in the log | asked again | lost or double")
    failed = 0
    for _ in range(words.times):
        after = draw.randrange(len(ROWS))
        with tempfile.TemporaryDirectory() as folder:
            before, kept, again, wrong = pull_once(after, Path(folder))
        print(f"{after:12} | {before:13} | {kept:10} | {again:11} | {wrong}", flush=True)
        failed += wrong > 0 or again > IN_FLIGHT
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
