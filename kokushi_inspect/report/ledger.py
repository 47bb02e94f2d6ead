"""Keeps account while logs are read: where each comes from, and what is wrong with it."""

from kokushi_inspect.report.calculation_runs import CalculationRun
from kokushi_inspect.report.finding_logs import FoundLog
from kokushi_inspect.report.model import LogRecord, LogTrouble
from kokushi_inspect.report.provenance import log_record
from kokushi_inspect.report.runs import Run
from kokushi_inspect.report.unfinished import cut_off


class Ledger:
    """The logs of a report and their troubles.

    Args:
        troubles: Troubles that are known before a log is read.
    """

    def __init__(self, troubles: list[LogTrouble]) -> None:
        self.logs: list[LogRecord] = []
        self.troubles = list(troubles)
        self._ids: dict[str, str] = {}

    def enter(self, group: str, examinee: str, run: Run | CalculationRun) -> None:
        """Note where a run comes from, and what of it cannot be used."""
        id = f"l{len(self.logs) + 1}"
        self._ids[run.log.path] = id
        self.logs.append(
            log_record(
                run.log,
                id=id,
                examinee=examinee,
                group=group,
                samples=run.samples,
                errors=run.errors,
            )
        )
        if cut := cut_off(run.log.header):
            self._trouble(run.log, "unfinished", cut)
        if run.broken:
            more = f" and {len(run.broken) - 1} more" if len(run.broken) > 1 else ""
            self._trouble(run.log, "partial", run.broken[0] + more)

    def leave_out(self, run: Run | CalculationRun, reason: str) -> None:
        """Note a log of which nothing is shown, with what could not be read in it."""
        why = f": {run.broken[0]}" if run.broken else ""
        ended = cut_off(run.log.header) or f"status '{run.log.header.status}'"
        self._trouble(run.log, "empty", f"{reason} ({ended}){why}")

    def id_of(self, run: Run | CalculationRun) -> str:
        """The id of the log of a run."""
        return self._ids[run.log.path]

    def _trouble(self, log: FoundLog, kind: str, reason: str) -> None:
        self.troubles.append(LogTrouble(log.shown, kind, reason))
