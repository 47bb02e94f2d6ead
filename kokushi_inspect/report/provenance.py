"""Where every log comes from, and how it is marked again."""

import hashlib
import shlex
from pathlib import Path
from typing import Any

from kokushi_inspect.report.conditions import prompt_of, shorten, without_secrets
from kokushi_inspect.report.finding_logs import FoundLog
from kokushi_inspect.report.model import LogRecord

_SCORER = {"exam": "scorers/official.py", "medcalc": "scorers/medcalc.py"}


def log_record(
    log: FoundLog, *, id: str, examinee: str, group: str, samples: int, errors: int
) -> LogRecord:
    """The record of a log.

    Args:
        log: The log.
        id: Its id within the report.
        examinee: Id of its examinee.
        group: Id of its group.
        samples: Samples that were read.
        errors: Samples that ended in an error.
    """
    spec, metadata = log.header.eval, log.metadata
    output = f"{Path(log.shown).stem}_marked.eval"
    command = ["inspect", "score", log.shown, "--scorer", _SCORER[log.kind]]
    command += ["--action", "overwrite", "--output-file", output]
    return LogRecord(
        id=id,
        location=log.shown,
        sha256=_checksum(log.path),
        task=spec.task.split("/")[-1],
        examinee=examinee,
        group=group,
        created=spec.created,
        status=log.header.status,
        samples=samples,
        errors=errors,
        epochs=spec.config.epochs or 1,
        source=shorten(str(metadata.get("source", ""))),
        sha256_questions=str(metadata.get("sha256", "")),
        revision=str(metadata.get("revision", "")),
        prompt=prompt_of(log),
        task_version=str(spec.task_version),
        protocols=tuple(_scorers(log)),
        criteria=shorten(str(metadata.get("criteria", ""))),
        arguments=_arguments(log),
        inspect_version=str(spec.packages.get("inspect_ai", "")),
        kokushi_version=str(metadata.get("kokushi_inspect", "")),
        command=shlex.join(command),
    )


def _scorers(log: FoundLog) -> list[str]:
    results = log.header.results
    names = [score.name for score in results.scores] if results is not None else []
    return [name.split("/")[-1] for name in names]


def _arguments(log: FoundLog) -> dict[str, Any]:
    spec = log.header.eval
    limits = ("limit", "sample_id", "message_limit", "token_limit", "time_limit", "cost_limit")
    config = spec.config.model_dump(exclude_none=True)
    arguments: dict[str, Any] = {
        "task": without_secrets(spec.task_args_passed),
        "solver": (spec.solver or "").split("/")[-1],
        "solver_args": without_secrets(spec.solver_args_passed or {}),
        "model_args": without_secrets(spec.model_args),
        "generate": without_secrets(spec.model_generate_config.model_dump(exclude_none=True)),
        "limits": {name: config[name] for name in limits if name in config},
    }
    return {name: value for name, value in arguments.items() if value}


def _checksum(path: str) -> str:
    """Checksum of a log file; empty for one that is not on this machine."""
    file = Path(path)
    if "://" in path or not file.is_file():
        return ""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
