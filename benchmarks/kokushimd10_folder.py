"""Makes a KokushiMD-10 of full size: published counts, sections, points; nothing in it is real.

Ten professions × five years, 11,588 rows, 2,283 with a figure of their own.
"""

import json
import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from question_folder import noise_png

from kokushi_inspect.sources.criteria_file import Rules, load_rules
from kokushi_inspect.sources.exam_names import all_rules
from kokushi_inspect.sources.published_counts import published_counts

Row = dict[str, Any]

_TEXTS = tomllib.loads((Path(__file__).parent / "question_texts.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class FullExam:
    """What was made.

    Attributes:
        folder: The folder, a source for `-T source=`.
        rows: The rows in order.
        figures: How many have a figure.
    """

    folder: Path
    rows: tuple[Row, ...]
    figures: int


def make_full_exam(folder: Path, *, share: float = 1.0, figure_bytes: int = 3_000) -> FullExam:
    """Write the rows and their figures.

    Args:
        folder: The folder.
        share: Share of each section that is written, at least two rows each.
        figure_bytes: Size of each figure.
    """
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    rows = [row for profession in all_rules() for row in _rows(profession, share)]
    (folder / "images").mkdir(exist_ok=True)
    figures = [row["figure"] for row in rows if row["figure"]]
    for number, name in enumerate(figures):
        (folder / name).write_bytes(noise_png(figure_bytes, seed=number))
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (data / "train_ja.jsonl").write_text(lines, "utf-8")
    return FullExam(folder, tuple(rows), len(figures))


def _rows(profession: str, share: float) -> Iterator[Row]:
    rules, published = load_rules(profession), published_counts(profession)
    chance = random.Random(profession)
    kinds = [kind for kind, count in published.kinds.items() for _ in range(count)]
    figures = [number < published.with_figures for number in range(published.rows)]
    chance.shuffle(kinds)
    chance.shuffle(figures)
    for place, kind, figure in zip(_places(rules, share), kinds, figures, strict=False):
        yield _row(rules, place, kind, figure, chance)


@dataclass(frozen=True, slots=True)
class _Place:
    year: int
    section: str
    number: int
    superseded: bool = False


def _places(rules: Rules, share: float) -> Iterator[_Place]:
    """Every row's place; question 1 of a sitting's first section may have a misprinted twin."""
    published = published_counts(rules.profession)
    first = next(iter(rules.sections))
    for nth, year in enumerate(published.years):
        for section, size in rules.sections.items():
            for number in range(1, max(2, round(size * share)) + 1):
                if number == 1 and section == first and nth < published.superseded:
                    yield _Place(year, section, number, superseded=True)
                yield _Place(year, section, number)


def _row(rules: Rules, place: _Place, kind: str, figure: bool, chance: random.Random) -> Row:
    labels = () if kind == "numeric" else rules.labels
    section, short = place.section.lower(), rules.aliases[0]
    name = f"{short}_{place.year}_{section}_{place.number}{'x' if place.superseded else ''}"
    row: Row = {
        "profession": short,
        "year": place.year,
        "section": section,
        "index": f"{place.number}-1" if place.superseded else str(place.number),
        "question": _TEXTS["case"] + _TEXTS["stems"][kind].format(name=name),
        **{label: _TEXTS["option"].format(label=label, name=name) for label in labels},
        "answer": _answer(kind, labels, chance),
        "points": str(_points(rules, place)),
        "text_only": not figure,
        "figure": f"images/{name}.png" if figure else None,
        "human_accuracy": f"{chance.uniform(20, 99):.1f}",
    }
    if rules.profession == "pharmacy":
        subjects = [subject for part in rules.parts for subject, _ in part.subjects]
        row["answer_sub2"] = subjects[place.number % len(subjects)]
    if place.superseded:
        row["corrected_question_index"] = str(place.number)
    return row


def _answer(kind: str, labels: tuple[str, ...], chance: random.Random) -> str:
    if kind == "numeric":
        return str(chance.randint(10, 99))
    if kind == "ordered":
        return "".join(chance.sample(labels, len(labels)))
    if kind == "blank":
        return ""
    return "".join(sorted(chance.sample(labels, 2 if kind == "multiple" else 1)))


def _points(rules: Rules, place: _Place) -> int:
    """By the structure where it tells; elsewhere a plausible split."""
    for selector, points in rules.points:
        within = not selector.sections or place.section in selector.sections
        after = selector.first is None or place.number >= selector.first
        before = selector.last is None or place.number <= selector.last
        if within and after and before and not selector.roles:
            return points
    return 3 if rules.profession in ("medicine", "dentistry") and place.number > 65 else 1
