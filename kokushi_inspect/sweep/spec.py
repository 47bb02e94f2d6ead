"""The spec of a sweep: what a user writes in YAML."""

from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.selection import parse_years
from kokushi_inspect.sweep.plan import NO_MODEL
from kokushi_inspect.sweep.spec_errors import explain
from kokushi_inspect.sweep.spec_keys import refuse_keys

Arguments = Annotated[dict[str, Any], AfterValidator(refuse_keys)]
"""Arguments by name; none of them may be a key."""

Name = Annotated[str, Field(pattern=r"^[^\s/]+$", max_length=80)]
"""A name in ids of entries: no space, no slash."""

CONNECTIONS = 20
"""Requests to a model that may be open at once when a spec does not say how many."""

_CONNECTION_SETTINGS = ("max_connections", "adaptive_connections")


class Part(BaseModel):
    """A part of a spec: unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Price(Part):
    """What a model costs, in any currency, for a million tokens."""

    input: float = Field(ge=0)
    """For a million tokens that the model reads."""
    output: float = Field(ge=0)
    """For a million tokens that the model writes, reasoning included."""


class Examinee(Part):
    """Whatever answers: a model, or a baseline or stored replies (`model: none` and a solver)."""

    model: str = NO_MODEL
    """Inspect's name of the model, such as `openai/gpt-5`; `none` when a solver needs no model."""
    name: Name | None = None
    """Its name in plan and tables; that of the model (behind its last slash) when not given."""
    base_url: str | None = None
    """Where the model is served, when not at the provider's own address; without a login."""
    args: Arguments = {}
    """Arguments with which the model is created (`-M` of `inspect eval`); keys stay in the
    environment."""
    generate: Arguments = {}
    """Generate settings by Inspect's names: `temperature`, `max_tokens`, `reasoning_effort` …"""
    connections: int = Field(default=CONNECTIONS, ge=1)
    """Requests to the model that may be open at once, over all workers together."""
    price: Price | None = None
    """For the estimate of `--dry-run`."""
    reply_tokens: int = Field(default=300, ge=0)
    """Tokens of an expected reply, reasoning included, for the estimate of `--dry-run`."""
    solver: str | None = None
    """A solver of its own: it sits only variants that name none."""
    solver_args: Arguments = {}
    """Arguments of that solver."""
    sits: Literal["exams", "medcalc", "all"] = "all"
    """What it sits of that which the spec names."""

    @property
    def title(self) -> str:
        """The name by which tables call it."""
        return self.name or self.model.rsplit("/", 1)[-1]

    @field_validator("base_url")
    @classmethod
    def _has_no_login(cls, url: str | None) -> str | None:
        refuse_keys({"base_url": url})
        return url

    @field_validator("generate")
    @classmethod
    def _known_settings(cls, settings: dict[str, Any]) -> dict[str, Any]:
        from inspect_ai.model import GenerateConfig

        for name in _CONNECTION_SETTINGS:
            if name in settings:
                raise ValueError(f"'{name}' is not allowed; use 'connections' of the examinee")
        if unknown := sorted(set(settings) - set(GenerateConfig.model_fields)):
            raise ValueError(
                f"'{unknown[0]}' is no generate setting of Inspect; allowed are "
                + ", ".join(sorted(set(GenerateConfig.model_fields) - set(_CONNECTION_SETTINGS)))
            )
        GenerateConfig.model_validate(settings)
        return settings

    @model_validator(mode="after")
    def _answers(self) -> "Examinee":
        if self.model == NO_MODEL and self.solver is None:
            raise ValueError("an examinee needs a 'model', or a 'solver' that needs none")
        if self.solver is None and self.solver_args:
            raise ValueError("'solver_args' without a 'solver'")
        if "/" not in self.model and self.model != NO_MODEL:
            raise ValueError(f"model '{self.model}': expected PROVIDER/MODEL, or 'none'")
        return self


