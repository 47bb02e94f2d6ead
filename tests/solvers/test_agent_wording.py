"""What the agent says, to models in either language and to users whose model has no tools."""

import tomllib
from importlib.resources import files
from string import Template
from typing import Any

import pytest

from kokushi_inspect.exam import KokushiError
from solvers.tools.support import WITHOUT_TOOLS, refuses_tools, require_tools, without_tools


@pytest.mark.parametrize("provider", sorted(WITHOUT_TOOLS))
def test_provider_without_tools_is_refused_with_the_reason(provider: str) -> None:
    with pytest.raises(KokushiError, match=WITHOUT_TOOLS[provider]):
        require_tools(provider)


@pytest.mark.parametrize("provider", [None, "openai", "anthropic", "openai-api", "mockllm"])
def test_other_providers_are_not_refused(provider: str | None) -> None:
    require_tools(provider)


@pytest.mark.parametrize(
    ("words", "refuses"),
    [
        ("registry/model does not support tools", True),
        ("tools param requires --jinja flag", True),
        ('"auto" tool choice requires --enable-auto-tool-choice', True),
        ("Function calling is not enabled for this model", True),
        ("the model is asleep", False),
    ],
)
def test_refusal_of_tools_is_known_by_the_words_of_the_provider(words: str, refuses: bool) -> None:
    error = RuntimeError('Request: {"tools": []}')
    error.__cause__ = ValueError(words)
    assert refuses_tools(error) == refuses
    assert words in str(without_tools(error))


def test_both_languages_say_the_same_things() -> None:
    tables = [tables_of(f"agent_{language}.toml") for language in ("ja", "en")]
    assert placeholders(tables[0]) == placeholders(tables[1])


def tables_of(name: str) -> dict[str, Any]:
    return tomllib.loads((files("kokushi_inspect") / "prompts" / name).read_text("utf-8"))


def placeholders(value: Any) -> Any:
    """A table in which every text is replaced by the names of its placeholders."""
    if isinstance(value, dict):
        return {name: placeholders(each) for name, each in value.items()}
    return sorted(set(Template(value).get_identifiers()))
