"""Reads hostile files in processes of their own, and tells what that cost and touched.

    python tests/hostile/watched.py FOLDER

Writes the files of every case below FOLDER and prints one JSON object a case.
"""

import json
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile_case import Case
from hostile_cases import ALL

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.exam_names import all_rules

RUNNING = (
    *("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "pty.spawn"),
    *("socket.connect", "socket.getaddrinfo", "urllib.Request", "pickle.find_class"),
)
"""Audit events that mean that something was run, unpickled or called over a network."""

SECONDS = 20
"""After so many seconds a reading is ended, whatever it waits for."""

ALL_SECONDS = 120
"""The same for all that need little, which are read one after another."""

LARGE = 1_000_000
"""Bytes of files above which a process of its own reads them, so that its memory is measured."""


@dataclass
class Outcome:
    """What became of one reading.

    Attributes:
        name: Name of the case.
        error: Class of the error; empty when there was none.
        message: The error in words; the end of the traceback when it is none of ours.
        result: What a handled case came to, in words.
        seconds: Processor time.
        megabytes: Most memory that the process had, the interpreter with all packages included.
        outside: Files that were opened outside the folder of the case, our package and the cache.
        ran: Audit events of things that must never happen.
    """

    name: str
    error: str = ""
    message: str = ""
    result: str = ""
    seconds: float = 0
    megabytes: float = 0
    outside: list[str] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)


class Guard:
    """Notes what the process opens and starts while a case is read."""

    def __init__(self) -> None:
        packages = [sys.prefix, sys.base_prefix, str(Path(__file__).resolve().parents[2])]
        systems = ["/usr/share/zoneinfo", "/usr/lib", "/dev/null", "/dev/urandom"]
        self.always = [os.path.realpath(path) for path in (*packages, *systems, "/etc/mime.types")]
        self.own: list[str] = []
        self.outside: list[str] = []
        self.ran: list[str] = []
        self.on = False
        sys.addaudithook(self._note)

    @contextmanager
    def watching(self, *own: Path) -> Iterator[None]:
        """Note what is done in the block; files below `own` may be opened."""
        self.own = [*map(os.path.realpath, own), *self.always]
        self.outside, self.ran, self.on = [], [], True
        try:
            yield
        finally:
            self.on = False

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open" and isinstance(arguments[0], str | bytes):
            real = os.path.realpath(os.fsdecode(arguments[0]))
            if not any(real == own or real.startswith(own + os.sep) for own in self.own):
                self.outside.append(real)
        elif event.startswith(RUNNING):
            self.ran.append(event)


def in_child(act: Callable[[], Iterator[Any]], seconds: int) -> tuple[list[Any], float]:
    """What `act` yields in a process of its own, and that process's peak memory in megabytes."""
    reader, writer = os.pipe()
    if (pid := os.fork()) == 0:
        code = 1
        try:
            os.close(reader)
            signal.alarm(seconds)
            with os.fdopen(writer, "wb") as stream:
                for each in act():
                    pickle.dump(each, stream)
                    stream.flush()
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    found = []
    with os.fdopen(reader, "rb") as stream:
        while stream.peek(1):
            found.append(pickle.load(stream))
    _, _, usage = os.wait4(pid, 0)
    return found, usage.ru_maxrss / 1024


def write(cases: Sequence[Case], home: Path) -> None:
    """Write the files of all cases."""

    def act() -> Iterator[str]:
        for case in cases:
            folder = folder_of(case, home)
            folder.mkdir(parents=True)
            case.write(folder)
            yield case.name

    written, _ = in_child(act, ALL_SECONDS)
    assert len(written) == len(cases), f"not written: {cases[len(written)].name}"


def folder_of(case: Case, home: Path) -> Path:
    """Where the files of a case are; there is room for a folder beside them."""
    return home / "cases" / case.name.replace("/", "|") / "exam"


def is_heavy(case: Case, home: Path) -> bool:
    """Whether a case is read in a process of its own."""
    files = folder_of(case, home).iterdir()
    return case.heavy or sum(file.lstat().st_size for file in files) > LARGE


def read(case: Case, home: Path, guard: Guard) -> Outcome:
    """Read the files of a case once."""
    outcome = Outcome(case.name)
    cache = home / "cache" / case.name.replace("/", "|")
    os.environ["KOKUSHI_CACHE_DIR"] = str(cache)
    folder = folder_of(case, home)
    start = time.process_time()
    with guard.watching(folder, cache):
        try:
            outcome.result = case.read(folder)
        except KokushiError as error:
            outcome.error, outcome.message = "KokushiError", str(error)
        except BaseException as error:
            outcome.error = type(error).__name__
            outcome.message = traceback.format_exc()[-1500:]
    outcome.seconds = time.process_time() - start
    outcome.outside, outcome.ran = guard.outside, guard.ran
    return outcome


def watch(cases: Sequence[Case], home: Path, seconds: int) -> Iterator[Outcome]:
    """Read some cases in one process; those that it did not come to are called killed."""

    def act() -> Iterator[Outcome]:
        guard = Guard()
        for case in cases:
            yield read(case, home, guard)

    outcomes, megabytes = in_child(act, seconds)
    for outcome in outcomes:
        outcome.megabytes = megabytes
        yield outcome
    for case in cases[len(outcomes) :]:
        yield Outcome(case.name, "killed", "the process that read it, or one before it, was killed")


def main(home: Path, only: Sequence[str]) -> None:
    """Print the outcome of every case, or of those whose name holds a word."""
    all_rules()  # once for all processes
    chosen = [c for c in ALL if not only or any(word in c.name for word in only)]
    write(chosen, home)
    heavy = [case for case in chosen if is_heavy(case, home)]
    light = [case for case in chosen if case not in heavy]
    for batch in [light, *([case] for case in heavy)]:
        for outcome in watch(batch, home, ALL_SECONDS if batch is light else SECONDS):
            print(json.dumps(asdict(outcome)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
