"""The directory of logs of a sweep: which entries are complete, and what else lies there."""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import fsspec
from inspect_ai.log import (
    EvalLog,
    list_eval_logs,
    read_eval_log,
    read_eval_log_sample_summaries,
    write_log_dir_manifest,
)

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sweep.plan import METADATA, Entry

_ID_FILE = ".eval-set-id"
_TASKS_FILE = "eval-set.json"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A log of an entry.

    Attributes:
        path: Absolute path or URL.
        entry: Id that the entry had when the log was written.
        fingerprint: The entry's fingerprint.
        task_id: Inspect's id, which a resumed log takes over.
        finished: Whether the run ended by itself.
        records: Records that are complete.
        errors: Records that ended with an error.
        written: When the log was last written, seconds.
        header: The log without its samples.
    """

    path: str
    entry: str
    fingerprint: str
    task_id: str
    finished: bool
    records: int
    errors: int
    written: float
    header: EvalLog = field(repr=False)


@dataclass(frozen=True, slots=True)
class Odd:
    """A file in the directory that belongs to no entry.

    Attributes:
        name: Name of the file.
        kind: `damaged`: cannot be read. `stranger`: of an entry that the spec does not have (any
            more). `foreign`: not of a sweep.
        reason: What is odd about it.
    """

    name: str
    kind: Literal["damaged", "stranger", "foreign"]
    reason: str


@dataclass(frozen=True, slots=True)
class State:
    """How far an entry is.

    Attributes:
        entry: The entry.
        attempts: Its logs, the best first: complete, then by number of complete records.
    """

    entry: Entry
    attempts: tuple[Attempt, ...] = ()

    @property
    def best(self) -> Attempt | None:
        """The log that counts; None when there is none."""
        return self.attempts[0] if self.attempts else None

    @property
    def complete(self) -> bool:
        """Whether every sample of every epoch is there, without an error."""
        return self.best is not None and is_complete(self.best, self.entry)

    @property
    def done(self) -> int:
        """Complete records."""
        return 0 if self.best is None else min(self.best.records, self.entry.records)

    @property
    def missing(self) -> int:
        """Records that are still to come."""
        return 0 if self.complete else self.entry.records - self.done


@dataclass(frozen=True, slots=True)
class Survey:
    """What lies in a directory of logs.

    Attributes:
        states: One for each entry of the plan, by its id, in the order of the plan.
        odd: What belongs to no entry.
    """

    states: Mapping[str, State]
    odd: tuple[Odd, ...] = ()


def is_complete(attempt: Attempt, entry: Entry) -> bool:
    """Whether a log holds every record of its entry."""
    return attempt.finished and attempt.records >= entry.records


_ROOM = 1_000_000
"""Bytes that must find room before a worker starts: what it asks must find a place in a log."""


class LogFolder:
    """A directory of logs, on this machine or at any URL that fsspec knows.

    Args:
        place: Absolute path or URL.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self._known: dict[str, tuple[tuple[float, int], Attempt | Odd]] = {}

    @property
    def path(self) -> Path | None:
        """The folder, when it is on this machine."""
        return None if "://" in self.place else Path(self.place)

    def survey(self, entries: Sequence[Entry]) -> Survey:
        """Look at all logs. Logs that did not change since the last look are not read again."""
        found = [self._read(info) for info in self._listed()]
        wanted = {entry.fingerprint: entry for entry in entries}
        attempts: dict[str, list[Attempt]] = defaultdict(list)
        odd: list[Odd] = []
        for each in found:
            if isinstance(each, Odd):
                odd.append(each)
            elif each.fingerprint in wanted:
                attempts[each.fingerprint].append(each)
            else:
                odd.append(_stranger(each, {entry.id for entry in entries}))
        return Survey(
            {e.id: State(e, _ranked(attempts[e.fingerprint], e)) for e in entries}, tuple(odd)
        )

    def remove_replaced(self, states: Iterable[State]) -> None:
        """Remove incomplete logs that hold nothing but what a complete log took over."""
        for state in states:
            if state.best is None or not state.complete:
                continue
            for attempt in state.attempts[1:]:
                taken_over = attempt.task_id == state.best.task_id or attempt.records == 0
                if taken_over and not is_complete(attempt, state.entry):
                    system, path = fsspec.core.url_to_fs(attempt.path)
                    system.rm(path)

    def check_room(self) -> None:
        """Refuse a directory on this machine that takes no more: read-only, or on a full disk.

        Raises:
            KokushiError: It cannot be written.
        """
        if self.path is None:
            return
        trial = self.path / f".room-{os.getpid()}"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            try:
                trial.write_bytes(bytes(_ROOM))
            finally:
                trial.unlink(missing_ok=True)
        except OSError as error:
            raise KokushiError(
                f"the directory of logs cannot be written: {error.strerror}",
                place=Place(self.place),
                fix="make room or choose another log_dir; the same command then goes on",
            ) from error

    def eval_set_id(self, proposed: str) -> str:
        """The id of the eval set: the one that the directory has, or the proposed one from now."""
        found = self._read_text(_ID_FILE)
        if found is None:
            self._write_text(_ID_FILE, proposed)
        return (found or proposed).strip()

    def write_tasks(self, document: Mapping[str, Any]) -> None:
        """Write `eval-set.json`, from which the viewer knows tasks that have no log yet."""
        self._write_text(_TASKS_FILE, json.dumps(document, ensure_ascii=False, indent=2))

    def write_listing(self) -> None:
        """Write `logs.json`, the headers of all logs, for viewers that cannot list a directory."""
        write_log_dir_manifest(self.place)

    def _listed(self) -> list[Any]:
        system, path = fsspec.core.url_to_fs(self.place)
        if not system.exists(path):
            return []
        infos = list_eval_logs(self.place, recursive=False)
        return sorted(infos, key=lambda info: str(info.name))

    def _read(self, info: Any) -> Attempt | Odd:
        stamp = (info.mtime or 0.0, info.size)
        known = self._known.get(info.name)
        if known is None or known[0] != stamp:
            known = (stamp, _read_log(info.name, info.mtime or 0.0))
            self._known[info.name] = known
        return known[1]

    def _read_text(self, name: str) -> str | None:
        system, path = fsspec.core.url_to_fs(f"{self.place.rstrip('/')}/{name}")
        if not system.exists(path):
            return None
        text: str = system.cat_file(path).decode("utf-8")
        return text

    def _write_text(self, name: str, text: str) -> None:
        system, path = fsspec.core.url_to_fs(f"{self.place.rstrip('/')}/{name}")
        try:
            if self.path is not None:
                self.path.mkdir(parents=True, exist_ok=True)
            system.pipe_file(path, text.encode("utf-8"))
        except OSError as error:
            raise KokushiError(
                f"the directory of logs cannot be written: {error}", place=Place(self.place)
            ) from error