class Variant(Part):
    """A way to ask: another solver, other parameters of the task, or both."""

    name: Name
    """Its name in plan and tables."""
    solver: str | None = None
    """Name of a file in `solvers/` (`reason`, `dialogue` …), or `FILE.py`, `FILE.py@NAME`."""
    solver_args: Arguments = {}
    """Arguments of the solver (`-S` of `inspect eval`)."""
    task_args: dict[str, Any] = {}
    """Parameters of the task (`-T`), such as `figures: withheld` or `unit: scenario`."""

    @model_validator(mode="after")
    def _has_solver(self) -> "Variant":
        if self.solver is None and self.solver_args:
            raise ValueError("'solver_args' without a 'solver'")
        return self


PLAIN = (Variant(name="plain"),)


class Exams(Part):
    """The licensing exams that are sat."""

    source: str = "kokushimd10"
    """`kokushimd10`, `practice`, or a file or folder of questions."""
    professions: Literal["all"] | list[str] = "all"
    """Ids or other names of professions; `all` for all ten."""
    years: Literal["all"] | int | str | list[int | str] = "all"
    """2024, "2020,2022", "2020-2024", a list of such, or `all` that the source has."""
    split: Literal["year", "none"] = "year"
    """`year`: one task for each sitting. `none`: one task with all years."""
    languages: list[Literal["ja", "en"]] = Field(default=["ja"], min_length=1)
    """Languages of questions and instructions."""
    args: dict[str, Any] = {}
    """Parameters of all exam tasks: `criteria`, `points`, `revision`, `fields`, `max_pixels` …"""
    variants: list[Variant] = Field(default=list(PLAIN), min_length=1)
    """Ways to ask; the answer sheet alone when none is named."""

    @field_validator("years")
    @classmethod
    def _are_years(cls, years: Any) -> Any:
        if years != "all":
            try:
                parse_years(years)
            except KokushiError as error:
                raise ValueError(error.message) from error
        return years


class Medcalc(Part):
    """MedCalc-Bench."""

    source: str | None = None
    """`practice` or a CSV file; the hub when not given."""
    versions: list[str] = Field(default=["v1.0"], min_length=1)
    """Versions of the hub: `v1.0`, `v1.1`, `v1.2`, `verified`. One entry with a `source`."""
    languages: list[Literal["ja", "en"]] = Field(default=["en"], min_length=1)
    """Languages of the instructions."""
    args: dict[str, Any] = {}
    """Parameters of all tasks: `category`, `per_calculator`, `seed`, `prompting` …"""
    variants: list[Variant] = Field(default=list(PLAIN), min_length=1)
    """Ways to ask; the plain prompt alone when none is named."""


class Limits(Part):
    """Where a sample is cut off. Part of what is measured: other limits are other entries."""

    messages: int | None = Field(default=None, ge=1)
    """Messages of a sample."""
    tokens: int | None = Field(default=None, ge=1)
    """Tokens of a sample, read and written."""
    time: int | None = Field(default=None, ge=1)
    """Seconds from start to end of a sample, waiting for a connection included."""
    working_time: int | None = Field(default=None, ge=1)
    """Seconds of a sample without waiting."""

    def by_inspects_names(self) -> dict[str, int]:
        """The limits that are set, by the names that Inspect's tasks have for them."""
        values = {
            "message_limit": self.messages,
            "token_limit": self.tokens,
            "time_limit": self.time,
            "working_limit": self.working_time,
        }
        return {name: value for name, value in values.items() if value is not None}


class Retry(Part):
    """What is tried again, and how often."""

    samples: int = Field(default=1, ge=0, le=100)
    """How often a failed sample is repeated at once in its worker."""
    entries: int = Field(default=3, ge=1, le=100)
    """How often one `kokushi sweep` gives an entry to a worker before it is called incomplete."""


