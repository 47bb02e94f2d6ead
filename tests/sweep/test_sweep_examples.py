"""What ships under examples/ runs, offline."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from inspect_ai.log import read_eval_log, write_eval_log

from kokushi_inspect.sweep.sweep import open_sweep, run_sweep
from kokushi_inspect.sweep.tables import result_record

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], list[str]]:
    """The practice sweep's spec in a folder of its own, its result, and what was said."""
    folder = tmp_path_factory.mktemp("practice")
    record = yaml.safe_load((EXAMPLES / "sweep_practice.yaml").read_text("utf-8"))
    spec = folder / "sweep_practice.yaml"
    spec.write_text(yaml.safe_dump(record | {"log_dir": "logs"}), encoding="utf-8")
    lines: list[str] = []
    found = result_record(run_sweep(open_sweep(spec), 1, lines.append, display="plain"))
    return spec, found, lines


def test_the_practice_sweep_runs_and_ends_complete(
    swept: tuple[Path, dict[str, Any], list[str]],
) -> None:
    _, found, lines = swept
    assert found["complete"], lines
    verdicts = {each["id"]: each["verdict"] for each in found["entries"]}
    assert verdicts == {
        "midwifery/practice/ja/plain/key": "pass",
        "midwifery/practice/ja/plain/chance": "fail",
        "midwifery/practice/ja/plain/people": "pass",
        "nursing/practice/ja/plain/key": "pass",
        "nursing/practice/ja/plain/chance": "fail",
        "nursing/practice/ja/plain/people": "pass",
        "medcalc/rows/en/plain/key": None,
    }
    ended = [line for line in lines if line.startswith("ended")]
    assert len(ended) == len(verdicts)


def test_an_empty_log_that_a_kill_left_of_a_complete_entry_is_removed(
    swept: tuple[Path, dict[str, Any], list[str]],
) -> None:
    spec, _, _ = swept
    logs = sorted((spec.parent / "logs").glob("*.eval"))
    cut_off = read_eval_log(str(logs[0]), header_only=True)
    cut_off.status, cut_off.samples, cut_off.results = "started", [], None
    left = logs[0].with_name(logs[0].name.replace("2", "1", 1))
    write_eval_log(cut_off, str(left))
    run_sweep(open_sweep(spec), 1, lambda line: None, display="plain")
    assert sorted(left.parent.glob("*.eval")) == logs


def test_the_flow_spec_asks_every_sitting_of_every_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("inspect_flow", reason="inspect-flow is not installed")
    from inspect_flow.api import load_spec

    monkeypatch.setenv("HOME", str(tmp_path))
    spec = load_spec(str(EXAMPLES / "flow_kokushi.py"), args={"models": "openai/a,other/b"})
    asked = [(task.name, (task.args or {}).get("years"), task.model.name) for task in spec.tasks]
    assert len(asked) == len(set(asked)) == (10 * 5 + 1) * 2
    assert ("kokushi_inspect/medicine", 2024, "other/b") in asked


def test_flow_finds_every_task_of_the_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("inspect_flow", reason="inspect-flow is not installed")
    from inspect_flow.api import check, load_spec

    monkeypatch.setenv("HOME", str(tmp_path))
    args = {"source": "practice", "models": "none/none", "log_dir": str(tmp_path / "logs")}
    found = check(load_spec(str(EXAMPLES / "flow_kokushi.py"), args=args), str(tmp_path))
    samples = {task.name: task.total_samples for task in found.tasks}
    assert len(samples) == 11
    assert (samples["kokushi_inspect/medicine"], samples["kokushi_inspect/medcalc"]) == (48, 60)
