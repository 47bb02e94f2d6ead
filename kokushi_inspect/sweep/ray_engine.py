"""The engine of a Ray cluster: every worker is an actor with its process on some node.

Ray restarts nothing here (no restarts of actors, no retries of calls): when a worker is lost, the
scheduler looks at the logs and starts another. It is told of the loss only after the lease of the
lost worker has run out, so that its process has ended by then even on a node that still lives
and is merely cut off (`ray_worker.py`). So no entry ever has two workers.
"""

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sweep.engine import Assignment, Ended, Event
from kokushi_inspect.sweep.ray_worker import Look, RemoteWorker, installed

LEASE = 30.0
"""Seconds without a look after which a worker ends itself."""

_PATIENCE = 1.0
"""Seconds that a worker waits for something to happen before it answers a look."""

_AGAIN = 0.2
_CONNECT = 10.0
_STOP = 20.0

_PLACINGS = 5
"""How often an actor is sent to a node that is dying or cannot run it."""

_TAKEN_ALONG = re.compile(
    r"(AWS_|AZURE_|GOOGLE_|INSPECT_).*|.*_(API_KEY|ACCESS_KEY|BASE_URL|ENDPOINT|TOKEN)"
    r"|HF_HUB_OFFLINE"
)
"""Variables that workers get from where the sweep is started: keys and addresses."""


