"""All hostile files, in one table.

    python tests/hostile/hostile_cases.py

prints how many there are of each kind.
"""

import figure_cases
import foreign_cases
import question_file_cases
import settings_cases
from hostile_case import Case, described

KINDS: dict[str, tuple[Case, ...]] = {
    "question files": question_file_cases.CASES,
    "figures": figure_cases.CASES,
    "copies of KokushiMD-10": foreign_cases.CASES,
    "criteria, prompts, maps of fields, replies, tables": settings_cases.CASES,
}

_READ_TWICE = tuple(
    case
    for cases in (question_file_cases.CASES, figure_cases.CASES, foreign_cases.CASES)
    for case in cases
    if not case.heavy
)

ALL: tuple[Case, ...] = (
    *(case for cases in KINDS.values() for case in cases),
    *map(described, _READ_TWICE),
)

if __name__ == "__main__":
    for kind, cases in KINDS.items():
        print(f"{len(cases):>5} {kind}")
    print(f"{len(_READ_TWICE):>5} of them read by `kokushi data` as well")
