"""Asks the model what the plan demands, through Inspect, with the wording of the exams."""

from collections.abc import Mapping
from dataclasses import dataclass

from anyio import create_task_group
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentReasoning,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    execute_tools,
)
from inspect_ai.tool import ToolDef
from inspect_ai.util import materialize_media

from kokushi_inspect.exam import Question, Reading
from kokushi_inspect.probe.plan import FIRST, CallName, Plan
from kokushi_inspect.probe.provider_error import ProviderError, understand
from kokushi_inspect.probe.questions import Sheet
from kokushi_inspect.sources.samples import question_content
from scorers.reading import read_reply
from solvers.prompt import Language, load_wording, system_message
from solvers.tools.calculator import calculator
from solvers.tools.wording import load_agent_wording

FIRST_SECONDS, SECONDS = 60, 180
"""How long one attempt may take when the user does not say: the first call, and the others."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model answered.

    Attributes:
        text: The answer, as the exams see it.
        reasoning: The reasoning that came apart from it.
        stop: Why it stopped, in Inspect's words.
        usage: Tokens that the provider counts; None when it counts none.
        seconds: How long it took.
        question: What was asked; None when it was not one of the questions.
        reading: What the examiner reads; None likewise.
        called: Names of the tools that were called first, for the request about a tool.
        tool_error: What was wrong with that call.
    """

    text: str
    reasoning: str
    stop: str
    usage: ModelUsage | None
    seconds: float
    question: Question | None = None
    reading: Reading | None = None
    called: tuple[str, ...] = ()
    tool_error: str = ""

    @property
    def is_cut(self) -> bool:
        """Whether a limit of tokens ended it."""
        return self.stop in ("max_tokens", "model_length")

    @property
    def is_right(self) -> bool:
        """Whether the examiner reads the key."""
        key = self.question.key.accepted if self.question else ()
        return self.reading is not None and self.reading.answer in key


Heard = Reply | ProviderError
Replies = Mapping[CallName, Heard]

_ASKED: Mapping[CallName, str] = {
    "again": "think",
    "once_more": "think",
    "no_figure": "figure",
}
"""Calls whose question has another name."""


async def ask_all(
    model: Model, plan: Plan, sheet: Sheet, language: Language, settings: GenerateConfig
) -> dict[CallName, Heard]:
    """Ask the first question, and when it was answered all others side by side.

    Errors are findings and not raised. Every attempt ends in time, and is repeated once at most.

    Args:
        model: The model, with the user's settings.
        plan: What is asked.
        sheet: The questions.
        language: Language of the system message.
        settings: The user's settings; of them only times and retries are changed.
    """
    asker = _Asker(model, sheet, language, settings)
    heard: dict[CallName, Heard] = {FIRST: await asker.ask(FIRST, FIRST_SECONDS)}
    if isinstance(heard[FIRST], ProviderError):
        return heard

    async def ask(call: CallName) -> None:
        heard[call] = await asker.ask(call, SECONDS)

    async with create_task_group() as group:
        for call in plan.calls:
            group.start_soon(ask, call)
    return heard


@dataclass(frozen=True, slots=True)
class _Asker:
    model: Model
    sheet: Sheet
    language: Language
    settings: GenerateConfig

    async def ask(self, call: CallName, seconds: int) -> Heard:
        config = self._config(call, seconds)
        try:
            if call == "tool":
                return await self._with_tool(config)
            return await self._question(call, config)
        except Exception as error:  # whatever a provider's package raises is what we look for
            return understand(error)

    def _config(self, call: CallName, seconds: int) -> GenerateConfig:
        """Few retries and bounded time, whatever the exam is run with; nothing from a cache."""
        limit = self.settings.attempt_timeout or seconds
        retries = self.settings.max_retries
        return GenerateConfig(
            attempt_timeout=limit,
            timeout=limit,
            max_retries=1 if retries is None else min(retries, 1),
            temperature=0 if call in ("again", "once_more") else None,
        )

    async def _question(self, call: CallName, config: GenerateConfig) -> Reply:
        question = self.sheet.questions[_ASKED.get(call, call)]
        content = question_content(
            question, send_figures=call != "no_figure", language=self.language
        )
        system = system_message(question, load_wording(None, self.language))
        messages: list[ChatMessage] = [
            ChatMessageSystem(content=system),
            ChatMessageUser(content=[await _inline(part) for part in content]),
        ]
        return _reply(await self.model.generate(messages, config=config), question)

    async def _with_tool(self, config: GenerateConfig) -> Reply:
        """One round trip: the model calls the agent's calculator, and gets its result."""
        wording = load_agent_wording(self.language)
        tool = ToolDef(
            calculator(wording),
            name="calculator",
            description=wording.description("calculator"),
            parameters=wording.parameters("calculator"),
        )
        messages: list[ChatMessage] = [ChatMessageUser(content=self.sheet.multiply)]
        output = await self.model.generate(messages, tools=[tool], config=config)
        if output.empty or not (calls := output.message.tool_calls):
            return _reply(output)
        messages.append(output.message)
        answered = await execute_tools(messages, [tool])
        messages += answered.messages
        errors = [call.parse_error for call in calls if call.parse_error]
        errors += [m.error.message for m in answered.messages if m.role == "tool" and m.error]
        output = await self.model.generate(messages, tools=[tool], config=config)
        return _reply(
            output, called=tuple(call.function for call in calls), tool_error="; ".join(errors)
        )


async def _inline(part: Content) -> Content:
    """A part of a message with its image inside, as Inspect puts it into samples."""
    if isinstance(part, ContentImage):
        return ContentImage(image=await materialize_media(part.image))
    return part


def _reply(
    output: ModelOutput,
    question: Question | None = None,
    called: tuple[str, ...] = (),
    tool_error: str = "",
) -> Reply:
    stop = "unknown" if output.empty else str(output.stop_reason)
    text = output.completion
    return Reply(
        text=text,
        reasoning=_reasoning(output),
        stop=stop,
        usage=output.usage,
        seconds=output.time or 0.0,
        question=question,
        reading=None if question is None else read_reply(text, question, stop),
        called=called,
        tool_error=tool_error,
    )


def _reasoning(output: ModelOutput) -> str:
    if output.empty or isinstance(output.message.content, str):
        return ""
    parts = [p for p in output.message.content if isinstance(p, ContentReasoning)]
    return "\n".join((p.summary or "[hidden]") if p.redacted else p.reasoning for p in parts)
