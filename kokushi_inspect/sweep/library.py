"""What the sources of a sweep hold: read once each, before anything runs. No model is touched."""

import inspect as python_inspect
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessage, ContentImage

from kokushi_inspect.exam import Figure, KokushiError, Place, Question
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.exam import TASK_VERSION, Exam, Request, load_exam
from kokushi_inspect.sources.exam_names import all_rules, find_profession
from kokushi_inspect.sources.medcalc import load as medcalc_load
from kokushi_inspect.sources.medcalc.selection import Selection
from kokushi_inspect.sources.selection import parse_years
from kokushi_inspect.sweep.definition import make_solver
from kokushi_inspect.sweep.estimate import SampleFacts, figure_tokens, text_tokens
from kokushi_inspect.sweep.expansion import MEDCALC
from kokushi_inspect.sweep.plan import SolverChoice
from scorers.marked import questions_of
from solvers.baseline import CALCULATION_KINDS
from solvers.medcalc_wording import load_medcalc_wording, medcalc_system_message
from solvers.prompt import load_wording, system_message

_REGISTRY = "kokushi_inspect._registry"


@dataclass(frozen=True, slots=True)
class Shelved:
    """The questions of one task.

    Attributes:
        facts: What the estimate needs to know, one for each sample in order.
        digest: Digest of ids, texts, keys and names of figures.
        without_people: Ids of questions of which it is not known how people answered.
    """

    facts: tuple[SampleFacts, ...]
    digest: str
    without_people: tuple[str, ...] = ()


class SourceLibrary:
    """Reads the sources that a spec names; relative paths start at the current folder."""

    def __init__(self) -> None:
        self._exams: dict[str, Exam] = {}
        self._shelf: dict[str, Shelved] = {}
        self._solvers: set[str] = set()

    def professions(self) -> Sequence[str]:
        """Ids of the ten professions."""
        return list(all_rules())

    def find_profession(self, name: str) -> str | None:
        """The id of a profession by any of its names."""
        return find_profession(name)

    def years(self, profession: str, task_args: Mapping[str, Any]) -> Sequence[int]:
        """Years of the sittings that the task would have."""
        args = dict(task_args)
        wanted = parse_years(args.pop("years", None))
        years = [s.year for s in self._exam(profession, args).sittings if s.year is not None]
        if wanted is None:
            return sorted(years)
        if absent := [asked for asked in wanted if not any(year in asked for year in years)]:
            raise KokushiError(
                f"the source has no questions of {profession} {absent[0].start}",
                expected=f"years among {', '.join(map(str, sorted(years))) or 'none'}",
            )
        return sorted(year for year in years if any(year in asked for asked in wanted))

    def size(self, task: str, task_args: Mapping[str, Any]) -> int:
        """How many samples the task has."""
        return len(self.shelved(task, task_args).facts)

    def content(self, task: str, task_args: Mapping[str, Any], solver: SolverChoice | None) -> str:
        """Digest of the questions, and of the files that arguments name."""
        if solver is not None:
            self._check_solver(solver)
            self._check_baseline(task, task_args, solver)
        named = [task_args, {} if solver is None else solver.args]
        digests = [self.shelved(task, task_args).digest, *_file_digests(named)]
        return sha256("/".join(digests).encode()).hexdigest()[:16]

    def shelved(self, task: str, task_args: Mapping[str, Any]) -> Shelved:
        """The questions of a task."""
        key = _key(task, task_args)
        if key not in self._shelf:
            _check_args(task, task_args)
            read = self._read_medcalc if task == MEDCALC else self._read_exam
            self._shelf[key] = read(task, dict(task_args))
        return self._shelf[key]

    def facts(self, task: str, task_args: Mapping[str, Any]) -> tuple[SampleFacts, ...]:
        """What the estimate needs to know of a task's samples, in their order."""
        return self.shelved(task, task_args).facts

    def _exam(self, profession: str, args: dict[str, Any]) -> Exam:
        """An exam with all its years: one reading serves all sittings."""
        _check_args(profession, args)
        known = {field.name for field in fields(Request)}
        request = {name: value for name, value in args.items() if name in known}
        key = _key(profession, request)
        if key not in self._exams:
            self._exams[key] = load_exam(profession, Request(**request))
        return self._exams[key]

    def _read_exam(self, task: str, args: dict[str, Any]) -> Shelved:
        years = parse_years(args.pop("years", None))
        exam = self._exam(task, args)
        samples = [s for s in exam.dataset if years is None or _year_in(s, years)]
        wording = load_wording(args.get("prompt"), args.get("language", "ja"))
        questions = {question.id: question for question in exam.questions}
        withheld = args.get("figures") == "withheld"

        def facts(sample: Sample) -> SampleFacts:
            asked = questions_of(sample.metadata or {})
            figures = [] if withheld else [f for q in asked for f in _figures(questions, q.id)]
            return SampleFacts(
                questions=len(asked),
                system=text_tokens(system_message(asked[0], wording)),
                text=sum(text_tokens(text) for text in _texts(sample.input)),
                figures=sum(figure_tokens(f.width, f.height) for f in figures),
            )

        asked = [q for sample in samples for q in questions_of(sample.metadata or {})]
        without_people = tuple(q.id for q in asked if q.human.accuracy is None)
        return Shelved(tuple(map(facts, samples)), _digest(TASK_VERSION, samples), without_people)

    def _read_medcalc(self, task: str, args: dict[str, Any]) -> Shelved:
        prompting = args.pop("prompting", "cot")
        chosen = {f.name: args.pop(f.name) for f in fields(Selection) if f.name in args}
        request = medcalc_load.Request(**args, selection=Selection(**chosen))
        samples = list(medcalc_load.load_medcalc(request).dataset)
        wording = load_medcalc_wording(request.language)

        def facts(sample: Sample) -> SampleFacts:
            number = (sample.metadata or {})["calculator"]
            system = medcalc_system_message(wording, prompting, number)
            text = sum(text_tokens(text) for text in _texts(sample.input))
            return SampleFacts(1, text_tokens(system), text, 0)

        return Shelved(tuple(map(facts, samples)), _digest(medcalc_load.TASK_VERSION, samples))

    def _check_solver(self, choice: SolverChoice) -> None:
        """Make the solver once: wrong names, arguments and files are found before a run."""
        key = _key(choice.name, choice.args)
        if key not in self._solvers:
            make_solver(choice)
            self._solvers.add(key)

    def _check_baseline(
        self, task: str, task_args: Mapping[str, Any], choice: SolverChoice
    ) -> None:
        """A baseline that the source cannot have is one error here, not one for each question."""
        kind = choice.args.get("kind") if choice.name == "baseline" else None
        if task == MEDCALC and kind not in (None, *CALCULATION_KINDS):
            raise KokushiError(
                f"baseline kind='{kind}' for MedCalc-Bench",
                expected=" or ".join(f"'{each}'" for each in CALCULATION_KINDS),
                fix="write 'sits: exams' for this examinee",
            )
        ids = self.shelved(task, task_args).without_people if kind == "human" else ()
        if ids:
            raise KokushiError(
                f"baseline kind='human': {len(ids)} question(s) of {task} have no human accuracy, "
                f"such as {ids[0]}",
                expected="the field human_accuracy on every question",
                fix="leave this examinee out, or use kind: key, chance or silent",
            )


