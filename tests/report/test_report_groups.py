"""Which logs are found, which are set apart and why, and how runs are told apart."""

import json
import shutil
from pathlib import Path
from typing import Any

import fsspec
import pytest
from inspect_ai.log import EvalLog, write_eval_log
from reporting import examinee, report_of
from taking import PLACES, failing, rows_at, take

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.report.build import build_report
from kokushi_inspect.report.conditions import without_secrets
from kokushi_inspect.report.model import Report
from solvers.baseline import baseline


def changed(log: EvalLog, folder: Path, name: str, **metadata: Any) -> Path:
    """A copy of a log, as of another run, whose task says something else of the conditions."""
    copy = log.model_copy(deep=True)
    copy.eval.metadata = (copy.eval.metadata or {}) | metadata
    copy.eval.eval_id = copy.eval.task_id = name
    file = folder / f"2026-01-01T00-00-00_{name}.eval"
    write_eval_log(copy, str(file))
    return file


def troubles(report: Report) -> dict[str, str]:
    return {trouble.location: trouble.kind for trouble in report.troubles}


def test_folders_are_searched_to_the_bottom(whole: EvalLog, tmp_path: Path) -> None:
    below = tmp_path / "one" / "two"
    below.mkdir(parents=True)
    shutil.copy(whole.location, below)
    (log,) = report_of(tmp_path).logs
    assert log.location == f"one/two/{Path(whole.location).name}"


def test_urls_are_places_too(whole: EvalLog) -> None:
    (log,) = report_of(f"file://{whole.location}").logs
    assert log.location == Path(whole.location).name


def test_storage_that_is_no_folder_of_this_machine_is_searched(whole: EvalLog) -> None:
    content = Path(whole.location).read_bytes()
    fsspec.filesystem("memory").pipe_file("/logs/deep/run.eval", content)
    (log,) = report_of("memory://logs").logs
    assert (log.location, log.sha256, log.samples) == ("deep/run.eval", "", 4)


def test_folders_may_have_any_name(whole: EvalLog, tmp_path: Path) -> None:
    folder = tmp_path / "ログ 1 #%20"
    folder.mkdir()
    shutil.copy(whole.location, folder)
    (log,) = report_of(folder).logs
    assert log.samples == 4


def test_a_log_that_is_named_twice_is_read_once(whole: EvalLog) -> None:
    assert len(report_of(whole, whole).logs) == 1


def test_a_place_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="there is no such file or folder"):
        build_report([str(tmp_path / "nothing")])


def test_a_folder_without_logs_has_an_empty_report(tmp_path: Path) -> None:
    report = build_report([str(tmp_path)])
    assert (report.groups, report.logs, report.troubles) == ((), (), ())


