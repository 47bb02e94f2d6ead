"""Small tables of MedCalc-Bench for tests, in the published form."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kokushi_inspect.sources.medcalc.row import COLUMNS

SHARED = Path(__file__).resolve().parents[2] / "shared"
REAL_ROWS = SHARED / "data" / "medcalc_v1.0_test.csv"

PLAIN = {
    "Row Number": "1",
    "Calculator ID": "6",
    "Calculator Name": "Body Mass Index (BMI)",
    "Category": "physical",
    "Output Type": "decimal",
    "Note ID": "note-1",
    "Note Type": "Extracted",
    "Patient Note": "A woman of 160 cm weighs 64 kg.",
    "Question": "What is her body mass index in kg/m²?",
    "Relevant Entities": "{'weight': [64.0, 'kg'], 'height': [160.0, 'cm']}",
    "Ground Truth Answer": "25",
    "Lower Limit": "23.75",
    "Upper Limit": "26.25",
    "Ground Truth Explanation": "64 / 1.6^2 = 25",
}
"""A valid row; a test changes what it is about."""

DUE_DATE = {
    "Calculator ID": "13",
    "Calculator Name": "Estimated Due Date",
    "Category": "date",
    "Output Type": "date",
    "Ground Truth Answer": "08/27/2024",
    "Lower Limit": "08/27/2024",
    "Upper Limit": "08/27/2024",
}
"""What is different in a row that asks for a date."""


def calculation_row(changes: Mapping[str, str] | None = None, **numbers: Any) -> dict[str, str]:
    """A row; `id`, `note`, `calculator` and `type` are short for the columns' names."""
    columns = {
        "id": "Row Number",
        "note": "Note ID",
        "calculator": "Calculator ID",
        "type": "Note Type",
    }
    return PLAIN | dict(changes or {}) | {columns[key]: str(v) for key, v in numbers.items()}


def write_calculations(folder: Path, *rows: Mapping[str, str], name: str = "rows.csv") -> Path:
    """Write a CSV file with the rows; the columns are those of the first."""
    file = folder / name
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, fieldnames=list(rows[0]) if rows else list(COLUMNS))
        writer.writeheader()
        writer.writerows(rows)
    return file


def read_table(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file as texts."""
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
