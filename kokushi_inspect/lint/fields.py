"""Whether the fields of a row are those that are read, and the file is one that can be read."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from kokushi_inspect.exam import Place
from kokushi_inspect.lint.entry import Entry, shortened
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.encoding import decode_lines
from kokushi_inspect.sources.question_row import QuestionRow
from kokushi_inspect.sources.record_names import FieldNames, fold_name

_ALIASES = {"profession", "forbidden", "stem", "category"}
_UNDERSTOOD_FLAGS = {"excluded"}
_LONGEST, _MOST = 40, 100
"""Characters of a name, and names in a source, up to which a slip of the pen is looked for."""

_FLAT_OPTIONS = set("abcdefgh") | set("12345678")


def known_fields(names: FieldNames | None) -> set[str]:
    """The fields that are read: of our own form, or of a foreign source under all their names."""
    if names is None:
        return {*QuestionRow.model_fields, *_ALIASES}
    listed = {name for each in names.names.values() for name in each}
    return listed | {name.split(".")[0] for name in listed} | _FLAT_OPTIONS


def check(entry: Entry) -> Iterator[Finding]:
    """Remarks of the source (`flags`) that no rule understands."""
    if remarks := [flag for flag in entry.row.flags if flag not in _UNDERSTOOD_FLAGS]:
        yield entry.finds("flagged", "flags", ", ".join(shortened(flag, 60) for flag in remarks))


def check_all(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Fields that are not read, once for each file and name.

    Args:
        entries: The rows of one source.
    """
    counts: Counter[tuple[str, str]] = Counter()
    heads: dict[tuple[str, str], Entry] = {}
    known_by: dict[bool, set[str]] = {}
    for entry in entries:
        own = entry.names is None
        known = known_by.get(own) or known_by.setdefault(own, known_fields(entry.names))
        for name in entry.surveyed.record:
            if name not in known and fold_name(name) not in known:
                counts[entry.place.file, name] += 1
                heads.setdefault((entry.place.file, name), entry)
    for (file, name), count in counts.items():
        head = heads[file, name]
        near = _meant(head, name) if len(counts) <= _MOST else None
        rows = f"in {count} row{'s' if count > 1 else ''}"
        if near:
            what = f"'{shortened(name)}' {rows} is not read; '{near}' is"
            yield head.finds("field-misspelt", shortened(name), what)
        else:
            place = Place(file, head.place.row, shortened(name))
            yield Finding("field-unknown", place, "", f"'{shortened(name)}' {rows} is not read")


def _meant(entry: Entry, name: str) -> str | None:
    """The field that the row lacks and the name resembles; None when there is none."""
    if not 3 < len(name) <= _LONGEST:
        return None
    there = set(entry.surveyed.record)
    if entry.names is None:
        wanted = known_fields(None) - there
    else:
        lacking = [each for each in entry.names.names.values() if there.isdisjoint(each)]
        wanted = {known for each in lacking for known in each}
    return next(iter(get_close_matches(fold_name(name), wanted, n=1, cutoff=0.8)), None)


def check_file(file: Path) -> Iterator[Finding]:
    """The encoding of a file of JSON lines."""
    _, foreign = decode_lines(file.read_bytes())
    if foreign is not None:
        yield Finding("encoding", Place(str(file), foreign.first), "", str(foreign))