def _read_log(location: str, written: float) -> Attempt | Odd:
    name = location.rsplit("/", 1)[-1]
    try:
        header = read_eval_log(location, header_only=True)
        record = (header.eval.metadata or {}).get(METADATA)
        if record is None:
            return Odd(name, "foreign", f"a log of '{header.eval.task}' that no sweep wrote")
        records, errors = _counts(location, header)
    except Exception as error:  # whatever a broken file makes the reader raise is told
        return Odd(name, "damaged", f"{type(error).__name__}: {str(error)[:160]}")
    return Attempt(
        path=location.removeprefix("file://"),
        entry=record["entry"],
        fingerprint=record["fingerprint"],
        task_id=header.eval.task_id,
        finished=header.status == "success" and not header.invalidated,
        records=records,
        errors=errors,
        written=written,
        header=header,
    )


def _counts(location: str, header: EvalLog) -> tuple[int, int]:
    """Complete records and those with errors."""
    if header.status == "success" and header.results is not None:
        done = header.results.completed_samples
        if done == header.results.total_samples:
            return done, 0
    summaries = read_eval_log_sample_summaries(location)
    errors = sum(summary.error is not None for summary in summaries)
    return len(summaries) - errors, errors


def _ranked(attempts: Sequence[Attempt], entry: Entry) -> tuple[Attempt, ...]:
    """The best first. An attempt that was stopped early may hold less than the one before it."""
    key = lambda a: (is_complete(a, entry), a.records, a.written)  # noqa: E731
    return tuple(sorted(attempts, key=key, reverse=True))


def _stranger(attempt: Attempt, ids: set[str]) -> Odd:
    name = attempt.path.rsplit("/", 1)[-1]
    changed = attempt.entry in ids
    reason = (
        f"'{attempt.entry}' with other questions or settings than the spec has now"
        if changed
        else f"'{attempt.entry}' is no longer in the spec"
    )
    return Odd(name, "stranger", reason)
