"""Dialogue, second look, thinking and panel through a provider, on practice and small exams."""

from dataclasses import replace
from pathlib import Path

import pytest
from candidates import Turn, candidate, practice
from command_line import ROOT, CommandLine, Run
from local_providers import ANTHROPIC, COMPATIBLE, ask
from servers.exchange import Answer, Fault, Hangup, Said
from servers.openai_server import OpenAIServer
from small_exam import Exam
from variants import PROFESSIONS, SMALL, VARIANTS, by_file, question_marks

from kokushi_inspect import _registry

# Trouble on the way: a limited rate, a dropped connection, a refusal


def unsteady(turn: Turn) -> Said | str:
    """The key, after trouble at the first try; two questions are refused."""
    if turn.question in ("A1", "B3"):
        return Answer("", stop="refusal")
    if turn.question in ("A4", "B4") and turn.seen == 1:
        return Fault(429, "too many requests", {"retry-after": "0"})
    if turn.question in ("A7", "B5") and turn.seen == 1:
        return Hangup()
    return turn.sheet


@pytest.fixture(scope="module", params=list(VARIANTS))
def troubled(request: pytest.FixtureRequest, command_line: CommandLine, exam: Exam) -> Run:
    words = (*SMALL, *by_file(request.param, exam.folder))
    script = candidate(exam.questions, unsteady)
    return ask(command_line, f"troubled {request.param}", COMPATIBLE, script, *words, timeout=240)


def test_trouble_ends_no_sample_and_loses_no_question(troubled: Run, exam: Exam) -> None:
    assert (troubled.code, troubled.log.status, troubled.failures) == (0, "success", ())
    assert [s.id for s in troubled.log.samples or [] if s.error] == []
    assert set(question_marks(troubled)) == set(exam.questions)


def test_each_failure_is_asked_again_and_is_no_call(troubled: Run) -> None:
    calls = sum(sample.turn_count or 0 for sample in troubled.log.samples or [])
    assert len(troubled.requests) - calls >= 4
    stated = sum(sample.store["cost"]["calls"] for sample in troubled.log.samples or [])
    assert stated == calls


def test_what_failed_at_first_is_right_in_the_end(troubled: Run) -> None:
    given = question_marks(troubled)
    wrong = {id for id, m in given.items() if not m["correct"] and "unscored" not in m}
    assert wrong == {"A1", "B3"}


def test_refused_questions_are_refused_and_the_next_ones_answered(troubled: Run) -> None:
    given = question_marks(troubled)
    assert [given[id]["status"] for id in ("A1", "B3", "B4")] == ["refused", "refused", "answered"]


def test_the_verdict_counts_the_refused_as_wrong(troubled: Run) -> None:
    shown = troubled.metrics()
    assert (shown["passed"], shown["points of 24"]) == (1, 22)


def test_figures_reach_members_and_chair(command_line: CommandLine, exam: Exam) -> None:
    script = candidate(exam.questions, lambda turn: turn.sheet)
    words = (*SMALL, *by_file("chair", exam.folder), "--sample-id", "A3", "--max-tokens", "2000")
    run = ask(command_line, "chair with figures", ANTHROPIC, script, *words)
    figures = [(exam.folder / name).read_bytes() for name in exam.questions["A3"]["images"]]
    assert [[i.content for i in request.images] for request in run.requests] == [figures] * 4
    assert run.marks()["A3"]["correct"] is True


# A panel of several models


@pytest.fixture(scope="module")
def with_roles(command_line: CommandLine, exam: Exam) -> Run:
    """Three models at one server: one always says e, the others know the key but for A1."""

    def make(folder: Path) -> Run:
        with OpenAIServer(lambda request: by_model[request.body["model"]](request)) as server:
            run = command_line.evaluate(
                "panel of roles/eval",
                "kokushi_inspect/medicine",
                *("--model", "none", *SMALL, *by_file("panel", exam.folder)),
                *(f"--model-role=examinee_{n}=openai-api/local/m{n}" for n in (1, 2, 3)),
                env=COMPATIBLE.environment(server),
            )
        return replace(run, failures=tuple(server.failures))

    knows = candidate(exam.questions, lambda turn: "e" if turn.question == "A1" else turn.sheet)
    stubborn = candidate(exam.questions, lambda turn: "e")
    by_model = {"m1": stubborn, "m2": knows, "m3": knows}
    return command_line.once("panel of roles", make)


def test_a_panel_of_roles_needs_no_other_model(with_roles: Run) -> None:
    assert (with_roles.failures, with_roles.log.status) == ((), "success")
    usage = with_roles.log.stats.role_usage
    assert set(usage) == {"examinee_1", "examinee_2", "examinee_3"}


def test_the_majority_is_held_against_the_members(with_roles: Run) -> None:
    shown = with_roles.metrics()
    assert shown["accuracy"] == shown["majority accuracy"] == pytest.approx(17 / 18)
    assert shown["examinee_1 accuracy"] < shown["members' mean accuracy"]
    assert shown["members' mean accuracy"] < shown["examinee_2 accuracy"]
    assert shown["calls per question"] == 3


def test_a_finished_panel_is_marked_again_from_its_log(
    with_roles: Run, command_line: CommandLine
) -> None:
    assert with_roles.log_file is not None
    output = with_roles.log_file.parent / "again.eval"
    done = command_line.call(
        *("inspect", "score", with_roles.log_file, "--scorer", "scorers/official.py"),
        *("--action", "overwrite", "--output-file", output),
        cwd=ROOT,
        env={"LOCAL_API_KEY": "local", "LOCAL_BASE_URL": "http://127.0.0.1:9"},
    )
    assert done.code == 0, done.said
    again = replace(done, log_file=output)
    assert again.metrics() == with_roles.metrics()


# All ten exams


@pytest.mark.parametrize(
    "name",
    ["chair", *(pytest.param(name, marks=pytest.mark.slow) for name in ("review", "reason"))],
)
def test_every_variant_takes_a_question_of_each_exam(
    command_line: CommandLine, tmp_path: Path, name: str
) -> None:
    script = candidate(practice(*PROFESSIONS), lambda turn: turn.sheet)
    with OpenAIServer(script) as server:
        command_line.call(
            *("inspect", "eval", *(f"kokushi_inspect/{p}.py" for p in PROFESSIONS)),
            *("-T", "source=practice", *by_file(name, ROOT), "--limit", "1"),
            *("--model", COMPATIBLE.model, "--log-dir", tmp_path),
            cwd=ROOT,
            env=COMPATIBLE.environment(server),
        )
    assert server.failures == []
    runs = [Run(0, "", "", log) for log in sorted(tmp_path.glob("*.eval"))]
    shown = {run.log.eval.task: run.metrics()["accuracy"] for run in runs}
    assert shown == dict.fromkeys(PROFESSIONS, 1)


@pytest.mark.parametrize("name", ["dialogue", "panel", "reason", "review"])
def test_a_variant_is_registered_when_inspect_starts(name: str) -> None:
    """Inspect's name for it differs between a wheel and an editable install."""
    assert name in _registry.__all__
