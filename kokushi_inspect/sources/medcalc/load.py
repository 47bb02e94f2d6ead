"""Loads MedCalc-Bench: a source and a selection become the samples of the task."""

from dataclasses import dataclass, field
from importlib.metadata import version as installed_version
from importlib.resources import files
from logging import getLogger
from pathlib import Path
from typing import Any, Literal

from inspect_ai.dataset import MemoryDataset

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.medcalc.audit import LabelAudit, load_audit
from kokushi_inspect.sources.medcalc.row import Row
from kokushi_inspect.sources.medcalc.samples import record_to_sample
from kokushi_inspect.sources.medcalc.selection import Selection, select_rows
from kokushi_inspect.sources.medcalc.table import Table, read_csv, read_hub
from kokushi_inspect.sources.medcalc.versions import DEFAULT_VERSION, find_version

logger = getLogger(__name__)

TASK_VERSION = "1.0"
"""Changes when scores stop being comparable: samples, prompts, reading or marking changed."""

PRACTICE = "practice"
BENCHMARK = "medcalc"
"""The task metadata's `benchmark`, by which logs of this task are known."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks of the task.

    Attributes:
        version: Version to load from the hub: `v1.0`, `v1.1`, `v1.2` or `verified`.
        source: Instead of the hub: `practice`, or the path of a CSV file in the published form.
        revision: Commit of the hub to load.
        selection: Which rows are asked.
        language: Language of the headings around note and question.
    """

    version: str | float = DEFAULT_VERSION
    source: str | None = None
    revision: str | None = None
    selection: Selection = field(default_factory=Selection)
    language: Literal["en", "ja"] = "en"

    def check(self) -> None:
        """Refuse values that are not allowed, saying which are.

        Raises:
            KokushiError: A parameter has a wrong value, or does not go with another.
        """
        if self.language not in ("en", "ja"):
            raise KokushiError(f"language='{self.language}'", expected="'en' or 'ja'")
        if self.source is not None and self.revision is not None:
            raise KokushiError(
                f"revision='{self.revision}' together with source='{self.source}'",
                fix="a revision belongs to the hub: leave one of them out",
            )
        find_version(self.version)


@dataclass(frozen=True, slots=True)
class Calculations:
    """Rows, ready for a task.

    Attributes:
        dataset: One sample for each row, in the order of the source.
        rows: The rows behind the samples.
        metadata: What the log must say about where this came from.
    """

    dataset: MemoryDataset
    rows: tuple[Row, ...]
    metadata: dict[str, Any]


def load_medcalc(request: Request) -> Calculations:
    """Load the rows that a user asks for.

    Raises:
        KokushiError: Anything in the source or the parameters is wrong.
    """
    request.check()
    table = _table(request)
    for warning in table.warnings:
        logger.warning(warning)
    rows = select_rows(table.rows, request.selection)
    audit = load_audit()
    audited = audit if table.version == audit.version else None
    samples = [
        record_to_sample(
            row,
            language=request.language,
            audit=None if audited is None else audited.status(row.id, row.calculator),
        )
        for row in rows
    ]
    name = table.version or Path(table.source).name
    return Calculations(
        dataset=MemoryDataset(samples, name=f"MedCalc-Bench {name}", location=table.source),
        rows=tuple(rows),
        metadata=_metadata(request, table, rows, audited),
    )


def _table(request: Request) -> Table:
    if request.source is None:
        return read_hub(find_version(request.version), request.revision)
    if request.source == PRACTICE:
        file = files("kokushi_inspect") / "sources" / "practice" / "medcalc" / "practice.csv"
        return read_csv(Path(str(file)), source=PRACTICE)
    return read_csv(user_path(request.source))


def _metadata(
    request: Request, table: Table, rows: list[Row], audit: LabelAudit | None
) -> dict[str, Any]:
    return {
        "benchmark": BENCHMARK,
        "source": table.source,
        "version": table.version,
        "sha256": table.sha256,
        **({"revision": table.revision} if table.revision else {}),
        "selection": request.selection.to_record(rows, len(table.rows)),
        "language": request.language,
        **({"label_audit": audit.source} if audit else {}),
        "kokushi_inspect": installed_version("kokushi-inspect"),
        "warnings": list(table.warnings),
    }
