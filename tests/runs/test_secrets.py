"""Keys in the environment reach the provider, and nothing that is written or printed."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import CommandLine, Run
from local_providers import ANTHROPIC, OPENAI, Provider, stored
from servers.exchange import Fault, by_question
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
    assert run.log_file is not None, run.said
    outputs = ("-o", folder / "a.html", "--csv", folder / "csv", "--json", folder / "a.json")
    said = [
        command_line.call(*words, cwd=folder, env=environment).said
        for words in (
            ("kokushi", "verdict", run.log_file),
            ("kokushi", "report", run.log_file, *outputs, "--markdown", "-"),
        )
    ]
    return run, folder, "\n".join([run.said, *said])


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
