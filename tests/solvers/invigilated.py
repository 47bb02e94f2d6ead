"""A few questions put to a solver in a real run of Inspect, with a model that a test scripts."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders import make_sitting
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    StopReason,
    get_model,
)
from inspect_ai.solver import Solver

from kokushi_inspect.exam import Question
from kokushi_inspect.sources.samples import Asked, question_to_sample, scenario_to_sample
from scorers.official import official

Speaker = Callable[[Sequence[ChatMessage], GenerateConfig], ModelOutput | Awaitable[ModelOutput]]
"""What a model replies to a conversation."""


def say(text: str, stop: StopReason = "stop") -> ModelOutput:
    """A reply that cost one token to ask and one to give."""
    output = ModelOutput.from_content("scripted", text, stop_reason=stop)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def in_turn(*replies: str | ModelOutput) -> Speaker:
    """A model that gives these replies one after another, and none beyond them."""
    left = [say(reply) if isinstance(reply, str) else reply for reply in replies]
    return lambda messages, config: left.pop(0)


def always(text: str) -> Speaker:
    """A model that says the same each time."""
    return lambda messages, config: say(text)


def scripted(speaker: Speaker, config: GenerateConfig | None = None) -> Model:
    """A model of Inspect that speaks so."""

    def outputs(input: list[ChatMessage], tools: Any, choice: Any, config: GenerateConfig) -> Any:
        return speaker(input, config)

    return get_model("mockllm/model", custom_outputs=outputs, config=config or GenerateConfig())


@dataclass(frozen=True)
class Sat:
    """A run that has ended.

    Attributes:
        log: Its log.
    """

    log: EvalLog

    @property
    def sample(self) -> EvalSample:
        """The only sample."""
        (sample,) = self.log.samples or []
        return sample

    @property
    def mark(self) -> dict[str, Any]:
        """The metadata of its score."""
        assert self.sample.scores is not None, self.log.error
        return self.sample.scores["official"].metadata or {}

    @property
    def statuses(self) -> list[str]:
        """The status of each question, in their order."""
        return [mark["status"] for mark in self.mark.get("marks", [self.mark])]

    @property
    def metrics(self) -> dict[str, float]:
        """The metrics by name."""
        assert self.log.results is not None, self.log.error
        return {name: m.value for name, m in self.log.results.scores[0].metrics.items()}


def sit(
    solver: Solver,
    questions: Sequence[Question],
    speaker: Speaker,
    folder: Path,
    *,
    roles: Mapping[str, Speaker] | None = None,
    scenario: bool = False,
    **options: Any,
) -> Sat:
    """Put the questions to a solver.

    Args:
        solver: The solver.
        questions: The questions.
        speaker: The model's replies.
        folder: Folder for the log.
        roles: The replies of model roles.
        scenario: Whether the questions are one sample.
        options: More arguments of `inspect_ai.eval`.
    """
    sitting = make_sitting(rows=len(questions), scored=len(questions), of=len(questions))
    asked = [Asked(question) for question in questions]
    samples = (
        [scenario_to_sample(asked, sitting)]
        if scenario
        else [question_to_sample(each, sitting) for each in asked]
    )
    (log,) = eval(
        Task(dataset=samples, solver=solver, scorer=official(), name="sitting"),
        model=scripted(speaker, options.pop("config", None)),
        model_roles={name: scripted(role) for name, role in (roles or {}).items()},
        log_dir=str(folder / "logs"),
        display="none",
        **options,
    )
    return Sat(log)
