"""An examinee with tools: a calculator, a magnifying glass for the figures, a box for the answer.

    inspect eval kokushi_inspect/medicine.py -T source=practice --solver solvers/agent.py --model …
    … -S turns=20                replies of the model at most (12)
    … -S reminders=0             a reply without a tool call is the answer (else 2 reminders)
    … -S prompt=FILE             another wording of the system message
    … -S language=en             English instructions and tools, with -T language=en
    … -M emulate_tools=true      for OpenAI-compatible servers that do not call tools themselves

Inspect's `react` agent. What `submit_answer` accepts is the reply, in the form of an answer sheet.
When the turns, or Inspect's limits (--message-limit, --token-limit, --time-limit …), end the work
before that, the reply is truncated, unless the last turn called no tool and its text has an answer.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from anyio import get_cancelled_exc_class
from inspect_ai.agent import Agent, AgentState, AgentSubmit, as_solver, react
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ModelOutput,
    StopReason,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef
from inspect_ai.util import LimitExceededError

from kokushi_inspect.exam import KokushiError
from solvers.cost import stating_cost
from solvers.prompt import Language, system_message
from solvers.sheet import single_question
from solvers.tools.calculator import calculator
from solvers.tools.desk import Desk, sitting_at
from solvers.tools.figure_info import figure_info
from solvers.tools.figures import figures_of
from solvers.tools.magnify import magnify
from solvers.tools.submit_answer import submit_answer
from solvers.tools.support import refuses_tools, require_tools, running_provider, without_tools
from solvers.tools.wording import AgentWording, load_agent_wording, system_wording
from solvers.wording import record_wording

SUBMIT = "submit_answer"
MOST = 100
"""Turns and reminders at most: more is a slip of the finger."""


@solver
def agent(
    turns: int = 12, reminders: int = 2, prompt: str | None = None, language: Language = "ja"
) -> Solver:
    """Work on one question in turns, in each of which the examinee calls tools.

    Args:
        turns: Replies of the model at most, 1 to 100. Before the last one it is told so.
        reminders: How often in a row a reply without a tool call is answered by a reminder to
            submit, 0 to 100; the next such reply counts as the answer.
        prompt: A text file that replaces the wording of the system message, as for the answer
            sheet.
        language: Language of the built-in wording: `ja` or `en`.
    """
    _check("turns", turns, 1)
    _check("reminders", reminders, 0)
    if language not in ("ja", "en"):
        raise KokushiError(f"language='{language}'", expected="'ja' or 'en'")
    require_tools(running_provider())
    system = system_wording(prompt, language, turns)
    wording = load_agent_wording(language)
    work = as_solver(_agent(wording, turns, reminders))

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        question = single_question(state)
        require_tools(state.model.api)
        record_wording(state, system, wording)
        desk = Desk(question, await figures_of(state.messages))
        state.messages.insert(0, ChatMessageSystem(content=system_message(question, system)))
        with stating_cost(state), sitting_at(desk), _concluding(state, turns):
            try:
                return await work(state, generate)
            except Exception as error:
                if not _replies(state.messages) and refuses_tools(error):
                    raise without_tools(error) from error
                raise

    return solve


def _check(name: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST:
        raise KokushiError(f"{name}='{value}'", expected=f"a number from {least} to {MOST}")


def _agent(wording: AgentWording, turns: int, reminders: int) -> Agent:
    """Inspect's agent with our tools, which takes no more than so many turns and reminders."""

    def told(tool: Tool, name: str) -> ToolDef:
        return ToolDef(
            tool,
            name=name,
            description=wording.description(name),
            parameters=wording.parameters(name),
        )

    async def go_on(state: AgentState) -> bool | str:
        taken = len(_replies(state.messages))
        without_call = _without_call(state.messages)
        refused = without_call and state.output.stop_reason == "content_filter"
        if refused or without_call > reminders or taken >= turns:
            return False
        if taken == turns - 1:
            return wording.texts["last_turn"]
        return wording.texts["remind"] if without_call else True

    return react(
        prompt=None,
        tools=[
            told(calculator(wording), "calculator"),
            told(figure_info(wording), "figure_info"),
            told(magnify(wording), "magnify"),
        ],
        submit=AgentSubmit(
            tool=told(submit_answer(wording), SUBMIT), answer_only=True, keep_in_messages=True
        ),
        on_continue=go_on,
        model=_writable,
    )


async def _writable(state: AgentState, tools: list[Tool]) -> AgentState:
    """Generate, and see to it that the log can hold what the model wrote.

    Half of a surrogate pair in the arguments of a call would stop the whole run: Inspect cannot
    write it (inspect-ai 0.3.285).
    """
    output = await get_model().generate(state.messages, tools)
    if not output.empty:
        for call in output.message.tool_calls or []:
            call.arguments = _without_surrogates(call.arguments)
        state.messages.append(output.message)
    state.output = output
    return state


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_without_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {_without_surrogates(k): _without_surrogates(each) for k, each in value.items()}
    return value


def _replies(messages: Sequence[ChatMessage]) -> list[ChatMessageAssistant]:
    return [message for message in messages if isinstance(message, ChatMessageAssistant)]


def _without_call(messages: Sequence[ChatMessage]) -> int:
    """How many of the last replies, one after another, called no tool."""
    count = 0
    for message in reversed(_replies(messages)):
        if message.tool_calls:
            break
        count += 1
    return count


@contextmanager
def _concluding(state: TaskState, turns: int) -> Iterator[None]:
    """Leave the final reply in the state when the work ends, also when a limit ends it.

    An error is no reply: it leaves the state as it is.
    """
    try:
        yield
    except (LimitExceededError, get_cancelled_exc_class()):  # a limit of time cancels
        _conclude(state, cut_short=True)
        raise
    _conclude(state, cut_short=len(_replies(state.messages)) >= turns)


def _conclude(state: TaskState, *, cut_short: bool) -> None:
    """Make the submission, else the text of a last reply without a tool call, the output."""
    if _is_submitted(state.messages):
        return
    last = next(reversed(_replies(state.messages)), None)
    stop = "max_tokens" if last is None else state.output.stop_reason
    if last is None or last.tool_calls:
        state.output = _reply(state, "", stop if stop == "content_filter" else "max_tokens")
    elif stop == "model_length":  # its text is the provider's error message
        state.output = _reply(state, "", stop)
    elif cut_short and stop != "content_filter":
        state.output = _reply(state, last.text, "max_tokens")


def _is_submitted(messages: Sequence[ChatMessage]) -> bool:
    """Whether the box has taken an answer."""
    return any(
        isinstance(message, ChatMessageTool) and message.function == SUBMIT and not message.error
        for message in messages
    )


def _reply(state: TaskState, text: str, stop: StopReason) -> ModelOutput:
    message = ChatMessageAssistant(content=text, model=str(state.model), source="generate")
    choice = ChatCompletionChoice(message=message, stop_reason=stop)
    return ModelOutput(model=str(state.model), choices=[choice])
