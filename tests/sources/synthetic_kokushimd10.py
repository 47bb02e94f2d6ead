"""A made-up KokushiMD-10 with the published counts: ten professions, five years, 11,588 rows.

Sections are those of the criteria, points those of the structure where it tells them; kinds,
figures and superseded rows are spread over the rows so that their published totals come out. The
rows have the fields that the reference scorer reads. Nothing in them is a real question.
"""

import base64
import json
import random
import shutil
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from PIL import Image

from kokushi_inspect.sources.criteria_file import Rules, load_rules
from kokushi_inspect.sources.exam_names import all_rules
from kokushi_inspect.sources.published_counts import published_counts

Row = dict[str, Any]
Language = Literal["ja", "en"]
FigureForm = Literal["path", "paths", "base64", "data_uri", "bytes_and_path"]

PROFESSIONS = tuple(all_rules())

_STEMS = tomllib.loads((Path(__file__).parent / "synthetic_stems.toml").read_text("utf-8"))


def synthetic_rows(profession: str, language: Language = "ja") -> list[Row]:
    """The rows of one profession in exam order, with options as flat fields.

    `figure` is the name of the figure file, None without one.
    """
    rules, published = load_rules(profession), published_counts(profession)
    places = _places(rules)
    chance = random.Random(profession)
    kinds = [kind for kind, count in published.kinds.items() for _ in range(count)]
    chance.shuffle(kinds)
    figures = [n < published.with_figures for n in range(published.rows)]
    chance.shuffle(figures)
    rows = []
    for place, kind, figure in zip(places, kinds, figures, strict=True):
        rows.append(_row(rules, place, kind, figure, language, chance))
    return rows


@dataclass(frozen=True)
class _Place:
    year: int
    section: str
    number: int
    superseded: bool = False


def _places(rules: Rules) -> list[_Place]:
    """Every row's place; question 10 of a sitting's first section has a misprinted twin."""
    published = published_counts(rules.profession)
    first = next(iter(rules.sections))
    places = []
    for nth, year in enumerate(published.years):
        for section, size in rules.sections.items():
            for number in range(1, size + 1):
                if number == 10 and section == first and nth < published.superseded:
                    places.append(_Place(year, section, number, superseded=True))
                places.append(_Place(year, section, number))
    return places


def _row(
    rules: Rules, place: _Place, kind: str, figure: bool, language: Language, chance: random.Random
) -> Row:
    short = rules.aliases[0]
    section = place.section.lower()
    name = f"{short}{place.year}{section}{place.number}" + ("x" if place.superseded else "")
    words = _STEMS[language]
    labels = rules.labels if kind != "numeric" else ()
    row: Row = {
        "profession": short,
        "year": place.year,
        "section": section,
        "index": f"{place.number}-1" if place.superseded else str(place.number),
        "question": words[kind].format(name=name),
        **{label: f"{words['option'].format(label=label)} ({name})" for label in labels},
        "answer": _answer(kind, labels, chance),
        "points": str(_points(rules, place)),
        "text_only": not figure,
        "figure": f"images/{short}_{place.year}_{section}_{place.number}.png" if figure else None,
        "human_accuracy": f"{chance.uniform(20, 99):.1f}",
    }
    if rules.profession in ("medicine", "dentistry"):
        wrong = [label for label in labels if label not in row["answer"]]
        row["kinki"] = [chance.choice(wrong)] if wrong and chance.random() < 0.05 else []
    if rules.profession == "pharmacy":
        subjects = [subject for part in rules.parts for subject, _ in part.subjects]
        row["answer_sub2"] = subjects[place.number % len(subjects)]
    if place.superseded:
        row["corrected_question_index"] = str(place.number)
    return row


def _answer(kind: str, labels: Sequence[str], chance: random.Random) -> str:
    if kind == "numeric":
        return str(chance.randint(10, 99))
    if kind == "blank":
        return ""
    if kind == "ordered":
        return "".join(chance.sample(labels, len(labels)))
    return "".join(sorted(chance.sample(labels, 2 if kind == "multiple" else 1)))


