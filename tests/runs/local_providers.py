"""Runs an exam through Inspect's own providers against a server of this machine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from command_line import CommandLine, Run
from servers.anthropic_server import AnthropicServer
from servers.exchange import Answer, Script, Stop
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer

_STOPS: dict[str, Stop] = {"stop": "stop", "max_tokens": "length", "content_filter": "refusal"}


@dataclass(frozen=True)
class Provider:
    """One of Inspect's providers, and how it is pointed at a local server.

    Attributes:
        model: Name of the model for `--model`.
        server: The server that it talks to.
        key: Environment variable of the key.
        address: Environment variable of the base URL.
        base_url: The base URL of a server.
    """

    model: str
    server: type[ScriptedServer]
    key: str
    address: str
    base_url: Callable[[ScriptedServer], str]

    def environment(self, server: ScriptedServer) -> dict[str, str]:
        """The environment in which the provider talks to the server."""
        return {self.key: "local", self.address: self.base_url(server)}


COMPATIBLE = Provider(
    model="openai-api/local/test",
    server=OpenAIServer,
    key="LOCAL_API_KEY",
    address="LOCAL_BASE_URL",
    base_url=lambda server: f"{server.origin}/v1",
)
"""Any OpenAI-compatible server (vLLM, SGLang, Ollama …)."""

OPENAI = Provider(
    model="openai/gpt-4o",
    server=OpenAIServer,
    key="OPENAI_API_KEY",
    address="OPENAI_BASE_URL",
    base_url=lambda server: f"{server.origin}/v1",
)

ANTHROPIC = Provider(
    model="anthropic/claude-sonnet-4-5",
    server=AnthropicServer,
    key="ANTHROPIC_API_KEY",
    address="ANTHROPIC_BASE_URL",
    base_url=lambda server: server.origin,
)
"""Streams, because its default limit of tokens is large; `--max-tokens 2000` does not."""


def ask(
    command_line: CommandLine,
    name: str,
    provider: Provider,
    script: Script,
    *words: str | Path,
    timeout: float = 120,
) -> Run:
    """Take the exam with a provider whose server answers by the script; the run has its record."""

    def make(folder: Path) -> Run:
        with provider.server(script) as server:
            run = command_line.evaluate(
                f"{name}/eval",
                "kokushi_inspect/medicine",
                "--model",
                provider.model,
                *words,
                env=provider.environment(server),
                timeout=timeout,
            )
        return replace(run, requests=tuple(server.requests), failures=tuple(server.failures))

    return command_line.once(name, make)


def stored(replies: Mapping[str, Mapping[str, Any]]) -> dict[str, Answer]:
    """Stored replies as the answers of a server; `stop` has Inspect's values."""
    return {
        id: Answer(row["output"], row.get("reasoning"), _STOPS[row.get("stop", "stop")])
        for id, row in replies.items()
    }
