"""A panel: independent members, then a vote or a chair."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from builders import make_key, make_question, make_written
from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput
from invigilated import Sat, Speaker, always, in_turn, say, sit

from kokushi_inspect.exam import KokushiError, Question
from scorers.marked import COST, MEMBERS
from solvers.panel import panel
from solvers.wording import WORDING

REFUSAL = say("", "content_filter")


def meet(folder: Path, *replies: str | ModelOutput, **options: Any) -> Sat:
    """A panel with a role for each member, so that each has its own reply."""
    questions = options.pop("questions", [make_question()])
    solver = options.pop("solver", None) or panel()
    roles = {f"examinee_{n}": in_turn(reply) for n, reply in enumerate(replies, start=1)}
    roles |= options.pop("roles", {})
    return sit(solver, questions, in_turn(), folder, roles=roles, **options)


def fails(folder: Path, **options: Any) -> str:
    """The error that ends a run."""
    log = meet(folder, **options).log
    assert log.error is not None
    return log.error.message


def test_the_majority_decides(tmp_path: Path) -> None:
    sat = meet(tmp_path, "解答：B", "解答：A", "解答：A")
    assert (sat.sample.output.completion, sat.mark["correct"]) == ("A", True)


def test_a_plurality_is_enough(tmp_path: Path) -> None:
    sat = meet(tmp_path, "解答：B", "解答：A", "解答：C", "解答：A", "解答：D")
    assert sat.mark["read"] == ["a"]


def test_level_answers_go_to_the_member_with_the_lowest_number(tmp_path: Path) -> None:
    assert meet(tmp_path, "解答：C", "解答：A", "解答：B").mark["read"] == ["c"]


def test_who_cannot_be_read_abstains(tmp_path: Path) -> None:
    sat = meet(tmp_path, "どれとも言えない。", REFUSAL, "解答：A")
    assert sat.mark["read"] == ["a"]


def test_when_all_abstain_the_first_reply_is_handed_in(tmp_path: Path) -> None:
    sat = meet(tmp_path, REFUSAL, "どれとも言えない。", "どれとも言えない。")
    assert sat.mark["status"] == "refused"


@pytest.mark.parametrize(
    ("question", "reply", "handed_in"),
    [
        (make_question(kind="multiple", select=2, key=make_key("ac")), "解答：C、A", "AC"),
        (make_question(kind="ordered", select=None, key=make_key("cab")), "解答：C→A→B", "CAB"),
        (make_written("numeric", "0.4"), "解答：0.4", "0.4"),
        (make_written("fill_in", "心臓"), "解答：心臓", "心臓"),
    ],
    ids=["multiple", "ordered", "numeric", "fill-in"],
)
def test_the_decision_has_the_form_of_the_answer_sheet(
    tmp_path: Path, question: Question, reply: str, handed_in: str
) -> None:
    sat = meet(tmp_path, reply, reply, questions=[question])
    assert (sat.sample.output.completion, sat.mark["correct"]) == (handed_in, True)
    assert sat.sample.messages[-1].text == handed_in


def test_every_reply_is_kept_with_its_mark(tmp_path: Path) -> None:
    sat = meet(tmp_path, "考えた。\n解答：B", "解答：A", "解答：A")
    kept = sat.sample.store[MEMBERS]
    assert list(kept) == ["examinee_1", "examinee_2", "examinee_3"]
    assert (kept["examinee_1"]["text"], kept["examinee_1"]["stop"]) == ("考えた。\n解答：B", "stop")
    assert {name: mark["correct"] for name, mark in sat.mark["members"].items()} == {
        "examinee_1": False,
        "examinee_2": True,
        "examinee_3": True,
    }


def test_metrics_hold_the_majority_against_the_members(tmp_path: Path) -> None:
    metrics = meet(tmp_path, "解答：B", "解答：A", "解答：A", "解答：A").metrics
    assert {name: metrics[name] for name in metrics if name.endswith("accuracy")} == {
        "accuracy": 1,
        "examinee_1 accuracy": 0,
        "examinee_2 accuracy": 1,
        "examinee_3 accuracy": 1,
        "examinee_4 accuracy": 1,
        "members' mean accuracy": 0.75,
        "majority accuracy": 1,
    }
    assert metrics["agreement"] == 0.75


def test_the_cost_counts_every_member(tmp_path: Path) -> None:
    sat = meet(tmp_path, "解答：B", "解答：A", "解答：A")
    assert sat.sample.store[COST] == {"calls": 3, "turns": 1, "tokens": 6}


def test_members_think_first_and_are_told_nothing_of_each_other(tmp_path: Path) -> None:
    heard: list[Sequence[ChatMessage]] = []

    def listen(messages: Sequence[ChatMessage], config: GenerateConfig) -> ModelOutput:
        heard.append(list(messages))
        return say("解答：A")

    sit(panel(), [make_question()], listen, tmp_path)
    assert [[m.role for m in messages] for messages in heard] == [["system", "user"]] * 3
    assert all("まず考え" in messages[0].text for messages in heard)


def test_members_answer_at_the_same_time(tmp_path: Path) -> None:
    together = anyio.Event()
    present: list[int] = []

    async def wait(messages: Sequence[ChatMessage], config: GenerateConfig) -> ModelOutput:
        present.append(1)
        if len(present) == 3:
            together.set()
        await together.wait()
        return say("解答：A")

    sat = sit(panel(), [make_question()], wait, tmp_path, time_limit=20)
    assert sat.mark["correct"] is True


def listening(configs: list[GenerateConfig]) -> Speaker:
    def speak(messages: Sequence[ChatMessage], config: GenerateConfig) -> ModelOutput:
        configs.append(config)
        return say("解答：A")

    return speak


def test_three_members_at_a_temperature_when_nothing_is_said(tmp_path: Path) -> None:
    configs: list[GenerateConfig] = []
    sit(panel(), [make_question()], listening(configs), tmp_path)
    assert [(c.temperature, c.seed) for c in configs] == [(0.7, None)] * 3


def test_size_and_temperature_are_as_asked(tmp_path: Path) -> None:
    configs: list[GenerateConfig] = []
    solver = panel(size=5, temperature=1.2)
    sit(solver, [make_question()], listening(configs), tmp_path)
    assert [c.temperature for c in configs] == [1.2] * 5


def test_members_of_one_seed_have_different_ones(tmp_path: Path) -> None:
    configs: list[GenerateConfig] = []
    speaker = listening(configs)
    sit(panel(), [make_question()], speaker, tmp_path, config=GenerateConfig(seed=40))
    assert sorted(c.seed or 0 for c in configs) == [40, 41, 42]


def test_a_cache_does_not_make_one_member_of_three(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "inspect"))
    asked = sit(
        panel(), [make_question()], in_turn("解答：A", "解答：B", "解答：C"), tmp_path, cache=True
    )
    cached = sit(panel(), [make_question()], in_turn(), tmp_path, cache=True)
    assert cached.sample.store[MEMBERS] == asked.sample.store[MEMBERS]
    assert len({reply["text"] for reply in cached.sample.store[MEMBERS].values()}) == 3


def test_a_role_has_its_own_temperature_and_the_others_are_the_model(tmp_path: Path) -> None:
    configs: list[GenerateConfig] = []
    heard: list[GenerateConfig] = []
    roles = {"examinee_2": listening(heard)}
    sit(panel(size=3), [make_question()], listening(configs), tmp_path, roles=roles)
    assert [c.temperature for c in configs] == [0.7, 0.7]
    assert [c.temperature for c in heard] == [None]


def test_the_roles_give_the_size(tmp_path: Path) -> None:
    sat = meet(tmp_path, *["解答：A"] * 10)
    assert len(sat.sample.store[MEMBERS]) == 10


def test_a_role_beyond_the_size_stops_the_run(tmp_path: Path) -> None:
    error = fails(tmp_path, roles={"examinee_4": always("a")}, solver=panel(size=3))
    assert "the model role examinee_4 in a panel of 3" in error


def test_the_chair_decides_against_the_majority(tmp_path: Path) -> None:
    chair = {"chair": always("少数派の根拠が確かである。\n解答：A")}
    sat = meet(tmp_path, "解答：B", "解答：B", "解答：A", roles=chair, solver=panel(decide="chair"))
    assert (sat.sample.output.completion, sat.mark["correct"]) == ("A", True)
    assert (sat.metrics["accuracy"], sat.metrics["majority accuracy"]) == (1, 0)


def test_the_chair_reads_the_question_and_every_argument(tmp_path: Path) -> None:
    chair = {"chair": always("解答：A")}
    members = ("熱がない。\n解答：B", REFUSAL, "脈が速い。\n解答：A")
    sat = meet(tmp_path, *members, roles=chair, solver=panel(decide="chair"))
    system, read, reply, decision = sat.sample.messages
    assert "議長" in system.text
    assert read.text.startswith("Which one?")
    expected = ["【受験者1】\n熱がない。", "【受験者2】\n（解答がありません）", "【受験者3】\n脈が"]
    assert [text for text in expected if text not in read.text] == []
    assert (reply.text, decision.text) == ("解答：A", "A")


def test_the_model_chairs_without_a_role_at_its_own_temperature(tmp_path: Path) -> None:
    configs: list[GenerateConfig] = []
    sit(panel(decide="chair"), [make_question()], listening(configs), tmp_path)
    assert [c.temperature for c in configs] == [0.7, 0.7, 0.7, None]


def test_an_undecided_chair_is_unreadable(tmp_path: Path) -> None:
    chair = {"chair": always("どれとも言えない。")}
    sat = meet(tmp_path, "解答：A", "解答：A", roles=chair, solver=panel(decide="chair"))
    assert sat.mark["status"] == "unreadable"


def test_the_chair_costs_a_call_and_a_turn_more(tmp_path: Path) -> None:
    chair = {"chair": always("解答：A")}
    sat = meet(tmp_path, "解答：A", "解答：A", roles=chair, solver=panel(decide="chair"))
    assert sat.sample.store[COST] == {"calls": 3, "turns": 2, "tokens": 6}


@pytest.mark.parametrize("decide", ["vote", "chair"])
def test_a_limit_is_truncated_and_keeps_what_was_heard(tmp_path: Path, decide: Any) -> None:
    first_has_spoken = anyio.Event()

    async def first(messages: Sequence[ChatMessage], config: GenerateConfig) -> ModelOutput:
        first_has_spoken.set()
        return say("解答：A")

    async def second(messages: Sequence[ChatMessage], config: GenerateConfig) -> ModelOutput:
        await first_has_spoken.wait()
        await anyio.sleep(0)
        return say("解答：A")

    roles: dict[str, Speaker] = {"examinee_1": first, "examinee_2": second}
    sat = meet(tmp_path, roles=roles, solver=panel(decide=decide), token_limit=3)
    assert (sat.log.status, sat.sample.error) == ("success", None)
    assert (sat.sample.limit and sat.sample.limit.type) == "token"
    assert sat.mark["status"] == "truncated"
    assert list(sat.sample.store[MEMBERS]) == ["examinee_1"]


def test_english_wording(tmp_path: Path) -> None:
    solver = panel(decide="chair", language="en")
    sat = sit(solver, [make_question()], always("Answer: A"), tmp_path)
    assert "".join(message.text for message in sat.sample.messages).isascii()
    assert list(sat.sample.store[WORDING]) == ["reason_en 1", "answer_sheet_en 1", "panel_en 1"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": 0}, "size='0'; expected a whole number from 1"),
        ({"size": "three"}, "size='three'"),
        ({"decide": "toss"}, "decide='toss'; expected 'vote' or 'chair'"),
        ({"temperature": -1}, "temperature='-1'; expected a number from 0 to 2"),
        ({"language": "de"}, "language='de'"),
    ],
    ids=lambda value: str(value),
)
def test_wrong_parameters_say_what_is_allowed(given: dict[str, Any], message: str) -> None:
    with pytest.raises(KokushiError, match=message):
        panel(**given)


def test_a_scenario_in_one_sample_is_refused_with_what_to_do(tmp_path: Path) -> None:
    questions = [make_question(), make_question(id="A2")]
    assert "leave -T unit out" in fails(tmp_path, questions=questions, scenario=True)
