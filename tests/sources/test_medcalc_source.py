"""MedCalc-Bench: rows, versions, selection, samples."""

import json
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from calculations import (
    PLAIN,
    REAL_ROWS,
    calculation_row,
    write_calculations,
)
from inspect_ai.dataset import Sample

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.medcalc.load import Calculations, Request, load_medcalc
from kokushi_inspect.sources.medcalc.row import read_row
from kokushi_inspect.sources.medcalc.samples import record_to_sample
from kokushi_inspect.sources.medcalc.selection import Selection
from kokushi_inspect.sources.medcalc.table import read_csv

Row = dict[str, str]


@pytest.fixture(scope="module")
def real() -> Calculations:
    """The real test set of v1.0, with the seconds that loading took in its metadata."""
    if not REAL_ROWS.is_file():
        pytest.skip("the file ../shared/data/medcalc_v1.0_test.csv is not beside this checkout")
    start = perf_counter()
    found = load_medcalc(Request(source=str(REAL_ROWS)))
    found.metadata["seconds"] = perf_counter() - start
    return found


def load(folder: Path, *rows: Row, **selection: Any) -> Calculations:
    file = write_calculations(folder, *rows)
    return load_medcalc(Request(source=str(file), selection=Selection(**selection)))


def ids(calculations: Calculations) -> list[str]:
    return [str(sample.id) for sample in calculations.dataset]


def text_of(sample: Sample) -> str:
    assert not isinstance(sample.input, str)
    return sample.input[0].text


# the real rows


def test_real_rows_have_the_published_counts(real: Calculations) -> None:
    assert Counter(row.category for row in real.rows) == {
        **{"lab": 327, "physical": 240, "risk": 240, "severity": 80, "diagnosis": 60},
        **{"date": 60, "dosage": 40},
    }
    assert Counter(row.output_type for row in real.rows) == {
        "decimal": 627,
        "integer": 380,
        "date": 40,
    }
    assert Counter(row.note_type for row in real.rows) == {"Extracted": 827, "Template": 220}
    assert len({row.calculator for row in real.rows}) == 55


def test_real_rows_are_recognised_by_their_keys(real: Calculations) -> None:
    assert real.metadata["version"] == "v1.0"


def test_real_rows_become_samples_in_two_seconds(real: Calculations) -> None:
    assert len(real.dataset) == 1047
    assert real.metadata["seconds"] < 2


def test_audit_says_something_of_every_real_row(real: Calculations) -> None:
    found = Counter(sample.metadata["audit"] for sample in real.dataset if sample.metadata)
    assert found == {
        **{"confirmed": 254, "not_disputed": 514, "disputed": 210, "not_computable": 69}
    }


def test_audit_agrees_with_the_researched_facts(real: Calculations, shared_facts: Path) -> None:
    facts = json.loads((shared_facts / "medcalc_label_audit.json").read_text("utf-8"))
    kinds = {"changed": "disputed", "abstain": "not_computable"}
    expected = {str(row["row_number"]): kinds[row["kind"]] for row in facts["rows"]}
    found = {s.id: s.metadata["audit"] for s in real.dataset if s.metadata}
    assert {id: status for id, status in found.items() if status in kinds.values()} == expected


def test_rows_of_other_keys_are_not_audited(tmp_path: Path) -> None:
    found = load(tmp_path, calculation_row(id=3))
    assert found.metadata["version"] is None
    assert "audit" not in (found.dataset[0].metadata or {})


def test_real_metadata_stays_small_enough_for_summaries(real: Calculations) -> None:
    assert max(len(json.dumps(sample.metadata)) for sample in real.dataset) < 1000


# the practice rows


def test_practice_rows_are_named_as_such() -> None:
    found = load_medcalc(Request(source="practice"))
    assert found.metadata["source"] == "practice"
    assert found.dataset.name == "MedCalc-Bench practice"


def test_practice_rows_cover_every_calculator() -> None:
    found = load_medcalc(Request(source="practice"))
    assert len(found.rows) >= 24
    assert len({row.calculator for row in found.rows}) == 55


# one row


def test_record_to_sample_shows_note_and_question() -> None:
    sample = record_to_sample(read_row(PLAIN, Place("rows.csv", 1)))
    assert sample.id == "1"
    assert sample.target == "25"
    assert text_of(sample) == (
        "Note:\nA woman of 160 cm weighs 64 kg.\n\nQuestion:\nWhat is her body mass index in kg/m²?"
    )