class Settings(Part):
    """How Inspect runs and logs. Nothing here changes what is measured."""

    samples_per_connection: float = Field(default=3, ge=1, le=100)
    """Samples in work for each connection, so that some are prepared while others wait."""
    max_tasks: int | None = Field(default=None, ge=1)
    """Tasks that a worker runs at once; two for each of its models when not given."""
    log_realtime: bool = False
    """Live view of running samples in `inspect view`."""
    log_images: bool | None = None
    """Copies of sent figures in the logs; Inspect's own default when not given."""
    log_model_api: bool = False
    """Requests and replies as they went over the wire in the logs."""
    log_buffer: int | None = Field(default=None, ge=1)
    """Samples that are held back before a log is written: a kill loses them. 1 in a folder, 10 at
    a URL when not given."""
    log_level: Literal["debug", "http", "info", "warning", "error"] | None = None
    """What workers say while they run."""
    score_display: bool = False
    """Metrics while a task runs."""


class Spec(Part):
    """A sweep: examinees that sit exams, MedCalc-Bench, or both, into one directory of logs."""

    name: Name = "sweep"
    """Name of the sweep, a tag of its logs."""
    log_dir: str
    """Where logs go: a folder (a relative one is beside the spec) or an `s3://` URL."""
    examinees: list[Examinee] = Field(min_length=1)
    """Who sits them."""
    exams: Exams | None = None
    """The licensing exams."""
    medcalc: Medcalc | None = None
    """MedCalc-Bench."""
    epochs: int = Field(default=1, ge=1, le=1000)
    """How often each sample is asked."""
    limit: int | None = Field(default=None, ge=1)
    """The first samples of each task alone: for trials, no verdict is possible."""
    limits: Limits = Limits()
    """Where a sample is cut off."""
    retry: Retry = Retry()
    """What is tried again, and how often."""
    settings: Settings = Settings()
    """How Inspect runs and logs."""

    @model_validator(mode="after")
    def _consistent(self) -> "Spec":
        if self.exams is None and self.medcalc is None:
            raise ValueError("nothing to sit: expected 'exams', 'medcalc' or both")
        titles = [examinee.title for examinee in self.examinees]
        _refuse_repeated("examinees", titles, "give one of them another 'name'")
        for part in (self.exams, self.medcalc):
            if part is not None:
                names = [variant.name for variant in part.variants]
                _refuse_repeated("variants", names, "give one of them another 'name'")
        limits: dict[str, int] = {}
        for examinee in self.examinees:
            limit = limits.setdefault(examinee.model, examinee.connections)
            if limit != examinee.connections and examinee.model != NO_MODEL:
                raise ValueError(
                    f"examinees with the model '{examinee.model}' share its connections; "
                    f"expected one number of 'connections', found {limit} and "
                    f"{examinee.connections}"
                )
        return self


def _refuse_repeated(what: str, names: list[str], fix: str) -> None:
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(f"two {what} are called '{repeated[0]}'; {fix}")


def load_spec(file: Path) -> Spec:
    """Read and check a spec.

    Raises:
        KokushiError: The file is missing, is no YAML, or something in it is not allowed; the error
            names the place and says what is.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise KokushiError(
            "the spec cannot be read", place=Place(str(file)), expected="a YAML file in UTF-8"
        ) from error
    return parse_spec(text, str(file))


def parse_spec(text: str, name: str) -> Spec:
    """The spec that a YAML text holds.

    Args:
        text: The YAML text.
        name: What errors call it.

    Raises:
        KokushiError: The text is no YAML, or something in it is not allowed.
    """
    try:
        record = yaml.safe_load(text)
    except yaml.YAMLError as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        raise KokushiError(
            f"this is no YAML: {getattr(error, 'problem', None) or error}",
            place=Place(name, None if line is None else line + 1),
        ) from error
    if not isinstance(record, dict):
        raise KokushiError(
            "this is no spec",
            place=Place(name),
            expected="a mapping with log_dir, examinees and exams or medcalc",
        )
    try:
        return Spec.model_validate(record)
    except ValidationError as error:
        raise explain(error, Spec, name) from error
