"""Every way in which a model can behave, and what the probe says of it."""

import tomllib
from pathlib import Path
from typing import Any

import examinees
import pytest
from probing_locally import probe_server
from servers.anthropic_server import AnthropicServer
from servers.openai_server import OpenAIServer
from servers.scripted_server import ScriptedServer

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "behaviours.toml").read_text("utf-8")
)["case"]
SERVERS: dict[str, type[ScriptedServer]] = {"openai": OpenAIServer, "anthropic": AnthropicServer}
RUNS = [(case, name) for case in CASES for name in case.get("servers", ["openai"])]


@pytest.mark.parametrize(
    ("case", "server"), RUNS, ids=[f"{case['model']}-{name}" for case, name in RUNS]
)
def test_a_behaviour_gets_its_outcomes(case: dict[str, Any], server: str) -> None:
    checks = [] if case["checks"] == "all" else ["--checks", case["checks"]]
    with SERVERS[server](getattr(examinees, case["model"])) as running:
        probed = probe_server(running, *checks, *case.get("options", []))
    for check, outcomes in case["outcomes"].items():
        assert probed.outcomes(check) == outcomes, probed.said(check)
    for check, words in case.get("says", {}).items():
        assert words in probed.said(check)
    others = {f["check"] for f in probed.record["findings"] if f["outcome"] == "failure"}
    assert others <= set(case["outcomes"])
    assert probed.code == (1 if others else 0)
    assert not [failure for failure in running.failures if "no tool" not in failure]
