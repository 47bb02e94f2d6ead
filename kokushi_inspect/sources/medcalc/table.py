"""Reads tables of MedCalc-Bench as text: a CSV file, or a version from the hub."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.medcalc.row import COLUMNS, OPTIONAL_COLUMNS, Row, read_row
from kokushi_inspect.sources.medcalc.versions import VERSIONS, Version

MAX_FIELD = 10_000_000
"""Characters that a field of a CSV file may have."""


@dataclass(frozen=True, slots=True)
class Table:
    """All rows of a source.

    Attributes:
        source: The file, `practice`, or the id on the hub.
        rows: The rows, in the order of the source.
        sha256: Checksum of the file, or of the hub's rows (`rows_digest`).
        version: The version that the rows are; None when they are none that is known.
        revision: Commit of the hub; None for a file.
        warnings: What a user should know before trusting the scores.
    """

    source: str
    rows: tuple[Row, ...]
    sha256: str
    version: str | None = None
    revision: str | None = None
    warnings: tuple[str, ...] = field(default=())


def read_csv(file: Path, *, source: str | None = None) -> Table:
    """Read a CSV file in the form of the published ones.

    Args:
        file: The file, UTF-8.
        source: Name of the source; the path when not given.

    Raises:
        KokushiError: The file is missing or no such table, or a row does not parse.
    """
    if not file.is_file():
        raise KokushiError(
            "there is no such file",
            place=Place(str(file)),
            expected="a CSV file with the columns of MedCalc-Bench",
            fix="give its path with -T source=FILE.csv, or use -T source=practice",
        )
    content = file.read_bytes()
    rows = _rows(_csv_records(content, str(file)), str(file))
    return Table(
        source=source or str(file),
        rows=rows,
        sha256=sha256(content).hexdigest(),
        version=recognise(rows),
    )


def read_hub(version: Version, revision: str | None = None) -> Table:
    """Load the test rows of a version from the hub.

    Args:
        version: The version.
        revision: Commit to load; the version's pin, or else the newest one, when not given. The
            commit that was loaded is in the table either way.

    Raises:
        KokushiError: The hub cannot be reached, or a row does not parse.
    """
    commit, records = _download(version, revision or version.revision)
    texts = [{name: _as_text(value) for name, value in record.items()} for record in records]
    rows = _rows(texts, version.hub)
    warnings = []
    if len(rows) != version.size:
        warnings.append(f"{version.hub}@{commit} has {len(rows)} rows, not {version.size}")
    if version.keys is not None and recognise(rows) != version.name:
        warnings.append(
            f"{version.hub}@{commit} does not hold the rows known as {version.name}:"
            f" their keys have the checksum {keys_digest(rows)[:12]}, not {version.keys[:12]}"
        )
    return Table(
        source=version.hub,
        rows=rows,
        sha256=rows_digest(texts),
        version=version.name if version.keys is None else recognise(rows),
        revision=commit,
        warnings=tuple(warnings),
    )


def recognise(rows: Sequence[Row]) -> str | None:
    """The version whose ids, calculators, keys and limits the rows have, whatever their file."""
    digest = keys_digest(rows)
    return next((name for name, version in VERSIONS.items() if version.keys == digest), None)


def keys_digest(rows: Iterable[Row]) -> str:
    """SHA-256 over what marks depend on: id, calculator, note id, key and limits of each row."""
    fields = [[r.id, r.calculator, r.note_id, r.answer, r.lower, r.upper] for r in rows]
    return sha256(json.dumps(fields, ensure_ascii=False).encode()).hexdigest()


def rows_digest(records: Iterable[Mapping[str, str]]) -> str:
    """SHA-256 over all published columns of rows that came without a file."""
    fields = [[record.get(name, "") for name in COLUMNS] for record in records]
    return sha256(json.dumps(fields, ensure_ascii=False).encode()).hexdigest()


def _download(version: Version, revision: str | None) -> tuple[str, list[dict[str, Any]]]:
    # importing datasets takes seconds: only a run that needs the hub pays for it
    try:
        from datasets import load_dataset
        from huggingface_hub import HfApi

        commit = HfApi().dataset_info(version.hub, revision=revision).sha
        data = load_dataset(version.hub, split="test", revision=commit)
        return str(commit), [dict(record) for record in data]
    except Exception as error:
        raise KokushiError(
            f"{version.hub} cannot be loaded from the hub ({type(error).__name__}: {error})",
            fix="check the network and the revision, or give the file with -T source=FILE.csv",
        ) from error


def _csv_records(content: bytes, file: str) -> Iterator[dict[str, str]]:
    csv.field_size_limit(MAX_FIELD)
    try:
        reader = csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        for number, record in enumerate(reader, start=1):
            if None in record or None in record.values():
                raise KokushiError(
                    f"not as many fields as the {len(reader.fieldnames or [])} columns",
                    place=Place(file, number),
                    fix="quote fields that hold commas or line breaks",
                )
            yield record
    except (UnicodeDecodeError, csv.Error) as error:
        raise KokushiError(
            f"the file cannot be read ({error})", place=Place(file), expected="CSV in UTF-8"
        ) from error


def _rows(records: Iterable[Mapping[str, str]], source: str) -> tuple[Row, ...]:
    rows: list[Row] = []
    seen: dict[str, int] = {}
    for number, record in enumerate(records, start=1):
        place = Place(source, number)
        row = read_row(_columns(record, source), place)
        if row.id in seen:
            raise KokushiError(
                f"'{row.id}' is already row {seen[row.id]}",
                place=Place(source, number, "Row Number"),
                expected="a number of its own for each row",
            )
        seen[row.id] = number
        rows.append(row)
    if not rows:
        raise KokushiError(
            "no rows", place=Place(source), expected="a header line and at least one row"
        )
    return tuple(rows)


def _columns(record: Mapping[str, str], source: str) -> dict[str, str]:
    """The published columns of a record."""
    missing = [name for name in COLUMNS if name not in record and name not in OPTIONAL_COLUMNS]
    if missing:
        raise KokushiError(
            f"no column {', '.join(repr(name) for name in missing)}",
            place=Place(source),
            expected="the columns of MedCalc-Bench under their published names",
        )
    return {name: record.get(name, "") for name in COLUMNS}


def _as_text(value: Any) -> str:
    return "" if value is None else str(value)
