"""Reads KokushiMD-10 (arXiv 2506.11114): the hub data set, its files, or the authors' folders.

The published rows have not been seen by the authors of this reader, so it knows many forms of each
field, keeps account of every row, and stops with a list when it does not understand one.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.exam_names import (
    Booklet,
    booklet_of,
    find_profession,
    parse_booklet,
)
from kokushi_inspect.sources.figure_folder import FigureTable
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.kokushimd10_layout import RawRow, RawSource
from kokushi_inspect.sources.raw_questions import RowBuilder, checksum, percent_scale
from kokushi_inspect.sources.record_names import FieldNames, Record
from kokushi_inspect.sources.record_values import half_width, is_nothing, read_text
from kokushi_inspect.sources.records import Identity
from kokushi_inspect.sources.survey import Survey, Trouble


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row of which is known where it stands in the exam.

    Attributes:
        raw: The row.
        booklet: Its section of its sitting.
        index: Its number as printed; empty when the row does not say.
    """

    raw: RawRow
    booklet: Booklet
    index: str


@dataclass(slots=True)
class SortedRows:
    """The rows of a source by profession.

    Attributes:
        placed: Rows by profession, in the order of the source.
        troubles: Rows of a known profession that cannot be placed.
        homeless: Rows that do not say of which profession they are, or are no rows at all.
        strangers: Rows of a profession that is none of the ten.
    """

    placed: dict[str, list[PlacedRow]] = field(default_factory=lambda: defaultdict(list))
    troubles: dict[str, list[Trouble]] = field(default_factory=lambda: defaultdict(list))
    homeless: list[Trouble] = field(default_factory=list)
    strangers: list[Trouble] = field(default_factory=list)

    @property
    def professions(self) -> list[str]:
        """The professions that the source has rows of, in the order of their ids."""
        return sorted({*self.placed, *self.troubles})


def sort_rows(
    source: RawSource, names: FieldNames, rules: Mapping[str, Rules], only: str | None = None
) -> SortedRows:
    """Find out of each row which profession, year and section it belongs to.

    Args:
        source: The rows.
        names: Under which names fields are looked for.
        rules: Rules by profession.
        only: The only profession that is wanted; rows of the others are left out.
    """
    found = SortedRows(homeless=[Trouble(place, reason) for place, reason in source.troubles])
    for raw in source.rows:
        profession = _stated_profession(raw.record, names)
        if profession is not None and only not in (None, profession):
            continue
        named = _named_booklet(raw.record, names)
        profession = profession or _implied_profession(raw, named)
        if profession is None:
            _note_nobodys(raw, names, found)
            continue
        if only not in (None, profession):
            continue
        try:
            found.placed[profession].append(_place(raw, named, names, rules[profession]))
        except KokushiError as error:
            found.troubles[profession].append(Trouble(raw.place, str(error)))
    return found


def _named_booklet(record: Record, names: FieldNames) -> tuple[Booklet, str] | None:
    values = (v for v in names.all(record, "name") if isinstance(v, str))
    return next((parsed for v in values if (parsed := parse_booklet(v))), None)


def _stated_profession(record: Record, names: FieldNames) -> str | None:
    values = (v for v in names.all(record, "profession") if isinstance(v, str))
    return next((p for v in values if (p := find_profession(v))), None)


def _implied_profession(raw: RawRow, named: tuple[Booklet, str] | None) -> str | None:
    """The profession that the row's name says, else that of its file."""
    if named is not None:
        return named[0].profession
    return None if raw.booklet is None else raw.booklet.profession


def _note_nobodys(raw: RawRow, names: FieldNames, found: SortedRows) -> None:
    value = _text(names.find(raw.record, "profession"))
    if value:
        reason = f"'{value}' is none of the ten professions"
        found.strangers.append(Trouble(raw.place, reason))
    else:
        fields = ", ".join(map(str, raw.record))
        reason = f"the row names no profession (its fields: {fields})"
        found.homeless.append(Trouble(raw.place, reason))


