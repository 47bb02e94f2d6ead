"""What a probe costs, what it prints, and what it says of a model's pace and constancy."""

from typing import Any

import examinees
import pytest
from probing_locally import kokushi_probe, probe_server
from servers.exchange import Answer, SentRequest
from servers.openai_server import OpenAIServer

from kokushi_inspect.probe.plan import make_plan
from kokushi_inspect.probe.run_checks import check_tools


class WithoutUsage(OpenAIServer):
    """A server that counts no tokens."""

    def answer_body(self, answer: Answer, body: dict[str, Any]) -> tuple[str, bytes]:
        kind, text = super().answer_body(answer, body)
        return kind, text.replace(b'"usage"', b'"no_usage"')


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ([], 11),
        (["--temperature", "0"], 10),
        (["--checks", "figures,tools"], 6),
        (["--checks", "repeat", "--temperature", "0"], 3),
    ],
)
def test_no_more_is_asked_than_was_said_before(options: list[str], most: int) -> None:
    with OpenAIServer(examinees.good) as server:
        probed = probe_server(server, *options)
    assert f"at most {most} requests" in probed.stderr
    assert len(server.requests) == most == probed.record["requests_at_most"]


def test_only_chosen_checks_are_shown() -> None:
    with OpenAIServer(examinees.good) as server:
        probed = probe_server(server, "--checks", "tools,format")
    assert [f["check"] for f in probed.record["findings"]] == [
        *("answer", "format", "format", "format", "tools")
    ]


def test_the_numbers_of_figures_and_tools_differ_from_probe_to_probe() -> None:
    asked = []
    for _ in range(2):
        with OpenAIServer(examinees.good) as server:
            probe_server(server, "--checks", "figures,tools")
        shown = {image.content for request in server.requests for image in request.images}
        asked.append((shown, {r.texts[0] for r in server.requests if "calculator" in r.texts[0]}))
    (figures, product), (other_figures, other_product) = asked
    assert (len(figures), len(product)) == (3, 1)
    assert figures != other_figures
    assert product != other_product


def test_the_table_has_outcome_evidence_advice_and_a_summary() -> None:
    with OpenAIServer(examinees.blind) as server:
        probed = kokushi_probe(
            *("--model", "openai-api/local/test", "--model-base-url", server.base_url),
            *("--checks", "figures"),
        )
    lines = probed.stdout.splitlines()
    assert lines[0].split()[:2] == ["answer", "ok"]
    assert any(line.startswith("figures     failure ") for line in lines)
    assert any(line.strip() == "> 1000" for line in lines)
    assert any(line.strip().startswith("set: use a model that sees") for line in lines)
    assert lines[-1].startswith("failures: 1, warnings: 0, not checked: 1;")
    assert probed.code == 1


@pytest.mark.parametrize(
    ("answers", "outcome", "words"),
    [
        (("100.8", "100.8"), "ok", "the same text twice"),
        (("100.8", "100.8 mL"), "ok", "the text varies"),
        (("100.8", "108.0"), "warning", "the answer varies"),
    ],
)
def test_answers_that_vary_at_temperature_0_are_noted(
    answers: tuple[str, ...], outcome: str, words: str
) -> None:
    with OpenAIServer(examinees.varying(answers)) as server:
        probed = probe_server(server, "--checks", "repeat", "--temperature", "1")
    assert probed.outcomes("repeat") == [outcome]
    assert words in probed.said("repeat")
    assert [r.body["temperature"] for r in server.requests] == [1, 0, 0]


def test_tokens_that_are_not_counted_are_a_warning() -> None:
    with WithoutUsage(examinees.good) as server:
        probed = probe_server(server, "--checks", "usage,max_tokens")
    assert probed.outcomes("usage") == ["warning"]
    assert "no tokens are counted in 2 of 2 replies" in probed.said("usage")
    assert probed.outcomes("max_tokens") == ["ok"]


def test_a_provider_without_tools_is_a_warning_and_costs_no_request() -> None:
    plan = make_plan(None, temperature=None, tools=False)
    found = check_tools(None, "it completes plain text", 1)
    assert ("tool" in plan.calls, plan.requests) == (False, 9)
    assert (found.outcome, "it completes plain text" in found.what) == ("warning", True)


def test_an_error_of_the_thinking_question_fails_its_check() -> None:
    def fail_when_thinking(request: SentRequest) -> Any:
        if request.texts[0].startswith("体重"):
            return examinees.failing(400, "maximum context length is 512 tokens")(request)
        return examinees.good(request)

    with OpenAIServer(fail_when_thinking) as server:
        probed = probe_server(server, "--checks", "max_tokens")
    assert probed.outcomes("max_tokens") == ["failure"]
    assert "do not fit into the model's context" in probed.said("max_tokens")
