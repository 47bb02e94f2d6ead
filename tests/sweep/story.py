"""A sweep that is killed, finds a damaged log, loses a worker, and ends complete."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from inspect_ai.log import EvalSampleSummary, list_eval_logs, read_eval_log_sample_summaries
from servers.exchange import Answer, SentRequest
from servers.openai_server import OpenAIServer

HERE = Path(__file__).parent
CONNECTIONS = 3
SAMPLES = 24
"""Questions of each of the two practice exams."""
KEY = "sk-canary-5b21d0"
"""The key in the environment of the sweep."""


@dataclass
class Counter:
    """Counts requests that are open at once; each waits a little for others to come.

    Attributes:
        most: The most that were open at once.
        total: All requests so far.
    """

    most: int = 0
    total: int = 0
    _open: int = 0
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __call__(self, request: SentRequest) -> Answer:
        with self._changed:
            self.total += 1
            self._open += 1
            self.most = max(self.most, self._open)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._open > CONNECTIONS, timeout=0.05)
            self._open -= 1
        return Answer("1")


@dataclass(frozen=True)
class Run:
    """A command that has ended."""

    code: int
    stdout: str
    stderr: str


@dataclass
class Story:
    """The folder of a spec, and what was done with it.

    Attributes:
        folder: The folder.
        counter: Counts what the local server is asked.
        runs: The runs so far.
        kept: Uuids of samples that were complete after the kill.
    """

    folder: Path
    counter: Counter
    environment: Mapping[str, str]
    runs: list[Run] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)

    @property
    def spec(self) -> Path:
        return self.folder / "story.yaml"

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    def summaries(self) -> dict[str, list[EvalSampleSummary]]:
        """The samples of each log that can be read, by file name."""
        found = {}
        for info in list_eval_logs(str(self.logs)):
            name = Path(info.name).name
            if name != "damaged.eval":
                found[name] = read_eval_log_sample_summaries(info.name)
        return found

    def sweep(self, *mishaps: str) -> Run:
        """Run the sweep with two workers in a process group of its own."""
        for name in mishaps:
            (self.folder / name).touch()
        done = subprocess.run(
            [Path(sys.executable).parent / "kokushi", "sweep", self.spec, "--workers", "2"],
            env=dict(self.environment),
            capture_output=True,
            text=True,
            timeout=240,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.runs.append(Run(done.returncode, done.stdout, done.stderr))
        return self.runs[-1]


@contextmanager
def told(folder: Path) -> Iterator[Story]:
    """The whole story, for tests to look at; the server still runs then."""
    counter = Counter()
    with OpenAIServer(counter) as server:
        story = Story(folder, counter, _environment(folder))
        shutil.copy(HERE / "mishaps.py", folder)
        story.spec.write_text(yaml.safe_dump(_spec(server.base_url)), encoding="utf-8")
        story.sweep("kill-all")
        complete = [s for samples in story.summaries().values() for s in samples if not s.error]
        story.kept = {str(sample.uuid) for sample in complete}
        _damage(story.logs)
        story.sweep("kill-worker", "fail")
        yield story


def _damage(logs: Path) -> None:
    """Half of a log, as an interrupted copy leaves it."""
    whole = next(iter(sorted(logs.glob("*.eval")))).read_bytes()
    (logs / "damaged.eval").write_bytes(whole[: len(whole) // 2])


def _spec(base_url: str) -> dict[str, object]:
    return {
        "name": "story",
        "log_dir": "logs",
        "examinees": [
            {
                "name": "local",
                "model": "openai-api/local/m",
                "base_url": base_url,
                "connections": CONNECTIONS,
            },
            {"name": "key", "solver": "mishaps.py"},
        ],
        "exams": {"source": "practice", "professions": ["optometry", "midwifery"]},
        "retry": {"samples": 0, "entries": 4},
    }


def _environment(folder: Path) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("INSPECT_", "KOKUSHI_", "OPENAI_"))
    }
    return kept | {
        "KOKUSHI_CACHE_DIR": str(folder / "cache"),
        "LOCAL_API_KEY": KEY,
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
