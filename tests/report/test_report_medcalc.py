"""MedCalc-Bench in a report and in `kokushi compare`."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from calculations import calculation_row, write_calculations
from click.testing import CliRunner
from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver
from reporting import report_of
from scipy.stats import ttest_1samp

from kokushi_inspect.command import main
from kokushi_inspect.medcalc import medcalc
from kokushi_inspect.report.calculations import results_of
from kokushi_inspect.report.markdown_table import markdown_of

ROWS = [calculation_row(id=n, note=f"note-{n}") for n in range(1, 5)]
GOOD = {"1": '{"answer": 25}', "2": "It is 25 kg/m^2.", "3": '{"answer": 25}', "4": "99"}
BAD = dict.fromkeys("1234", '{"answer": 1}')


@solver
def noting(name: str, replies: Mapping[str, str]) -> Solver:
    """Hands in replies by row under a name."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content(name, replies[str(state.sample_id)])
        return state

    return solve


def run(folder: Path, name: str, replies: Mapping[str, str]) -> EvalLog:
    (log,) = run_eval(
        medcalc(source=str(write_calculations(folder, *ROWS))),
        model=None,
        solver=noting(name, dict(replies)),
        log_dir=str(folder / "logs"),
        display="none",
        log_realtime=False,
    )
    return log


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[EvalLog, EvalLog]:
    folder = tmp_path_factory.mktemp("calculations")
    return run(folder, "good", GOOD), run(folder, "bad", BAD)


def test_results_are_those_of_kokushi_medcalc(logs: tuple[EvalLog, EvalLog]) -> None:
    found = max(report_of(*logs).calculations, key=lambda result: result.overall.accuracy)
    expected = results_of(logs[0])
    overall = expected.overall
    assert (found.overall.accuracy, found.overall.official, found.overall.format_loss) == (
        overall.accuracy,
        overall.official,
        overall.format_loss,
    )
    assert found.macro_accuracy == expected.macro_accuracy
    assert [line.calculator for line in found.calculators] == list(expected.calculators)


def test_the_interval_is_clustered_by_note(logs: tuple[EvalLog, EvalLog]) -> None:
    found = report_of(logs[0]).calculations[0]
    low, _ = ttest_1samp([1, 1, 1, 0], 0).confidence_interval(0.95)
    assert found.interval is not None
    assert found.interval.low == pytest.approx(max(0, low))


def test_examinees_are_paired_by_row(logs: tuple[EvalLog, EvalLog]) -> None:
    (group,) = report_of(*logs).groups
    (pair,) = group.pairs
    assert (group.profession, pair.n, pair.only_first, pair.neither) == ("medcalc", 4, 3, 1)


def test_markdown_has_its_table(logs: tuple[EvalLog, EvalLog]) -> None:
    text = markdown_of(report_of(*logs))
    assert "**MedCalc-Bench** (%)" in text
    assert "| 75.0 |" in text


def test_an_exam_and_calculations_fit_in_one_report(
    logs: tuple[EvalLog, EvalLog], whole: EvalLog
) -> None:
    report = report_of(*logs, whole)
    assert {group.profession for group in report.groups} == {"medicine", "medcalc"}
    assert (len(report.matrices), len(report.costs)) == (1, 3)


def test_compare_lists_the_rows_that_differ(logs: tuple[EvalLog, EvalLog]) -> None:
    words = ["compare", logs[0].location, logs[1].location, "--json"]
    found = json.loads(CliRunner().invoke(main, words).output)
    assert [each["question"] for each in found["differing"]] == ["1", "2", "3"]
    assert found["differing"][0]["second"] == "1"


def test_an_exam_is_not_compared_with_calculations(
    logs: tuple[EvalLog, EvalLog], whole: EvalLog
) -> None:
    result = CliRunner().invoke(main, ["compare", logs[0].location, whole.location])
    assert (result.exit_code, "medicine instead of medcalc" in result.output) == (1, True)


def test_a_run_in_which_nothing_is_marked_is_named(tmp_path: Path) -> None:
    report = report_of(run(tmp_path, "none", {}))
    assert [(trouble.kind, report.calculations) for trouble in report.troubles] == [("empty", ())]
    assert report.troubles[0].reason == (
        "no reply is marked (the run ended with an error: inspect eval-retry LOG completes it)"
    )
