"""Exams whose questions are sent in batches: the same marks as one by one."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from batch_servers import BATCH_ENVIRONMENT, AnthropicBatchServer, BatchServer, OpenAIBatchServer
from command_line import CommandLine, Run
from local_providers import ANTHROPIC, OPENAI, stored
from servers.exchange import by_question
from small_exam import Exam, replay

SETTINGS = {"size": 100, "max_size": 8, "send_delay": 2, "tick": 0.1}
"""Batches of 8 at most, looked at ten times a second."""

WORDS = ("-T", "source=.", "-T", "criteria=criteria.toml")
MODELS: Mapping[type[BatchServer], str] = {
    OpenAIBatchServer: OPENAI.model,
    AnthropicBatchServer: ANTHROPIC.model,
}
SERVERS = [
    pytest.param((OpenAIBatchServer, ()), id="openai"),
    pytest.param((AnthropicBatchServer, (0,)), id="anthropic, one request expires"),
]


def take(
    command_line: CommandLine,
    exam: Exam,
    kind: type[BatchServer],
    *words: str,
    expired: tuple[int, ...] = (),
) -> tuple[Run, list[int]]:
    """The exam in batches, and how many requests each batch had."""

    def make(folder: Path) -> tuple[Run, list[int]]:
        settings = folder / "batch.yaml"
        settings.write_text("\n".join(f"{name}: {value}" for name, value in SETTINGS.items()))
        key, address, path = BATCH_ENVIRONMENT[kind]
        with kind(by_question(exam.stems, stored(exam.replies)), expired) as server:
            run = command_line.evaluate(
                f"{name}/eval",
                "kokushi_inspect/medicine",
                *("--model", MODELS[kind], *WORDS, "--batch", settings, *words),
                env={key: "local", address: f"{server.origin}{path}"},
            )
        record = replace(run, requests=tuple(server.requests), failures=tuple(server.failures))
        return record, server.sizes

    name = f"batch {kind.__name__} {' '.join(words)} {expired}"
    return command_line.once(name, make)


@pytest.fixture(scope="module", params=SERVERS)
def batched(
    request: pytest.FixtureRequest, command_line: CommandLine, exam: Exam
) -> tuple[Run, list[int]]:
    kind, expired = request.param
    return take(command_line, exam, kind, expired=expired)


@pytest.fixture(scope="module")
def interrupted(command_line: CommandLine, exam: Exam) -> tuple[Run, list[int]]:
    """Six questions over three connections; the first request of all expires."""
    words = ("--max-connections", "3", "--limit", "6", "--fail-on-error", "0.9")
    return take(command_line, exam, OpenAIBatchServer, *words, expired=(0,))


def test_every_question_is_asked_in_batches_of_the_size_and_again_when_it_expired(
    batched: tuple[Run, list[int]], exam: Exam
) -> None:
    run, sizes = batched
    expired = "anthropic" in run.log.eval.model
    assert (run.code, run.failures) == (0, ())
    assert (sum(sizes), max(sizes)) == (len(exam.questions) + expired, 8)


def test_marks_are_those_of_the_same_replies_without_batches(
    batched: tuple[Run, list[int]], command_line: CommandLine, exam: Exam
) -> None:
    assert batched[0].marks() == replay(command_line, exam).marks()


def test_verdict_is_that_of_the_same_replies_without_batches(
    batched: tuple[Run, list[int]], command_line: CommandLine, exam: Exam
) -> None:
    assert batched[0].metrics() == replay(command_line, exam).metrics()


def test_connections_bound_the_batches(interrupted: tuple[Run, list[int]]) -> None:
    """So a sweep that batches needs as many connections as questions may be under way at once."""
    assert (sum(interrupted[1]), max(interrupted[1])) == (6, 3)


def test_expired_request_fails_all_of_its_batch_and_no_other(
    interrupted: tuple[Run, list[int]],
) -> None:
    """Inspect takes OpenAI's word for it for a status code; nothing is marked wrong for that."""
    failed = [sample for sample in interrupted[0].samples.values() if sample.error is not None]
    assert (len(failed), [sample for sample in failed if sample.scores]) == (3, [])