def _points(rules: Rules, place: _Place) -> int:
    if rules.profession == "medicine":
        return 3 if place.section in "BE" and place.number > 25 else 1
    if rules.profession == "dentistry":
        return 3 if place.number > 65 else 1
    for selector, points in rules.points:
        within = not selector.sections or place.section in selector.sections
        after = selector.first is None or place.number >= selector.first
        before = selector.last is None or place.number <= selector.last
        if within and after and before and not selector.roles:
            return points
    return 2 if place.number > (65 if rules.profession == "optometry" else 38) else 1


def all_rows(language: Language = "ja") -> list[Row]:
    """The rows of all professions."""
    return [row for profession in PROFESSIONS for row in synthetic_rows(profession, language)]


def write_split(folder: Path, rows: Iterable[Row], language: Language = "ja") -> Path:
    """The hub's file of one language, with a card that names the splits as the hub does."""
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    file = data / f"train_{language}.jsonl"
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    splits = [
        f"  - split: {path.stem[-2:].upper()}\n    path: data/{path.name}"
        for path in sorted(data.glob("train_*.jsonl"))
    ]
    card = ["---", "configs:", "- config_name: default", "  data_files:", *splits, "---", ""]
    (folder / "README.md").write_text("\n".join(card), "utf-8")
    return file


def write_exams(folder: Path, rows: Iterable[Row], language: Language = "ja") -> Path:
    """The authors' folders: one JSON list for each section, without the fields that name it."""
    exams: dict[tuple[str, int, str], list[Row]] = {}
    for row in rows:
        exams.setdefault((row["profession"], row["year"], row["section"]), []).append(row)
    for (profession, year, section), mine in exams.items():
        base = folder / "exams" / language.upper() / profession
        base.mkdir(parents=True, exist_ok=True)
        plain = [
            {k: v for k, v in row.items() if k not in ("profession", "year", "section")}
            for row in mine
        ]
        file = base / f"{profession}_{year}_{section}.json"
        file.write_text(json.dumps(plain, ensure_ascii=False), "utf-8")
    return folder


def write_figures(folder: Path, rows: Iterable[Row]) -> int:
    """The figure files that rows name, and how many they are; all show the same."""
    picture = folder / "images" / "first.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (40, 30), "white").save(picture)
    names = [row["figure"] for row in rows if row["figure"]]
    for name in names:
        shutil.copyfile(picture, folder / name)
    picture.unlink()
    return len(names)


def with_figure_form(row: Row, form: FigureForm, content: bytes) -> Row:
    """The row with its figure in another form; a row without figure stays as it is."""
    if not row["figure"]:
        return row
    forms: dict[FigureForm, Callable[[], Any]] = {
        "path": lambda: row["figure"],
        "paths": lambda: [row["figure"]],
        "base64": lambda: base64.b64encode(content).decode(),
        "data_uri": lambda: "data:image/png;base64," + base64.b64encode(content).decode(),
        "bytes_and_path": lambda: {
            "bytes": base64.b64encode(content).decode(),
            "path": row["figure"],
        },
    }
    return row | {"figure": forms[form]()}


def with_option_list(row: Row) -> Row:
    """The row with its options as a list."""
    labels = [label for label in "abcde12345" if label in row]
    rest = {k: v for k, v in row.items() if k not in labels}
    return rest | {"choices": [row[label] for label in labels]}


def with_option_object(row: Row) -> Row:
    """The row with its options as an object by label."""
    labels = [label for label in "abcde12345" if label in row]
    rest = {k: v for k, v in row.items() if k not in labels}
    return rest | {"options": {label: row[label] for label in labels}}


def with_answer_list(row: Row) -> Row:
    """The row with its key as a list, a label or digit each."""
    return row | {"answer": list(row["answer"])}
