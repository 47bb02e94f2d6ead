"""Where the work of the examinee with tools is cut short, cannot begin, or begins anew."""

from collections.abc import Iterable
from dataclasses import replace
from threading import Event

from command_line import CommandLine, Run, by_path, error_lines
from local_providers import COMPATIBLE
from planned_agent import ARGUMENTS, by_plan, call, submit, work
from servers.exchange import Fault, Said
from small_exam import Exam

AGAIN = call("calculator", "答えはbだろうか。", expression="1 + 1")


def take(
    command_line: CommandLine, exam: Exam, name: str, plan: Iterable[Said], *words: str
) -> Run:
    """One question, whose key is a."""
    return work(command_line, exam, f"limits {name}", COMPATIBLE, {"A1": plan}, *words)


def test_limit_of_time_makes_the_reply_truncated(command_line: CommandLine, exam: Exam) -> None:
    ended = Event()

    def plan() -> Iterable[Said]:
        yield AGAIN
        ended.wait(60)

    run = take(command_line, exam, "time", plan(), "--time-limit", "5")
    ended.set()
    sample, mark = run.samples["A1"], run.marks()["A1"]
    assert (run.log.status, sample.error, mark["status"]) == ("success", None, "truncated")
    assert sample.limit is not None
    assert sample.limit.type == "time"


def test_model_that_takes_no_tools_is_told_apart(command_line: CommandLine, exam: Exam) -> None:
    plan = [Fault(400, '"auto" tool choice requires --enable-auto-tool-choice to be set')]
    run = take(command_line, exam, "no tools", plan)
    (sample,) = run.log.samples or []
    assert sample.error is not None
    message = sample.error.message
    assert message.startswith("the model does not take tools: Error code: 400")
    assert "--enable-auto-tool-choice" in message
    assert "-M emulate_tools=true" in message


def test_provider_without_tools_stops_the_run_before_it_begins(
    command_line: CommandLine, exam: Exam
) -> None:
    run = without_tools(command_line, exam, "openai-api-completions/local/test")
    (line,) = error_lines(run)
    assert "the provider 'openai-api-completions' has no tools for an agent" in line
    assert (run.code, run.log_file) == (1, None)


def test_run_without_a_model_says_so_at_every_question(
    command_line: CommandLine, exam: Exam
) -> None:
    run = without_tools(command_line, exam, "none")
    assert run.log.status == "error"
    told = [sample.error.message for sample in run.samples.values() if sample.error]
    assert len(told) == len(run.samples) > 0
    assert all("the provider 'none' has no tools for an agent" in message for message in told)


def without_tools(command_line: CommandLine, exam: Exam, model: str) -> Run:
    return command_line.evaluate(
        f"agent without tools {model}",
        "kokushi_inspect/medicine",
        *(*ARGUMENTS, "--solver", by_path("solvers/agent.py", exam.folder), "--model", model),
        env={"LOCAL_API_KEY": "local", "LOCAL_BASE_URL": "http://127.0.0.1:9/v1"},
    )


def test_wrong_setting_stops_the_run_before_it_begins(
    command_line: CommandLine, exam: Exam
) -> None:
    run = take(command_line, exam, "turns", [], "-S", "turns=0")
    (line,) = error_lines(run)
    assert "turns='0'; expected a number from 1 to 100" in line
    assert (run.requests, run.log_file) == ((), None)


def test_question_that_an_eval_set_tries_again_starts_afresh(
    command_line: CommandLine, exam: Exam
) -> None:
    plans = {
        "A1": [AGAIN, submit("a")],
        "A2": [AGAIN, Fault(400, "a bad moment"), AGAIN, submit("c")],
        "A4": [submit("b", "d")],
    }
    with COMPATIBLE.server(by_plan(exam, plans)) as server:
        logs = command_line.home / "agent set"
        done = command_line.call(
            *("inspect", "eval-set", "kokushi_inspect/medicine", *ARGUMENTS),
            *("--solver", by_path("solvers/agent.py", exam.folder)),
            *("--model", COMPATIBLE.model, "--sample-id", ",".join(plans)),
            *("--retry-on-error", "1", "--log-dir", logs),
            cwd=exam.folder,
            env=COMPATIBLE.environment(server),
        )
    (file,) = logs.glob("*.eval")
    run = replace(done, log_file=file)
    correct = {id: mark["correct"] for id, mark in run.marks().items()}
    assert (run.log.status, server.failures) == ("success", [])
    assert correct == dict.fromkeys(plans, True)
    assert run.samples["A2"].store["cost"] == {"calls": 2, "turns": 2, "tokens": 4}