def _key(name: str, args: Mapping[str, Any]) -> str:
    return json.dumps([name, dict(args)], sort_keys=True, default=str)


def _check_args(task: str, args: Mapping[str, Any]) -> None:
    known = python_inspect.signature(getattr(import_module(_REGISTRY), task)).parameters
    if unknown := sorted(set(args) - set(known)):
        raise KokushiError(
            f"the task '{task}' has no parameter '{unknown[0]}'",
            expected="parameters among " + ", ".join(known),
        )


def _year_in(sample: Sample, years: Sequence[range]) -> bool:
    year = (sample.metadata or {})["sitting"]["year"]
    return year is not None and any(year in asked for asked in years)


def _figures(questions: Mapping[str, Question], id: str) -> Sequence[Figure]:
    return questions[id].figures


def _texts(messages: str | list[ChatMessage]) -> list[str]:
    return [messages] if isinstance(messages, str) else [message.text for message in messages]


def _digest(version: str, samples: Sequence[Sample]) -> str:
    digest = sha256(version.encode())
    for sample in samples:
        pictures = [] if isinstance(sample.input, str) else _pictures(sample.input)
        record = [sample.id, _texts(sample.input), sample.target, pictures]
        digest.update(json.dumps(record, ensure_ascii=False).encode())
    return digest.hexdigest()


def _pictures(messages: Sequence[ChatMessage]) -> list[str]:
    """Names of the figures: their folders differ between machines."""
    parts = [p for m in messages if isinstance(m.content, list) for p in m.content]
    return [Path(p.image).name for p in parts if isinstance(p, ContentImage)]


def _file_digests(arguments: Sequence[Mapping[str, Any]]) -> list[str]:
    """Digests of the files that arguments name, such as replies, a prompt or criteria."""
    found = []
    for args in arguments:
        for name, value in sorted(args.items()):
            if isinstance(value, str) and value and name != "source":
                file = user_path(value)
                found += [_file_digest(file)] if file.is_file() else []
    return found


def _file_digest(file: Path) -> str:
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise KokushiError("the file cannot be read", place=Place(str(file))) from error