def taken_along(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables of an environment that workers get: keys, addresses, settings of Inspect.

    They travel as an argument of a call, which Ray writes nowhere. Its `runtime_env` would stand
    in its logs.
    """
    return {
        name: value
        for name, value in environment.items()
        if _TAKEN_ALONG.fullmatch(name) and not name.startswith("INSPECT_EVAL_SET_")
    }


@dataclass
class _Remote:
    """A worker on some node, and the call whose answer is waited for.

    Attributes:
        assignment: What it does.
        actor: The actor; not yet on a node while `placed` is false.
        call: The last call.
        placed: Whether the actor lives somewhere, so that it may have begun.
        placings: How often an actor was sent for it.
        silent: Since when it cannot be reached.
        lost: Since when it is known to be lost.
        why: What Ray said then.
    """

    assignment: Assignment
    actor: Any
    call: Any
    placed: bool = False
    placings: int = 1
    silent: float | None = None
    lost: float | None = None
    why: str = ""


class RayEngine:
    """Starts workers on a Ray cluster.

    Args:
        address: Of the cluster: `auto`, `HOST:PORT`, or `ray://HOST:PORT`.
        workers: How many may run at once; as many as the cluster has room for when None.
        cpus: CPUs that a worker claims on its node.
        lease: Seconds without contact after which a worker ends itself, and its loss is believed.

    Raises:
        KokushiError: Ray is not installed, or the cluster cannot be reached.
    """

    def __init__(
        self,
        address: str = "auto",
        workers: int | None = None,
        *,
        cpus: float = 1.0,
        lease: float = LEASE,
    ) -> None:
        self._ray = _import_ray()
        self._own = not self._ray.is_initialized()
        if self._own:
            _connect(self._ray, address)
        room = int(self._ray.cluster_resources().get("CPU", 0.0) // cpus)
        self._workers = max(1, room if workers is None else workers)
        self._lease = lease
        self._variables = taken_along(os.environ)
        self._installed = installed()
        self._remotes: dict[int, _Remote] = {}
        self._lock = Lock()
        self._happened: Queue[Event | Exception] = Queue()
        self._stopped = threading.Event()
        self._thread = Thread(target=self._look_after, daemon=True, name="looks")
        self._actors = self._ray.remote(
            num_cpus=cpus,
            max_restarts=0,
            max_task_retries=0,
            scheduling_strategy="SPREAD",
        )(RemoteWorker)

    @property
    def slots(self) -> int:
        """How many workers may run at once."""
        return self._workers

    def start(self, assignment: Assignment) -> None:
        """Start a worker as soon as a node has room for it."""
        actor = self._actors.remote(self._lease)
        remote = _Remote(assignment, actor, actor.place.remote())
        with self._lock:
            self._remotes[assignment.number] = remote
        if not self._thread.is_alive():
            self._thread.start()

    def wait(self, timeout: float) -> Sequence[Event]:
        """What happened since the last call; waits until something has, `timeout` at most."""
        found: list[Event] = []
        try:
            while True:
                each = self._happened.get(timeout=0 if found else timeout)
                if isinstance(each, Exception):
                    raise each
                found.append(each)
        except Empty:
            return found

    def stop(self) -> None:
        """Ask all workers to end, so that they close their logs, and end those that do not."""
        if self._stopped.is_set():
            return
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        there = [r for r in self._remotes.values() if r.placed and r.lost is None]
        asked = [remote.actor.end.remote() for remote in there]
        if asked:
            self._ray.wait(asked, num_returns=len(asked), timeout=_STOP)
        for remote in self._remotes.values():
            self._ray.kill(remote.actor)
        self._remotes.clear()
        if self._own:
            self._ray.shutdown()

    def _look_after(self) -> None:
        """Look at all workers again and again, whatever the scheduler does meanwhile."""
        try:
            while not self._stopped.is_set():
                for remote in self._ready():
                    for event in self._answer(remote):
                        self._happened.put(event)
                for event in self._buried():
                    self._happened.put(event)
        except Exception as error:
            self._happened.put(error)  # raised by `wait`, where it is heard

    def _ready(self) -> list[_Remote]:
        """Workers whose last call has an answer; waits for the first one, a second at most."""
        with self._lock:
            waiting = {r.call: r for r in self._remotes.values() if r.lost is None}
        if not waiting:
            self._stopped.wait(_AGAIN)
            return []
        self._ray.wait(list(waiting), timeout=_PATIENCE)
        ready, _ = self._ray.wait(list(waiting), num_returns=len(waiting), timeout=0)
        return [waiting[call] for call in ready]

    def _answer(self, remote: _Remote) -> list[Event]:
        """What the answer to the last call of a worker says; the next call is made."""
        from ray.exceptions import ActorUnavailableError, RayError, RayTaskError

        try:
            answer: str | Look = self._ray.get(remote.call)
        except RayTaskError as error:
            return [self._ended(remote, 1, _in_short(error))]
        except ActorUnavailableError as error:
            return self._silent(remote, _in_short(error))
        except RayError as error:
            return self._lost(remote, _in_short(error))
        remote.silent = None
        if isinstance(answer, str):
            return self._placed(remote, answer)
        if answer.code is not None:
            return [*answer.events, self._ended(remote, answer.code, answer.said)]
        remote.call = remote.actor.look.remote(_PATIENCE)
        return list(answer.events)

    def _placed(self, remote: _Remote, there: str) -> list[Event]:
        if there != self._installed:
            said = f"on the node is {there}; the sweep was started by {self._installed}"
            return [self._ended(remote, 1, said)]
        remote.placed = True
        remote.call = remote.actor.begin.remote(remote.assignment, self._variables)
        return []

    def _silent(self, remote: _Remote, why: str) -> list[Event]:
        """Ask again: a short trouble of the network is no loss."""
        now = time.monotonic()
        remote.silent = remote.silent or now
        if now - remote.silent > self._lease:
            return self._lost(remote, why)
        time.sleep(_AGAIN)
        remote.call = (
            remote.actor.look.remote(0.0) if remote.placed else remote.actor.place.remote()
        )
        return []

    def _lost(self, remote: _Remote, why: str) -> list[Event]:
        """Place an actor again that never was on a node; wait for the lease of any other."""
        self._ray.kill(remote.actor)
        if remote.placed:
            remote.lost, remote.why = time.monotonic(), why
            return []
        if remote.placings == _PLACINGS:
            return [self._ended(remote, None, why)]
        remote.placings += 1
        remote.actor = self._actors.remote(self._lease)
        remote.call = remote.actor.place.remote()
        return []

    def _buried(self) -> list[Event]:
        """The ends of workers that were lost and whose lease has run out by now."""
        before = time.monotonic() - self._lease
        with self._lock:
            gone = [r for r in self._remotes.values() if r.lost is not None and r.lost < before]
        return [self._ended(remote, None, remote.why) for remote in gone]

    def _ended(self, remote: _Remote, code: int | None, said: str) -> Ended:
        with self._lock:
            del self._remotes[remote.assignment.number]
        self._ray.kill(remote.actor)
        return Ended(remote.assignment.number, code, said)


def ray_engine(
    address: str = "auto", workers: int | None = None
) -> Callable[[int, tuple[int, ...]], RayEngine]:
    """Connect to a cluster now, and return what makes its engine when a sweep needs it."""
    engine = RayEngine(address, workers)
    return lambda workers, inherit: engine


def _import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise KokushiError(
            "the engine 'ray' needs Ray", fix="pip install 'kokushi-inspect[ray]'"
        ) from error
    return ray


def _connect(ray: Any, address: str) -> None:
    """Connect to a cluster; an address at which nothing listens is found out at once."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        if host and port.isdigit():
            socket.create_connection((host, int(port)), timeout=_CONNECT).close()
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        raise KokushiError(
            f"the Ray cluster cannot be reached: {_in_short(error)}",
            place=Place(address),
            expected="auto, HOST:PORT or ray://HOST:PORT of a running cluster",
            fix="start one with 'ray start --head', and use the same versions of Ray and Python",
        ) from error


def _in_short(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
