"""From a spec to a directory of complete logs."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sweep.allocation import model_limits, share_out
from kokushi_inspect.sweep.capture import capture
from kokushi_inspect.sweep.documents import CapturedTask, eval_set_document
from kokushi_inspect.sweep.engine import Engine
from kokushi_inspect.sweep.estimate import Estimate, estimate_entry
from kokushi_inspect.sweep.expansion import expand
from kokushi_inspect.sweep.library import SourceLibrary
from kokushi_inspect.sweep.local_engine import LocalEngine
from kokushi_inspect.sweep.lock import lock
from kokushi_inspect.sweep.log_folder import LogFolder, Survey
from kokushi_inspect.sweep.plan import Plan
from kokushi_inspect.sweep.progress import BarProgress, Display, PlainProgress, open_progress
from kokushi_inspect.sweep.schedule import Job, run_entries
from kokushi_inspect.sweep.spec import Spec, load_spec


@dataclass(frozen=True, slots=True)
class Part:
    """One of several parts of a sweep, each run by a command of its own.

    Attributes:
        index: Which one, from 1.
        count: How many there are.
    """

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> "Part":
        """A part as a user writes it: `2/8`.

        Raises:
            KokushiError: It is none.
        """
        index, slash, count = text.partition("/")
        if slash and index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count):
            return cls(int(index), int(count))
        raise KokushiError(f"part '{text}'", expected="INDEX/COUNT, such as 2/8")


@dataclass(frozen=True, slots=True)
class Sweep:
    """A spec with its plan.

    Attributes:
        spec: The spec.
        folder: Its folder: what relative paths in it mean.
        plan: All entries.
        library: What its sources hold.
    """

    spec: Spec
    folder: Path
    plan: Plan
    library: SourceLibrary

    @property
    def log_dir(self) -> str:
        """Absolute path or URL of the directory of logs."""
        place = self.spec.log_dir
        return place if "://" in place else os.path.normpath(self.folder / Path(place).expanduser())


EngineMaker = Callable[[int, tuple[int, ...]], Engine]
"""Makes an engine with so many workers, that inherit these descriptors."""


def open_sweep(spec_file: str | Path) -> Sweep:
    """Read a spec and everything that it names, except its models.

    Raises:
        KokushiError: Something in the spec, its sources or its solvers is wrong.
    """
    file = Path(spec_file).expanduser().absolute()
    spec = load_spec(file)
    with chdir(file.parent):
        library = SourceLibrary()
        plan = expand(spec, library)
    return Sweep(spec, file.parent, plan, library)


def estimate_sweep(sweep: Sweep, survey: Survey) -> dict[str, Estimate]:
    """What the missing samples of each entry would cost."""
    examinees = {examinee.title: examinee for examinee in sweep.spec.examinees}
    found = {}
    for entry in sweep.plan.entries:
        examinee = examinees[entry.examinee.name]
        price = examinee.price
        found[entry.id] = estimate_entry(
            entry,
            sweep.library.facts(entry.task, entry.task_args),
            reply_tokens=examinee.reply_tokens,
            price=None if price is None else (price.input, price.output),
            missing=survey.states[entry.id].missing,
        )
    return found


def survey_sweep(sweep: Sweep) -> Survey:
    """What the directory of logs holds of a sweep."""
    return LogFolder(sweep.log_dir).survey(sweep.plan.entries)


def run_sweep(
    sweep: Sweep,
    workers: int,
    say: Callable[[str], None],
    *,
    display: Display = "auto",
    part: Part | None = None,
    make_engine: EngineMaker = LocalEngine,
) -> Survey:
    """Run what is missing.

    Args:
        sweep: The sweep.
        workers: How many workers run at once, 1 or more.
        say: Prints a line.
        display: How progress is shown.
        part: Only this part of the sweep, with its part of the connections; other parts are run
            by others. The survey that is returned is of this part alone.
        make_engine: Makes the engine.

    Raises:
        KokushiError: Another sweep is at work, or the tasks cannot be made.
    """
    part = part or Part()
    logs = LogFolder(sweep.log_dir)
    with _locked(logs, part) as held:
        ids, limits = _own_part(sweep.plan, part)
        survey = logs.survey(sweep.plan.entries)
        logs.remove_replaced(survey.states[id] for id in ids)  # a kill may have come before it
        for odd in survey.odd:
            say(f"{odd.kind}: {odd.name}: {odd.reason}")
        if any(not survey.states[id].complete for id in ids):
            logs.check_room()
            say(f"preparing {len(sweep.plan.entries)} entries")
            job = _job(sweep, logs, capture(sweep.plan, sweep.folder))
            _write_tasks(job, survey)
            survey = _run(job, ids, limits, make_engine(workers, held), open_progress(display, say))
            _write_tasks(job, survey)
            _write_listing(logs, survey, say)
    return Survey({id: survey.states[id] for id in ids}, survey.odd)


def _run(
    job: Job,
    ids: list[str],
    limits: Mapping[str, int],
    engine: Engine,
    progress: PlainProgress | BarProgress,
) -> Survey:
    try:
        return run_entries(job, ids, engine, progress, limits)
    finally:
        engine.stop()
        progress.close()


def _job(sweep: Sweep, logs: LogFolder, tasks: Mapping[str, CapturedTask]) -> Job:
    proposed = sha256(f"{sweep.plan.name}/{sweep.plan.to_json()}".encode()).hexdigest()[:22]
    return Job(
        plan=sweep.plan,
        tasks=tasks,
        folder=str(sweep.folder),
        logs=logs,
        eval_set_id=logs.eval_set_id(proposed),
        tries=sweep.spec.retry.entries,
    )


def _own_part(plan: Plan, part: Part) -> tuple[list[str], dict[str, int]]:
    """Ids of the entries of a part, and its connections by model. All parts agree on them."""
    if part.count == 1:
        return [entry.id for entry in plan.entries], model_limits(plan.entries)
    shares = share_out(plan.entries, part.count, {e.id: e.records for e in plan.entries})
    if part.index > len(shares):
        return [], {}
    share = shares[part.index - 1]
    return [entry.id for entry in share.entries], dict(share.connections)


def _write_tasks(job: Job, survey: Survey) -> None:
    task_ids = {
        job.tasks[id].identifier: state.best.task_id
        for id, state in survey.states.items()
        if state.best is not None
    }
    document = eval_set_document(job.eval_set_id, list(job.tasks.values()), task_ids)
    job.logs.write_tasks(document)


def _write_listing(logs: LogFolder, survey: Survey, say: Callable[[str], None]) -> None:
    if any(odd.kind == "damaged" for odd in survey.odd):
        say("logs.json was not written: remove the damaged logs first")
        return
    try:
        logs.write_listing()
    except OSError as error:
        say(f"logs.json was not written: {error.strerror}")


@contextmanager
def _locked(logs: LogFolder, part: Part) -> Iterator[tuple[int, ...]]:
    """Hold the lock of a folder on this machine; elsewhere there is none."""
    if logs.path is None:
        yield ()
        return
    try:
        held = lock(logs.path, "" if part.count == 1 else f"-{part.index}-of-{part.count}")
    except OSError as error:
        raise KokushiError(
            f"the folder of logs cannot be made: {error.strerror}", place=Place(str(logs.path))
        ) from error
    try:
        yield (held,)
    finally:
        os.close(held)
