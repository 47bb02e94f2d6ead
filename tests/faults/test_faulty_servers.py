"""A whole exam at a server that breaks: what is marked, what is listed, what completes it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from fault_cases import AT_ONCE, BROKEN, PASSING, SAID, SLOW, breaking, hanging, healthy
from faulty_server import Page, Reply
from inspect_ai.model import ModelAPI
from practice_exam import ROWS, STEMS, right_answer
from servers.exchange import Fault
from sitting import PROVIDERS, Sat, complete, sit
from tenacity import wait_none

from kokushi_inspect.command import main

CASES = PASSING | SAID | BROKEN
LEFT_OUT = {"B07", "C04"}
"""Questions that are excluded from the exam."""


@dataclass(frozen=True)
class Story:
    """A run at a breaking server, and its completion at the repaired one."""

    faulty: Sat
    completed: Sat


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[pytest.MonkeyPatch]:
    """Inspect repeats a request at once, instead of after 3 s, 6 s, 12 s …"""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ModelAPI, "retry_wait", lambda self: wait_none())
        patch.setenv("LOCAL_API_KEY", "local")
        patch.setenv("ANTHROPIC_API_KEY", "local")
        yield patch


@pytest.fixture(scope="module", params=list(PROVIDERS))
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Story:
    provider = PROVIDERS[request.param]
    logs = tmp_path_factory.mktemp("logs")
    with provider.server(STEMS, breaking) as server:
        faulty = sit(provider, server, logs, max_retries=2)
        server.repair(healthy)
        completed = complete(server, faulty.log)
    return Story(faulty, completed)


@pytest.fixture(scope="module")
def faultless(tmp_path_factory: pytest.TempPathFactory) -> Sat:
    """The same examinee at a server that never breaks."""
    provider = PROVIDERS["openai-api"]
    with provider.server(STEMS, healthy) as server:
        return sit(provider, server, tmp_path_factory.mktemp("logs"))


def printed(*words: str) -> str:
    """What a command of ours prints, on one line."""
    result = CliRunner().invoke(main, list(words))
    assert not isinstance(result.exception, Exception), result.output
    return " ".join(result.output.split())


def test_every_sample_is_marked_or_errored(story: Story) -> None:
    marked = {id for id, sample in story.faulty.samples.items() if sample.scores}
    assert (set(story.faulty.samples), story.faulty.record.failures) == (set(ROWS), [])
    assert marked.isdisjoint(story.faulty.errored)
    assert marked | set(story.faulty.errored) == set(ROWS)


def test_every_status_is_the_right_one(story: Story) -> None:
    found = {id: given["status"] for id, given in story.faulty.marks.items()}
    found |= dict.fromkeys(story.faulty.errored, "error")
    expected = {case.question: case.becomes for case in CASES.values()}
    assert {id: found[id] for id in expected} == expected


def test_an_answer_in_the_reasoning_is_not_read(story: Story) -> None:
    given = story.faulty.marks["C05"]
    assert (given["correct"], given["read"]) == (False, [])


def test_questions_beside_the_faults_are_right(story: Story) -> None:
    beside = set(story.faulty.marks) - {c.question for c in CASES.values()} - LEFT_OUT
    assert len(beside) > 10
    assert [id for id in beside if not story.faulty.marks[id]["correct"]] == []


def test_passing_faults_leave_no_trace_in_the_marks(story: Story, faultless: Sat) -> None:
    hit = {case.question for case in PASSING.values()}
    assert {id: story.faulty.marks[id] for id in hit} == {id: faultless.marks[id] for id in hit}


def test_passing_faults_are_repeated_as_often_as_they_come(story: Story) -> None:
    asked = Counter(story.faulty.record.asked)
    assert {c.question: asked[c.question] for c in PASSING.values()} == {
        c.question: c.times + 1 for c in PASSING.values()
    }


def test_nothing_else_is_asked_twice(story: Story) -> None:
    asked = Counter(story.faulty.record.asked)
    repeated = {id for id, n in asked.items() if n > 1}
    assert repeated == {c.question for c in PASSING.values()} | {BROKEN["500 without end"].question}


def test_errors_quote_what_happened(story: Story) -> None:
    errors = {id: sample.error for id, sample in story.faulty.samples.items()}
    told = {
        case.question: error.message
        for case in BROKEN.values()
        if (error := errors[case.question]) is not None
    }
    assert [c.question for c in BROKEN.values() if c.cause not in told[c.question]] == []


def test_a_run_with_errors_is_not_a_success(story: Story) -> None:
    assert story.faulty.log.status == "error"


def test_the_verdict_names_every_errored_sample(story: Story) -> None:
    said = printed("verdict", story.faulty.log.location)
    n = len(story.faulty.errored)
    assert "NO VERDICT" in said
    assert f"{n} sample error(s) in {', '.join(story.faulty.errored)}, e.g. A03: " in said
    assert "inspect eval-retry LOG completes it" in said


def test_the_report_names_every_errored_sample(story: Story) -> None:
    said = printed("report", story.faulty.log.location, "--json", "-")
    assert f"sample error(s) in {', '.join(story.faulty.errored)}, e.g. A03: " in said
    assert said.count('"why": "sample error"') == len(story.faulty.errored)


def test_completing_asks_only_for_the_errored_samples(story: Story) -> None:
    assert sorted(story.completed.record.asked) == story.faulty.errored


def test_completing_ends_with_the_same_samples_each_once(story: Story) -> None:
    ids = [str(sample.id) for sample in story.completed.log.samples or []]
    assert (story.completed.log.status, sorted(ids)) == ("success", sorted(ROWS))


def test_completed_marks_equal_those_of_a_faultless_run(story: Story, faultless: Sat) -> None:
    assert story.completed.marks == faultless.marks


def test_completed_verdict_equals_that_of_a_faultless_run(story: Story, faultless: Sat) -> None:
    completed, expected = (
        printed("verdict", sat.log.location, "--json") for sat in (story.completed, faultless)
    )
    assert completed == expected


@pytest.mark.parametrize("provider", list(PROVIDERS))
def test_a_server_that_hangs_is_asked_again_after_the_attempt_timeout(
    provider: str, tmp_path: Path
) -> None:
    with PROVIDERS[provider].server(STEMS, hanging) as server:
        hit = [case.question for case in SLOW.values()]
        sat = sit(PROVIDERS[provider], server, tmp_path, sample_id=hit, attempt_timeout=1)
    assert {id: given["correct"] for id, given in sat.marks.items()} == dict.fromkeys(hit, True)
    assert min(Counter(sat.record.asked).values()) > 1


EVERYWHERE = {
    "503": (lambda: Fault(503, "overloaded", AT_ONCE), 3),
    "wrong model": (lambda: Fault(404, "no such model"), 1),
    "a page instead of JSON": (lambda: Page(200, "<html>Please log in</html>"), 1),
}
"""Faults of every request, and how often each question is asked with `--max-retries 0`."""


@pytest.mark.parametrize("fault", list(EVERYWHERE))
def test_a_server_that_never_answers_ends_with_every_sample_errored(
    fault: str, tmp_path: Path
) -> None:
    say, times = EVERYWHERE[fault]

    def never(question: str, before: int) -> Reply:
        return say()

    provider = PROVIDERS["openai-api"]
    with provider.server(STEMS, never) as server:
        sat = sit(provider, server, tmp_path, max_retries=0, limit=6)
    assert (sat.log.status, len(sat.errored)) == ("error", 6)
    assert set(Counter(sat.record.asked).values()) == {times}
    assert "0 of 46 questions marked" in printed("verdict", sat.log.location)


def test_refused_and_too_long_requests_are_no_answers(tmp_path: Path) -> None:
    """Inspect makes a reply of the provider's words; their numbers are not the examinee's."""
    words = {
        "C01": "prompt is too long: the limit is 8192 tokens, you sent 9000",
        "B04": "Output blocked by content filtering policy",
    }

    def refusing(question: str, before: int) -> Reply:
        return Fault(400, words[question]) if question in words else right_answer(question)

    provider = PROVIDERS["anthropic"]
    with provider.server(STEMS, refusing) as server:
        sat = sit(provider, server, tmp_path, sample_id=list(words))
    statuses = {id: given["status"] for id, given in sat.marks.items()}
    assert statuses == {"C01": "truncated", "B04": "refused"}
