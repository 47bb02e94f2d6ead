"""Reads a criteria file: structure, points, pass lines and treatments, each with its source."""

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kokushi_inspect.exam import (
    KokushiError,
    PaperRule,
    Part,
    PartLine,
    Place,
    Selector,
    Share,
    Treatment,
)
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.settings_file import decode, parse_toml, read_text

_RESOURCES = files("kokushi_inspect") / "criteria"


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Whole = Annotated[int, Field(strict=True, ge=0, le=100_000)]
Year = Annotated[int, Field(strict=True, ge=0, le=9999)]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class _SelectorTable(_Table):
    sections: tuple[str, ...] = ()
    first: Whole | None = None
    last: Whole | None = None

    def selector(self, roles: tuple[str, ...] = ()) -> Selector:
        return Selector(sections=self.sections, first=self.first, last=self.last, roles=roles)


class _ShareTable(_Table):
    share: tuple[Whole, Annotated[Whole, Field(ge=1)]]
    above: bool = False

    def value(self) -> Share:
        return Share(self.share[0], self.share[1], self.above)


class _PartTable(_SelectorTable):
    name: str
    roles: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    by_position: bool = True
    years: tuple[Year, Year] | None = None
    personal: _ShareTable | None = None
    standing: _ShareTable | None = None
    derived: _ShareTable | None = None
    subjects: dict[str, tuple[str, ...]] = {}
    zero_subjects: Whole | None = None

    def part(self) -> Part:
        return Part(
            name=self.name,
            roles=self.roles,
            areas=self.areas,
            position=self.selector() if self.by_position else None,
            first_year=None if self.years is None else self.years[0],
            last_year=None if self.years is None else self.years[1],
            personal=None if self.personal is None else self.personal.value(),
            standing=None if self.standing is None else self.standing.value(),
            derived=None if self.derived is None else self.derived.value(),
            subjects=tuple(self.subjects.items()),
            zero_subjects=self.zero_subjects,
        )


class _BucketTable(_SelectorTable):
    name: str


class _PaperTable(_Table):
    buckets: tuple[_BucketTable, ...]
    forbidden_limit: Whole | None = None
    subject_share: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None
    compulsory: str = ""


class _PointsTable(_SelectorTable):
    points: Whole
    roles: tuple[str, ...] = ()


class _LineTable(_Table):
    line: Whole
    of: Annotated[Whole, Field(ge=1)] | None = None
    of_inferred: str | None = None
    source: str
    confidence: str


class _ForbiddenTable(_Table):
    limit: Whole
    source: str
    confidence: str


class _HumanTable(_Table):
    examinees: Annotated[int, Field(strict=True, ge=0, le=10_000_000)] | None = None
    passers: Annotated[int, Field(strict=True, ge=0, le=10_000_000)] | None = None
    pass_rate: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] | None = None
    source: str


class _PaperLinesTable(_Table):
    lines: tuple[Whole, ...]
    source: str


class _TreatmentTable(_Table):
    number: Whole | None = None
    treatment: Treatment | Literal["not_seen"] = "none"
    accept: tuple[tuple[str, ...], ...] | None = None
    note: str = ""
    source: str


class _YearTable(_Table):
    sitting: Whole | None = None
    label: str | None = None
    lines: dict[str, _LineTable] = {}
    forbidden: _ForbiddenTable | None = None
    human: _HumanTable | None = None
    paper: _PaperLinesTable | None = None
    treatments: dict[str, _TreatmentTable] = {}


class _StructureTable(_Table):
    questions: Whole
    source: str
    sections: dict[Name, Whole]
    aliases: dict[str, tuple[str, ...]] = {}
    roles: dict[str, tuple[str, ...]] = {}
    points: tuple[_PointsTable, ...] = ()


class _NamesTable(_Table):
    ja: str
    en: str
    exam_ja: str
    exam_en: str


