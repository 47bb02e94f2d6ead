"""How the rows of other people's data sets call their fields."""

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.json_text import parse_row
from kokushi_inspect.sources.settings_file import parse_toml, read_text

Record = Mapping[str, Any]
"""One row of a foreign data set, as its file has it."""


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """A name in its comparable form: half-width, lower case, with "_" for spaces and hyphens."""
    folded = unicodedata.normalize("NFKC", name).strip().lower()
    return "_".join(folded.replace("-", " ").replace("_", " ").split())


@cache
def record_words() -> dict[str, Any]:
    """The content of `record_words.toml`."""
    file = files("kokushi_inspect") / "sources" / "record_words.toml"
    return tomllib.loads(file.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class FieldNames:
    """The names under which a field is looked for, by our own name of the field.

    Attributes:
        names: Folded names, in the order in which they are tried.
        given: The fields whose names the user gave; a name with a point is a path into the row.
    """

    names: Mapping[str, tuple[str, ...]]
    given: frozenset[str] = frozenset()

    def find(self, record: Record, field: str) -> Any:
        """The value of a field; None when no name of it has one."""
        if field in self.given:
            return next(self.all(record, field), None)
        for name in self.names[field]:
            if (value := record.get(name)) is not None:
                return value
        return None

    def all(self, record: Record, field: str) -> Iterator[Any]:
        """The values of a field under each of its names, without nulls."""
        for name in self.names[field]:
            value = _at(record, name) if field in self.given else record.get(name)
            if value is not None:
                yield value


def fold_record(record: Record) -> Record:
    """The row with folded field names; of two names that fold alike the first stays."""
    folded: dict[str, Any] = {}
    for name, value in record.items():
        folded.setdefault(fold_name(name), value)
    return folded


def _at(record: Record, path: str) -> Any:
    if path in record:
        return record[path]
    value: Any = record
    for step in path.split("."):
        value = fold_record(value).get(step) if isinstance(value, Mapping) else None
    return value


@cache
def load_field_names(path: str | None = None) -> FieldNames:
    """The known names of the fields, those in a user's file first.

    Args:
        path: A TOML or JSON file: our name of a field, and its name in the rows (or a list of
            names; "meta.year" is the field `year` of the object `meta`).

    Raises:
        KokushiError: The file is missing, no TOML or JSON, or maps a field that we do not have.
    """
    known = {
        field: tuple(map(fold_name, names)) for field, names in record_words()["fields"].items()
    }
    if path is None:
        return FieldNames(known)
    place = Place(str(user_path(path)))
    given: dict[str, tuple[str, ...]] = {}
    for field, value in _read_map(path, place).items():
        names = [value] if isinstance(value, str) else value
        if field not in known:
            raise KokushiError(
                f"'{field}' is no field of a question",
                place=place,
                expected=f"one of {', '.join(known)}",
            )
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise KokushiError(
                "a field is mapped to something that is no name",
                place=Place(place.file, field=field),
                expected="the name of a field of the rows, or a list of names",
            )
        given[field] = tuple(map(fold_name, names))
    return FieldNames({f: (*given.get(f, ()), *known[f]) for f in known}, frozenset(given))


def _read_map(path: str, place: Place) -> dict[str, Any]:
    file = user_path(path)
    if not file.exists():
        raise KokushiError(
            "there is no field map", place=place, fix="give its path with -T fields=FILE"
        )
    try:
        text = read_text(file)
    except (OSError, ValueError) as error:
        raise KokushiError(f"the field map cannot be read ({error})", place=place) from error
    try:
        table = parse_row(text) if file.suffix.lower() == ".json" else parse_toml(text)
        if not isinstance(table, dict):
            raise ValueError("the file holds no table")
    except ValueError as error:
        raise KokushiError(
            f"this is no field map ({error})",
            place=place,
            expected='TOML lines such as question = "problem_text", or a JSON object',
        ) from error
    return table
