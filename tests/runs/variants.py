"""The variants by the paths of their files, and the marks that their runs leave."""

from pathlib import Path
from typing import Any

from command_line import Run, by_path

PROFESSIONS = (
    "dentistry",
    "medicine",
    "midwifery",
    "nursing",
    "occupational_therapy",
    "optometry",
    "pharmacy",
    "physical_therapy",
    "public_health_nursing",
    "radiologic_technology",
)
VARIANTS = {
    "dialogue": ("-T", "unit=scenario"),
    "review": (),
    "reason": (),
    "panel": (),
    "chair": ("-S", "decide=chair"),
}
SMALL = ("-T", "source=.", "-T", "criteria=criteria.toml")
"""The words that choose the exam of the folder in which a command is typed."""


def by_file(variant: str, cwd: Path) -> tuple[str, ...]:
    """The words that choose a variant by the path of its file, typed in a folder."""
    file = "panel" if variant == "chair" else variant
    return ("--solver", by_path(f"solvers/{file}.py", cwd), *VARIANTS[variant])


def question_marks(run: Run) -> dict[str, dict[str, Any]]:
    """The mark of each question, also of those that share a sample."""
    records = [m for meta in run.marks().values() for m in meta.get("marks", [meta])]
    return {record["question"]: record for record in records}
