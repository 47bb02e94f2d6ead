"""Fuzz targets: each module has `fuzz_one(data)`, which fails on what must not be, and `SEEDS`.

What must not be: any error but KokushiError, the same input read in two ways, a result that is not
well formed, and more than two seconds.
"""

NAMES = (
    "replies",
    "calculations",
    "tolerances",
    "question_files",
    "foreign_rows",
    "criteria",
    "stored_replies",
    "calculation_tables",
)
