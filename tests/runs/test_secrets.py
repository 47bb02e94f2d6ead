"""Keys reach the provider, and nothing that is written or printed but where Inspect logs them."""

import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import ROOT, CommandLine, Run
from local_providers import ANTHROPIC, COMPATIBLE, OPENAI, Provider, stored
from servers.exchange import Fault, by_question
from servers.openai_server import OpenAIServer
from small_exam import Exam

CANARY = "sk-canary-7f3a9e"
OTHERS = ("HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "LOCAL_API_KEY")


@pytest.fixture(scope="module", params=[OPENAI, ANTHROPIC], ids=lambda provider: provider.key)
def spied(
    request: pytest.FixtureRequest, command_line: CommandLine, exam: Exam
) -> tuple[Run, Path, str]:
    """A run of which one question fails, its report, and everything that was said."""
    provider: Provider = request.param
    folder = command_line.home / f"secrets {provider.key}"
    failing = {"B4": Fault(401, f"the key {CANARY} is not valid")}
    with provider.server(by_question(exam.stems, stored(exam.replies) | failing)) as server:
        environment = {
            **dict.fromkeys(OTHERS, f"{CANARY}-other"),
            **provider.environment(server),
            provider.key: f"{CANARY}-key",
        }
        run = command_line.evaluate(
            folder.name,
            "kokushi_inspect/medicine",
            *("--model", provider.model, "-T", "source=.", "-T", "criteria=criteria.toml"),
            env=environment,
        )
        sent = [request.headers for request in server.requests]
    assert any(f"{CANARY}-key" in str(headers) for headers in sent)
    return run, folder, report_on(command_line, run, folder, environment)


@pytest.fixture(scope="module")
def typed(command_line: CommandLine, exam: Exam) -> tuple[Run, Path, str]:
    """The same with what is typed: a key and a header as arguments, a login in the address."""
    folder = command_line.home / "secrets typed"
    failing = {"B4": Fault(401, f"the key {CANARY} is not valid")}
    with OpenAIServer(by_question(exam.stems, stored(exam.replies) | failing)) as server:
        run = command_line.evaluate(
            folder.name,
            "kokushi_inspect/medicine",
            *("--model", COMPATIBLE.model, "-T", "source=.", "-T", "criteria=criteria.toml"),
            *("--model-base-url", server.origin.replace("//", f"//me:{CANARY}-login@") + "/v1"),
            *("-M", f"api_key={CANARY}-key"),
            *("-M", f'default_headers={{"x-api-key": "{CANARY}-header"}}'),
        )
        sent = [request.headers for request in server.requests]
    assert any(f"{CANARY}-header" in str(headers) for headers in sent), run.said
    return run, folder, report_on(command_line, run, folder, {})


def report_on(command_line: CommandLine, run: Run, folder: Path, env: dict[str, str]) -> str:
    """Write every kind of report beside the log; all that was said, the run's words first."""
    assert run.log_file is not None, run.said
    outputs = ("-o", folder / "a.html", "--csv", folder / "csv", "--json", folder / "a.json")
    said = [
        command_line.call(*words, cwd=folder, env=env).said
        for words in (
            ("kokushi", "verdict", run.log_file),
            ("kokushi", "report", run.log_file, *outputs, "--markdown", "-"),
        )
    ]
    return "\n".join([run.said, *said])


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All files of a folder, logs unpacked; not the record that the tests keep."""
    for file in folder.rglob("*"):
        if file.suffix == ".eval":
            with zipfile.ZipFile(file) as log:
                yield from ((f"{file.name}/{name}", log.read(name)) for name in log.namelist())
        elif file.is_file() and file.name != "made.pickle":
            yield file.name, file.read_bytes()


def test_no_key_is_in_a_file(spied: tuple[Run, Path, str]) -> None:
    keys = (f"{CANARY}-key".encode(), f"{CANARY}-other".encode())
    found = [name for name, data in contents(spied[1]) if any(key in data for key in keys)]
    assert found == []


def test_no_key_is_printed(spied: tuple[Run, Path, str]) -> None:
    assert f"{CANARY}-" not in spied[2]


def test_the_failed_question_is_listed(spied: tuple[Run, Path, str]) -> None:
    """What is looked through has the error in it."""
    assert "B4" in spied[2]
    assert any(b"401" in data for _, data in contents(spied[1]))


def test_a_key_as_an_argument_is_written_and_printed_nowhere(typed: tuple[Run, Path, str]) -> None:
    found = [name for name, data in contents(typed[1]) if f"{CANARY}-key".encode() in data]
    assert (found, f"{CANARY}-key" in typed[2]) == ([], False)


@pytest.mark.parametrize("kind", ["login", "header"])
def test_other_arguments_are_in_inspects_log_and_in_no_report(
    typed: tuple[Run, Path, str], kind: str
) -> None:
    """What Inspect itself logs is not ours to change: SECURITY.md warns of it."""
    secret = f"{CANARY}-{kind}"
    found = {name for name, data in contents(typed[1]) if secret.encode() in data}
    assert {name.split(".eval/")[-1] for name in found} == {"header.json", "_journal/start.json"}
    assert secret not in typed[2]


def test_a_sweep_refuses_a_key_in_its_spec_before_it_writes(
    command_line: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "spec.yaml").write_text(
        "log_dir: logs\n"
        f"examinees: [{{model: openai/m, args: {{api_key: {CANARY}}}}}]\n"
        "exams: {source: practice}\n"
    )
    done = command_line.call("kokushi", "sweep", "spec.yaml", cwd=tmp_path)
    assert (done.code, "'api_key' may be a key" in done.said, CANARY in done.said) == (
        1,
        True,
        False,
    )
    assert [file.name for file in tmp_path.iterdir()] == ["spec.yaml"]


def test_git_ignores_the_file_of_keys() -> None:
    done = subprocess.run(["git", "check-ignore", "-q", ".env"], cwd=ROOT)
    if done.returncode == 128:
        pytest.skip("not a checkout")
    assert done.returncode == 0