def test_record_to_sample_keeps_what_marking_needs() -> None:
    metadata = record_to_sample(read_row(PLAIN, Place("rows.csv", 1))).metadata
    assert metadata == {
        "calculator": 6,
        "calculator_name": "Body Mass Index (BMI)",
        "category": "physical",
        "group": "equation",
        "output_type": "decimal",
        "note_id": "note-1",
        "note_type": "Extracted",
        "key": "25",
        "lower": "23.75",
        "upper": "26.25",
    }


def test_record_to_sample_never_shows_the_key() -> None:
    row = calculation_row({"Ground Truth Answer": "24.7183", "Ground Truth Explanation": "24.7183"})
    assert "24.7183" not in text_of(record_to_sample(read_row(row, Place("rows.csv", 1))))


def test_japanese_headings_leave_the_note_in_english() -> None:
    text = text_of(record_to_sample(read_row(PLAIN, Place("rows.csv", 1)), language="ja"))
    assert "カルテ" in text
    assert PLAIN["Patient Note"] in text


def test_gestational_age_is_shown_without_quotes() -> None:
    row = calculation_row({"Ground Truth Answer": "('14 weeks', '2 days')"}, calculator=69)
    assert record_to_sample(read_row(row, Place("rows.csv", 1))).target == "(14 weeks, 2 days)"


def test_row_without_a_key_is_a_valid_row() -> None:
    row = calculation_row({"Ground Truth Answer": "N/A"})
    assert record_to_sample(read_row(row, Place("rows.csv", 1))).target == "N/A"


@pytest.mark.parametrize(
    ("category", "group"), [("lab test", "equation"), ("Lab", "equation"), ("risk", "rule")]
)
def test_category_tells_equations_from_rules(category: str, group: str) -> None:
    assert read_row(PLAIN | {"Category": category}, Place("rows.csv", 1)).group == group


def test_other_name_of_a_category_is_joined(tmp_path: Path) -> None:
    found = load(tmp_path, calculation_row({"Category": "lab test"}))
    assert found.rows[0].category == "lab"


# what stops a run


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("Calculator ID", "1", "'1' is no calculator"),
        ("Calculator ID", "six", "'six' is no calculator"),
        ("Ground Truth Answer", "25 kg", "'25 kg' does not parse"),
        ("Lower Limit", "", "'' does not parse"),
        ("Upper Limit", "inf", "'inf' does not parse"),
        ("Category", "surgery", "'surgery' is no category"),
        ("Patient Note", "  ", "nothing there"),
        ("Question", "", "nothing there"),
    ],
)
def test_bad_value_names_file_row_and_field(
    tmp_path: Path, field: str, value: str, said: str
) -> None:
    with pytest.raises(KokushiError) as caught:
        load(tmp_path, calculation_row(id=1), calculation_row({field: value}, id=2))
    assert str(caught.value).startswith(f"{tmp_path / 'rows.csv'}, row 2, field '{field}': {said}")


def test_number_that_two_rows_have_names_both(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match=r"row 3, field 'Row Number': '7' is already row 1"):
        load(tmp_path, *(calculation_row(id=id) for id in (7, 8, 7)))


def test_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="no column 'Upper Limit'"):
        load(tmp_path, {name: text for name, text in PLAIN.items() if name != "Upper Limit"})


def test_column_that_nothing_needs_may_be_missing(tmp_path: Path) -> None:
    row = {name: text for name, text in PLAIN.items() if name != "Relevant Entities"}
    assert ids(load(tmp_path, row)) == ["1"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no rows"),
        (",".join(PLAIN).encode(), "no rows"),
        (b"\xff\xfe\x00", "cannot be read"),
        (",".join(PLAIN).encode() + b"\n1,2,3\n", "row 1: not as many fields as the 14 columns"),
        (b"a,b\n1,2\n", "no column 'Row Number', 'Calculator ID'"),
    ],
    ids=["empty", "header only", "no UTF-8", "short row", "another table"],
)
def test_file_that_is_no_table_says_so(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(content)
    with pytest.raises(KokushiError, match=said):
        read_csv(file)


def test_missing_file_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match=r"there is no such file.*source=practice"):
        load_medcalc(Request(source=str(tmp_path / "nothing.csv")))


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (Request(version="v3"), "version='v3'; expected 'v1.0' or"),
        (Request(source="practice", revision="abc"), "belongs to the hub"),
        (Request(source="practice", language="de"), "language='de'"),  # type: ignore[arg-type]
    ],
)
def test_bad_parameter_says_what_is_allowed(request_: Request, said: str) -> None:
    with pytest.raises(KokushiError, match=said.replace("'", ".")):
        load_medcalc(request_)
