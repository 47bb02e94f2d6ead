"""The user's settings of the model, under the names that `inspect eval` has for them."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from urllib.parse import unquote, urlsplit

import click
import yaml
from dotenv import find_dotenv, load_dotenv
from inspect_ai.model import GenerateConfig, GenerateConfigArgs
from pydantic import ValidationError

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from kokushi_inspect.secret_names import may_be_secret

_NOT_FOR_A_PROBE = ("cache", "batch")
"""Taken and not used: a cached reply shows nothing of the server, and a batch takes hours."""
_LISTS = ("stop_seqs", "fallback_models", "modalities")
_PAIRS = ("logit_bias",)
_OWN_HELP = {
    "attempt_timeout": "Seconds for one attempt (60 for the first call, 180 for the others).",
    "max_retries": "Repetitions of a request (at most 1 here).",
    "timeout": "Not used here: see --attempt-timeout.",
    "cache": "Not used here: a cached reply shows nothing of the server.",
    "batch": "Not used here: a batch takes hours.",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How the model is reached and asked.

    Attributes:
        model: Name of the model, `provider/name`.
        base_url: Its address, None for the provider's own or that of the environment.
        model_args: Arguments of the provider (`-M`); may hold keys.
        generate: How answers are generated; may hold keys in its headers.
    """

    model: str
    base_url: str | None
    model_args: Mapping[str, Any] = field(repr=False)
    generate: GenerateConfig = field(repr=False)

    @property
    def secrets(self) -> list[str]:
        """Values among the settings that may be keys."""
        arguments = _secrets_in(self.model_args)
        headers = (self.generate.extra_headers or {}).values()
        password = urlsplit(self.base_url or "").password or ""
        return [*arguments, *map(str, headers), *(p for p in (password, unquote(password)) if p)]


def _secrets_in(values: Mapping[str, Any], *, named: bool = False) -> Iterator[str]:
    """The values whose names, or those around them (`named`), say that they may be secret."""
    for name, value in values.items():
        hidden = named or may_be_secret(str(name))
        if isinstance(value, Mapping):
            yield from _secrets_in(value, named=hidden)
        elif hidden:
            yield str(value)


def load_environment() -> None:
    """Read `.env` of this folder or one above it, as `inspect eval` does."""
    load_dotenv(find_dotenv(usecwd=True))


def read_settings(
    model: str | None,
    base_url: str | None,
    pairs: Sequence[str],
    model_config: str | None,
    generate_config: str | None,
    options: Mapping[str, Any],
) -> Settings:
    """The settings that a command line gives.

    Args:
        model: Name of the model.
        base_url: Address of the model.
        pairs: `-M` arguments, `name=value`.
        model_config: A YAML or JSON file with such arguments.
        generate_config: A YAML or JSON file with fields of `GenerateConfig`.
        options: Fields of `GenerateConfig` from options, None where an option was not given.

    Raises:
        KokushiError: A setting is missing or not understood.
    """
    if not model or model.split("/")[0] == "none":
        said = f"--model {model}: there is no model" if model else "no model is named"
        raise KokushiError(said, fix="--model PROVIDER/NAME, as for inspect eval")
    if "," in model:
        raise KokushiError("several models at once", fix="probe one model at a time")
    arguments = _file(model_config) | parse_pairs(pairs, "-M")
    given = {name: value for name, value in options.items() if value is not None}
    fields = _file(generate_config) | given
    unknown = sorted(set(fields) - set(GenerateConfig.model_fields))
    if unknown:
        raise KokushiError(
            f"'{unknown[0]}' is no setting of Inspect's",
            place=Place(str(generate_config)),
            expected="fields of GenerateConfig, such as max_tokens",
        )
    used = {name: value for name, value in fields.items() if name not in _NOT_FOR_A_PROBE}
    try:
        generate = GenerateConfig(**used)
    except ValidationError as error:  # its own words quote values, which may be keys
        wrong = ", ".join(sorted({str(e["loc"][0]) for e in error.errors() if e["loc"]}))
        kinds = "; ".join(sorted({e["msg"] for e in error.errors()}))
        raise KokushiError(f"not understood: {wrong}", expected=kinds) from None
    address = base_url or os.environ.get("INSPECT_EVAL_MODEL_BASE_URL")
    return Settings(model, address, arguments, generate)


def parse_pairs(pairs: Iterable[str], option: str) -> dict[str, Any]:
    """`name=value` pairs as Inspect reads them: the value is YAML, a comma makes a list."""
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise KokushiError(f"{option} {name}", expected=f"{option} name=value")
        value = _yaml(text, f"{option} {name}")
        if isinstance(value, str) and "," in value:
            value = value.split(",")
        found[name.replace("-", "_")] = value
    return found


def _file(path: str | None) -> dict[str, Any]:
    if path is None:
        return {}
    file = user_path(path)
    if not file.is_file():
        raise KokushiError("there is no such file", place=Place(str(file)))
    value = _yaml(file.read_text("utf-8"), str(file))
    if not isinstance(value, dict):
        raise KokushiError("not understood", place=Place(str(file)), expected="names and values")
    return {str(name): each for name, each in value.items()}


def _yaml(text: str, where: str) -> Any:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise KokushiError(f"{where} is not understood", expected="YAML or JSON") from None


def generate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator: an option for every field of Inspect's `GenerateConfig`, and its variable.

    Taken from Inspect itself, so that a command line of `inspect eval` fits whatever version
    is installed.
    """
    for name, hint in reversed(get_type_hints(GenerateConfigArgs).items()):
        flag = name.replace("_", "-")
        kind = _kind(name, hint)
        option = click.option(
            f"--{flag}/--no-{flag}" if kind is bool else f"--{flag}",
            name,
            type=None if kind is bool else kind,
            default=None,
            envvar=f"INSPECT_EVAL_{name.upper()}",
            help=_OWN_HELP.get(name, ""),
            hidden=name not in ("max_tokens", "temperature", "reasoning_effort", *_OWN_HELP),
        )
        command = option(command)
    return command


def _kind(name: str, hint: Any) -> Any:
    """How the value of an option is read, from the type of the field."""
    parts = [p for p in _parts(hint) if p is not type(None)]
    only = parts[0] if len(parts) == 1 else None
    if only in (int, float, str, bool):
        return only
    if get_origin(only) is Literal:
        return click.Choice(get_args(only))
    return _Value(name)


def _parts(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


class _Value(click.ParamType[Any]):
    """A list with commas, pairs, or YAML."""

    def __init__(self, field: str) -> None:
        self.name = "value"
        self._field = field

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of the field."""
        if not isinstance(value, str):
            return value
        option = f"--{self._field.replace('_', '-')}"
        if self._field in _LISTS:
            return [
                part.strip() if self._field != "stop_seqs" else part for part in value.split(",")
            ]
        if self._field in _PAIRS and not value.lstrip().startswith("{"):
            return parse_pairs(value.split(","), option)
        return _yaml(value, option)
