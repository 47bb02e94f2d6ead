"""Several examinees who answer each question independently, then decide together.

    inspect eval kokushi_inspect/medicine.py -T source=practice --solver solvers/panel.py --model …
    … -S size=5                  five members (3 when not given)
    … -S decide=chair            a chair reads the arguments and decides; decide=vote counts
    … -S temperature=1.0         of the members that are the model itself (0.7 when not given)
    … --model-role examinee_1=… --model-role examinee_2=…      other models as members
    … --model-role chair=…       another model as chair
    … -S prompt=FILE             another wording of the members' system message
    … -S language=en             English instructions, with -T language=en

Members think first and answer on the last line, as in solvers/reason.py. The vote is the plurality
of what was read from them; where answers are level, the one whose first voter has the lowest number
wins, and who cannot be read abstains. If all abstain, the first member's reply is handed in. The
log holds each member's mark, their agreement, and the accuracy of the vote (also under a chair).
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from inspect_ai.agent import AgentState, run
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentText,
    GenerateConfig,
    Model,
    ModelOutput,
    StopReason,
    get_model,
    model_roles,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import collect

from kokushi_inspect.exam import KokushiError, Question
from scorers.marked import MEMBERS, reply_of
from scorers.reading import read_reply
from scorers.voting import count_votes
from solvers.cost import stating_cost
from solvers.giving import hand_in
from solvers.prompt import Language, load_wording, system_message
from solvers.sheet import fill_in, single_question
from solvers.wording import Words, address, load_thinking, load_words, record_wording

Decision = Literal["vote", "chair"]

_SIZE = 3
_MEMBER = re.compile(r"examinee_([1-9]\d*)")


@solver
def panel(
    size: int | None = None,
    decide: Decision = "vote",
    temperature: float | None = 0.7,
    prompt: str | None = None,
    language: Language = "ja",
) -> Solver:
    """Let several members answer a question independently, then decide.

    Args:
        size: Number of members; when not given, that of the highest model role `examinee_N`, or 3
            without such roles. A member without a role of its own is the model itself.
        decide: `vote`, or `chair`: the model role `chair`, or the model itself without one.
        temperature: Sampling temperature of members that are the model itself, 0 to 2; None for
            the model's own. A role has the temperature of its own configuration.
        prompt: A text file that replaces the wording of the members' system message.
        language: Language of the built-in wording: `ja` or `en`.
    """
    _check(size, decide, temperature)
    thinking, sheet = load_thinking(prompt, language), load_wording(prompt, language)
    words = load_words("panel", language)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        question = single_question(state)
        record_wording(state, thinking, sheet, *([words] if decide == "chair" else []))
        asked = list(state.messages)
        system = system_message(question, thinking)
        state.messages.insert(0, ChatMessageSystem(content=system))
        with stating_cost(state):
            outputs = await hear_members(state, system, asked)
            if decide == "vote":
                reply = _vote(question, outputs)
            else:
                chair = address(question, sheet, words.texts["chair"])
                opinions = _opinions(outputs, words)
                messages = [ChatMessageSystem(content=chair), *_with_text(asked, opinions)]
                reply = await _decide(state, question, messages)
            hand_in(state, {question.id: reply}, f"panel/{decide}")
        return state

    async def hear_members(
        state: TaskState, system: str, asked: Sequence[ChatMessage]
    ) -> list[ModelOutput]:
        """The outputs of all members; what was heard before a limit is in the store."""
        numbers = range(1, _size(size, model_roles()) + 1)
        heard: dict[int, ModelOutput] = {}

        async def hear(number: int) -> None:
            model, config = _seat(number, temperature)
            # no provider is sent metadata, but a cache tells members apart by it
            own = ChatMessageSystem(content=system, metadata={"examinee": number})
            name = f"examinee_{number}"
            end = await run(_reply, [own, *asked], name=name, model=model, config=config)
            heard[number] = end.output

        try:
            await collect(*(hear(number) for number in numbers))
        finally:
            members = {f"examinee_{n}": _record(heard[n]) for n in numbers if n in heard}
            state.store.set(MEMBERS, members)
        return [heard[number] for number in numbers]

    return solve


async def _reply(state: AgentState, model: Model, config: GenerateConfig) -> AgentState:
    """An agent that replies once."""
    state.output = await model.generate(state.messages, config=config)
    state.messages.append(state.output.message)
    return state


def _check(size: int | None, decide: Decision, temperature: float | None) -> None:
    if decide not in ("vote", "chair"):
        raise KokushiError(f"decide='{decide}'", expected="'vote' or 'chair'")
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        raise KokushiError(f"size='{size}'", expected="a whole number from 1, the members")
    warm = isinstance(temperature, int | float) and not isinstance(temperature, bool)
    if temperature is not None and not (warm and 0 <= temperature <= 2):
        raise KokushiError(f"temperature='{temperature}'", expected="a number from 0 to 2")


def _size(size: int | None, roles: Iterable[str]) -> int:
    """The number of members, given the names of the run's model roles."""
    numbers = [int(match[1]) for role in roles if (match := _MEMBER.fullmatch(role))]
    if size is not None and numbers and max(numbers) > size:
        raise KokushiError(
            f"the model role examinee_{max(numbers)} in a panel of {size}",
            expected=f"roles from examinee_1 to examinee_{size}",
            fix="leave -S size out, or give the number of roles",
        )
    return size or max(numbers, default=_SIZE)


def _seat(number: int, temperature: float | None) -> tuple[Model, GenerateConfig]:
    """The model of a member, and its configuration beyond the model's own.

    Members that are the same model must differ: by temperature, and by seed where one is set.
    """
    role = f"examinee_{number}"
    model = get_model(role=role)
    seed = model.config.seed
    return model, GenerateConfig(
        temperature=None if role in model_roles() else temperature,
        seed=None if seed is None else seed + number - 1,
    )


def _record(output: ModelOutput) -> dict[str, str]:
    return {"text": reply_of(output), "stop": output.stop_reason, "model": output.model}


def _vote(question: Question, outputs: Sequence[ModelOutput]) -> tuple[str, StopReason]:
    readings = [read_reply(reply_of(o), question, o.stop_reason) for o in outputs]
    if answer := count_votes(question, readings).answer:
        return fill_in(question, answer), "stop"
    return reply_of(outputs[0]), outputs[0].stop_reason


async def _decide(
    state: TaskState, question: Question, messages: list[ChatMessage]
) -> tuple[str, StopReason]:
    """The chair's answer, or its whole reply when none can be read; its conversation is kept."""
    model = get_model(role="chair")
    end = await run(_reply, messages, name="chair", model=model, config=GenerateConfig())
    state.messages = end.messages
    text, stop = reply_of(end.output), end.output.stop_reason
    answer = read_reply(text, question, stop).answer
    return (fill_in(question, answer), "stop") if answer else (text, stop)


def _opinions(outputs: Sequence[ModelOutput], words: Words) -> str:
    texts = [reply_of(output).strip() or words.texts["silent"] for output in outputs]
    opinions = [words.fill("opinion", number=n, text=t) for n, t in enumerate(texts, start=1)]
    return "\n\n".join([words.texts["opinions"], *opinions])


def _with_text(messages: Sequence[ChatMessage], text: str) -> list[ChatMessage]:
    """The messages, with a paragraph after the content of the last one."""
    *before, last = messages
    content = last.content
    parts: list[Content] = [ContentText(text=content)] if isinstance(content, str) else [*content]
    changed = ChatMessageUser(content=[*parts, ContentText(text=f"\n\n{text}")])
    return [*before, changed]
