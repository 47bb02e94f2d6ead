"""Which logs are meant: files, folders and URLs become headers, and troubles that are named."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import fsspec
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from kokushi_inspect.report.log_damage import FORMATS, RESTORE, damaged_entries, told
from kokushi_inspect.report.model import LogTrouble
from kokushi_inspect.sources.medcalc.load import BENCHMARK


@dataclass(frozen=True, slots=True)
class FoundLog:
    """A log whose header was read.

    Attributes:
        path: Absolute path or URL.
        shown: File name, with the folders below the place that the user named.
        header: The log without its samples.
        kind: `exam`, or `medcalc` for MedCalc-Bench.
        damaged: Entries of samples that do not match their checksums.
    """

    path: str
    shown: str
    header: EvalLog
    kind: Literal["exam", "medcalc"]
    damaged: tuple[str, ...] = ()

    @property
    def metadata(self) -> dict[str, Any]:
        """What the task says about the questions and the conditions."""
        return self.header.eval.metadata or {}


def find_logs(places: Sequence[str]) -> tuple[list[FoundLog], list[LogTrouble]]:
    """The logs in some places, oldest first, and those that cannot be used.

    Left out, and named, are logs that cannot be read, logs of other tasks, copies of the same run
    (the one with most scores stays), and attempts that a later attempt of the same task replaced.

    Args:
        places: Files, folders (searched to the bottom) and URLs that fsspec knows, such as S3's.

    Raises:
        KokushiError: A place does not exist.
    """
    found: list[FoundLog] = []
    troubles: list[LogTrouble] = []
    for path, shown in _paths(places):
        log = read_header(path, shown)
        if isinstance(log, LogTrouble):
            troubles.append(log)
        else:
            found.append(log)
    found.sort(key=lambda log: (log.header.eval.created, log.shown))
    kept, replaced = _keep_one_of_each(found)
    return kept, troubles + replaced


def _paths(places: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Path and shown name of every log file, each once."""
    seen: set[str] = set()
    for place in places:
        root = place if "://" in place else str(user_path(place))
        system, path = fsspec.core.url_to_fs(root)
        if system.isdir(path):
            infos = list_eval_logs(root, recursive=True)
            names = sorted(info.name for info in infos)
        elif system.exists(path):
            names = [root]
        else:
            raise KokushiError(
                "there is no such file or folder",
                place=Place(place),
                expected="a log (.eval or .json), or a folder or URL with logs",
            )
        for name in names:
            if (plain := name.removeprefix("file://")) not in seen:
                seen.add(plain)
                yield plain, _shown(plain, root)


def _shown(path: str, root: str) -> str:
    """The path below the place that was named; the file name when it was named itself."""
    file, top = (str(fsspec.core.url_to_fs(each)[1]) for each in (path, root))
    below = file.removeprefix(top.rstrip("/") + "/")
    return file.rsplit("/", 1)[-1] if below == file else below


def read_header(path: str, shown: str) -> FoundLog | LogTrouble:
    """The header of a log, or what is wrong with it."""
    if not path.endswith(FORMATS):
        return LogTrouble(shown, "damaged", "this is no Inspect log (.eval or .json)")
    try:
        header = read_eval_log(path, header_only=True)
        damaged = tuple(damaged_entries(path))
    except Exception as error:  # whatever a broken file makes the reader raise is reported
        return LogTrouble(shown, "damaged", f"cannot be read ({told(error)}): {RESTORE}")
    if others := [name for name in damaged if not name.startswith("samples/")]:
        what = f"the checksum of {', '.join(others)} does not match"
        return LogTrouble(shown, "damaged", f"{what}: {RESTORE}")
    metadata = header.eval.metadata or {}
    if metadata.get("benchmark") == BENCHMARK:
        return FoundLog(path, shown, header, "medcalc", damaged)
    if metadata.get("sittings"):
        return FoundLog(path, shown, header, "exam", damaged)
    return LogTrouble(shown, "foreign", f"a log of the task '{header.eval.task}', none of ours")


def _keep_one_of_each(logs: Sequence[FoundLog]) -> tuple[list[FoundLog], list[LogTrouble]]:
    """Of copies and of attempts at the same task, the one that counts."""
    groups: dict[str, list[FoundLog]] = defaultdict(list)
    for log in logs:
        groups[log.header.eval.task_id or log.path].append(log)
    kept, troubles = [], []
    for group in groups.values():
        best = _last_attempts(group)
        kept += best
        for log in group:
            if log not in best:
                other = best[-1].shown
                copy = any(log.header.eval.eval_id == b.header.eval.eval_id for b in best)
                reason = "a copy of the run in" if copy else "an attempt that was replaced by"
                troubles.append(LogTrouble(log.shown, "replaced", f"{reason} {other}"))
    kept.sort(key=lambda log: (log.header.eval.created, log.shown))
    return kept, troubles


def _last_attempts(group: Sequence[FoundLog]) -> list[FoundLog]:
    """One log for each run of a task that succeeded; when none did, the last attempt."""
    runs: dict[str, FoundLog] = {}
    for log in group:
        held = runs.get(log.header.eval.eval_id)
        if held is None or _worth(log) >= _worth(held):
            runs[log.header.eval.eval_id] = log
    succeeded = [log for log in runs.values() if log.header.status == "success"]
    return succeeded or [list(runs.values())[-1]]


def _worth(log: FoundLog) -> tuple[int, int]:
    """Of copies of a run the least damaged is best, then the one with most scores."""
    results = log.header.results
    return -len(log.damaged), len(results.scores) if results is not None else 0
