"""The manifests for Kubernetes: valid by its schemas, and what their command runs."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from emitting import MODELS, SPEC, emit, write_spec

from kokushi_inspect.command import main
from kokushi_inspect.sweep.emit_k8s import keys_of
from kokushi_inspect.sweep.plan import Entry, Sitter

KUBERNETES = "1.35"
IMAGE = "registry.example/kokushi:1"
REPLAYED = """
log_dir: s3://bucket/prefix
examinees: [{name: old, solver: replay, solver_args: {replies: old.jsonl}}]
exams: {source: practice, professions: [nursing]}
"""


def manifests(folder: Path, text: str = MODELS, *words: str) -> dict[str, Any]:
    spec = write_spec(folder, text, "s3://bucket/prefix")
    files = emit("k8s", spec, folder / "out", "--image", IMAGE, *words)
    return {name: yaml.safe_load(text) for name, text in files.items()}


def container(job: dict[str, Any]) -> dict[str, Any]:
    (found,) = job["spec"]["template"]["spec"]["containers"]
    return dict(found)


def test_manifests_are_valid(tmp_path: Path) -> None:
    validation = pytest.importorskip("kubernetes_validate")
    for record in manifests(tmp_path).values():
        validation.validate(record, KUBERNETES, strict=True)


def test_validation_knows_an_invalid_manifest(tmp_path: Path) -> None:
    validation = pytest.importorskip("kubernetes_validate")
    job = manifests(tmp_path)["job.yaml"]
    job["spec"]["completion"] = 1
    with pytest.raises(validation.ValidationError, match="completion"):
        validation.validate(job, KUBERNETES, strict=True)


def test_config_map_holds_the_spec_as_it_is(tmp_path: Path) -> None:
    made = manifests(tmp_path)
    assert made["configmap.yaml"]["data"] == {"spec.yaml": MODELS}
    mounted = made["job.yaml"]["spec"]["template"]["spec"]["volumes"][0]["configMap"]["name"]
    assert mounted == made["configmap.yaml"]["metadata"]["name"]


def test_each_index_runs_a_part_of_its_own(tmp_path: Path) -> None:
    job = manifests(tmp_path, MODELS, "--workers", "3")["job.yaml"]
    program = tmp_path / "kokushi"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    said = [
        subprocess.run(
            container(job)["command"],
            env={"PATH": f"{tmp_path}:/bin:/usr/bin", "JOB_COMPLETION_INDEX": str(index)},
            capture_output=True,
            text=True,
        ).stdout
        for index in range(job["spec"]["completions"])
    ]
    run = "sweep /etc/kokushi/spec.yaml --display plain"
    assert said == [f"{run} --part {part}/3\n" for part in (1, 2, 3)]


def test_last_job_runs_the_whole_sweep(tmp_path: Path) -> None:
    last = container(manifests(tmp_path)["finish.yaml"])
    assert last["command"][-1] == "exec kokushi sweep /etc/kokushi/spec.yaml --display plain"


def test_keys_are_named_and_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "open-sesame")
    made = manifests(tmp_path, MODELS, "--secret", "lab-keys")
    variables = {each["name"]: each for each in container(made["job.yaml"])["env"]}
    reference = {"name": "lab-keys", "key": "OPENAI_API_KEY"}
    assert variables["OPENAI_API_KEY"]["valueFrom"] == {"secretKeyRef": reference}
    assert {"ANTHROPIC_API_KEY", "MY_LAB_API_KEY"} <= set(variables)
    assert "open-sesame" not in str(made)


def test_same_spec_gives_the_same_manifests(tmp_path: Path) -> None:
    spec = write_spec(tmp_path, MODELS)
    first = emit("k8s", spec, tmp_path / "first", "--image", IMAGE)
    assert emit("k8s", spec, tmp_path / "second", "--image", IMAGE) == first


def test_name_of_the_sweep_becomes_one_that_kubernetes_takes(tmp_path: Path) -> None:
    made = manifests(tmp_path, SPEC)
    names = [record["metadata"]["name"] for record in made.values()]
    assert names == ["mock-exam-1", "mock-exam-1-finish", "mock-exam-1"]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        (SPEC, ("--image", IMAGE), "s3://BUCKET/PREFIX"),
        (REPLAYED, ("--image", IMAGE), "pods do not have 'old.jsonl'"),
        (MODELS, (), "--image"),
    ],
    ids=["logs in a folder", "relative file", "no image"],
)
def test_what_a_pod_would_lack_is_refused(
    tmp_path: Path, text: str, words: tuple[str, ...], expected: str
) -> None:
    spec = write_spec(tmp_path, text)
    (spec.parent / "old.jsonl").write_text('{"id": "x", "output": "a"}\n')
    command = ["sweep", str(spec), "--emit", "k8s", "--output", str(tmp_path / "out"), *words]
    done = CliRunner().invoke(main, command)
    assert (done.exit_code, expected in f"{done.output} {done.exception}") == (1, True)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("model", "keys"),
    [
        ("openai/gpt-5", ["OPENAI_API_KEY"]),
        ("openai-api/my-lab/large", ["MY_LAB_API_KEY"]),
        ("grok/grok-4", ["XAI_API_KEY"]),
        ("vllm/some/model", []),
        ("none", []),
    ],
)
def test_key_of_a_model_is_that_of_its_provider(model: str, keys: list[str]) -> None:
    entry = Entry("e", "nursing", {}, "plain", Sitter("x", model), None, 1, "")
    assert keys_of([entry]) == keys
