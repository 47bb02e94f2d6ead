"""How the work of the examinee with tools ends: by submission, by text, by a limit."""

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from builders import make_row, write_picture, write_rows
from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, StopReason, get_model

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.medicine import medicine
from solvers.agent import agent

Take = Callable[..., "Taken"]


def call(name: str, text: str = "", /, **arguments: Any) -> ModelOutput:
    """The model calls one tool."""
    return counted(ModelOutput.for_tool_call("mockllm", name, arguments, content=text))


def say(text: str, stop: StopReason = "stop") -> ModelOutput:
    """The model writes a text and calls no tool."""
    return counted(ModelOutput.from_content("mockllm", text, stop))


def counted(output: ModelOutput) -> ModelOutput:
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


AGAIN = call("calculator", "答えはbだろうか。", expression="1 + 1")
SUBMIT = call("submit_answer", labels=["a"])


class Taken:
    """A run of one question, whose key is a.

    Attributes:
        log: Its log.
        inputs: What the model was asked, request by request.
    """

    def __init__(self, log: EvalLog, inputs: list[list[ChatMessage]]) -> None:
        self.log = log
        self.inputs = inputs

    @property
    def sample(self) -> EvalSample:
        assert self.log.samples, self.log.error
        return self.log.samples[0]

    @property
    def outcome(self) -> tuple[str, list[str], str | None]:
        """Status and reading of the reply, and the limit that ended the sample."""
        assert (self.log.status, self.sample.error) == ("success", None)
        mark = (self.sample.scores or {})["official"].metadata or {}
        return mark["status"], mark["read"], self.sample.limit and self.sample.limit.type


@pytest.fixture
def take(tmp_path: Path) -> Take:
    """Take a one-question exam with a model whose words are planned."""

    def taken(
        plan: Iterable[ModelOutput],
        settings: dict[str, Any] | None = None,
        *,
        rows: Sequence[dict[str, Any]] = (),
        task: dict[str, Any] | None = None,
        **limits: Any,
    ) -> Taken:
        inputs: list[list[ChatMessage]] = []
        words = iter(plan)

        def model(input: list[ChatMessage], *_: Any) -> ModelOutput:
            inputs.append(list(input))
            return next(words).model_copy(deep=True)

        write_rows(tmp_path, *(rows or [make_row()]))
        (log,) = run_eval(
            medicine(source=str(tmp_path), **(task or {})),
            solver=agent(**(settings or {})),
            model=get_model("mockllm/model", custom_outputs=model, memoize=False),
            log_dir=str(tmp_path / "logs"),
            display="none",
            **limits,
        )
        return Taken(log, inputs)

    return taken


def test_submission_ends_the_work(take: Take) -> None:
    taken = take([AGAIN, SUBMIT])
    assert (taken.outcome, len(taken.inputs)) == (("answered", ["a"], None), 2)
    assert taken.sample.output.completion == "A"


@pytest.mark.parametrize(
    "limits",
    [{"message_limit": 7}, {"token_limit": 5}, {"turn_limit": 2}, {"token_limit": 1}],
    ids=lambda limits: str(limits),
)
def test_limit_of_inspect_makes_the_reply_truncated(take: Take, limits: dict[str, int]) -> None:
    taken = take(repeat(AGAIN), **limits)
    (name,) = limits
    assert taken.outcome == ("truncated", [], name.removesuffix("_limit"))


def test_last_of_the_turns_makes_the_reply_truncated(take: Take) -> None:
    taken = take(repeat(AGAIN), {"turns": 3})
    assert (taken.outcome, len(taken.inputs)) == (("truncated", [], None), 3)


def test_twelve_turns_are_the_default(take: Take) -> None:
    assert len(take(repeat(AGAIN)).inputs) == 12


def test_conversation_before_a_limit_is_in_the_log(take: Take) -> None:
    sample = take(repeat(AGAIN), message_limit=7).sample
    roles = [message.role for message in sample.messages]
    assert roles == ["system", "user", *["assistant", "tool"] * 2, "assistant"]
    assert sample.store["cost"]["turns"] == 3


def test_submission_in_the_last_turn_is_in_time(take: Take) -> None:
    assert take([AGAIN, SUBMIT], {"turns": 2}).outcome == ("answered", ["a"], None)


def test_answer_in_the_text_of_the_last_turn_is_read(take: Take) -> None:
    plan = [AGAIN, say("考え直すと、答えはaです。")]
    assert take(plan, {"turns": 2}).outcome == ("answered", ["a"], None)


def test_text_without_an_answer_in_the_last_turn_is_truncated(take: Take) -> None:
    plan = [AGAIN, say("まだ考えています。")]
    assert take(plan, {"turns": 2}).outcome == ("truncated", [], None)


def test_text_after_the_reminders_is_the_answer(take: Take) -> None:
    taken = take([say("a?"), say("うーん。"), say("答えはaです。")])
    assert (taken.outcome, len(taken.inputs)) == (("answered", ["a"], None), 3)


