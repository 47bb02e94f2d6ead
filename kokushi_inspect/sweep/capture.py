"""Has Inspect list the tasks of a plan, in a process of its own: nothing is run, no model asked."""

import subprocess
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.errors import MarkupError
from rich.text import Text

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep.documents import CAPTURE_VARIABLE, CapturedTask, read_capture
from kokushi_inspect.sweep.launch import definition_command, worker_environment
from kokushi_inspect.sweep.plan import Plan


def capture(plan: Plan, folder: Path) -> dict[str, CapturedTask]:
    """The tasks of a plan as Inspect knows them, by id of the entry.

    Models are made (which may need keys and packages) but not asked.

    Args:
        plan: The plan.
        folder: The folder of the spec.

    Raises:
        KokushiError: A task, solver or model cannot be made, or two entries are one for Inspect.
    """
    with TemporaryDirectory(prefix="kokushi-sweep-") as scratch:
        plan_file, listed = Path(scratch, "plan.json"), Path(scratch, "capture.json")
        plan_file.write_text(plan.to_json(), encoding="utf-8")
        done = subprocess.run(
            definition_command(plan_file),
            cwd=folder,
            env=worker_environment({CAPTURE_VARIABLE: str(listed)}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            said = _without_markup(last_words(done.stderr))
            raise KokushiError("the tasks of the spec cannot be made: " + said)
        tasks = read_capture(listed)
    if len(tasks) != len(plan.entries):
        raise KokushiError(f"Inspect lists {len(tasks)} tasks for {len(plan.entries)} entries")
    found = {entry.id: task for entry, task in zip(plan.entries, tasks, strict=True)}
    _refuse_twins(found)
    return found


def last_words(said: str, lines: int = 1) -> str:
    """The last lines of what a process wrote, without empty ones."""
    kept = [line.strip() for line in said.splitlines() if line.strip()]
    return "\n".join(kept[-lines:])


def _without_markup(said: str) -> str:
    """Inspect's errors as plain text: they carry rich's marks for bold and colours."""
    try:
        return Text.from_markup(said).plain
    except MarkupError:
        return said


def _refuse_twins(found: dict[str, CapturedTask]) -> None:
    counts = Counter(task.identifier for task in found.values())
    for identifier, count in counts.items():
        if count > 1:
            same = [id for id, task in found.items() if task.identifier == identifier]
            raise KokushiError(
                f"for Inspect these are one task: {', '.join(same)}",
                fix="give the examinees different 'args' or 'generate', or leave one out",
            )