class _CriteriaTable(_Table):
    profession: str
    aliases: tuple[str, ...]
    labels: Annotated[tuple[Name, ...], Field(min_length=2, max_length=50)]
    names: _NamesTable
    sources: dict[str, str]
    structure: _StructureTable
    parts: tuple[_PartTable, ...]
    forbidden: _ForbiddenTable | None = None
    paper: _PaperTable | None = None
    years: dict[str, _YearTable] = {}


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is known of a question's treatment in one year.

    Attributes:
        treatment: The treatment; `not_seen` when only the fact of a treatment is known.
        accept: Accepted answers, when several were announced.
        note: What is known in words.
        source: Where it was read.
        number: Running number of the question in the whole sitting, where sources count so.
    """

    treatment: Treatment | Literal["not_seen"]
    accept: tuple[tuple[str, ...], ...] | None
    note: str
    source: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class YearRules:
    """The rules of one year.

    Attributes:
        label: How the sitting is called in tables.
        number: Number of the sitting (第119回 → 119), None when it has none.
        lines: Announced line of each part, by the part's name.
        forbidden_limit: Forbidden options allowed, None when there is no such criterion.
        forbidden_confidence: How sure that limit is.
        treatments: Announced treatments by section and index ("E28").
        paper_lines: Lines of the reference scorer, in the order of its buckets.
        human_pass_rate: Share of human examinees who passed, in percent.
    """

    label: str
    number: int | None = None
    lines: dict[str, PartLine] = field(default_factory=dict)
    forbidden_limit: int | None = None
    forbidden_confidence: str = ""
    treatments: dict[str, Announcement] = field(default_factory=dict)
    paper_lines: tuple[int, ...] | None = None
    human_pass_rate: float | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one profession, as one criteria file states them.

    Attributes:
        profession: Id of the profession.
        aliases: Other names of it in sources.
        name_ja, name_en: Name of the profession.
        exam_ja, exam_en: Name of the exam.
        labels: Labels of the options, when a question lost its own.
        sections: Questions in each booklet when nothing is missing.
        section_aliases: Other names of the booklets, in lower case.
        section_roles: What the questions of a booklet count as, where the booklet tells.
        points: Points of a question by where it stands (first match); empty when the structure
            does not tell.
        parts: The parts whose points are compared with a line.
        paper_buckets: The reference scorer's buckets by name; empty when it has none.
        paper_rule: The rest of the reference scorer's rule, without its lines.
        years: Rules by year.
        file: Name of the criteria file.
    """

    profession: str
    aliases: tuple[str, ...]
    name_ja: str
    name_en: str
    exam_ja: str
    exam_en: str
    labels: tuple[str, ...]
    sections: dict[str, int]
    section_aliases: dict[str, str]
    section_roles: dict[str, str]
    points: tuple[tuple[Selector, int], ...]
    parts: tuple[Part, ...]
    paper_buckets: tuple[tuple[str, Selector], ...]
    paper_rule: PaperRule
    years: dict[int, YearRules]
    file: str


def load_rules(profession: str, *, practice: bool = False, path: str | None = None) -> Rules:
    """Read the rules of a profession.

    Args:
        profession: Id of the profession.
        practice: Whether the rules of the built-in practice exam are meant.
        path: A user's own criteria file instead of the built-in ones.

    Raises:
        KokushiError: The file is missing, is no TOML, has a wrong field, or is another
            profession's.
    """
    if path is None:
        return _built_in(profession, practice)
    file = user_path(path)
    if not file.is_file():
        raise KokushiError(
            "there is no criteria file",
            place=Place(str(file)),
            fix="give the path of a TOML file with -T criteria=FILE, or leave the parameter out",
        )
    try:
        content = read_text(file)
    except ValueError as error:
        raise KokushiError(f"this is no TOML in UTF-8 ({error})", place=Place(str(file))) from error
    rules = parse_rules(content.encode(), str(file))
    if rules.profession != profession:
        raise KokushiError(
            f"these are the criteria of '{rules.profession}'",
            place=Place(str(file), field="profession"),
            expected=f"'{profession}'",
        )
    return rules


@cache
def _built_in(profession: str, practice: bool) -> Rules:
    folder = _RESOURCES / "practice" if practice else _RESOURCES
    file = folder / f"{profession}.toml"
    return parse_rules(file.read_bytes(), f"{'practice/' if practice else ''}{profession}.toml")


