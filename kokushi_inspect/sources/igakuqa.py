"""Reads IgakuQA: the physician exams of 2018-2022 as JSON lines, one file a section.

The files are `<sitting>-<section>.jsonl` (`116-A.jsonl`) with problem_id, problem_text, choices,
text_only, answer and points; `…_metadata.jsonl` beside them adds kinki, human_accuracy, breakdown
and category by problem_id; `…_translate.jsonl` has the English text.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.exam_names import find_section, sitting_year
from kokushi_inspect.sources.figure_folder import FigureFolder, FigureTable
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.kokushimd10_layout import Language, RawRow, read_rows
from kokushi_inspect.sources.own_files import check_own, is_own
from kokushi_inspect.sources.raw_questions import RowBuilder, checksum, percent_scale
from kokushi_inspect.sources.record_names import FieldNames, Record
from kokushi_inspect.sources.records import Identity
from kokushi_inspect.sources.survey import Survey, Trouble

PROFESSION = "medicine"
"""IgakuQA has the physician's exam only."""

_FILE = re.compile(r"([0-9]{2,3})[-_]([a-f])(?:_(metadata|translate))?\.jsonl", re.IGNORECASE)
_PROBLEM = re.compile(r"([0-9]{2,3})[-_]?([A-Fa-f])[-_]?0*([1-9][0-9]*(?:-[0-9]+)?)")


def igakuqa_files(path: Path) -> list[Path]:
    """The files of IgakuQA below a folder, or the one that the path is."""
    files = [path] if path.is_file() else sorted(path.rglob("*.jsonl"))
    named = [file for file in files if _FILE.fullmatch(file.name) and file.is_file()]
    return [file if file == path else check_own(file, path) for file in named]


def survey_igakuqa(
    path: Path,
    rules: Rules,
    shelf: FigureShelf | None,
    names: FieldNames,
    language: Language = "ja",
) -> Survey:
    """What a copy of IgakuQA holds.

    The ids are those of IgakuQA ("116A1"). A question worth no points was excluded.

    Args:
        path: The folder, or one file of questions.
        rules: The physician's rules.
        shelf: Checks figures; None to leave them out.
        names: Under which names fields are looked for.
        language: `en` takes the translated files.

    Raises:
        KokushiError: There is no file of the language, or one cannot be read.
    """
    troubles: list[tuple[Place, str]] = []
    rows = _complete(path, names, language, troubles)
    if not rows and not troubles:
        wanted = "_translate.jsonl" if language == "en" else ".jsonl"
        raise KokushiError(
            f"there are no questions in '{language}' here",
            place=Place(str(path)),
            expected=f"files such as 116-A{wanted}",
        )
    records = [row.record for row in rows]
    figures = FigureTable(shelf, FigureFolder(path if path.is_dir() else path.parent))
    builder = RowBuilder(rules, names, figures, percent_scale(records, names))
    builder.troubles.extend(Trouble(place, reason) for place, reason in troubles)
    seen: set[str] = set()
    for row in rows:
        identity = _identity(row, names, rules)
        if identity is None:
            found = names.find(row.record, "name")
            builder.refuse(row.place, f"the problem_id '{found}' is none; expected 116A1 or alike")
        elif identity.id in seen:
            builder.refuse(row.place, f"the problem_id '{identity.id}' stands there already")
        else:
            seen.add(identity.id)
            builder.add(row.record, identity, row.place)
    return Survey(
        profession=rules.profession,
        form="igakuqa",
        source=str(path),
        questions=tuple(builder.questions),
        troubles=tuple(builder.troubles),
        warnings=tuple(builder.warnings),
        figures=figures.count,
        sha256=checksum(records),
        rows=tuple(builder.rows),
    )


def _complete(
    path: Path, names: FieldNames, language: Language, troubles: list[tuple[Place, str]]
) -> list[RawRow]:
    """The rows of the questions, each with what the metadata say of it."""
    wanted = "translate" if language == "en" else None
    metadata: dict[str, Record] = {}
    rows: list[RawRow] = []
    for file in igakuqa_files(path):
        match = _FILE.fullmatch(file.name)
        if match is not None and match[3] == wanted:
            rows.extend(read_rows(file, None, troubles))
            metadata.update(_metadata(file, match, names, troubles))
    return [RawRow({**metadata.get(_name(r.record, names), {}), **r.record}, r.place) for r in rows]


def _metadata(
    file: Path, match: re.Match[str], names: FieldNames, troubles: list[tuple[Place, str]]
) -> Iterator[tuple[str, Record]]:
    beside = file.with_name(f"{match[1]}-{match[2]}_metadata.jsonl")
    if beside.is_file() and is_own(beside, file.parent):
        for row in read_rows(beside, None, troubles):
            yield _name(row.record, names), row.record


def _name(record: Record, names: FieldNames) -> str:
    return str(names.find(record, "name"))


def _identity(row: RawRow, names: FieldNames, rules: Rules) -> Identity | None:
    name = _name(row.record, names)
    match = _PROBLEM.fullmatch(name)
    year = None if match is None else sitting_year(int(match[1]), rules)
    section = None if match is None else find_section(match[2], rules)
    if match is None or year is None or section is None:
        return None
    return Identity(id=name, year=year, section=section, index=match[3])
