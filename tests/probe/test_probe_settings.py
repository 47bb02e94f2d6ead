"""The settings of the real run, under Inspect's names, reach the model; bad ones are refused."""

import json
from pathlib import Path
from typing import Any

import examinees
import pytest
from inspect_ai._util.config import parse_cli_args
from inspect_ai.model import GenerateConfig
from probing_locally import KEY, kokushi_probe, probe_server
from servers.openai_server import OpenAIServer

from kokushi_inspect.probe.probe_command import probe_command
from kokushi_inspect.probe.settings import Settings, parse_pairs

FEW = ("--checks", "answer")


def body_after(*words: str) -> dict[str, Any]:
    """The body of the request that a probe with these options sends."""
    with OpenAIServer(examinees.good) as server:
        probed = probe_server(server, *FEW, *words)
        assert probed.code == 0, probed.stdout + probed.stderr
    return dict(server.requests[0].body)


def test_every_setting_of_inspect_is_an_option() -> None:
    options = {parameter.name for parameter in probe_command.params}
    assert set(GenerateConfig.model_fields) <= options


def test_generate_options_reach_the_model() -> None:
    body = body_after(
        *("--max-tokens", "3000", "--temperature", "0.5", "--reasoning-effort", "low"),
        *("--stop-seqs", "x,y", "--logit-bias", "42=10,43=-10", "--seed", "3"),
        *("--extra-body", '{"chat_template_kwargs": {"enable_thinking": false}}'),
        *("--cache", "1h", "--batch", "100"),
    )
    assert (body["max_tokens"], body["temperature"]) == (3000, 0.5)
    assert (body["stop"], body["seed"]) == (["x", "y"], 3)
    assert body["logit_bias"] == {"42": 10, "43": -10}
    assert body["chat_template_kwargs"] == {"enable_thinking": False}


def test_the_prompt_is_that_of_the_exams() -> None:
    with OpenAIServer(examinees.good) as server:
        probe_server(server, *FEW)
        probe_server(server, *FEW, "--language", "en")
    japanese, english = server.requests
    assert "医師国家試験" in japanese.system
    assert "National Examination for Physicians" in english.system


def test_model_arguments_reach_the_provider_and_keys_among_them_stay_hidden() -> None:
    secret = "canary-of-an-argument"
    with OpenAIServer(examinees.failing(401, f"bad key: {secret}")) as server:
        probed = probe_server(server, "-M", f"api_key={secret}")
    assert server.requests[0].headers["authorization"] == f"Bearer {secret}"
    assert "bad key: [key]" in probed.said("answer")
    assert secret not in probed.stdout + probed.stderr


def test_keys_in_headers_stay_hidden() -> None:
    secret = "canary-of-a-header"
    with OpenAIServer(examinees.failing(401, f"bad token {secret}")) as server:
        probed = probe_server(server, "--extra-headers", json.dumps({"x-auth": secret}))
    assert server.requests[0].headers["x-auth"] == secret
    assert secret not in probed.stdout + probed.stderr


def test_settings_come_from_files(tmp_path: Path) -> None:
    generate = tmp_path / "generate.yaml"
    generate.write_text("max_tokens: 1234\ntemperature: 0.1\n")
    arguments = tmp_path / "model.json"
    arguments.write_text('{"api_key": "from-the-file"}')
    files = ("--generate-config", str(generate), "--model-config", str(arguments))
    with OpenAIServer(examinees.good) as server:
        probe_server(server, *FEW, *files, "--temperature", "0.9")
    (request,) = server.requests
    assert (request.body["max_tokens"], request.body["temperature"]) == (1234, 0.9)
    assert request.headers["authorization"] == "Bearer from-the-file"


def test_settings_come_from_the_environment_and_dotenv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("INSPECT_EVAL_MODEL", "INSPECT_EVAL_MAX_TOKENS", "LOCAL_BASE_URL"):
        monkeypatch.setenv(name, "")  # so that what .env sets is taken back after the test
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    with OpenAIServer(examinees.good) as server:
        Path(".env").write_text(
            f"INSPECT_EVAL_MODEL=openai-api/local/test\nINSPECT_EVAL_MAX_TOKENS=77\n"
            f"LOCAL_BASE_URL={server.base_url}\n"
        )
        assert kokushi_probe(*FEW).code == 0
    assert server.requests[0].body["max_tokens"] == 77


@pytest.mark.parametrize(
    "pairs",
    [
        ["a=1", "b-c=true", "d=x"],
        ["a=1.5", "b=x,y", "c={k: [1, 2]}"],
        ["a=null", "b=http://127.0.0.1/v1?a=b", "c='1'"],
    ],
)
def test_model_arguments_are_read_as_inspect_reads_them(pairs: list[str]) -> None:
    assert parse_pairs(pairs, "-M") == parse_cli_args(pairs)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--model", "none"], "there is no model"),
        ([], "no model is named"),
        (["--model", "openai-api/local/a,openai-api/local/b"], "one model at a time"),
        (["--model", "nobody/x"], "not recognized"),
        (["--model", "openai-api/keyless/x"], "KEYLESS_API_KEY"),
        (["--model", "openai-api/local/x", "--checks", "hearing"], "'hearing' is no check"),
        (["--model", "openai-api/local/x", "-M", "flag"], "expected -M name=value"),
        (["--model", "openai-api/local/x", "--generate-config", "none.yaml"], "no such file"),
        (["--model", "openai-api/local/x", "--extra-headers", "[1]"], "extra_headers"),
        (["--model", "openai-api/local/x", "--solver", "solvers/agent.py"], "--solver"),
    ],
)
def test_what_cannot_run_says_why_and_ends_with_2(words: list[str], said: str) -> None:
    probed = kokushi_probe(*words)
    assert probed.code == 2
    assert said in probed.stderr
    assert (probed.stdout, KEY in probed.stderr) == ("", False)


def test_what_may_be_a_key_is_known_wherever_it_is_given() -> None:
    arguments = {"api_key": "k-arg", "clientSecret": "k-secret", "tokenizer_mode": "auto"}
    arguments |= {"default_headers": {"x-id": "k-header"}, "device": "cuda", "options": {"a": 1}}
    generate = GenerateConfig(extra_headers={"x-id": "k-extra"})
    settings = Settings("a/b", "http://me:k%2Furl@127.0.0.1/v1", arguments, generate)
    assert {"k-arg", "k-secret", "k-header", "k-extra", "k/url", "k%2Furl"} <= set(settings.secrets)
    assert not {"cuda", "1"} & set(settings.secrets)
