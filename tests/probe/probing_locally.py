"""Runs `kokushi probe` in this process against a server of this machine."""

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner
from servers.anthropic_server import AnthropicServer
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer

from kokushi_inspect.command import main

KEY = "sk-canary-5f0c9d1e77"

Finding = dict[str, Any]


@dataclass(frozen=True)
class Probed:
    """What a probe printed.

    Attributes:
        code: Exit code.
        stdout, stderr: What it printed.
    """

    code: int
    stdout: str
    stderr: str

    @property
    def record(self) -> dict[str, Any]:
        """The JSON object."""
        found: dict[str, Any] = json.loads(self.stdout)
        return found

    def findings(self, check: str) -> list[Finding]:
        """The findings of one check."""
        return [f for f in self.record["findings"] if f["check"] == check]

    def outcomes(self, check: str) -> list[str]:
        """How they went."""
        return [finding["outcome"] for finding in self.findings(check)]

    def said(self, check: str) -> str:
        """Their words."""
        return "\n".join(
            f"{f['what']} | {f['evidence']} | {f['fix']}" for f in self.findings(check)
        )


def kokushi_probe(*words: str) -> Probed:
    """`kokushi probe WORDS`."""
    result = CliRunner().invoke(main, ["probe", *words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Probed(result.exit_code, result.stdout, result.stderr)


def probe_server(server: ScriptedServer, *words: str) -> Probed:
    """Probe the model of a local server, with its findings as JSON."""
    named = {
        OpenAIServer: ("openai-api/local/test", "/v1"),
        AnthropicServer: ("anthropic/claude-sonnet-4-5", ""),
    }
    model, path = next(named[kind] for kind in named if isinstance(server, kind))
    address = ("--model", model, "--model-base-url", server.origin + path)
    return kokushi_probe(*address, "--json", "--max-retries", "0", *words)
