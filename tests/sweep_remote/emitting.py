"""Specs for clusters, and the files that `kokushi sweep --emit` writes for them."""

from pathlib import Path

from click.testing import CliRunner

from kokushi_inspect.command import main

SPEC = """
name: Mock.Exam_1
log_dir: {logs}
limit: 2
examinees:
  - {{name: key, solver: baseline, solver_args: {{kind: key}}}}
  - {{name: chance, solver: baseline, solver_args: {{kind: chance, seed: 3}}}}
exams: {{source: practice, professions: [nursing]}}
"""

MODELS = """
log_dir: s3://bucket/prefix
limit: 2
examinees:
  - {model: openai/gpt-5, connections: 7}
  - {model: anthropic/claude-sonnet-4-5}
  - {model: openai-api/my-lab/large, base_url: "https://models.example/v1"}
exams: {source: practice, professions: [nursing, midwifery]}
"""


def write_spec(folder: Path, text: str = SPEC, logs: str = "logs") -> Path:
    """A spec in a folder whose name has a space."""
    folder = folder / "my exams"
    folder.mkdir(exist_ok=True)
    spec = folder / "spec.yaml"
    spec.write_text(text.format(logs=logs) if text is SPEC else text, "utf-8")
    return spec


def emit(kind: str, spec: Path, output: Path, *words: str) -> dict[str, str]:
    """The files that the command writes, by name."""
    command = ["sweep", str(spec), "--emit", kind, "--output", str(output), *words]
    done = CliRunner().invoke(main, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return {file.name: file.read_text("utf-8") for file in sorted(output.iterdir())}