def test_a_damaged_log_is_named_and_the_others_are_reported(whole: EvalLog, tmp_path: Path) -> None:
    content = Path(whole.location).read_bytes()
    (tmp_path / "cut.eval").write_bytes(content[: len(content) // 2])
    (tmp_path / "text.json").write_text("{", "utf-8")
    report = report_of(tmp_path / "cut.eval", tmp_path / "text.json", whole)
    assert troubles(report) == {"cut.eval": "damaged", "text.json": "damaged"}
    assert len(report.logs) == 1


def test_a_log_of_another_task_is_named(whole: EvalLog, tmp_path: Path) -> None:
    copy = whole.model_copy(deep=True)
    copy.eval.metadata = {}
    file = tmp_path / "other.json"
    write_eval_log(copy, str(file))
    assert troubles(report_of(file)) == {"other.json": "foreign"}


def test_one_broken_sample_costs_itself_and_the_verdict(whole: EvalLog, tmp_path: Path) -> None:
    copy = whole.model_copy(deep=True)
    del (copy.samples or [])[0].metadata["kind"]
    file = tmp_path / "broken.eval"
    write_eval_log(copy, str(file))
    report = report_of(file)
    assert troubles(report) == {"broken.eval": "partial"}
    (sitting,) = report.sittings
    assert "1 sample(s) cannot be read" in sitting.official.reason
    assert (sitting.official.outcome, sitting.official.points) == ("none", 3)


def test_a_log_without_samples_is_named(whole: EvalLog, tmp_path: Path) -> None:
    copy = whole.model_copy(deep=True)
    copy.samples, copy.status = [], "cancelled"
    file = tmp_path / "empty.json"
    write_eval_log(copy, str(file))
    report = report_of(file)
    assert troubles(report) == {"empty.json": "empty"}
    assert report.groups == ()


def test_an_unfinished_run_is_reported_and_named(whole: EvalLog, tmp_path: Path) -> None:
    copy = whole.model_copy(deep=True)
    copy.status = "error"
    del (copy.samples or [])[2:]
    file = tmp_path / "unfinished.json"
    write_eval_log(copy, str(file))
    report = report_of(file)
    assert troubles(report) == {"unfinished.json": "unfinished"}
    assert report.sittings[0].official.outcome == "none"


def test_a_copy_of_a_run_is_not_a_second_run(whole: EvalLog, tmp_path: Path) -> None:
    shutil.copy(whole.location, tmp_path / "copy.eval")
    report = report_of(whole, tmp_path / "copy.eval")
    assert len(report.sittings) == 1
    assert list(troubles(report).values()) == ["replaced"]


def test_an_attempt_that_failed_is_replaced_by_the_one_that_succeeded(
    whole: EvalLog, tmp_path: Path
) -> None:
    copy = whole.model_copy(deep=True)
    copy.eval.eval_id, copy.status = "first attempt", "error"
    file = tmp_path / "attempt.json"
    write_eval_log(copy, str(file))
    assert troubles(report_of(file, whole)) == {"attempt.json": "replaced"}


@pytest.mark.parametrize(
    ("what", "metadata"),
    [
        ("sha256", {"sha256": "0" * 64}),
        ("practice", {"source": "practice"}),
        ("prompt", {"prompt": {"version": "mine 2", "sha256": "f" * 64}}),
        ("language", {"language": "en"}),
        ("points", {"points": "official"}),
        ("questions", {"questions": "text_only"}),
        ("criteria", {"derived_lines": True}),
        ("revision", {"revision": "abc"}),
    ],
)
def test_what_must_not_be_compared_is_set_apart_with_the_reason(
    what: str, metadata: dict[str, Any], whole: EvalLog, silent: EvalLog, tmp_path: Path
) -> None:
    report = report_of(whole, silent, changed(whole, tmp_path, "other", **metadata))
    main, apart = report.groups
    assert (main.main, main.apart, apart.main) == (True, (), False)
    assert [difference.what for difference in apart.apart] == [what]
    assert [matrix.groups for matrix in report.matrices] == [(main.id,), (apart.id,)]
    assert (len(main.pairs), len(apart.pairs)) == (1, 0)


def test_another_version_of_the_task_is_set_apart(whole: EvalLog, tmp_path: Path) -> None:
    copy = whole.model_copy(deep=True)
    copy.eval.task_version, copy.eval.task_id = "9", "other"
    write_eval_log(copy, str(tmp_path / "new.eval"))
    report = report_of(whole, tmp_path / "new.eval")
    (apart,) = (group for group in report.groups if not group.main)
    (difference,) = apart.apart
    assert difference.what == "task_version"


def test_the_practice_exam_is_never_the_main_one_beside_a_real_one(
    whole: EvalLog, silent: EvalLog, tmp_path: Path
) -> None:
    practice = [
        changed(log, tmp_path, n, source="practice") for n, log in (("a", whole), ("b", silent))
    ]
    report = report_of(whole, *practice)
    assert [(group.main, group.practice) for group in report.groups] == [
        (True, False),
        (False, True),
    ]
    assert report.groups[1].apart[0].text == "the practice exam, not a real one"


def test_repeated_runs_are_numbered(folder: Path, whole: EvalLog) -> None:
    again = take(folder, baseline("key"))
    labels = [each.label for each in report_of(whole, again).examinees]
    assert labels == ["baseline/key", "baseline/key #2"]


def test_runs_of_other_years_are_the_same_examinee(tmp_path: Path) -> None:
    rows = [r | {"id": f"{r['id']}-{y}", "year": y} for y in (2023, 2024) for r in rows_at(PLACES)]
    logs = [take(tmp_path, baseline("key"), rows=rows, task={"years": y}) for y in (2023, 2024)]
    report = report_of(*logs)
    (row,) = report.matrices[0].rows
    assert [c.label for c in report.matrices[0].columns] == ["2023", "2024"]
    assert (len(report.examinees), row.total.sittings, None in row.cells) == (1, 2, False)


@pytest.mark.parametrize(
    ("task", "variant"),
    [
        ({"figures": "withheld"}, "figures withheld"),
        ({"shuffle_options": 7}, "options shuffled (seed 7)"),
        ({"unit": "scenario"}, "unit scenario"),
    ],
)
def test_variants_are_named_and_stay_in_the_group(
    task: dict[str, Any], variant: str, folder: Path, whole: EvalLog
) -> None:
    report = report_of(whole, take(folder, baseline("key"), task=task))
    assert examinee(report, f"baseline/key ({variant})").variant == (variant,)
    assert len(report.groups) == 1


def test_another_solver_is_named_with_its_arguments(folder: Path) -> None:
    report = report_of(take(folder, failing("none")))
    assert report.examinees[0].variant == ("solver failing (question=none)",)


def test_secrets_and_folders_of_somebodys_machine_are_not_shown() -> None:
    shown = without_secrets(
        {
            "api_key": "sk-1",
            "base_url": "https://user:pass@host",
            "max_tokens": 9,
            "nested": {"auth_token": "t"},
            "source": "/home/somebody/exams/2024/questions.jsonl",
        }
    )
    assert shown == {
        "api_key": "…",
        "base_url": "…",
        "max_tokens": 9,
        "nested": {"auth_token": "…"},
        "source": "2024/questions.jsonl",
    }
    assert "somebody" not in json.dumps(shown)


def test_the_record_of_a_log_says_where_it_comes_from(folder: Path, whole: EvalLog) -> None:
    (record,) = report_of(whole).logs
    metadata = whole.eval.metadata or {}
    assert record.sha256_questions == metadata["sha256"]
    assert record.prompt.startswith(metadata["prompt"]["version"])
    assert (record.task, record.source) == ("medicine", f"{folder.name}/questions.jsonl")
    assert record.protocols == ("official",)
    assert record.command.startswith(f"inspect score {Path(whole.location).name}")


def test_the_main_group_is_the_one_with_most_logs(
    whole: EvalLog, silent: EvalLog, tmp_path: Path
) -> None:
    lonely = changed(whole, tmp_path, "lonely", sha256="1" * 64)
    report = report_of(lonely, whole, silent)
    assert [len(group.logs) for group in report.groups] == [2, 1]


def test_each_group_has_its_own_items(whole: EvalLog, silent: EvalLog, tmp_path: Path) -> None:
    other = changed(whole, tmp_path, "prompted", prompt={"version": "x", "sha256": "1"})
    report = report_of(whole, silent, other)
    replies = {(item.group, len(item.replies)) for item in report.items}
    assert replies == {(report.groups[0].id, 2), (report.groups[1].id, 1)}


def test_who_was_never_marked_has_no_place(folder: Path, whole: EvalLog) -> None:
    nothing = take(folder, baseline("silent"), limit=1)
    copy = nothing.model_copy(deep=True)
    for sample in copy.samples or []:
        sample.scores = {}
    file = folder / "unmarked.eval"
    write_eval_log(copy, str(file))
    report = report_of(whole, file)
    assert [rank.examinee for rank in report.groups[0].ranks] == [
        examinee(report, "baseline/key").id
    ]
