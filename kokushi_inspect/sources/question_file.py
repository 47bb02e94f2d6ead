"""Reads our own question file: JSON lines, one question a line, figures beside it."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from kokushi_inspect.exam import (
    Boxes,
    Figure,
    HumanRecord,
    Key,
    Kind,
    KokushiError,
    Place,
    Question,
    Scenario,
    Treatment,
)
from kokushi_inspect.sources.criteria_file import Rules
from kokushi_inspect.sources.encoding import decode_lines
from kokushi_inspect.sources.json_text import parse_row
from kokushi_inspect.sources.own_files import check_own
from kokushi_inspect.sources.question_row import QuestionRow
from kokushi_inspect.sources.record_values import half_width

MAX_LINE = 4_000_000
"""Longest row, in characters; the longest real one has less than a hundredth."""

FigureLoader = Callable[[str, Path, Place], Figure]
"""Finds and checks the figure that a row names, in the folder of the question file."""


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """What a source holds for one profession.

    Attributes:
        source: Name of the source, recorded in the log.
        questions: The questions, in the order of the source.
        sha256: Checksum of the questions.
        warnings: What is odd but does not stop a run.
        revision: Revision of the source, where it has one.
    """

    source: str
    questions: tuple[Question, ...]
    sha256: str
    warnings: tuple[str, ...] = ()
    revision: str = ""


def find_question_file(path: Path) -> Path:
    """The question file that `path` means: itself, or the one in the folder.

    Raises:
        KokushiError: There is no such file, or a folder without one clear question file.
    """
    if path.is_file():
        return path
    if not path.is_dir():
        raise KokushiError(
            "there is no such file or folder",
            place=Place(str(path)),
            expected="a question file (JSON lines) or the folder of one",
            fix="relative paths start at the folder of the command",
        )
    if (path / "questions.jsonl").is_file():
        return check_own(path / "questions.jsonl", path)
    found = sorted(file for file in path.glob("*.jsonl") if file.is_file())
    if len(found) != 1:
        names = ", ".join(file.name for file in found) or "none"
        raise KokushiError(
            "no question file can be told here",
            place=Place(str(path)),
            expected=f"questions.jsonl or a single .jsonl file (found: {names})",
        )
    return check_own(found[0], path)


def read_question_file(
    file: Path, rules: Rules, load_figure: FigureLoader, *, source: str | None = None
) -> QuestionSet:
    """Read the questions of one profession from a question file.

    Args:
        file: The question file.
        rules: The profession's rules: its names, and labels for options that lost theirs.
        load_figure: Finds and checks a figure.
        source: Name of the source; the file's path when not given.

    Raises:
        KokushiError: A row is no JSON, lacks a field, has an id twice, or names a label or
            figure that is not there; or the file has no question of the profession.
    """
    content = file.read_bytes()
    rows = _rows(content, file)
    wanted = {rules.profession, *rules.aliases}
    mine = [(n, row) for n, row in rows if row.exam is None or row.exam in wanted]
    if not mine:
        there = sorted({row.exam for _, row in rows if row.exam})
        raise KokushiError(
            f"no question of {rules.profession} ({rules.name_ja})",
            place=Place(str(file), field="exam"),
            expected=f"one of {', '.join(sorted(wanted))}",
            fix=f"the file has: {', '.join(there) or 'no questions'}",
        )
    warnings: list[str] = []
    questions: list[Question] = []
    seen: dict[str, int] = {}
    for number, row in mine:
        place = Place(str(file), number)
        question = question_from_row(row, place, rules, load_figure, file.parent, warnings)
        if question.id in seen:
            raise KokushiError(
                f"the id '{question.id}' stands in row {seen[question.id]} already",
                place=Place(str(file), number, "id"),
                expected="a unique id",
            )
        seen[question.id] = number
        questions.append(question)
    return QuestionSet(
        source=source or str(file),
        questions=tuple(questions),
        sha256=hashlib.sha256(content).hexdigest(),
        warnings=tuple(warnings),
    )


def _rows(content: bytes, file: Path) -> list[tuple[int, QuestionRow]]:
    lines, foreign = decode_lines(content)
    if foreign is not None:
        raise KokushiError(
            str(foreign), place=Place(str(file), foreign.first), fix="save the file as UTF-8"
        )
    rows: list[tuple[int, QuestionRow]] = []
    for number, line in enumerate(lines, start=1):
        if line is None or not line.strip():
            continue
        try:
            rows.append((number, QuestionRow.model_validate(parse_row(line, longest=MAX_LINE))))
        except ValueError as error:
            raise _row_error(error, Place(str(file), number)) from error
    return rows


def _row_error(error: Exception, place: Place) -> KokushiError:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        return KokushiError(
            first["msg"],
            place=Place(place.file, place.row, field or None),
            fix="the form of a row is in question.schema.json",
        )
    return KokushiError(
        f"this is no JSON ({error})", place=place, expected="one JSON object a line"
    )


def kind_of(row: QuestionRow) -> Kind:
    """The kind of answer that a row asks for: what it says, else what follows from the rest."""
    if row.kind is not None:
        return row.kind
    if row.type is not None and row.type != "choice":
        return row.type
    if not row.choices and row.numeric is not None:
        return "numeric"
    if "n_select" in row.model_fields_set:
        return "single" if row.n_select == 1 else "multiple"
    return "multiple" if len(row.answer) > 1 else "single"


def fold(label: str) -> str:
    """A label in its comparable form: half-width, without spaces, lower case."""
    return half_width(label).lower()


def _known(options: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The labels of the options by their comparable form; of two alike the first."""
    known: dict[str, str] = {}
    for label, _ in options:
        known.setdefault(fold(label), label)
    return known


