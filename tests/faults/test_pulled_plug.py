"""A run that is killed: what is asked again, what is lost, and what the log says meanwhile."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest
from children import IN_FLIGHT, begin, begin_set, resume, start
from click.testing import CliRunner
from faulty_server import FaultyOpenAI
from inspect_ai.log import EvalLog, read_eval_log
from plug import Plug
from practice_exam import ROWS, STEMS

from kokushi_inspect.command import main

MOMENTS = sorted(Random(8).sample(range(2, 40), 3))
"""Answers before each of the kills, counted from the first."""


@dataclass(frozen=True)
class Outlet:
    """A server, and the plug of the run that it serves."""

    server: FaultyOpenAI
    plug: Plug
    environment: Mapping[str, str]
    logs: Path

    def kill(self, process: BaseProcess, after: int) -> None:
        """Let it be killed after so many answers, and wait for that."""
        self.plug.pull(process, after)
        process.join()
        assert process.exitcode == -9

    def newest(self) -> Path:
        """The log that was written last."""
        return max(self.logs.glob("*.eval"), key=lambda file: file.stat().st_mtime_ns)


@pytest.fixture(scope="module")
def outlet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outlet]:
    yield from plugged_in(tmp_path_factory.mktemp("plug"))


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Outlet]:
    yield from plugged_in(tmp_path)


def plugged_in(folder: Path) -> Iterator[Outlet]:
    plug = Plug()
    with FaultyOpenAI(STEMS, plug) as server:
        environment = {
            "LOCAL_API_KEY": "local",
            "LOCAL_BASE_URL": f"{server.origin}/v1",
            "NO_PROXY": "127.0.0.1",
            "XDG_DATA_HOME": str(folder / "data"),
            "KOKUSHI_CACHE_DIR": str(folder / "cache"),
        }
        yield Outlet(server, plug, environment, folder / "logs")


def samples_of(log: EvalLog) -> list[str]:
    return [str(sample.id) for sample in log.samples or []]


@dataclass(frozen=True)
class Story:
    """A run that was killed three times and completed.

    Attributes:
        first: The log that the first kill left behind.
        completed: The log of the last attempt.
        asked: How often each question was asked in all.
    """

    first: Path
    completed: EvalLog
    asked: Counter[str]


@pytest.fixture(scope="module")
def story(outlet: Outlet) -> Story:
    done = 0
    first: Path | None = None
    for moment in MOMENTS:
        if first is None:
            child = start(begin, outlet.environment, logs=outlet.logs)
        else:
            child = start(resume, outlet.environment, log=outlet.newest())
        outlet.kill(child, moment - done)
        done = moment
        first = first or outlet.newest()
    child = start(resume, outlet.environment, log=outlet.newest())
    child.join()
    assert child.exitcode == 0 and first is not None
    completed = read_eval_log(str(outlet.newest()))
    return Story(first, completed, Counter(outlet.server.record.asked))


def test_a_killed_run_ends_whole_with_each_sample_once(story: Story) -> None:
    assert story.completed.status == "success"
    assert sorted(samples_of(story.completed)) == sorted(ROWS)


def test_only_samples_in_flight_are_asked_again(story: Story) -> None:
    repeated = sum(story.asked.values()) - len(ROWS)
    assert set(story.asked) == set(ROWS)
    assert repeated <= IN_FLIGHT * len(MOMENTS)


def test_the_verdict_of_a_killed_and_completed_run_is_that_of_the_key(story: Story) -> None:
    result = CliRunner().invoke(main, ["verdict", story.completed.location])
    assert "PASS" in result.output
    assert "60 of 60" in " ".join(result.output.split())


@pytest.mark.parametrize("words", [["verdict"], ["report", "--markdown", "-"]])
def test_a_log_that_was_cut_off_gets_no_verdict_and_says_why(
    story: Story, words: list[str]
) -> None:
    result = CliRunner().invoke(main, [*words, str(story.first)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "cut off" in result.output
    assert "inspect eval-retry" in result.output


def test_rerunning_a_killed_set_completes_it(fresh: Outlet) -> None:
    fresh.kill(start(begin_set, fresh.environment, logs=fresh.logs), 20)
    again = start(begin_set, fresh.environment, logs=fresh.logs)
    again.join()
    asked = Counter(fresh.server.record.asked)
    assert again.exitcode == 0
    assert sorted(samples_of(read_eval_log(str(fresh.newest())))) == sorted(ROWS)
    assert sum(asked.values()) - len(ROWS) <= IN_FLIGHT


def test_a_buffer_of_one_loses_nothing_when_the_machine_is_gone_too(fresh: Outlet) -> None:
    """Without the local buffer (another machine), only what is in the log counts."""
    child = start(begin, fresh.environment, logs=fresh.logs, log_buffer=1, log_realtime=False)
    fresh.kill(child, 20)
    finished = len(samples_of(read_eval_log(str(fresh.newest()))))
    assert finished >= 20 - IN_FLIGHT
