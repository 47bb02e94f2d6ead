"""Metrics of MedCalc-Bench, over marks and over a run with epochs."""

from collections.abc import Mapping
from math import isnan
from typing import Any

import pytest
from calculations import calculation_row, write_calculations
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Metric, SampleScore, Score
from inspect_ai.solver import Generate, Solver, TaskState, solver

from kokushi_inspect.medcalc import medcalc
from scorers.medcalc import score_calculation
from scorers.medcalc_mark import CalculationMark
from scorers.medcalc_metrics import (
    calculation_accuracy,
    calculation_audit,
    calculation_breakdown,
    calculation_errors,
    calculation_protocols,
    calculation_statuses,
)

WRITTEN: dict[str, Any] = {
    "row": "1",
    "status": "answered",
    "read": ("25",),
    "correct": True,
    "official_correct": True,
    "error": None,
    "computable": True,
    "calculator": 6,
    "calculator_name": "BMI",
    "category": "physical",
    "group": "equation",
    "note": "note-1",
    "note_type": "Extracted",
    "audit": None,
}


def computed(metric: Metric, *marks: Mapping[str, Any]) -> dict[str, Any]:
    scores = []
    for number, changes in enumerate(marks):
        given = CalculationMark(**WRITTEN | {"note": f"note-{number}"} | changes)
        scores.append(SampleScore(score=Score(value={}, metadata=given.to_record())))
    values = metric(scores)  # type: ignore[arg-type]
    assert isinstance(values, dict)
    return values


RIGHT: dict[str, Any] = {}
WRONG: dict[str, Any] = {"correct": False, "official_correct": False, "error": "other"}


def test_macro_accuracy_weighs_calculators_equally() -> None:
    values = computed(calculation_accuracy(), RIGHT, RIGHT, RIGHT, WRONG | {"calculator": 2})
    assert (values["accuracy"], values["macro accuracy"]) == (0.75, 0.5)


def test_standard_error_is_that_of_a_mean_when_notes_are_independent() -> None:
    values = computed(calculation_accuracy(), RIGHT, RIGHT, WRONG, WRONG)
    assert values["stderr"] == pytest.approx((0.25 / 3) ** 0.5)


def test_rows_of_one_note_count_as_one_for_the_standard_error() -> None:
    pair = [RIGHT | {"note": "x"}] * 2 + [WRONG | {"note": "y"}] * 2
    assert computed(calculation_accuracy(), *pair)["stderr"] == pytest.approx(0.5)


def test_single_note_has_no_standard_error() -> None:
    values = computed(calculation_accuracy(), RIGHT | {"note": "x"}, WRONG | {"note": "x"})
    assert "stderr" not in values


def test_format_loss_is_what_the_reference_program_misses() -> None:
    lost = {"official_correct": False}
    values = computed(calculation_protocols(), RIGHT, lost, lost, WRONG)
    assert values == {"official-compatible accuracy": 0.25, "format loss": 0.5}


def test_rows_without_a_key_are_outside_the_comparison() -> None:
    abstained = {"computable": False, "official_correct": False}
    assert computed(calculation_protocols(), RIGHT, abstained)["format loss"] == 0


def test_audit_gives_accuracies_beside_the_counts() -> None:
    values = computed(
        calculation_audit(),
        *(RIGHT | {"audit": "confirmed"}, WRONG | {"audit": "not_disputed"}),
        *(WRONG | {"audit": "disputed"}, WRONG | {"audit": "not_computable"}),
    )
    assert values == {
        "accuracy, keys undisputed": 0.5,
        "keys undisputed": 2,
        "accuracy, keys confirmed": 1,
        "keys confirmed": 1,
        "keys disputed": 1,
        "keys not computable": 1,
    }


def test_rows_that_nobody_audited_have_no_such_figures() -> None:
    assert computed(calculation_audit(), RIGHT, WRONG) == {}


