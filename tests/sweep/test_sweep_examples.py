"""What ships under examples/ runs, offline."""

from pathlib import Path

import pytest
import yaml

from kokushi_inspect.sweep.sweep import open_sweep, run_sweep
from kokushi_inspect.sweep.tables import result_record

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_practice_sweep_runs_and_ends_complete(tmp_path: Path) -> None:
    record = yaml.safe_load((EXAMPLES / "sweep_practice.yaml").read_text("utf-8"))
    spec = tmp_path / "sweep_practice.yaml"
    spec.write_text(yaml.safe_dump(record | {"log_dir": "logs"}), encoding="utf-8")
    lines: list[str] = []
    found = result_record(run_sweep(open_sweep(spec), 1, lines.append, display="plain"))
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