def parse_rules(content: bytes, name: str) -> Rules:
    """The rules in a criteria file's content; `name` is the file's name, for errors."""
    try:
        table = _CriteriaTable.model_validate(parse_toml(decode(content)))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise KokushiError(
            first["msg"],
            place=Place(name, field=".".join(str(part) for part in first["loc"])),
            fix="compare with kokushi_inspect/criteria/medicine.toml",
        ) from error
    except ValueError as error:
        raise KokushiError(
            f"this is no TOML in UTF-8 ({error})", place=Place(name), fix="correct the file"
        ) from error
    _check_names(table, name)
    paper = table.paper or _PaperTable(buckets=())
    return Rules(
        profession=table.profession,
        aliases=table.aliases,
        name_ja=table.names.ja,
        name_en=table.names.en,
        exam_ja=table.names.exam_ja,
        exam_en=table.names.exam_en,
        labels=table.labels,
        sections=table.structure.sections,
        section_aliases={
            form.lower(): section
            for section in table.structure.sections
            for form in (section, *table.structure.aliases.get(section, ()))
        },
        section_roles={
            section: role
            for role, sections in table.structure.roles.items()
            for section in sections
        },
        points=tuple((row.selector(row.roles), row.points) for row in table.structure.points),
        parts=tuple(part.part() for part in table.parts),
        paper_buckets=tuple((bucket.name, bucket.selector()) for bucket in paper.buckets),
        paper_rule=PaperRule(
            buckets=(),
            forbidden_limit=paper.forbidden_limit,
            subject_share=paper.subject_share,
            compulsory=paper.compulsory,
        ),
        years={
            _year(key, name): _year_rules(key, year, table.forbidden)
            for key, year in table.years.items()
        },
        file=name,
    )


def _year(key: str, name: str) -> int:
    if not key.isdecimal() or len(key) > 4:
        raise KokushiError(
            f"'{key}' is no year",
            place=Place(name, field="years"),
            expected="a number such as 2024",
        )
    return int(key)


def _check_names(table: _CriteriaTable, name: str) -> None:
    """Every line names a part, every number a source of the file, and the sections add up."""
    total = sum(table.structure.sections.values())
    if total != table.structure.questions:
        raise KokushiError(
            f"the sections have {total} questions",
            place=Place(name, field="structure.sections"),
            expected=f"{table.structure.questions}, as `questions` says",
        )
    parts = {part.name for part in table.parts}
    buckets = 0 if table.paper is None else len(table.paper.buckets)
    for key, year in table.years.items():
        place = f"years.{key}"
        if unknown := set(year.lines) - parts:
            raise KokushiError(
                f"a line for '{min(unknown)}', which is no part",
                place=Place(name, field=f"{place}.lines"),
                expected=f"one of {', '.join(sorted(parts))}",
            )
        for part, line in year.lines.items():
            if line.of is not None and line.line > line.of:
                raise KokushiError(
                    f"a line of {line.line} for {line.of} points",
                    place=Place(name, field=f"{place}.lines.{part}"),
                    expected="a line that can be reached",
                )
        if year.paper is not None and len(year.paper.lines) != buckets:
            raise KokushiError(
                f"{len(year.paper.lines)} lines for {buckets} buckets of the paper's rule",
                place=Place(name, field=f"{place}.paper.lines"),
                expected="one line for each bucket, in their order",
            )
        cited = [line.source for line in year.lines.values()]
        cited += [line.of_inferred for line in year.lines.values() if line.of_inferred]
        cited += [treatment.source for treatment in year.treatments.values()]
        if table.forbidden is not None:
            cited.append(table.forbidden.source)
        cited += [t.source for t in (year.forbidden, year.human, year.paper) if t is not None]
        cited.append(table.structure.source)
        if missing := set(cited) - set(table.sources):
            raise KokushiError(
                f"the source '{min(missing)}' is not described",
                place=Place(name, field=place),
                expected="a name from the table [sources]",
            )


def _year_rules(key: str, year: _YearTable, standing: _ForbiddenTable | None) -> YearRules:
    forbidden = year.forbidden or standing
    return YearRules(
        label=year.label or key,
        number=year.sitting,
        lines={
            part: PartLine(
                line.line, line.of, line.source, line.confidence, line.of_inferred is not None
            )
            for part, line in year.lines.items()
        },
        forbidden_limit=None if forbidden is None else forbidden.limit,
        forbidden_confidence="" if forbidden is None else forbidden.confidence,
        treatments={
            question: Announcement(t.treatment, t.accept, t.note, t.source, t.number)
            for question, t in year.treatments.items()
        },
        paper_lines=None if year.paper is None else year.paper.lines,
        human_pass_rate=None if year.human is None else year.human.pass_rate,
    )


def practice_professions() -> list[str]:
    """Ids of the professions that have a built-in practice exam."""
    folder = Path(str(_RESOURCES / "practice"))
    return sorted(file.stem for file in folder.glob("*.toml"))