def _place(
    raw: RawRow, named: tuple[Booklet, str] | None, names: FieldNames, rules: Rules
) -> PlacedRow:
    """The row with its section and index: from its fields, else its name, else its file's name."""
    known = raw.booklet if named is None else named[0]
    year = _text(names.find(raw.record, "year")) or ("" if known is None else str(known.year))
    section = _text(names.find(raw.record, "section")) or ("" if known is None else known.section)
    booklet = booklet_of(rules.profession, year, section, rules)
    if raw.booklet is not None and raw.booklet != booklet:
        raise KokushiError(
            f"the row is of {booklet.year} {booklet.section}, its file of"
            f" {raw.booklet.year} {raw.booklet.section}"
        )
    index = _text(names.find(raw.record, "index"))
    return PlacedRow(raw, booklet, half_width(index) or ("" if named is None else named[1]))


def _text(value: Any) -> str:
    return "" if is_nothing(value) else read_text(value).strip()


def survey_kokushimd10(
    source: RawSource,
    rows: SortedRows,
    rules: Rules,
    shelf: FigureShelf | None,
    names: FieldNames,
) -> Survey:
    """What the source holds for one profession.

    Rows of which the profession is not known are not among the troubles; the caller adds them.

    Args:
        source: The source.
        rows: Its rows by profession.
        rules: The profession's rules.
        shelf: Checks figures; None to leave them out.
        names: Under which names fields are looked for.
    """
    mine = rows.placed.get(rules.profession, [])
    records = [row.raw.record for row in mine]
    figures = FigureTable(shelf, source.figures)
    builder = RowBuilder(rules, names, figures, percent_scale(records, names))
    builder.troubles.extend(rows.troubles.get(rules.profession, []))
    for booklet, placed in _by_booklet(mine):
        ordered = _in_order(placed, booklet, builder.warnings)
        _refuse_twice(ordered, names, builder)
        for position, row in enumerate(ordered, start=1):
            identity = Identity(
                id=booklet.question_id(position),
                year=booklet.year,
                section=booklet.section,
                index=row.index or str(position),
            )
            builder.add(row.raw.record, identity, row.raw.place)
    return Survey(
        profession=rules.profession,
        form="kokushimd10",
        source=source.name,
        questions=tuple(builder.questions),
        troubles=tuple(builder.troubles),
        warnings=tuple(builder.warnings),
        figures=figures.count,
        sha256=checksum(records),
        rows=tuple(builder.rows),
        revision=source.revision,
    )


def _by_booklet(rows: Sequence[PlacedRow]) -> Iterator[tuple[Booklet, list[PlacedRow]]]:
    groups: dict[Booklet, list[PlacedRow]] = {}
    for row in rows:
        groups.setdefault(row.booklet, []).append(row)
    yield from sorted(groups.items())


def _in_order(rows: list[PlacedRow], booklet: Booklet, warnings: list[str]) -> list[PlacedRow]:
    """The rows of a section in exam order.

    The order of an exam file is kept, since replies are aligned with it. Where many sections share
    a file, rows whose indices contradict its order are sorted.
    """
    where = f"{booklet.profession} {booklet.year} {booklet.section}"
    if without := sum(not row.index for row in rows):
        warnings.append(f"{where}: {without} rows without an index; their position is taken")
        return rows
    numbers = [_index_number(row.index) for row in rows]
    if rows[0].raw.booklet is not None or numbers == sorted(numbers):
        return rows
    warnings.append(f"{where}: the rows are not in the order of their indices; they are sorted")
    return [row for _, row in sorted(zip(numbers, rows, strict=True), key=lambda pair: pair[0])]


def _index_number(index: str) -> int:
    head = index.split("-")[0]
    return int(head) if head.isascii() and head.isdecimal() and len(head) < 7 else 0


def _refuse_twice(rows: Sequence[PlacedRow], names: FieldNames, builder: RowBuilder) -> None:
    """An index may stand twice only when one of its rows is marked as the misprinted twin."""
    seen: dict[str, Place] = {}
    for row in rows:
        if not row.index or not is_nothing(names.find(row.raw.record, "corrected_question_index")):
            continue
        if row.index in seen:
            builder.refuse(
                row.raw.place,
                f"the index '{row.index}' of {row.booklet.year} {row.booklet.section} stands in"
                f" row {seen[row.index].row} already",
            )
        seen.setdefault(row.index, row.raw.place)
