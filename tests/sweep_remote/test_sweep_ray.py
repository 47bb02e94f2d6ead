"""A sweep on a Ray cluster of three nodes, logs in object storage, one node killed in mid-run."""

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
import pytest
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.model import ChatMessage
from stalling_model import PATIENCE, StallingModel

from kokushi_inspect.sweep.log_folder import Survey
from kokushi_inspect.sweep.sweep import open_sweep, run_sweep

pytest.importorskip("ray", reason="the extra [ray] is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(280)]

LOGS = "s3://logs/run"
SAMPLES, ANSWERED, CONNECTIONS = 10, 5, 4
MODEL_KEY = "the-key-of-the-model"
SPEC = """
name: remote
log_dir: {logs}
limit: {samples}
examinees:
  - {{model: openai-api/local/m, base_url: "{url}", connections: {connections}}}
exams:
  source: practice
  professions: [nursing, midwifery]
  args: {{figures: withheld}}
settings: {{log_buffer: 1}}
"""


@dataclass
class KilledRun:
    """A sweep that lost a node.

    Attributes:
        survey: What the directory of logs holds in the end.
        model: The model that was asked.
        said: What the sweep told the user.
        held: Questions that logs held when the node was killed.
        leaked: Files of Ray's session that hold a key.
    """

    survey: Survey
    model: StallingModel
    said: list[str]
    held: set[str] = field(default_factory=set)
    leaked: list[Path] = field(default_factory=list)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster whose two working nodes have room for one worker each, and no keys."""
    import ray
    from ray.cluster_utils import Cluster

    folder = tempfile.mkdtemp(prefix="kokushi-ray-", dir="/tmp")  # its sockets need a short path
    small = {"object_store_memory": 80 * 2**20, "include_dashboard": False}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("NO_PROXY", "127.0.0.1")
        patch.setenv("no_proxy", "127.0.0.1")
        cluster = Cluster(
            initialize_head=True, head_node_args={**small, "num_cpus": 0, "temp_dir": folder}
        )
        for _ in range(2):
            cluster.add_node(num_cpus=1, wait=False, **small)
        cluster.wait_for_nodes()
        yield cluster
        ray.shutdown()
        cluster.shutdown()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def run(
    cluster: Any, object_storage: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KilledRun]:
    from kokushi_inspect.sweep.ray_engine import RayEngine

    said: list[str] = []
    held: set[str] = set()
    with StallingModel(ANSWERED) as model, pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCAL_API_KEY", MODEL_KEY)
        spec = tmp_path_factory.mktemp("remote") / "spec.yaml"
        spec.write_text(
            SPEC.format(logs=LOGS, samples=SAMPLES, url=model.base_url, connections=CONNECTIONS)
        )
        killer = Thread(target=kill_a_node, args=(cluster, model, held), daemon=True)
        killer.start()
        survey = run_sweep(
            open_sweep(spec),
            2,
            said.append,
            display="plain",
            make_engine=lambda workers, inherit: RayEngine(cluster.address, workers, lease=3),
        )
        killer.join(PATIENCE)
    keys = re.compile(rf"{MODEL_KEY}|the-secret-of-the-storage".encode())
    session = Path(cluster.head_node.get_session_dir_path())
    files = [file for file in session.rglob("*") if file.is_file()]
    leaked = [file for file in files if keys.search(file.read_bytes())]
    yield KilledRun(survey, model, said, held, leaked)


def kill_a_node(cluster: Any, model: StallingModel, held: set[str]) -> None:
    """Kill a node when every answer that was given so far is in a log; then let the model go on."""
    until = time.monotonic() + PATIENCE
    try:
        while len(held) < 2 * ANSWERED and time.monotonic() < until:
            held.update(logged_questions())
        kill_everything_on(cluster, next(iter(cluster.worker_nodes)))
    finally:
        model.go_on()


def kill_everything_on(cluster: Any, node: Any) -> None:
    """What the end of a machine is to all others: Ray's own processes and the workers in one go."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    for process in [*raylet.children(recursive=True), raylet]:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    cluster.remove_node(node, allow_graceful=False)


def logged_questions() -> list[str]:
    """The questions that logs hold, each as often as a log holds it."""
    found = []
    for info in list_eval_logs(LOGS):
        samples = read_eval_log(info.name).samples or []
        found += [_text(sample.input) for sample in samples]
    return found


def _text(messages: str | list[ChatMessage]) -> str:
    return messages if isinstance(messages, str) else messages[-1].text


def test_node_was_lost_in_mid_run(run: KilledRun) -> None:
    assert "a worker was lost before" in "\n".join(run.said)
    assert 2 * ANSWERED <= len(run.held) < 2 * SAMPLES


def test_every_entry_is_complete(run: KilledRun) -> None:
    assert [state.complete for state in run.survey.states.values()] == [True, True]
    assert run.survey.odd == ()


def test_every_sample_is_there_once(run: KilledRun) -> None:
    logged = logged_questions()
    assert (len(logged), set(logged)) == (2 * SAMPLES, set(run.model.asked))


def test_nothing_that_a_log_held_is_asked_again(run: KilledRun) -> None:
    assert [text for text in run.held if run.model.asked[text] != 1] == []


def test_only_what_was_in_flight_on_the_lost_node_is_asked_again(run: KilledRun) -> None:
    again = [count for count in run.model.asked.values() if count > 1]
    assert again == [2] * len(again)
    assert len(again) <= CONNECTIONS // 2


def test_connections_stay_under_the_limit_over_all_nodes(run: KilledRun) -> None:
    assert run.model.most_open == CONNECTIONS


def test_keys_are_in_no_file_of_the_cluster(run: KilledRun) -> None:
    assert run.leaked == []
