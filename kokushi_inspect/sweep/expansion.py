"""A spec becomes the list of its entries. Pure, given what the sources hold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.open_source import PRACTICE
from kokushi_inspect.sweep.plan import NO_MODEL, Entry, Plan, Sitter, SolverChoice
from kokushi_inspect.sweep.spec import Examinee, Exams, Medcalc, Settings, Spec, Variant

MEDCALC = "medcalc"

LOG_BUFFER_AT_URL = 10
"""Samples between writes where each write is an upload."""


class Library(Protocol):
    """What the sources of a spec hold."""

    def professions(self) -> Sequence[str]:
        """Ids of all professions, in the order in which a plan lists them."""

    def find_profession(self, name: str) -> str | None:
        """The id of a profession by any of its names; None when it is none."""

    def years(self, profession: str, task_args: Mapping[str, Any]) -> Sequence[int]:
        """Years of the sittings that the task would have; none when its questions name none."""

    def size(self, task: str, task_args: Mapping[str, Any]) -> int:
        """How many samples the task has."""

    def content(self, task: str, task_args: Mapping[str, Any], solver: SolverChoice | None) -> str:
        """Digest of the questions, and of the files that arguments name."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A task of one part of a spec, before it is known who sits it."""

    task: str
    args: dict[str, Any]
    place: str
    variant: Variant


def expand(spec: Spec, library: Library) -> Plan:
    """The plan of a spec: every task for every examinee who sits it.

    The order is that of the spec: exams before MedCalc-Bench, then profession, year, language,
    variant and examinee.

    Args:
        spec: The spec.
        library: What its sources hold.

    Raises:
        KokushiError: The spec asks for something that its sources do not have.
    """
    entries: list[Entry] = []
    for part, asked in _parts(spec, library):
        variants = (spec.exams if part == "exams" else spec.medcalc).variants  # type: ignore[union-attr]
        for each in asked:
            entries += [
                _entry(spec, each, examinee, library)
                for examinee in spec.examinees
                if _sits(examinee, part, each.variant, variants)
            ]
    _refuse_twins(entries)
    if not entries:
        raise KokushiError("nobody sits anything", fix="look at 'sits' and 'solver' of examinees")
    return Plan(
        name=spec.name,
        entries=tuple(entries),
        settings=_settings(spec),
        samples_per_connection=spec.settings.samples_per_connection,
        max_tasks=spec.settings.max_tasks,
        limit=spec.limit,
    )


def _parts(spec: Spec, library: Library) -> Iterable[tuple[str, Iterable[_Asked]]]:
    if spec.exams is not None:
        yield "exams", _exam_tasks(spec.exams, library)
    if spec.medcalc is not None:
        yield "medcalc", _medcalc_tasks(spec.medcalc)


def _exam_tasks(exams: Exams, library: Library) -> Iterable[_Asked]:
    for profession in _professions(exams, library):
        common = {"source": exams.source, **exams.args}
        for years, shown in _years(exams, profession, common, library):
            for language in exams.languages:
                for variant in exams.variants:
                    args = {**common, **years}
                    if language != "ja":
                        args["language"] = language
                    place = f"{profession}/{shown}/{language}"
                    yield _Asked(profession, args | variant.task_args, place, variant)


def _professions(exams: Exams, library: Library) -> list[str]:
    if exams.professions == "all":
        return list(library.professions())
    found = []
    for name in exams.professions:
        profession = library.find_profession(name)
        if profession is None:
            raise KokushiError(
                f"'{name}' is no profession",
                expected="'all', or names among " + ", ".join(library.professions()),
            )
        if profession not in found:
            found.append(profession)
    return found


def _years(
    exams: Exams, profession: str, common: Mapping[str, Any], library: Library
) -> list[tuple[dict[str, Any], str]]:
    """The parameter `years` of each task of a profession, and how an id shows it."""
    wanted = {} if exams.years == "all" else {"years": exams.years}
    if exams.split == "none":
        shown = exams.years if isinstance(exams.years, int | str) else _joined(exams.years)
        return [(wanted, str(shown))]
    if exams.source == PRACTICE:  # one sitting, of no year
        return [(wanted, PRACTICE)]
    there = library.years(profession, {**common, **wanted})
    return [({"years": year}, str(year)) for year in there] or [(wanted, "all")]


def _joined(years: Sequence[int | str]) -> str:
    return ",".join(map(str, years))


def _medcalc_tasks(medcalc: Medcalc) -> Iterable[_Asked]:
    versions = medcalc.versions if medcalc.source is None else [None]
    for version in versions:
        for language in medcalc.languages:
            for variant in medcalc.variants:
                args: dict[str, Any] = dict(medcalc.args)
                if version is not None:
                    args["version"] = version
                else:
                    args["source"] = medcalc.source
                if language != "en":
                    args["language"] = language
                place = f"{MEDCALC}/{version or 'rows'}/{language}"
                yield _Asked(MEDCALC, args | variant.task_args, place, variant)


def _sits(examinee: Examinee, part: str, variant: Variant, variants: Sequence[Variant]) -> bool:
    """Whether an examinee sits a variant: with a solver of its own, those that name none.

    Where every variant names a solver, it sits the first.
    """
    if examinee.sits not in (part, "all"):
        return False
    if examinee.solver is None:
        return True
    free = [each for each in variants if each.solver is None] or variants[:1]
    return variant in free


def _entry(spec: Spec, asked: _Asked, examinee: Examinee, library: Library) -> Entry:
    owner = examinee if examinee.solver is not None else asked.variant
    solver = None if owner.solver is None else SolverChoice(owner.solver, owner.solver_args)
    size = library.size(asked.task, asked.args)
    return Entry(
        id=f"{asked.place}/{asked.variant.name}/{examinee.title}",
        task=asked.task,
        task_args=asked.args,
        variant=asked.variant.name,
        examinee=Sitter(
            name=examinee.title,
            model=examinee.model,
            base_url=examinee.base_url,
            args=examinee.args,
            generate=examinee.generate,
            connections=0 if examinee.model == NO_MODEL else examinee.connections,
        ),
        solver=solver,
        samples=size if spec.limit is None else min(size, spec.limit),
        content=library.content(asked.task, asked.args, solver),
        limits=spec.limits.by_inspects_names(),
        epochs=spec.epochs,
    )


def _settings(spec: Spec) -> dict[str, Any]:
    """The arguments of `eval_set` that all workers share."""
    settings: Settings = spec.settings
    chosen: dict[str, Any] = {
        "display": "none",
        "log_buffer": settings.log_buffer or (LOG_BUFFER_AT_URL if "://" in spec.log_dir else 1),
        "log_images": settings.log_images,
        "log_level": settings.log_level,
        "log_model_api": settings.log_model_api or None,
        "log_realtime": settings.log_realtime,
        "retry_on_error": spec.retry.samples or None,
        "score_display": settings.score_display,
        "tags": [spec.name],
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    return given | spec.limits.by_inspects_names()


def _refuse_twins(entries: Sequence[Entry]) -> None:
    """Refuse two entries that measure the same: their logs could not be told apart."""
    seen: dict[str, str] = {}
    for entry in entries:
        twin = seen.setdefault(entry.fingerprint, entry.id)
        if twin != entry.id:
            raise KokushiError(
                f"'{twin}' and '{entry.id}' are the same exam for the same examinee",
                fix="leave one of them out, or repeat samples with 'epochs'",
            )
