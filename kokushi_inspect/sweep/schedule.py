"""Gives entries to workers until all are complete or have been tried often enough."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kokushi_inspect.sweep.allocation import Share, share_out
from kokushi_inspect.sweep.documents import CapturedTask, Selected, selection_document
from kokushi_inspect.sweep.engine import Advanced, Assignment, Ended, Engine
from kokushi_inspect.sweep.log_folder import LogFolder, State, Survey
from kokushi_inspect.sweep.plan import Entry, Plan

_LOOK = 0.5
"""Seconds between looks at what workers do."""

_FEWEST_SAMPLES = 10
"""Samples in work where no model is waited for."""


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that a run of a sweep is made of.

    Attributes:
        plan: The plan.
        tasks: Its tasks as Inspect knows them, by id of the entry.
        folder: The folder of the spec.
        logs: The directory of logs.
        eval_set_id: Id of the eval set.
        tries: How often an entry is given to a worker.
    """

    plan: Plan
    tasks: Mapping[str, CapturedTask]
    folder: str
    logs: LogFolder
    eval_set_id: str
    tries: int


class Watcher(Protocol):
    """Who is told how a run goes on."""

    def advanced(self, event: Advanced) -> None:
        """An entry has gone on."""

    def surveyed(self, survey: Survey) -> None:
        """The logs were looked at."""

    def told(self, text: str) -> None:
        """Something that the user should know."""


@dataclass
class _Desk:
    """A running worker, and which of its entries it has begun."""

    assignment: Assignment
    begun: set[str] = field(default_factory=set)


def run_entries(
    job: Job, ids: Sequence[str], engine: Engine, watcher: Watcher, limits: Mapping[str, int]
) -> Survey:
    """Run entries; what is complete in a log is taken over and not asked again.

    An entry counts as tried when a worker that had begun it ended without completing it; when a
    worker ends before it begins anything, all its entries count. An entry that was tried
    `job.tries` times is left incomplete.

    Args:
        job: The run.
        ids: The entries that are wanted; complete ones among them are left alone.
        engine: Where workers run.
        watcher: Who is told.
        limits: Connections of each model for this run.

    Returns:
        What the directory of logs holds in the end.

    Raises:
        KokushiError: The directory of logs takes no more.
    """
    survey = job.logs.survey(job.plan.entries)
    watcher.surveyed(survey)
    tried: Counter[str] = Counter()
    desks: dict[int, _Desk] = {}
    for assignment in assign(job, survey, ids, engine.slots, limits):
        desks[assignment.number] = _Desk(assignment)
        engine.start(assignment)
    number = len(desks)
    while desks:
        for event in engine.wait(_LOOK):
            if isinstance(event, Advanced):
                desks[event.number].begun.add(event.entry)
                watcher.advanced(event)
                continue
            desk = desks.pop(event.number)
            survey = _look_again(job, desk, watcher)
            again = _to_repeat(job, survey, desk, tried)
            _tell(watcher, event, desk, again, survey)
            if again:
                number += 1
                share = Share(again, desk.assignment.connections)
                next_one = _assignment(job, survey, share, number, desk.assignment.slot)
                desks[number] = _Desk(next_one)
                job.logs.check_room()
                engine.start(next_one)
    return survey


def _look_again(job: Job, desk: _Desk, watcher: Watcher) -> Survey:
    survey = job.logs.survey(job.plan.entries)
    job.logs.remove_replaced(survey.states[id] for id in desk.assignment.entries)
    watcher.surveyed(survey)
    return survey


def _to_repeat(job: Job, survey: Survey, desk: _Desk, tried: Counter[str]) -> tuple[Entry, ...]:
    states = [survey.states[id] for id in desk.assignment.entries]
    left = [state.entry for state in states if not state.complete]
    begun = [entry for entry in left if entry.id in desk.begun]
    tried.update(entry.id for entry in begun or left)
    return tuple(entry for entry in left if tried[entry.id] < job.tries)


def _tell(
    watcher: Watcher, event: Ended, desk: _Desk, again: Sequence[Entry], survey: Survey
) -> None:
    left = [id for id in desk.assignment.entries if not survey.states[id].complete]
    if not left:
        return
    attempts = [attempt for id in left for attempt in survey.states[id].attempts]
    errored = any(attempt.errors for attempt in attempts)
    end = _how_it_ended(event.code, errored)
    named = ", ".join(left[:3]) + (f" and {len(left) - 3} more" if len(left) > 3 else "")
    watcher.told(f"a worker {end} before {named}: " + _what_now(len(left), len(again)))
    if event.said and event.code != 0:
        watcher.told("\n".join("  | " + line for line in event.said.splitlines()))


def _how_it_ended(code: int | None, errored: bool) -> str:
    if code is None:
        return "was lost"
    if code == 0:
        return "ended with errors in samples" if errored else "ended without finishing its logs"
    return f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"


def _what_now(left: int, again: int) -> str:
    if again == 0:
        return "tried often enough, left incomplete"
    return "started again" if again == left else f"{again} of {left} started again"


def _assignment(job: Job, survey: Survey, share: Share, number: int, slot: int) -> Assignment:
    ids = tuple(entry.id for entry in share.entries)
    selected = [Selected(job.tasks[id], _resumable(survey.states[id])) for id in ids]
    document = selection_document(job.eval_set_id, selected, _overrides(job, share))
    return Assignment(
        number=number,
        slot=slot,
        entries=ids,
        plan=job.plan.only(set(ids)).to_json(),
        selection=document,
        connections=share.connections,
        folder=job.folder,
    )


def _resumable(state: State) -> str | None:
    """The log whose samples are taken over, when it holds any."""
    return state.best.path if state.best is not None and state.best.records else None


def _overrides(job: Job, share: Share) -> dict[str, Any]:
    plan = job.plan
    models = {entry.examinee.model for entry in share.entries}
    most = max(share.connections.values(), default=0)
    return {
        "log_dir": job.logs.place,
        "max_samples": max(_FEWEST_SAMPLES, math.ceil(most * plan.samples_per_connection)),
        "max_tasks": plan.max_tasks or 2 * len(models),
    }


def assign(
    job: Job, survey: Survey, ids: Sequence[str], workers: int, limits: Mapping[str, int]
) -> list[Assignment]:
    """The first assignments of a run, for engines that are given all of them beforehand."""
    missing = {id: survey.states[id].missing for id in ids if not survey.states[id].complete}
    entries = [entry for entry in job.plan.entries if entry.id in missing]
    shares = share_out(entries, workers, missing, limits)
    return [_assignment(job, survey, s, slot + 1, slot) for slot, s in enumerate(shares)]
