"""Two workers, a kill of everything, a damaged log, a dead worker, a failed sample: then whole."""

import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from inspect_ai._eval.evalset import read_eval_set_info
from inspect_ai.log import read_eval_log
from story import CONNECTIONS, KEY, SAMPLES, Story

from kokushi_inspect.sweep.plan import Plan
from kokushi_inspect.sweep.sweep import open_sweep, run_sweep, survey_sweep
from kokushi_inspect.sweep.tables import plan_text, result_record

ENTRIES = [
    f"{profession}/practice/ja/plain/{examinee}"
    for profession in ("optometry", "midwifery")
    for examinee in ("local", "key")
]

pytestmark = pytest.mark.xdist_group("sweep_story")


def test_a_kill_of_everything_ends_the_first_run_and_leaves_unfinished_logs(story: Story) -> None:
    assert story.runs[0].code == -9
    assert story.kept


def test_the_next_run_is_complete(story: Story) -> None:
    assert story.runs[1].code == 0, story.runs[1].stderr
    assert [line.split()[1] for line in story.runs[1].stdout.splitlines()[1:5]] == ["complete"] * 4


def test_the_key_of_the_environment_is_written_and_printed_nowhere(story: Story) -> None:
    """Logs, what a kill leaves of logs, and whatever else is in the folder; logs unpacked."""
    found = [name for name, data in _contents(story.folder) if KEY.encode() in data]
    said = "".join(run.stdout + run.stderr for run in story.runs)
    assert (found, KEY in said) == ([], False)


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in folder.rglob("*"):
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as log:
                yield from ((f"{file.name}/{name}", log.read(name)) for name in log.namelist())
        elif file.is_file():
            yield file.name, file.read_bytes()


def test_every_entry_has_one_log_with_each_sample_once(story: Story) -> None:
    logs = story.summaries()
    assert len(logs) == len(ENTRIES)
    for samples in logs.values():
        counts = Counter((sample.id, sample.epoch) for sample in samples)
        assert len(counts) == SAMPLES
        assert set(counts.values()) == {1}
        assert not any(sample.error for sample in samples)


def test_samples_that_were_complete_before_the_kill_are_not_asked_again(story: Story) -> None:
    whole = [samples for samples in story.summaries().values() if len(samples) == SAMPLES]
    there = {str(sample.uuid) for samples in whole for sample in samples}
    assert story.kept <= there


def test_a_damaged_log_is_named_and_left_alone(story: Story) -> None:
    assert "damaged: damaged.eval" in story.runs[1].stderr
    assert "damaged: damaged.eval" in story.runs[1].stdout
    assert (story.logs / "damaged.eval").is_file()


def test_a_dead_worker_is_replaced_and_a_failed_sample_repeated(story: Story) -> None:
    said = story.runs[1].stderr
    assert "a worker was ended by signal 9 before" in said
    assert "started again" in said
    assert not list(story.folder.glob("kill-*")) and not (story.folder / "fail").exists()


def test_connections_stay_under_the_limit_over_all_workers(story: Story) -> None:
    assert 2 <= story.counter.most <= CONNECTIONS


def test_the_directory_has_what_the_viewer_wants(story: Story) -> None:
    info = read_eval_set_info(str(story.logs))
    assert info is not None
    logs = [read_eval_log(str(story.logs / name), header_only=True) for name in story.summaries()]
    assert {task.task_id for task in info.tasks} == {log.eval.task_id for log in logs}
    assert {log.eval.eval_set_id for log in logs} == {info.eval_set_id}
    assert (story.logs / ".eval-set-id").read_text() == info.eval_set_id
    assert "logs.json was not written" in story.runs[1].stderr


def test_the_end_says_how_to_go_on(story: Story) -> None:
    tail = story.runs[1].stdout.splitlines()[-2:]
    assert tail == [
        f"inspect view --log-dir {story.logs}",
        f"kokushi report {story.logs} -o report.html",
    ]


def test_a_complete_sweep_starts_no_worker(story: Story) -> None:
    def refuse(workers: int, inherit: tuple[int, ...]) -> None:
        raise AssertionError("an engine was made")

    lines: list[str] = []
    asked = story.counter.total
    survey = run_sweep(open_sweep(story.spec), 2, lines.append, make_engine=refuse)  # type: ignore[arg-type]
    record = result_record(survey)
    assert record["complete"]
    assert {each["id"]: each["verdict"] for each in record["entries"]} == {
        id: "pass" if id.endswith("key") else "fail" for id in ENTRIES
    }
    assert story.counter.total == asked


def test_a_changed_spec_names_what_no_longer_belongs_and_wants_what_is_new(
    story: Story, tmp_path: Path
) -> None:
    record = yaml.safe_load(story.spec.read_text())
    record["log_dir"] = str(story.logs)
    record["examinees"][0]["generate"] = {"temperature": 1}
    record["examinees"][1] = {"name": "chance", "solver": "baseline"}
    changed = tmp_path / "changed.yaml"
    changed.write_text(yaml.safe_dump(record))
    sweep = open_sweep(changed)
    survey = survey_sweep(sweep)
    assert [state.missing for state in survey.states.values()] == [SAMPLES] * 4
    reasons = " ".join(each.reason for each in survey.odd)
    assert "'optometry/practice/ja/plain/local' with other questions or settings" in reasons
    assert "'optometry/practice/ja/plain/key' is no longer in the spec" in reasons
    assert "stranger: " in plan_text(sweep.plan, survey, estimates_of(sweep.plan))


def estimates_of(plan: Plan) -> dict:
    from kokushi_inspect.sweep.estimate import Estimate

    return {entry.id: Estimate(entry.records) for entry in plan.entries}