def test_tool_call_between_texts_starts_the_reminders_anew(take: Take) -> None:
    plan = [say("うーん。"), say("まず計算を。"), AGAIN, say("うーん。"), say("では。"), SUBMIT]
    assert take(plan).outcome == ("answered", ["a"], None)


def test_without_reminders_the_first_text_is_the_answer(take: Take) -> None:
    taken = take([say("a")], {"reminders": 0})
    assert (taken.outcome, len(taken.inputs)) == (("answered", ["a"], None), 1)


def test_text_cut_at_a_token_limit_is_reminded(take: Take) -> None:
    taken = take([say("まず図から分かることを", "max_tokens"), SUBMIT])
    assert taken.outcome == ("answered", ["a"], None)


@pytest.mark.parametrize(
    ("stop", "status"), [("content_filter", "refused"), ("model_length", "truncated")]
)
def test_provider_that_stops_the_model_ends_the_work(
    take: Take, stop: StopReason, status: str
) -> None:
    taken = take([AGAIN, say("", stop)])
    assert (taken.outcome, len(taken.inputs)) == ((status, [], None), 2)


def test_error_text_of_an_overflow_is_no_answer(take: Take) -> None:
    assert take([say("a", "model_length")]).outcome == ("truncated", [], None)


def test_thoughts_beside_the_submission_do_not_count(take: Take) -> None:
    thoughts = "答えはbです。いや、cかもしれない。"
    taken = take([call("submit_answer", thoughts, labels=["a"])])
    assert taken.outcome == ("answered", ["a"], None)


def test_first_accepted_of_two_submissions_at_once_counts(take: Take) -> None:
    calls = [call("submit_answer", labels=labels) for labels in (["f"], ["b"], ["a"])]
    calls[0].message.tool_calls = [c for o in calls for c in o.message.tool_calls or []]
    taken = take(calls[:1])
    assert taken.outcome == ("answered", ["b"], None)


def test_half_a_surrogate_pair_costs_nothing(take: Take) -> None:
    taken = take([call("submit_answer", text="\ud83d", labels=["a", "\ud83d"]), SUBMIT])
    assert taken.outcome == ("answered", ["a"], None)
    (broken,) = taken.inputs[-1][2].tool_calls  # type: ignore[union-attr]
    assert broken.arguments == {"text": "?", "labels": ["a", "?"]}


def test_wordings_that_were_used_are_in_the_log(take: Take, tmp_path: Path) -> None:
    (tmp_path / "prompt.txt").write_text("$exam：$format", "utf-8")
    taken = take([SUBMIT], {"prompt": str(tmp_path / "prompt.txt")})
    assert taken.inputs[0][0].text.startswith("医師国家試験：正しいと判断した選択肢を1つだけ")
    assert set(taken.sample.store["wording"]) == {"prompt.txt", "agent_ja 1"}


def test_english_wording(take: Take) -> None:
    taken = take([say("?"), call("submit_answer", labels="f"), SUBMIT], {"language": "en"})
    said = [message.text for message in taken.inputs[-1]]
    assert said[0].startswith("You are a candidate for the profession of physician")
    assert "Call submit_answer to hand it in." in said[3]
    error = taken.inputs[-1][-1].error  # type: ignore[union-attr]
    assert error.message.startswith("There is no option 'f'. The labels of the options are a, b")


def test_figures_reach_the_tools_from_the_sample(take: Take, tmp_path: Path) -> None:
    write_picture(tmp_path / "one.png", (30, 20))
    taken = take([call("figure_info"), SUBMIT], rows=[make_row(images=["one.png"])])
    assert taken.inputs[-1][-1].text == "図1：幅30×高さ20 ピクセル、image/png"


def test_withheld_figures_do_not_reach_the_tools(take: Take, tmp_path: Path) -> None:
    write_picture(tmp_path / "one.png", (30, 20))
    rows = [make_row(images=["one.png"])]
    taken = take([call("figure_info"), SUBMIT], rows=rows, task={"figures": "withheld"})
    assert taken.inputs[-1][-1].text == "この問題に図はありません。"


def test_scenario_in_one_sample_is_refused_before_anything_is_asked(take: Take) -> None:
    rows = [make_row(id=id, index=id, context="One case.", group="g") for id in ("1", "2")]
    taken = take([], rows=rows, task={"unit": "scenario"})
    assert (taken.log.status, taken.inputs) == ("error", [])
    assert taken.sample.error is not None
    assert "unit=scenario asks several questions in one sample" in taken.sample.error.message


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"turns": 0}, "turns='0'; expected a number from 1 to 100"),
        ({"turns": "many"}, "turns='many'; expected a number from 1 to 100"),
        ({"turns": True}, "turns='True'; expected a number from 1 to 100"),
        ({"reminders": -1}, "reminders='-1'; expected a number from 0 to 100"),
        ({"language": "fr"}, "language='fr'; expected 'ja' or 'en'"),
    ],
)
def test_wrong_setting_is_named_with_what_is_right(settings: dict[str, Any], expected: str) -> None:
    with pytest.raises(KokushiError) as raised:
        agent(**settings)
    assert str(raised.value) == expected
