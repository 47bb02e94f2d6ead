"""Which models can use tools, as far as one can tell before they are asked."""

from collections.abc import Mapping

from inspect_ai.model import ModelName, get_model

from kokushi_inspect.exam import KokushiError

WITHOUT_TOOLS: Mapping[str, str] = {
    "none": "there is no model",
    "nnterp": "it passes no tools on",
    "openai-api-completions": "it completes plain text",
    "perplexity": "it knows web search only",
    "transformer_lens": "it passes no tools on",
    "vllm-completions": "it completes plain text",
}
"""Inspect's providers that cannot offer tools to a model, and why (inspect-ai 0.3.285)."""


def running_provider() -> str | None:
    """Name of the provider of the model that is evaluated; None before Inspect has made one.

    An eval set makes its solvers while `none` stands in for its models. Whatever hinders Inspect
    from making a model, it says so itself when the run starts.
    """
    try:
        provider = ModelName(get_model()).api
    except Exception:
        return None
    return None if provider == "none" else provider


def require_tools(provider: str | None) -> None:
    """Refuse a provider that cannot offer tools.

    Args:
        provider: Name of the provider; None passes.

    Raises:
        KokushiError: The provider cannot offer tools.
    """
    if (why := WITHOUT_TOOLS.get(provider or "")) is not None:
        raise KokushiError(
            f"the provider '{provider}' has no tools for an agent ({why})",
            expected="a model that calls tools",
            fix="use another model, or --solver solvers/answer_sheet.py",
        )


def refuses_tools(error: Exception) -> bool:
    """Whether a provider's error says that the model, or its server, cannot use tools."""
    said = _provider_words(error).lower()
    return "tool" in said or "function call" in said


def without_tools(error: Exception) -> KokushiError:
    """A provider's error about tools, with what the user can do."""
    return KokushiError(
        f"the model does not take tools: {_provider_words(error)}",
        expected="a model, and a server, that calls tools",
        fix="enable tool calls in the server, or let Inspect emulate them with "
        "-M emulate_tools=true (openai-api, ollama, openrouter), or use "
        "--solver solvers/answer_sheet.py",
    )


def _provider_words(error: Exception) -> str:
    """The provider's own message: Inspect shows the whole request, tools included, around it."""
    return str(error.__cause__ or error)
