"""One display for all workers: bars in a terminal, lines elsewhere."""

import time
from collections.abc import Callable
from typing import Literal

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from kokushi_inspect.sweep.engine import Advanced
from kokushi_inspect.sweep.log_folder import Survey

Display = Literal["auto", "rich", "plain", "none"]

LINE_EVERY = 15.0
"""Seconds between lines that say how far all is."""


class PlainProgress:
    """Prints a line when an entry has ended, and now and then how far all is.

    Args:
        say: Prints a line.
        clock: Seconds, for tests.
    """

    def __init__(
        self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._say = say
        self._clock = clock
        self._began: float | None = None
        self._last = 0.0
        self._fresh = 0
        self._errors = 0
        self._done: dict[str, int] = {}
        self._records: dict[str, int] = {}
        self._complete: set[str] = set()
        self._ended: set[str] = set()

    def surveyed(self, survey: Survey) -> None:
        """Take over what the logs hold; what was complete from the start is counted."""
        first = not self._records
        for id, state in survey.states.items():
            self._records[id] = state.entry.records
            self._done[id] = max(self._done.get(id, 0), state.done)
            if state.complete and id not in self._complete:
                self._complete.add(id)
                self._say_ended(id, said=first)
        if first and self._complete:
            self._say(f"already complete: {len(self._complete)} of {len(self._records)} entries")

    def advanced(self, event: Advanced) -> None:
        """Count a sample, and say how far all is when it was not said for a while."""
        if event.happened == "error":
            self._errors += 1
        if event.happened == "ended":
            self._say_ended(event.entry)
        if event.happened != "sample":
            return
        self._fresh += 1
        total = self._records.get(event.entry, 0)
        self._done[event.entry] = min(total, self._done.get(event.entry, 0) + 1)
        now = self._clock()
        if self._began is None:
            self._began = self._last = now
            self._fresh = 0
        if now - self._last >= LINE_EVERY:
            self._last = now
            self._say(self._line(now))

    def told(self, text: str) -> None:
        """Print it."""
        self._say(text)

    def close(self) -> None:
        """Nothing is left open."""

    def _say_ended(self, id: str, said: bool = False) -> None:
        """Name an entry whose task has ended, once; it may still lack samples."""
        if id not in self._ended:
            self._ended.add(id)
            if not said:
                self._say(f"ended     {id}  ({len(self._ended)} of {len(self._records)} entries)")

    def _line(self, now: float) -> str:
        done, total = sum(self._done.values()), sum(self._records.values())
        began = now if self._began is None else self._began
        rate = self._fresh / max(now - began, 1e-9)
        left = f", {_minutes((total - done) / rate)} left" if rate else ""
        errors = f", {self._errors} errors" if self._errors else ""
        return f"running   {done:,} of {total:,} samples, {rate:.1f}/s{left}{errors}"


class BarProgress:
    """A bar for each examinee and one for all, in a terminal."""

    def __init__(self, console: Console) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[errors]}"),
            TimeRemainingColumn(),
            console=console,
        )
        self._rows: dict[str, TaskID] = {}
        self._errors: dict[str, int] = {}
        self._whose: dict[str, str] = {}
        self._bars.start()

    def surveyed(self, survey: Survey) -> None:
        """Set all bars by what the logs hold."""
        totals: dict[str, list[int]] = {}
        for id, state in survey.states.items():
            self._whose[id] = state.entry.examinee.name
            done, total = totals.setdefault(state.entry.examinee.name, [0, 0])
            totals[state.entry.examinee.name] = [done + state.done, total + state.entry.records]
        totals["all"] = [sum(column) for column in zip(*totals.values(), strict=True)]
        for row, (done, total) in totals.items():
            if row not in self._rows:
                self._rows[row] = self._bars.add_task(row, total=total, errors="")
            task = self._bars.tasks[self._rows[row]]
            self._bars.update(task.id, completed=max(done, task.completed), total=total)

    def advanced(self, event: Advanced) -> None:
        """Move the bars of the entry."""
        for row in (self._whose.get(event.entry, "all"), "all"):
            if event.happened == "error":
                self._errors[row] = self._errors.get(row, 0) + 1
                self._bars.update(self._rows[row], errors=f"{self._errors[row]} errors")
            elif event.happened == "sample":
                self._bars.advance(self._rows[row])

    def told(self, text: str) -> None:
        """Print it above the bars."""
        self._bars.console.print(text, markup=False, highlight=False)

    def close(self) -> None:
        """Leave the terminal as it was."""
        self._bars.stop()


def open_progress(display: Display, say: Callable[[str], None]) -> PlainProgress | BarProgress:
    """The display that is asked for; `auto` draws bars in a terminal only.

    Args:
        display: Which one.
        say: Prints a line, for the plain one.
    """
    console = Console(stderr=True)
    if display == "rich" or (display == "auto" and console.is_terminal):
        return BarProgress(console)
    return PlainProgress(say if display != "none" else lambda line: None)


def _minutes(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