def question_from_row(
    row: QuestionRow,
    place: Place,
    rules: Rules,
    load_figure: FigureLoader,
    folder: Path,
    warnings: list[str],
) -> Question:
    """Turn a row into a question.

    Args:
        row: The row.
        place: Where it stands, for errors.
        rules: The profession's rules.
        load_figure: Finds and checks a figure.
        folder: Where figures are looked for.
        warnings: Receives what is odd but does not stop a run.

    Raises:
        KokushiError: The row names a label or a figure that is not there, or has no id.
    """
    return _Reader(row, place, rules, load_figure, folder, warnings).question()


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns one row into a question; warnings gather in `warnings`."""

    row: QuestionRow
    place: Place
    rules: Rules
    load_figure: FigureLoader
    folder: Path
    warnings: list[str]

    def question(self) -> Question:
        row = self.row
        if not row.question.strip():
            self._warn("the stem is lost; only case, options and figures are shown")
        kind = kind_of(row)
        options = self._options(kind)
        return Question(
            id=self._id(),
            profession=self.rules.profession,
            year=row.year,
            section=row.section,
            index=row.index,
            text=row.question,
            kind=kind,
            options=options,
            key=self._key(kind, options),
            points=row.points,
            select=self._select(kind),
            forbidden=self._forbidden(options),
            printed_forbidden=tuple(row.kinki),
            figures=self._figures(),
            needs_figure=row.text_only is False,
            scenario=self._scenario(),
            boxes=self._boxes(),
            role=row.role,
            area=row.area,
            subject=row.subject,
            human=self._human(),
            superseded=bool(row.corrected_question_index),
        )

    def _warn(self, text: str) -> None:
        self.warnings.append(f"{self._id()}: {text}")

    def _id(self) -> str:
        row = self.row
        if row.id:
            return row.id
        if not row.section and not row.index:
            raise KokushiError(
                "the row has no id",
                place=Place(self.place.file, self.place.row, "id"),
                expected="an id, or a section and an index",
            )
        return f"{row.year or ''}{row.section}{row.index}"

    def _select(self, kind: Kind) -> int | None:
        row = self.row
        if kind == "single":
            return 1
        if kind != "multiple":
            return None
        if "n_select" not in row.model_fields_set:
            return len(row.answer) or None
        return row.n_select or None

    def _options(self, kind: Kind) -> tuple[tuple[str, str], ...]:
        options = tuple(self.row.choices.items())
        if kind in ("numeric", "fill_in"):
            return options
        if not options:
            self._warn("the options are lost; only their labels are shown")
            return tuple((label, "") for label in self._lost_labels())
        if empty := [label for label, text in options if not text.strip()]:
            self._warn(f"the option {', '.join(empty)} has no text")
        return options

    def _lost_labels(self) -> list[str]:
        """The profession's labels, and those that the key names beyond them."""
        labels = list(self.rules.labels)
        answers = [self.row.answer, *(self.row.accept or [])]
        extra = {fold(label) for answer in answers for label in answer} - set(map(fold, labels))
        return labels + sorted(extra)

    def _key(self, kind: Kind, options: tuple[tuple[str, str], ...]) -> Key:
        row = self.row
        treatment: Treatment = row.treatment or "none"
        if row.treatment is None and "excluded" in row.flags:
            treatment = "excluded"
        field = "answer" if row.accept is None else "accept"
        answers = [row.answer] if row.accept is None else row.accept
        if kind in ("numeric", "fill_in"):
            accepted = tuple(self._written(kind, word) for answer in answers for word in answer)
        else:
            accepted = tuple(self._labels(a, options, field, kind) for a in answers if a)
            self._check_size(kind, accepted)
        if not accepted and treatment in ("none", "excluded_unless_right"):
            self._warn("there is no key; the question is not scored")
        return Key(accepted=accepted, treatment=treatment, printed=tuple(row.answer))

    def _written(self, kind: Kind, word: str) -> tuple[str, ...]:
        """A numeric or fill-in answer; a digit-string key gets its point ("04" → "0.4")."""
        boxes = self.row.numeric
        word = half_width(word)
        if kind == "fill_in" or boxes is None or boxes.decimals == 0 or "." in word:
            return (word,)
        digits = word.lstrip("-").zfill(boxes.decimals + 1)
        if not digits.isdecimal():
            return (word,)
        whole, fraction = digits[: -boxes.decimals], digits[-boxes.decimals :]
        return (f"{'-' if word.startswith('-') else ''}{int(whole)}.{fraction}",)

    def _labels(
        self, answer: list[str], options: tuple[tuple[str, str], ...], field: str, kind: Kind
    ) -> tuple[str, ...]:
        printed = {label for label, _ in options}
        known = {} if printed.issuperset(answer) else _known(options)
        if missing := [x for x in answer if x not in printed and fold(x) not in known]:
            raise KokushiError(
                f"the key '{missing[0]}' of {self._id()} is no option",
                place=Place(self.place.file, self.place.row, field),
                expected=f"labels among {', '.join(known.values())}",
            )
        labels = [label if label in printed else known[fold(label)] for label in answer]
        if kind == "ordered":
            return tuple(labels)
        return tuple(label for label, _ in options if label in labels)

    def _check_size(self, kind: Kind, accepted: tuple[tuple[str, ...], ...]) -> None:
        select = self._select(kind)
        sizes = sorted({len(answer) for answer in accepted})
        if select is not None and sizes not in ([], [select]):
            listed = " or ".join(map(str, sizes))
            self._warn(f"{select} to choose, but the key has {listed}")

    def _forbidden(self, options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
        if not self.row.kinki:
            return ()
        known = _known(options)
        found: set[str] = set()
        for printed in self.row.kinki:
            folded = fold(printed)
            parts = [folded] if folded in known else [c for c in folded if not c.isspace()]
            found.update(known[part] for part in parts if part in known)
            if printed not in known.values():
                self._warn(f"the forbidden label '{printed}' is written oddly")
        return tuple(label for label, _ in options if label in found)

    def _figures(self) -> tuple[Figure, ...]:
        row = self.row
        if row.text_only is False and not row.images:
            self._warn("it has a figure, but the file names none")
        place = Place(self.place.file, self.place.row, "images")
        return tuple(self.load_figure(name, self.folder, place) for name in row.images)

    def _scenario(self) -> Scenario | None:
        row = self.row
        if row.group:
            return Scenario(row.group, row.context or "")
        return Scenario(self._id(), row.context) if row.context else None

    def _boxes(self) -> Boxes | None:
        numeric = self.row.numeric
        return None if numeric is None else Boxes(numeric.digits, numeric.decimals, numeric.unit)

    def _human(self) -> HumanRecord:
        row = self.row
        rates = row.human_choice_rates
        return HumanRecord(
            accuracy=None if row.human_accuracy is None else row.human_accuracy / 100,
            choice_rates=None if rates is None else {k: v / 100 for k, v in rates.items()},
        )
