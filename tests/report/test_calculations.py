"""Results of MedCalc-Bench logs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from calculations import DUE_DATE, calculation_row, write_calculations
from inspect_ai import eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.medcalc import medcalc
from kokushi_inspect.report.calculation_table import calculation_text
from kokushi_inspect.report.calculations import CalculationResults, read_medcalc_log, results_of

RISK = {
    "Calculator ID": "4",
    "Calculator Name": "CHA2DS2-VASc Score",
    "Category": "risk",
    "Output Type": "integer",
    "Ground Truth Answer": "3",
    "Lower Limit": "3",
    "Upper Limit": "3",
}
ROWS = (
    calculation_row(id=1),
    calculation_row(id=2, note="note-2"),
    calculation_row(RISK, id=3, note="note-3"),
    calculation_row(DUE_DATE, id=4, note="note-4"),
    calculation_row({"Ground Truth Answer": "N/A"}, id=5, note="note-5"),
)
REPLIES = {"1": '{"answer": 25}', "2": "It is 25 kg/m^2.", "3": '{"answer": 5}', "5": "25"}


@solver
def fixed_replies() -> Solver:
    """Answers by id; a row without a reply is an error."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content("m", REPLIES[str(state.sample_id)])
        return state

    return solve


def run(folder: Path, rows: Sequence[dict[str, str]], **more: Any) -> EvalLog:
    source = write_calculations(folder, *rows)
    (log,) = eval(
        medcalc(source=str(source)),
        model=None,
        solver=fixed_replies(),
        fail_on_error=False,
        log_dir=str(folder / "logs"),
        display="none",
        **more,
    )
    return log


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    return run(tmp_path_factory.mktemp("results"), ROWS)


@pytest.fixture(scope="module")
def results(log: EvalLog) -> CalculationResults:
    return results_of(read_medcalc_log(log.location))


def audited(log: EvalLog, *statuses: str) -> CalculationResults:
    """The results as if the audit had said something of the first rows."""
    copy = log.model_copy(deep=True)
    for sample, status in zip(copy.samples or [], statuses, strict=False):
        for score in (sample.scores or {}).values():
            assert score.metadata is not None
            score.metadata["audit"] = status
    return results_of(copy)


def test_samples_are_accounted_for(results: CalculationResults) -> None:
    assert (results.samples, results.overall.n) == (5, 3)
    assert (results.unscored, results.errors) == (1, 1)


def test_overall_figures_are_those_of_the_marks(results: CalculationResults) -> None:
    overall = results.overall
    assert (overall.accuracy, overall.official, overall.format_loss) == (
        *(pytest.approx(2 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3)),
    )
    assert results.macro_accuracy == 0.5


def test_there_is_a_line_for_each_category_and_calculator(results: CalculationResults) -> None:
    assert [(line.name, line.n, line.accuracy) for line in results.categories] == [
        ("physical", 2, 1.0),
        ("risk", 1, 0.0),
    ]
    assert {id: line.name for id, line in results.calculators.items()} == {
        4: "CHA2DS2-VASc Score",
        6: "Body Mass Index (BMI)",
    }


def test_rows_that_nobody_audited_have_no_such_figures(results: CalculationResults) -> None:
    assert (results.overall.undisputed, results.overall.undisputed_accuracy) == (0, None)
    assert "undisputed" not in calculation_text(results)


def test_audited_rows_have_their_own_accuracy(log: EvalLog) -> None:
    found = audited(log, "confirmed", "not_disputed", "disputed")
    assert (found.overall.undisputed, found.overall.undisputed_accuracy) == (2, 1.0)
    assert (found.overall.confirmed, found.disputed) == (1, ("3",))


def test_table_has_percentages_and_lists_disputed_rows(log: EvalLog) -> None:
    text = calculation_text(audited(log, "confirmed", "not_computable", "disputed"))
    (line,) = [line for line in text.splitlines() if "Body Mass" in line]
    assert line.split()[-6:] == ["2", "100.00", "50.00", "50.00", "100.00", "1"]
    assert "keys disputed by the audit (1 rows): 3" in text
    assert "not computable by the audit (1 rows): 2" in text


def test_table_opens_with_examinee_source_and_errors(results: CalculationResults) -> None:
    text = calculation_text(results)
    assert text.startswith("examinee m, MedCalc-Bench rows of no published version, source ")
    assert "5 samples, 3 marked, 1 unscored, 1 with an error; epochs 1; prompting cot" in text


def test_log_without_a_mark_has_no_results(tmp_path: Path) -> None:
    log = run(tmp_path, ROWS[3:4])
    with pytest.raises(KokushiError, match="no reply is marked"):
        results_of(log)


def test_log_of_another_task_is_refused(log: EvalLog, tmp_path: Path) -> None:
    other = log.model_copy(deep=True)
    other.eval.metadata = {"sittings": []}
    file = tmp_path / "other.json"
    file.write_text(other.model_dump_json(), "utf-8")
    with pytest.raises(KokushiError, match="this is no log of MedCalc-Bench"):
        read_medcalc_log(str(file))
