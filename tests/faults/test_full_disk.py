"""Logs that find no room, or no folder: said before anything is paid for, and completed later."""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from command_line import CommandLine, Run
from faulty_server import FaultyOpenAI
from inspect_ai.log import list_eval_logs, read_eval_log
from practice_exam import ROWS, STEMS, right_answer
from small_disk import enlarge, small_disk

EPOCHS = 6


@dataclass(frozen=True)
class Desk:
    """A folder in which commands are typed, and a server that they ask.

    Attributes:
        folder: The folder.
        commands: Runs commands.
        server: The server; it counts what it is asked.
    """

    folder: Path
    commands: CommandLine
    server: FaultyOpenAI

    def type(self, *words: str) -> Run:
        """Run a command in the folder."""
        variables = {"LOCAL_API_KEY": "local", "LOCAL_BASE_URL": f"{self.server.origin}/v1"}
        return self.commands.call(*words, cwd=self.folder, env=variables)

    def evaluate(self, logs: Path) -> Run:
        """Take the practice exam, with logs there."""
        task = ("kokushi_inspect/medicine", "-T", "source=practice")
        model = ("--model", "openai-api/local/test", "--log-buffer", "1")
        return self.type("inspect", "eval", *task, *model, "--log-dir", str(logs))

    def write_spec(self, logs: Path, epochs: int = 1) -> None:
        """Write `sweep.yaml`: the practice exam, with logs there."""
        spec = {
            "log_dir": str(logs),
            "examinees": [{"name": "test", "model": "openai-api/local/test"}],
            "exams": {"source": "practice", "professions": ["medicine"]},
            "epochs": epochs,
        }
        (self.folder / "sweep.yaml").write_text(json.dumps(spec), "utf-8")

    def sweep(self) -> Run:
        """Run `sweep.yaml`."""
        return self.type("kokushi", "sweep", "sweep.yaml", "--display", "plain")

    @property
    def requests(self) -> int:
        """How many questions were put to the server so far."""
        return len(self.server.record.asked)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with FaultyOpenAI(STEMS, lambda question, before: right_answer(question)) as server:
        yield Desk(tmp_path, CommandLine(tmp_path / "home"), server)


def samples(logs: Path) -> Counter[tuple[str, int]]:
    """How often each sample stands in the complete logs."""
    found = [read_eval_log(info) for info in list_eval_logs(str(logs))]
    return Counter(
        (str(s.id), s.epoch) for log in found if log.status == "success" for s in log.samples or []
    )


def everything(epochs: int) -> Counter[tuple[str, int]]:
    """Each sample of the practice exam once."""
    return Counter((id, epoch) for id in ROWS for epoch in range(1, epochs + 1))


@pytest.mark.slow
def test_a_disk_that_fills_up_ends_the_sweep_and_more_room_completes_it(desk: Desk) -> None:
    with small_disk(desk.folder / "disk", 1_200) as disk:
        desk.write_spec(disk / "logs", EPOCHS)
        run = desk.sweep()
        assert run.code == 1
        assert "the directory of logs cannot be written: No space left on device" in run.said
        assert "Traceback" not in run.said
        asked = desk.requests
        enlarge(disk, 40_000)
        assert desk.sweep().code == 0
        assert samples(disk / "logs") == everything(EPOCHS)
        assert desk.requests < asked + len(ROWS) * EPOCHS  # what was written is not asked again


def test_a_run_on_a_full_disk_is_unfinished_and_a_retry_completes_it(desk: Desk) -> None:
    with small_disk(desk.folder / "disk", 200) as disk:
        run = desk.evaluate(disk)
        assert "No space left on device" in run.said
        assert run.code == 0  # of Inspect: only the log and what is printed tell
        (left,) = disk.glob("*.eval")
        verdict = desk.type("kokushi", "verdict", str(left))
        assert "NO VERDICT" in verdict.stdout
        assert "inspect eval-retry LOG completes it" in verdict.said
        enlarge(disk, 40_000)
        kept = len(read_eval_log(str(left)).samples or [])
        asked = desk.requests
        words = ("inspect", "eval-retry", str(left), "--log-dir", str(disk))
        assert desk.type(*words).code == 0
        assert samples(disk) == everything(1)
        assert desk.requests - asked <= len(ROWS) - kept


@pytest.fixture(params=["read-only", "full", "a file"])
def no_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A place where no log can be written, and the reason."""
    match request.param:
        case "read-only":
            with small_disk(tmp_path / "disk", 100, "ro") as disk:
                yield disk / "logs", "Read-only file system"
        case "full":
            with small_disk(tmp_path / "disk", 100) as disk:
                yield disk / "logs", "No space left on device"
        case _:
            (tmp_path / "logs").write_text("a file where the folder should be")
            yield tmp_path / "logs", "File exists"


def test_a_sweep_that_cannot_write_says_so_before_it_asks(
    desk: Desk, no_place: tuple[Path, str]
) -> None:
    place, reason = no_place
    desk.write_spec(place)
    run = desk.sweep()
    assert (run.code, desk.requests) == (1, 0)
    (line,) = [line for line in run.stderr.splitlines() if line.startswith("Error: ")]
    assert str(place) in line and reason in line
    assert "Traceback" not in run.said


@pytest.mark.slow
def test_two_runs_at_once_share_a_folder(desk: Desk) -> None:
    logs = desk.folder / "logs"
    with ThreadPoolExecutor(2) as hands:
        runs = list(hands.map(desk.evaluate, (logs, logs)))
    assert [run.code for run in runs] == [0, 0]
    found = [read_eval_log(info) for info in list_eval_logs(str(logs))]
    assert [log.status for log in found] == ["success", "success"]
    marks = [{str(s.id): s.scores["official"].metadata for s in log.samples or []} for log in found]
    assert marks[0] == marks[1]
    assert set(marks[0]) == set(ROWS)


def test_two_sweeps_at_once_in_a_folder_are_one_too_many(desk: Desk) -> None:
    desk.write_spec(desk.folder / "logs")
    with ThreadPoolExecutor(2) as hands:
        runs = sorted(hands.map(lambda _: desk.sweep(), range(2)), key=lambda run: run.code)
    assert [run.code for run in runs] == [0, 1]
    assert "another sweep is at work here" in runs[1].said
    assert samples(desk.folder / "logs") == everything(1)
    assert desk.requests == len(ROWS)
