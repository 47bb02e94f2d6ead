"""A sweep as an indexed Job of Kubernetes: one part for each index, the spec in a ConfigMap."""

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sweep.plan import NO_MODEL, Entry
from kokushi_inspect.sweep.sweep import Sweep

_TEMPLATE = Path(__file__).parent / "templates" / "k8s_job.yaml"
_SPEC_FILE = "spec.yaml"
_MOST_BYTES = 1_000_000
"""A ConfigMap holds 1 MiB at most."""

_LONGEST_NAME = 52
"""Names of pods add an index and a random ending, to 63 characters at most."""

_KEYS = {
    "bedrock": (),
    "grok": ("XAI_API_KEY",),
    "hf": (),
    "ollama": (),
    "vllm": (),
}
"""Keys of providers that are not `PROVIDER_API_KEY`."""

_OPTIONAL = (
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_DEFAULT_REGION",
    "AWS_ENDPOINT_URL",
    "HF_TOKEN",
)
"""Variables that are set when the secret has them: pods may have a role instead."""

_SOURCES = frozenset({"practice", "kokushimd10"})


def k8s_files(sweep: Sweep, spec: Path, parts: int, image: str, secret: str) -> dict[str, str]:
    """The manifests, by name of the file.

    Args:
        sweep: The sweep.
        spec: Absolute path of its spec.
        parts: Into how many parts it is divided.
        image: The container image that has this package.
        secret: Name of the Secret from which variables with keys are taken, by their names.

    Raises:
        KokushiError: Logs are no URL, or the spec names files that a pod would not have.
    """
    _refuse_what_pods_lack(sweep, spec)
    text = spec.read_text(encoding="utf-8-sig")
    if len(text.encode()) > _MOST_BYTES:
        raise KokushiError("the spec is too large for a ConfigMap", place=Place(str(spec)))
    name = _kubernetes_name(sweep.plan.name, spec)
    run = f"exec kokushi sweep /etc/kokushi/{_SPEC_FILE} --display plain"
    env = _environment(sweep.plan.entries, secret)
    part = _job(name, image, f'{run} --part "$((JOB_COMPLETION_INDEX + 1))/{parts}"', env)
    part["spec"].update(completions=parts, parallelism=parts)
    finish = _job(f"{name}-finish", image, run, env)
    finish["spec"]["template"]["spec"]["volumes"][0]["configMap"]["name"] = name
    config = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "labels": part["metadata"]["labels"]},
        "data": {_SPEC_FILE: text},
    }
    wait = f"kubectl wait --for=condition=complete --timeout=-1s job/{name}"
    return {
        "configmap.yaml": _manifest(config, f"the spec of the sweep '{sweep.plan.name}'"),
        "job.yaml": _manifest(part, f"{len(sweep.plan.entries)} entries in {parts} parts"),
        "finish.yaml": _manifest(finish, f"after all parts, what is still missing: {wait}"),
    }


def keys_of(entries: Iterable[Entry]) -> list[str]:
    """Environment variables in which the models of a sweep expect their keys."""
    found = set[str]()
    for model in {entry.examinee.model for entry in entries} - {NO_MODEL}:
        provider, _, rest = model.partition("/")
        if provider == "openai-api":
            provider = rest.partition("/")[0]
        usual = (re.sub(r"\W", "_", provider).upper() + "_API_KEY",)
        found.update(_KEYS.get(provider, usual))
    return sorted(found)


def _job(name: str, image: str, command: str, env: list[dict[str, Any]]) -> dict[str, Any]:
    job: dict[str, Any] = yaml.safe_load(_TEMPLATE.read_text(encoding="utf-8"))
    pod = job["spec"]["template"]
    for metadata in (job["metadata"], pod["metadata"]):
        metadata["labels"]["app.kubernetes.io/instance"] = name
    job["metadata"]["name"] = name
    pod["spec"]["volumes"][0]["configMap"]["name"] = name
    container = pod["spec"]["containers"][0]
    container.update(image=image, command=["/bin/sh", "-c", command], env=deepcopy(env))
    return job


def _environment(entries: Iterable[Entry], secret: str) -> list[dict[str, Any]]:
    fixed = [
        {"name": "KOKUSHI_CACHE_DIR", "value": "/scratch/kokushi"},
        {"name": "HF_HOME", "value": "/scratch/huggingface"},
        {"name": "HOME", "value": "/scratch"},
    ]
    needed = [_from_secret(name, secret) for name in keys_of(entries)]
    return fixed + needed + [_from_secret(name, secret, optional=True) for name in _OPTIONAL]


def _from_secret(name: str, secret: str, optional: bool = False) -> dict[str, Any]:
    reference = {"name": secret, "key": name} | ({"optional": True} if optional else {})
    return {"name": name, "valueFrom": {"secretKeyRef": reference}}


def _refuse_what_pods_lack(sweep: Sweep, spec: Path) -> None:
    if "://" not in sweep.log_dir:
        raise KokushiError(
            "pods cannot write logs into a folder of this machine",
            place=Place(str(spec), field="log_dir"),
            expected="a URL such as s3://BUCKET/PREFIX",
        )
    for entry in sweep.plan.entries:
        named = [entry.task_args, {} if entry.solver is None else entry.solver.args]
        values = [value for args in named for value in args.values()]
        values += [] if entry.solver is None else [entry.solver.name.partition("@")[0]]
        if file := next((v for v in values if _is_relative_file(v, sweep.folder)), None):
            raise KokushiError(
                f"pods do not have '{file}' of entry '{entry.id}'",
                place=Place(str(spec)),
                fix="put it into the image, and write the absolute path that it has there and here",
            )


def _is_relative_file(value: Any, folder: Path) -> bool:
    if not isinstance(value, str) or not value or value in _SOURCES or Path(value).is_absolute():
        return False
    return (folder / value).exists()


def _kubernetes_name(name: str, spec: Path) -> str:
    found = re.sub(r"[^a-z0-9]+", "-", name.lower())[:_LONGEST_NAME].strip("-")
    if not found:
        raise KokushiError(
            f"'{name}' gives no name for Kubernetes",
            place=Place(str(spec), field="name"),
            expected="a name with letters a-z or digits",
        )
    return found


def _manifest(record: Mapping[str, Any], says: str) -> str:
    return f"# {says}\n" + yaml.dump(
        dict(record), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=10_000
    )


class _Plain(yaml.SafeDumper):
    """Writes shared values out each time, and long texts as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Plain.add_representer(str, _text)
