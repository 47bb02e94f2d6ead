"""What the Ray engine makes of the answers and the silence of workers. No cluster is started."""

import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pretended_ray import PretendedRay

from kokushi_inspect.command import main
from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep import ray_engine
from kokushi_inspect.sweep.engine import Advanced, Assignment, Ended, Event
from kokushi_inspect.sweep.ray_engine import RayEngine, taken_along
from kokushi_inspect.sweep.ray_worker import Look, installed

exceptions = pytest.importorskip("ray.exceptions", reason="the extra [ray] is not installed")

ASSIGNMENT = Assignment(7, 0, ("a",), "{}", {}, {}, ".")
HERE = installed()
RUNNING = Look(())
DEAD = exceptions.ActorDiedError()
LEASE = 0.3


def start(monkeypatch: pytest.MonkeyPatch, *actors: Sequence[Any]) -> tuple[PretendedRay, Any]:
    ray = PretendedRay(*actors)
    monkeypatch.setattr(ray_engine, "_import_ray", lambda: ray)
    engine = RayEngine(lease=LEASE)
    engine.start(ASSIGNMENT)
    return ray, engine


def until_the_end(engine: RayEngine) -> list[Event]:
    """All events up to the end of the worker."""
    found: list[Event] = []
    until = time.monotonic() + 20
    while time.monotonic() < until and not any(isinstance(e, Ended) for e in found):
        found += engine.wait(0.1)
    engine.stop()
    return found


def test_events_and_end_are_passed_on_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    events = (Advanced(7, "a", "started"), Advanced(7, "a", "sample"))
    end = Look((Advanced(7, "a", "ended"),), 0, "bye")
    _, engine = start(monkeypatch, [HERE, RUNNING, Look(events), RUNNING, end])
    assert until_the_end(engine) == [*events, Advanced(7, "a", "ended"), Ended(7, 0, "bye")]


def test_ray_itself_restarts_and_repeats_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ray, engine = start(monkeypatch, [HERE])
    engine.stop()
    assert (ray.options["max_restarts"], ray.options["max_task_retries"]) == (0, 0)


def test_loss_is_told_only_when_the_lease_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.monotonic()
    ray, engine = start(monkeypatch, [HERE, RUNNING, DEAD])
    (ended,) = until_the_end(engine)
    assert isinstance(ended, Ended)
    assert ended.code is None
    assert time.monotonic() - began >= LEASE
    assert ray.actors[0].killed


def test_actor_that_never_was_on_a_node_is_placed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ray, engine = start(monkeypatch, [DEAD], [HERE, RUNNING, Look((), 0)])
    assert until_the_end(engine) == [Ended(7, 0)]
    assert [actor.called[:2] for actor in ray.actors] == [["place"], ["place", "begin"]]


def test_actor_that_no_node_can_run_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ray, engine = start(monkeypatch, *[[DEAD]] * 6)
    (ended,) = until_the_end(engine)
    assert (isinstance(ended, Ended) and ended.code, len(ray.actors)) == (None, 5)


def test_short_silence_is_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    silence = exceptions.ActorUnavailableError("no route", None)
    _, engine = start(monkeypatch, [HERE, RUNNING, silence, RUNNING, Look((), 0)])
    assert until_the_end(engine) == [Ended(7, 0)]


def test_long_silence_is_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    silence = exceptions.ActorUnavailableError("no route", None)
    ray, engine = start(monkeypatch, [HERE, RUNNING, *[silence] * 20])
    (ended,) = until_the_end(engine)
    assert (isinstance(ended, Ended) and ended.code, ray.actors[0].killed) == (None, True)


def test_worker_that_cannot_start_has_ended_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = exceptions.RayTaskError("begin", "Traceback\nOSError: no room", OSError("no room"))
    _, engine = start(monkeypatch, [HERE, broken])
    (ended,) = until_the_end(engine)
    assert isinstance(ended, Ended)
    assert (ended.code, "no room" in ended.said) == (1, True)


def test_node_with_another_version_begins_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ray, engine = start(monkeypatch, ["kokushi-inspect 0.0.1 with inspect-ai 0.1"])
    (ended,) = until_the_end(engine)
    assert isinstance(ended, Ended)
    assert [text for text in ("0.0.1", HERE) if text not in ended.said] == []
    assert ray.actors[0].called == ["place"]


def test_there_is_one_worker_for_each_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_engine, "_import_ray", lambda: PretendedRay())
    assert (RayEngine().slots, RayEngine(workers=2).slots) == (3, 2)


@pytest.mark.parametrize(
    ("name", "goes"),
    [
        ("OPENAI_API_KEY", True),
        ("LOCAL_BASE_URL", True),
        ("AWS_SECRET_ACCESS_KEY", True),
        ("AWS_ENDPOINT_URL", True),
        ("HF_TOKEN", True),
        ("INSPECT_TELEMETRY", True),
        ("INSPECT_EVAL_SET_SELECTION", False),
        ("PATH", False),
        ("KOKUSHI_CACHE_DIR", False),
    ],
)
def test_keys_and_addresses_go_to_workers_and_nothing_else(name: str, goes: bool) -> None:
    assert taken_along({name: "x"}) == ({name: "x"} if goes else {})


def test_missing_ray_is_said_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = CliRunner().invoke(main, ["sweep", str(tmp_path / "spec.yaml"), "--engine", "ray"])
    assert (done.exit_code, "kokushi-inspect[ray]" in f"{done.output} {done.exception}") == (
        1,
        True,
    )


def test_address_at_which_nothing_listens_is_said_at_once() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(KokushiError, match="cannot be reached") as error:
        RayEngine(address)
    assert address in str(error.value)
