"""Finds the files of KokushiMD-10 in a folder, and reads their rows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.encoding import decode_lines
from kokushi_inspect.sources.exam_names import Booklet, parse_booklet
from kokushi_inspect.sources.figure_folder import FigureFolder
from kokushi_inspect.sources.json_text import parse_file, parse_row
from kokushi_inspect.sources.own_files import check_own
from kokushi_inspect.sources.record_names import Record, fold_record

Language = Literal["ja", "en"]

_SPLIT_FILE = re.compile(r"(?:train|kokushimd.*)[_-](ja|en)\.jsonl?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row before anything in it is understood.

    Attributes:
        record: The row, with folded field names.
        place: Where it stands.
        booklet: The section that its file is about, when the file's name tells.
    """

    record: Record
    place: Place
    booklet: Booklet | None = None


@dataclass(frozen=True, slots=True)
class RawSource:
    """The rows of a source.

    Attributes:
        name: Name of the source, recorded in the log.
        rows: The rows of all professions, in the order of the files.
        figures: Where figures that are named by a path are looked for.
        troubles: Rows that are no JSON object, with the reason.
        revision: Revision of the source, where it has one.
    """

    name: str
    rows: tuple[RawRow, ...]
    figures: FigureFolder
    troubles: tuple[tuple[Place, str], ...] = ()
    revision: str = ""


def split_file(path: Path, language: Language) -> Path | None:
    """The file of one language (`train_ja.jsonl`): the path itself, in the folder or its `data`."""
    files = [path] if path.is_file() else []
    for folder in (path, path / "data"):
        files += sorted(folder.iterdir()) if folder.is_dir() else []
    for file in files:
        match = _SPLIT_FILE.fullmatch(file.name)
        if match and match[1].lower() == language and file.is_file():
            return file if file == path else check_own(file, path)
    return None


def exam_files(folder: Path, language: Language) -> list[tuple[Path, Booklet]]:
    """The files `exams/JA/<profession>/<profession>_<year>_<section>.json`, by section.

    The folder may be that of the repository, its `exams`, or that of the language.
    """
    name = language.upper()
    bases = [folder / "exams" / name, folder / name]
    if folder.name.upper() == name:
        bases.append(folder)
    found = []
    for base in bases:
        for file in sorted(base.rglob("*.json")) if base.is_dir() else []:
            parsed = parse_booklet(file.stem)
            if parsed and not parsed[1] and file.is_file():
                found.append((check_own(file, folder), parsed[0]))
    return sorted(found, key=lambda item: item[1])


def looks_like_kokushimd10(path: Path) -> bool:
    """Whether a folder (or file) has one of the forms of KokushiMD-10, in either language."""
    languages: tuple[Language, ...] = ("ja", "en")
    if any(split_file(path, language) for language in languages):
        return True
    return path.is_dir() and any(exam_files(path, language) for language in languages)


def read_folder(path: Path, language: Language, only: str | None = None) -> RawSource:
    """The rows of a local copy.

    Args:
        path: The folder, or the file of a language.
        language: Which language is taken.
        only: The only profession that is wanted: files of others are not read.

    Raises:
        KokushiError: There is no file of the language, or one cannot be read.
    """
    root = path if path.is_dir() else path.parent
    figures = FigureFolder(root.parent if root.name == "data" else root)
    troubles: list[tuple[Place, str]] = []
    if file := split_file(path, language):
        stat = file.stat()
        rows, found = _read_split(file, (stat.st_size, stat.st_mtime_ns))
        troubles += found
    else:
        rows = tuple(
            row
            for file, booklet in exam_files(path, language)
            if only in (None, booklet.profession)
            for row in read_rows(file, booklet, troubles)
        )
    if not rows and not troubles:
        raise KokushiError(
            f"there are no questions{f' of {only}' if only else ''} in '{language}' here",
            place=Place(str(path)),
            expected=f"train_{language}.jsonl, or exams/{language.upper()}/…",
        )
    return RawSource(str(path), rows, figures, tuple(troubles))


@lru_cache(maxsize=1)
def _read_split(
    file: Path, stamp: tuple[int, int]
) -> tuple[tuple[RawRow, ...], tuple[tuple[Place, str], ...]]:
    """The rows of all professions, read once by a process that loads several of them.

    Args:
        file: The file.
        stamp: Its size and time: a file that was changed is read again.
    """
    troubles: list[tuple[Place, str]] = []
    return tuple(read_rows(file, None, troubles)), tuple(troubles)


def read_rows(
    file: Path, booklet: Booklet | None, troubles: list[tuple[Place, str]]
) -> Iterator[RawRow]:
    """The rows of a file: JSON lines, or one JSON list.

    Args:
        file: The file.
        booklet: The section that the file is about, when its name tells.
        troubles: Receives the rows that are no JSON object.

    Raises:
        KokushiError: The file is no UTF-8, or is neither JSON lines nor a JSON list.
    """
    lines, foreign = decode_lines(file.read_bytes())
    if foreign is not None:
        raise KokushiError(
            str(foreign), place=Place(str(file), foreign.first), fix="save the file as UTF-8"
        )
    text = "\n".join(line for line in lines if line is not None)
    whole = file.suffix.lower() == ".json" or text.lstrip()[:1] == "["
    items = _list(text, file) if whole else _lines(text)
    for number, item in items:
        place = Place(str(file), number)
        if isinstance(item, dict):
            yield RawRow(fold_record(item), place, booklet)
        else:
            reason = str(item) if isinstance(item, ValueError) else type(item).__name__
            troubles.append((place, f"this is no JSON object ({reason})"))


def _lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, parse_row(line, allow_nan=True)
            except ValueError as error:
                yield number, ValueError(str(error))


def _list(text: str, file: Path) -> Iterator[tuple[int, Any]]:
    """The items of a JSON list, or of the only list of a JSON object."""
    place = Place(str(file))
    try:
        content = parse_file(text)
    except ValueError as error:
        raise KokushiError(
            f"this is no JSON ({error})", place=place, expected="a list of objects"
        ) from error
    if isinstance(content, dict):
        lists = [value for value in content.values() if isinstance(value, list)]
        content = lists[0] if len(lists) == 1 else None
    if not isinstance(content, list):
        raise KokushiError("the file holds no list", place=place, expected="a list of objects")
    yield from enumerate(content, start=1)
