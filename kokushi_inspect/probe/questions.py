"""The probe questions: from the data files, with what is drawn at random."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from random import Random
from string import Template
from typing import Any, Literal

from kokushi_inspect.exam import Boxes, Key, Kind, Question
from kokushi_inspect.probe.figures import draw_number, random_number
from solvers.prompt import Language

PROFESSION = "medicine"
"""The profession whose name and exam the system message tells: the largest exam."""

QuestionName = Literal["single", "multiple", "numeric", "think", "figure", "two_figures"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is asked in one probe.

    Attributes:
        questions: The questions by name.
        multiply: The request to multiply two numbers with the calculator.
        product: What the calculator answers.
    """

    questions: Mapping[str, Question]
    multiply: str
    product: int


def make_sheet(language: Language, seed: int, folder: Path) -> Sheet:
    """The questions of one probe.

    Args:
        language: Language of the questions: `ja` or `en`.
        seed: Decides what the figures show and what is to be multiplied.
        folder: Where the figures are written.
    """
    file = files("kokushi_inspect.probe") / f"questions_{language}.toml"
    table: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    random = Random(seed)
    tool = table.pop("tool")
    questions = {name: _question(name, row) for name, row in table.items()}

    one, two = random_number(random), random_number(random)
    drawn = {"figure": (one,), "two_figures": (two[:2], two[2:])}
    for name, numbers in drawn.items():
        shown = tuple(
            draw_number(number, folder / f"{name}_{place}.png")
            for place, number in enumerate(numbers, start=1)
        )
        key = Key(accepted=(("".join(numbers),),))
        questions[name] = replace(questions[name], key=key, figures=shown, needs_figure=True)

    first, second = random.randrange(10_007, 99_990), random.randrange(1_009, 9_990)
    multiply = Template(tool["text"]).substitute(first=first, second=second)
    return Sheet(questions, multiply, first * second)


def _question(name: str, row: Mapping[str, Any]) -> Question:
    answer = tuple(row.get("answer", ()))
    kind: Kind = "numeric" if "digits" in row else "single" if len(answer) == 1 else "multiple"
    return Question(
        id=f"probe-{name}",
        profession=PROFESSION,
        year=None,
        section="",
        index="",
        text=row["text"].strip(),
        kind=kind,
        options=tuple(row.get("options", {}).items()),
        key=Key(accepted=(answer,)),
        select=len(answer) if kind != "numeric" else 1,
        boxes=Boxes(row["digits"], row.get("decimals", 0)) if kind == "numeric" else None,
    )