def test_breakdown_goes_by_category_group_note_type_and_calculator() -> None:
    score_row = {"calculator": 4, "calculator_name": "CHA2DS2-VASc", "category": "risk"}
    values = computed(
        calculation_breakdown(),
        RIGHT,
        WRONG | score_row | {"group": "rule", "note_type": "Template"},
    )
    assert values == {
        "category physical": 1,
        "category risk": 0,
        "equation": 1,
        "rule": 0,
        "note type Extracted": 1,
        "note type Template": 0,
        "calculator 6 BMI": 1,
        "calculator 4 CHA2DS2-VASc": 0,
    }


@pytest.mark.parametrize(("number", "shown"), [(1, 0), (12, 12), (13, 0)])
def test_calculators_have_metrics_when_they_are_few(number: int, shown: int) -> None:
    marks = [{"calculator": n, "calculator_name": f"c{n}"} for n in range(number)]
    values = computed(calculation_breakdown(), *marks)
    assert len([name for name in values if name.startswith("calculator ")]) == shown


def test_statuses_are_shares_of_all_replies() -> None:
    unread = {"correct": False, "status": "unreadable", "read": ()}
    values = computed(calculation_statuses(), RIGHT, WRONG, unread, unread)
    assert values == {
        **{"answered": 0.5, "refused": 0, "truncated": 0, "empty": 0, "unreadable": 0.5}
    }


def test_errors_are_shares_of_all_replies() -> None:
    values = computed(calculation_errors(), RIGHT, WRONG, WRONG | {"error": "off_by_one"}, RIGHT)
    assert {name: value for name, value in values.items() if value} == {
        "error off by one": 0.25,
        "error other": 0.25,
    }


@pytest.mark.parametrize(
    "metric",
    [
        *(calculation_protocols(), calculation_audit(), calculation_breakdown()),
        *(calculation_statuses(), calculation_errors()),
    ],
)
def test_metrics_of_nothing_are_nothing(metric: Metric) -> None:
    assert computed(metric) == {}


def test_headline_of_nothing_is_there_and_no_number() -> None:
    values = computed(calculation_accuracy())
    assert list(values) == ["accuracy"]
    assert isnan(values["accuracy"])


# metrics of a run with epochs

REPLIES = {
    ("1", 1): "25",
    ("1", 2): "25",
    ("1", 3): "3",
    ("2", 1): "N/A",
    ("2", 2): "",
    ("2", 3): "",
}


@solver
def epoch_replies() -> Solver:
    """Answers by id and epoch, without a model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = REPLIES[str(state.sample_id), state.epoch]
        state.output = ModelOutput.from_content("m", text)
        return state

    return solve


@pytest.fixture(scope="module")
def epochs(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    folder = tmp_path_factory.mktemp("epochs")
    file = write_calculations(folder, calculation_row(id=1), calculation_row(id=2, note="note-2"))
    task: Task = medcalc(source=str(file))
    (log,) = eval(
        task,
        model=None,
        solver=epoch_replies(),
        epochs=3,
        log_dir=str(folder / "logs"),
        display="none",
    )
    return log


def test_metrics_see_every_epoch(epochs: EvalLog) -> None:
    assert epochs.results is not None
    values = {name: m.value for name, m in epochs.results.scores[0].metrics.items()}
    assert (values["accuracy"], values["answered"], values["refused"], values["empty"]) == (
        *(pytest.approx(2 / 6), pytest.approx(3 / 6)),
        *(pytest.approx(1 / 6), pytest.approx(2 / 6)),
    )


def test_headline_of_the_log_is_the_accuracy(epochs: EvalLog) -> None:
    assert epochs.eval.headline_metric is not None
    assert (epochs.eval.headline_metric.scorer, epochs.eval.headline_metric.metric) == (
        *("medcalc", "accuracy"),
    )


def test_log_can_be_marked_again_from_its_samples_alone(epochs: EvalLog) -> None:
    for sample in epochs.samples or []:
        text = sample.output.completion
        again = score_calculation(str(sample.id), sample.metadata, text, "stop")
        assert (sample.scores or {})["medcalc"].metadata == again.metadata
