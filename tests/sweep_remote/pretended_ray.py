"""A Ray of this process whose actors answer from a script: what an engine does with the answers."""

from collections import deque
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any


class Call:
    """A call of an actor; without an answer it never becomes ready."""

    def __init__(self, answers: deque[Any]) -> None:
        self.ready = bool(answers)
        self.answer = answers.popleft() if answers else None


class Method:
    def __init__(self, name: str, actor: "Actor") -> None:
        self._name, self._actor = name, actor

    def remote(self, *args: Any) -> Call:
        self._actor.called.append(self._name)
        return Call(self._actor.answers)


class Actor:
    """Gives its answers in order, whatever is called."""

    def __init__(self, answers: Sequence[Any]) -> None:
        self.answers = deque(answers)
        self.called: list[str] = []
        self.killed = False

    def __getattr__(self, name: str) -> Method:
        return Method(name, self)


class PretendedRay:
    """Stands in for the module `ray`.

    Args:
        actors: The answers of each actor, in the order in which actors are made.
    """

    def __init__(self, *actors: Sequence[Any]) -> None:
        self._prepared = deque(Actor(answers) for answers in actors)
        self.actors: list[Actor] = []
        self.options: dict[str, Any] = {}

    def is_initialized(self) -> bool:
        return True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **options: Any) -> Any:
        self.options = options
        return lambda kind: SimpleNamespace(remote=self._make)

    def wait(
        self, calls: list[Call], num_returns: int = 1, timeout: float = 0
    ) -> tuple[list[Call], list[Call]]:
        ready = [call for call in calls if call.ready]
        return ready, [call for call in calls if not call.ready]

    def get(self, call: Call) -> Any:
        if isinstance(call.answer, Exception):
            raise call.answer
        return call.answer

    def kill(self, actor: Actor) -> None:
        actor.killed = True

    def _make(self, lease: float) -> Actor:
        actor = self._prepared.popleft()
        self.actors.append(actor)
        return actor
