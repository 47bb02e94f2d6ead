"""Marks and metrics of MedCalc-Bench."""

import asyncio
import json
from collections.abc import Mapping
from math import isnan
from typing import Any

import pytest
from calculations import DUE_DATE, SHARED, calculation_row
from inspect_ai.model import ModelName, ModelOutput
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target
from inspect_ai.solver import TaskState

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.medcalc.row import read_row
from kokushi_inspect.sources.medcalc.samples import record_to_sample
from scorers.marked import NO_REPLY
from scorers.medcalc import medcalc as medcalc_scorer
from scorers.medcalc import score_calculation
from scorers.medcalc_mark import mark_of
from scorers.official_compatible import official_correct

NOT_COMPUTABLE = {"Ground Truth Answer": "N/A", "Lower Limit": "N/A", "Upper Limit": "N/A"}


def asked(changes: Mapping[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """Metadata of the sample of a row."""
    row = read_row(calculation_row(changes), Place("rows.csv", 1))
    return (record_to_sample(row).metadata or {}) | more


def score(text: str | None, changes: Mapping[str, str] | None = None, **more: Any) -> Score:
    return score_calculation("1", asked(changes, **more), text, "stop")


def parts(given: Score) -> tuple[str, str]:
    assert isinstance(given.value, Mapping)
    return str(given.value["correct"]), str(given.value["official"])


def is_unscored(given: Score) -> bool:
    """Inspect's unscored scores have no number for a value."""
    return isinstance(given.value, float) and isnan(given.value)


# one score


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"answer": "25.1"}', (CORRECT, CORRECT)),
        ("The BMI is 25.1 kg/m^2.", (CORRECT, INCORRECT)),
        ('{"answer": "25.1 kg/m^2"}', (CORRECT, INCORRECT)),
        ('{"answer": "27"}', (INCORRECT, INCORRECT)),
        ('{"answer": "between 20 and 25"}', (INCORRECT, CORRECT)),
        ("", (INCORRECT, INCORRECT)),
    ],
)
def test_each_protocol_has_its_own_mark(text: str, expected: tuple[str, str]) -> None:
    assert parts(score(text)) == expected


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ('{"answer": 25}', "answered", None),
        ("It cannot be determined from the note.", "refused", "refusal"),
        ("", "empty", "no_response"),
        ('{"answer": "20 to 25"}', "unreadable", "invalid_response_format"),
    ],
)
def test_status_and_reason_say_how_a_reply_was_read(
    text: str, status: str, reason: str | None
) -> None:
    given = score(text)
    assert ((given.metadata or {})["status"], given.reason) == (status, reason)


def test_cut_reply_is_truncated() -> None:
    given = score_calculation("1", asked(), "First, the height is 1.6 m and", "max_tokens")
    assert (given.metadata or {})["status"] == "truncated"


def test_metadata_is_the_mark() -> None:
    assert score('{"answer": "-25"}').metadata == {
        "row": "1",
        "status": "answered",
        "read": ["-25"],
        "correct": False,
        "official_correct": False,
        "error": "sign",
        "computable": True,
        "calculator": 6,
        "calculator_name": "Body Mass Index (BMI)",
        "category": "physical",
        "group": "equation",
        "note": "note-1",
        "note_type": "Extracted",
        "audit": None,
    }


def test_mark_survives_the_log() -> None:
    given = score('{"answer": "25"}', audit="disputed")
    assert mark_of(Score.model_validate_json(given.model_dump_json())) == mark_of(given)


@pytest.mark.parametrize("text", ['{"answer": "25"}', "no idea", ""])
def test_right_and_unread_replies_have_no_kind_of_error(text: str) -> None:
    assert (score(text).metadata or {})["error"] is None


def test_explanation_shows_what_was_read_and_what_is_accepted() -> None:
    assert score("The BMI is 25.1 kg/m^2.").explanation == (
        "read `25.1` from `The BMI is 25.1 kg/m^2.`; key `25`, accepted `23.75` to `26.25`; right;"
        " the reference program says wrong"
    )


def test_explanation_names_the_kind_of_error_and_a_disputed_key() -> None:
    explanation = score('{"answer": 2500}', audit="disputed").explanation or ""
    assert "kind of error: percent" in explanation
    assert explanation.endswith("key disputed by the audit")


def test_date_is_shown_as_the_key_is_written() -> None:
    given = score("The due date is August 27, 2024.", DUE_DATE)
    assert (given.answer, parts(given)) == ("08/27/2024", (CORRECT, INCORRECT))


def test_abstention_is_right_where_there_is_no_key() -> None:
    given = score("This cannot be determined from the note.", NOT_COMPUTABLE)
    assert (given.metadata or {})["correct"] is True
    assert parts(given)[0] == CORRECT


@pytest.mark.parametrize("text", ['{"answer": 25}', ""])
def test_row_without_a_key_is_unscored_otherwise(text: str) -> None:
    given = score(text, NOT_COMPUTABLE)
    assert (is_unscored(given), given.reason) == (True, "key_na")
    assert mark_of(given) is None


def test_abstention_is_wrong_where_there_is_a_key() -> None:
    assert parts(score("This cannot be determined from the note."))[0] == INCORRECT


def test_row_without_a_reply_is_unscored() -> None:
    given = score(None)
    assert (is_unscored(given), given.reason) == (True, "no_reply")
    assert (given.metadata or {})["correct"] is False


def test_sample_of_another_task_is_refused() -> None:
    with pytest.raises(KokushiError, match="asks for no calculation"):
        score_calculation("118A1", {"profession": "medicine"}, "a", "stop")


def test_medcalc_scorer_reads_the_final_output() -> None:
    output = ModelOutput.from_content("m", '{"answer": 25}')
    assert parts(_score_state(output)) == (CORRECT, CORRECT)


def test_medcalc_scorer_knows_a_missing_reply() -> None:
    output = ModelOutput.from_content("m", "")
    output.metadata = {NO_REPLY: True}
    assert is_unscored(_score_state(output))


def _score_state(output: ModelOutput) -> Score:
    state = TaskState(
        model=ModelName("m/m"), sample_id="1", epoch=1, input="", messages=[], metadata=asked()
    )
    state.output = output
    found = asyncio.run(medcalc_scorer()(state, Target("25")))
    assert found is not None
    return found


# the real cases


def real_cases() -> list[dict[str, Any]]:
    file = SHARED / "cases" / "medcalc_answers.jsonl"
    if not file.is_file():
        return []
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    found = real_cases()
    if not found:
        pytest.skip("the file ../shared/cases/medcalc_answers.jsonl is not beside this checkout")
    return found


def test_replies_of_the_cases_are_marked_as_expected(cases: list[dict[str, Any]]) -> None:
    def mark(case: dict[str, Any]) -> bool:
        changes = {
            "Calculator ID": str(case["calculator_id"]),
            "Ground Truth Answer": case["ground_truth"],
            "Lower Limit": case["lower"],
            "Upper Limit": case["upper"],
        }
        return bool((score(case["model_output"], changes).metadata or {})["correct"])

    wrong = [c["id"] for c in cases if not c["debatable"] and mark(c) != c["expected_correct"]]
    assert wrong == []


def test_official_marks_of_the_cases_are_the_reference_programs(
    cases: list[dict[str, Any]],
) -> None:
    compared = [c for c in cases if c["official_code_verdict"] is not None]
    wrong = [
        c["id"]
        for c in compared
        if official_correct(
            c["model_output"], c["calculator_id"], c["ground_truth"], c["lower"], c["upper"]
        )
        != c["official_code_verdict"]
    ]
    assert (len(compared) > 90, wrong) == (True, [])
