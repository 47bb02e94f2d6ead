"""What the agent is told and what its tools answer: read from data, in either language."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any

from solvers.prompt import Language, Wording, load_wording
from solvers.wording import Words


@dataclass(frozen=True, slots=True)
class AgentWording(Words):
    """The wording of the agent: `texts` are its system message, `remind` and `last_turn`.

    Attributes:
        tools: Description of each tool, and of its parameters by their names.
        results: Templates of what tools answer to calls that succeed.
        errors: Templates of what tools answer to calls that fail.
    """

    tools: Mapping[str, Mapping[str, str]]
    results: Mapping[str, str]
    errors: Mapping[str, str]

    def result(self, name: str, **values: object) -> str:
        """What a tool answers to a call that succeeds."""
        return Template(self.results[name]).substitute(values)

    def error(self, name: str, **values: object) -> str:
        """What a tool answers to a call that fails."""
        return Template(self.errors[name]).substitute(values)

    def description(self, tool: str) -> str:
        """What the examinee is told of a tool."""
        return self.tools[tool]["description"]

    def parameters(self, tool: str) -> dict[str, str]:
        """What the examinee is told of each parameter of a tool."""
        return {name: text for name, text in self.tools[tool].items() if name != "description"}


@cache
def load_agent_wording(language: Language = "ja") -> AgentWording:
    """The built-in wording of the agent in a language."""
    content = (files("kokushi_inspect") / "prompts" / f"agent_{language}.toml").read_bytes()
    table: dict[str, Any] = tomllib.loads(content.decode("utf-8"))
    return AgentWording(
        version=table["version"],
        sha256=sha256(content).hexdigest(),
        texts={name: table[name].strip() for name in ("system", "remind", "last_turn")},
        tools=table["tools"],
        results=table["results"],
        errors=table["errors"],
    )


def system_wording(prompt: str | None, language: Language, turns: int) -> Wording:
    """The wording of the agent's system message, or that of the user's own file.

    Args:
        prompt: A text file with the system message, as for the answer sheet.
        language: Language of the built-in wording.
        turns: How many turns the examinee is told that it has.

    Raises:
        KokushiError: The file is missing or has a placeholder that is not known.
    """
    sheet = load_wording(prompt, language)
    if prompt is not None:
        return sheet
    agent = load_agent_wording(language)
    system = Template(agent.texts["system"]).safe_substitute(turns=turns)
    return replace(sheet, version=agent.version, sha256=agent.sha256, system=system)
