"""A log becomes a run: its answers and costs, read once and kept small."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from kokushi_inspect.exam import Sitting
from kokushi_inspect.report.answers import (
    Answer,
    SampleFacts,
    answers_in,
    facts_of,
    light_samples,
)
from kokushi_inspect.report.catalogue import Catalogue
from kokushi_inspect.report.finding_logs import FoundLog
from kokushi_inspect.report.log_damage import told
from kokushi_inspect.report.unfinished import SampleErrors, cut_off

ExamineeKind = Literal["model", "replay", "baseline"]


@dataclass(slots=True)
class Run:
    """One log of an exam, read.

    Attributes:
        log: The log.
        sittings: The sittings that it is about.
        answers: One for each question and epoch.
        samples: Samples that were read.
        errors: Samples that ended in an error.
        trouble: For each year, what forbids a verdict: errors, and samples that cannot be read.
        seconds: Working time of all samples; None when the log does not say.
        calls: Replies of models; None when nobody counted.
        replied: Name of who replied, as the outputs say.
        broken: What could not be read.
    """

    log: FoundLog
    sittings: list[Sitting] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    samples: int = 0
    errors: int = 0
    trouble: dict[int | None, str] = field(default_factory=dict)
    seconds: float | None = None
    calls: int | None = None
    replied: str = ""
    broken: list[str] = field(default_factory=list)

    @property
    def epochs(self) -> int:
        """How often each question was asked."""
        return self.log.header.eval.config.epochs or 1

    @property
    def examinee(self) -> str:
        """Who answered: the name given to a replay, the baseline, or the model."""
        return examinee_name(self.log, self.replied)

    @property
    def kind(self) -> ExamineeKind:
        """What kind of examinee that is."""
        return examinee_kind(self.log)


def examinee_name(log: FoundLog, replied: str) -> str:
    """Who answered, given who replied as the outputs say."""
    named = (log.header.eval.solver_args or {}).get("examinee")
    model = log.header.eval.model
    if named or model != "none/none":
        return str(named or model)
    return replied or model


def examinee_kind(log: FoundLog) -> ExamineeKind:
    """What kind of examinee answered, by the solver."""
    solver = (log.header.eval.solver or "").split("/")[-1].removesuffix(".py")
    kinds: dict[str, ExamineeKind] = {"replay": "replay", "baseline": "baseline"}
    return kinds.get(solver, "model")


def read_run(
    log: FoundLog, catalogue: Catalogue, reply_limit: int, tick: Callable[[], None]
) -> Run:
    """Read a log of an exam, sample by sample.

    Args:
        log: The log.
        catalogue: Takes up the questions.
        reply_limit: Characters of each reply that are kept.
        tick: Is called for each sample.
    """
    run = Run(log, [Sitting.from_record(record) for record in log.metadata["sittings"]])
    errors: dict[int | None, SampleErrors] = {}
    for sample in light_samples(log.path, log.header, run.broken.append, damaged=log.damaged):
        tick()
        if "sitting" not in sample.metadata:
            run.broken.append(f"sample {sample.id} is of no exam")
            continue
        try:
            answers = answers_in(sample, reply_limit)
        except (KeyError, TypeError, ValueError) as error:  # written by another version
            run.broken.append(f"sample {sample.id} is not understood ({told(error)})")
            continue
        run.answers += answers
        run.samples += 1
        catalogue.add(log.path, sample)
        _count(run, facts_of(sample), errors)
    for sitting in run.sittings:
        run.trouble[sitting.year] = "; ".join(_trouble(run, sitting, errors.get(sitting.year)))
    return run


def _trouble(run: Run, sitting: Sitting, errors: SampleErrors | None) -> Iterator[str]:
    """What forbids a verdict on a sitting."""
    if errors is not None:
        yield errors.told()
    if run.broken:
        yield f"{len(run.broken)} sample(s) cannot be read, e.g. {run.broken[0]}"
    marks = sum(a.year == sitting.year and a.official is not None for a in run.answers)
    if marks < sitting.scored * run.epochs and (cut := cut_off(run.log.header)):
        yield cut


def _count(run: Run, facts: SampleFacts, errors: dict[int | None, SampleErrors]) -> None:
    run.replied = run.replied or facts.model
    if facts.error:
        run.errors += 1
        errors.setdefault(facts.year, SampleErrors()).add(facts.id, facts.error)
    if facts.seconds is not None:
        run.seconds = (run.seconds or 0.0) + facts.seconds
    if facts.calls is not None:
        run.calls = (run.calls or 0) + facts.calls
