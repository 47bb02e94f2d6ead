"""Under which conditions a log was made: what must be equal for a comparison, and what is named."""

from collections.abc import Mapping
from typing import Any

from kokushi_inspect.report.finding_logs import FoundLog
from kokushi_inspect.report.model import Difference
from kokushi_inspect.secret_names import may_be_secret
from kokushi_inspect.sources.open_source import PRACTICE

_TEXTS = {
    "practice": "the practice exam, not a real one",
    "source": "questions from another source",
    "sha256": "other questions (their checksum differs)",
    "revision": "another revision of the data set",
    "language": "asked in another language",
    "prompt": "another prompt",
    "task_version": "another version of the task",
    "points": "points by another rule",
    "questions": "another filter of the questions",
    "criteria": "other pass criteria",
    "version": "another version of MedCalc-Bench",
    "selection": "another selection of rows",
}
"""What it means that a condition differs; their order is that of `conditions_of`."""

_MACHINERY = frozenset(
    {"max_connections", "max_retries", "timeout", "attempt_timeout", "adaptive_connections"}
    | {"stream_idle_timeout", "cache", "batch", "extra_headers", "extra_body"}
)
"""Settings of a model that do not change what it answers, or may hold secrets."""


def conditions_of(log: FoundLog) -> dict[str, str]:
    """What logs must have in common to be compared, in words."""
    metadata = log.metadata
    conditions = {
        "practice": "practice" if is_practice(log) else "real",
        "sha256": str(metadata.get("sha256", "")),
        "revision": str(metadata.get("revision", "")),
        "language": str(metadata.get("language", "")),
        "prompt": prompt_of(log),
        "task_version": str(log.header.eval.task_version),
    }
    if log.kind == "medcalc":
        conditions["version"] = str(metadata.get("version") or "")
        conditions["selection"] = _compact(metadata.get("selection"))
        return conditions
    derived = " with derived lines" if metadata.get("derived_lines") else ""
    return conditions | {
        "points": str(metadata.get("points", "")),
        "questions": str(metadata.get("questions", "")),
        "criteria": shorten(str(metadata.get("criteria", ""))) + derived,
    }


def differences(main: Mapping[str, str], here: Mapping[str, str]) -> tuple[Difference, ...]:
    """The conditions that differ, with the reason why that forbids a comparison."""
    return tuple(
        Difference(what, main.get(what, ""), here.get(what, ""), _sentence(what, main, here))
        for what in _TEXTS
        if main.get(what, "") != here.get(what, "")
    )


def _sentence(what: str, main: Mapping[str, str], here: Mapping[str, str]) -> str:
    if what == "practice" and here.get(what) == "real":
        return "a real exam, not the practice exam"
    values = [side.get(what, "")[:40] or "none" for side in (here, main)]
    told = "" if what == "practice" else f": {values[0]} instead of {values[1]}"
    return _TEXTS[what] + told


def is_practice(log: FoundLog) -> bool:
    """Whether a log is about the built-in practice exam or practice rows."""
    return bool(log.metadata.get("source") == PRACTICE)


def prompt_of(log: FoundLog) -> str:
    """Version of the prompt's wording and the beginning of its checksum."""
    prompt = log.metadata.get("prompt") or {}
    return f"{prompt.get('version', '')} {str(prompt.get('sha256', ''))[:8]}".strip()


def variant_of(log: FoundLog) -> tuple[str, ...]:
    """What is special about a run on the same questions, in words; empty for a plain run."""
    metadata, spec = log.metadata, log.header.eval
    parts = []
    if metadata.get("figures") == "withheld":
        parts.append("figures withheld")
    if metadata.get("shuffle_options") is not None:
        parts.append(f"options shuffled (seed {metadata['shuffle_options']})")
    if metadata.get("unit", "question") != "question":
        parts.append(f"unit {metadata['unit']}")
    parts += _solver(log)
    if (pixels := spec.task_args_passed.get("max_pixels")) is not None:
        parts.append(f"figures of at most {pixels} pixels")
    settings = _settings(log) | {f"model {k}": v for k, v in spec.model_args.items()}
    parts += [f"{name} {_compact(v)}" for name, v in without_secrets(settings).items()]
    return tuple(parts)


def _solver(log: FoundLog) -> list[str]:
    """The solver, where it is not the usual one; replays and baselines are named by who answers."""
    spec = log.header.eval
    name = (spec.solver or "").split("/")[-1].split("@")[-1].removesuffix(".py")
    if name in ("", "answer_sheet", "medcalc_prompt", "replay"):
        return []
    given = dict(spec.solver_args_passed or {})
    if name == "baseline":
        given.pop("kind", None)
        return [f"{key} {_compact(value)}" for key, value in without_secrets(given).items()]
    told = ", ".join(f"{k}={_compact(v)}" for k, v in without_secrets(given).items())
    return [f"solver {name}" + (f" ({told})" if told else "")]


def _settings(log: FoundLog) -> dict[str, Any]:
    settings = log.header.eval.model_generate_config.model_dump(exclude_none=True)
    return {name: value for name, value in settings.items() if name not in _MACHINERY}


def without_secrets(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with what may be a secret replaced, and paths shortened to their end."""
    return {name: _safe(name, value) for name, value in values.items()}


def _safe(name: str, value: Any) -> Any:
    if may_be_secret(name) or "url" in name.lower():
        return "…"
    if isinstance(value, Mapping):
        return without_secrets({str(key): each for key, each in value.items()})
    if isinstance(value, list | tuple):
        return [_safe(name, each) for each in value]
    return shorten(value) if isinstance(value, str) else value


def shorten(path: str) -> str:
    """The last two parts of an absolute path: the rest is about somebody's machine."""
    if not path.startswith(("/", "~")) and ":\\" not in path[:3]:
        return path
    return "/".join(path.replace("\\", "/").rstrip("/").split("/")[-2:])


def _compact(value: Any) -> str:
    if isinstance(value, Mapping):
        shown = ", ".join(f"{k}={_compact(v)}" for k, v in value.items() if v not in (None, ""))
        return shown or "all"
    if isinstance(value, list | tuple):
        return ", ".join(_compact(each) for each in value)
    return "" if value is None else str(value)
