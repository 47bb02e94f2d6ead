"""Runs our commands as a user types them, each once for the whole test session."""

import fcntl
import json
import os
import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import warm_command
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.scorer import Score
from servers.exchange import SentRequest

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = Path(sys.executable).parent

_PROVIDER_KEYS = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL")

Made = TypeVar("Made")


@dataclass(frozen=True)
class Run:
    """A command that has ended.

    Attributes:
        code: Exit code.
        stdout: What it printed.
        stderr: What it said beside that.
        log_file: The log that it wrote, None when it wrote none.
        requests: What a local server was asked meanwhile, in the order of arrival.
        failures: What that server could not answer.
    """

    code: int
    stdout: str
    stderr: str
    log_file: Path | None = None
    requests: tuple[SentRequest, ...] = ()
    failures: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """Everything that the user sees, on one line a word apart."""
        return " ".join((self.stdout + "\n" + self.stderr).split())

    @cached_property
    def log(self) -> EvalLog:
        """The log with its samples."""
        assert self.log_file is not None, self.said
        return read_eval_log(str(self.log_file))

    @cached_property
    def samples(self) -> dict[str, EvalSample]:
        """The samples of the first epoch, by id."""
        return {str(s.id): s for s in self.log.samples or [] if s.epoch == 1}

    def scores(self, name: str = "official") -> dict[str, Score]:
        """The scores that one scorer gave, by id of the question."""
        return {id: sample.scores[name] for id, sample in self.samples.items() if sample.scores}

    def marks(self, name: str = "official") -> dict[str, dict[str, Any]]:
        """The metadata of those scores: the marks."""
        return {id: score.metadata or {} for id, score in self.scores(name).items()}

    def metrics(self, name: str = "official") -> dict[str, float]:
        """The metrics of one scorer, by name."""
        assert self.log.results is not None, self.said
        score = next(score for score in self.log.results.scores if score.name == name)
        return {name: metric.value for name, metric in score.metrics.items()}


@dataclass(frozen=True)
class CommandLine:
    """Runs commands in a folder that is not the repository.

    Every run has a name: tests that name the same run share it, also across the processes of
    pytest-xdist.

    Attributes:
        home: Folder for the runs, the same for all processes of the session.
    """

    home: Path

    def once(self, name: str, make: Callable[[Path], Made]) -> Made:
        """What `make` returns for the folder of that name; only the first caller makes it."""
        folder = self.home / name
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / "made.pickle"
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.is_file():
                kept.write_bytes(pickle.dumps(make(folder)))
        made: Made = pickle.loads(kept.read_bytes())
        return made

    def call(
        self,
        *words: str | Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        timeout: float = 120,
    ) -> Run:
        """Run one of the commands of this environment, `inspect` or `kokushi`.

        Args:
            words: The command and its arguments.
            cwd: The folder in which it is typed.
            env: More environment variables.
            timeout: Seconds after which the test fails.
        """
        command = [str(COMMANDS / words[0]), *map(str, words[1:])]
        done = warm_command.run(command, cwd, self._environment() | dict(env or {}), timeout)
        return Run(done.returncode, done.stdout, done.stderr)

    def evaluate(
        self,
        name: str,
        task: str | Path,
        *words: str | Path,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 120,
    ) -> Run:
        """`inspect eval TASK WORDS…`, with the log in a folder of its own.

        The folder of the command is `cwd`, or the folder of the exam (`home/exam`).
        """

        def make(folder: Path) -> Run:
            logs = folder / "logs"
            done = self.call(
                "inspect",
                "eval",
                task,
                *words,
                "--log-dir",
                logs,
                cwd=cwd or self.home / "exam",
                env=env,
                timeout=timeout,
            )
            return replace(done, log_file=next(iter(sorted(logs.glob("*.eval"))), None))

        return self.once(name, make)

    def verdicts(self, run: Run, protocol: str = "official") -> list[dict[str, Any]]:
        """What `kokushi verdict LOG --json` prints of the log of a run."""
        assert run.log_file is not None, run.said
        log = run.log_file

        def make(folder: Path) -> list[dict[str, Any]]:
            words = ("verdict", log, "--protocol", protocol, "--json")
            said = self.call("kokushi", *words, cwd=self.home)
            found: list[dict[str, Any]] = json.loads(said.stdout)
            return found

        return self.once(f"verdict {protocol} {log.stem}", make)

    def _environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k not in _PROVIDER_KEYS}
        kept = {k: v for k, v in kept.items() if not k.startswith(("INSPECT_", "KOKUSHI_"))}
        return kept | {
            "COLUMNS": "400",
            "HF_HOME": str(self.home / "hub"),
            "HF_HUB_OFFLINE": "1",
            "INSPECT_DISPLAY": "plain",
            "KOKUSHI_CACHE_DIR": str(self.home / "cache"),
            "NO_PROXY": "127.0.0.1",
            "no_proxy": "127.0.0.1",
            "PYTHONIOENCODING": "utf-8",
        }


def by_path(file: str, cwd: Path) -> str:
    """A file of the repository as typed in `cwd`; Inspect takes no absolute task paths."""
    return os.path.relpath(ROOT / file, cwd)


def error_lines(run: Run) -> Sequence[str]:
    """The lines of an error message that a failed command printed."""
    return [line for line in run.stderr.splitlines() if line.startswith("Error: ")]
