"""How examinees answer one sample: baselines, replays, and the answer sheet around a model."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from builders import make_question, make_sitting, write_rows
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ModelName, ModelOutput
from inspect_ai.solver import Solver, TaskState

from kokushi_inspect.exam import HumanRecord, KokushiError, Question
from scorers.marked import answers_of
from solvers.answer_sheet import answer_sheet
from solvers.baseline import baseline
from solvers.replay import replay
from solvers.replay_check import ReplayCheck

QUESTION = make_question(id="A1")


def fresh_state(*questions: Question, epoch: int = 1) -> TaskState:
    """A state before anybody answered: of a question, or of a scenario of several."""
    records = [question.to_record() for question in questions]
    asked: dict[str, Any] = records[0] if len(records) == 1 else {"questions": records}
    return TaskState(
        model=ModelName("none/none"),
        sample_id=questions[0].id if len(questions) == 1 else "scenario",
        epoch=epoch,
        input="",
        messages=[ChatMessageUser(content="the question")],
        metadata=asked | {"sitting": make_sitting().to_record()},
    )


async def no_model(state: TaskState, **_: Any) -> TaskState:
    raise AssertionError("this examinee asks no model")


async def model(state: TaskState, **_: Any) -> TaskState:
    """A model that says `b`."""
    state.output = ModelOutput.from_content("test/model", "b")
    return state


def solve(solver: Solver, state: TaskState, generate: Any = no_model) -> TaskState:
    return asyncio.run(solver(state, generate))


def replies_in(state: TaskState) -> list[tuple[str, str | None]]:
    """What the examiner will find for each question; None where nothing was said at all."""
    answers = answers_of(state.metadata, state.output, state.store.get("replies"))
    return [(a.question.id, a.text if a.heard else None) for a in answers]


def said(kind: Any, *, seed: int = 0, epoch: int = 1, question: Question = QUESTION) -> str:
    return solve(baseline(kind, seed), fresh_state(question, epoch=epoch)).output.completion


def test_the_key_is_handed_in() -> None:
    assert said("key") == "a"


def test_silence_is_an_empty_reply_and_not_a_missing_one() -> None:
    assert replies_in(solve(baseline("silent"), fresh_state(QUESTION))) == [("A1", "")]


def test_people_who_are_always_right_hand_in_the_key() -> None:
    assert said("human", question=make_question(human=HumanRecord(1.0))) == "a"


@pytest.mark.parametrize("kind", ["chance", "human"])
def test_the_same_seed_says_the_same_and_another_something_else(kind: str) -> None:
    question = make_question(human=HumanRecord(0.5))
    rows = [
        [said(kind, seed=seed, epoch=epoch, question=question) for epoch in range(1, 20)]
        for seed in (0, 0, 1)
    ]
    assert rows[0] == rows[1] != rows[2]


def test_each_epoch_and_each_question_has_its_own_guess() -> None:
    epochs = {said("chance", epoch=epoch) for epoch in range(1, 30)}
    questions = {said("chance", question=make_question(id=f"A{n}")) for n in range(30)}
    assert len(epochs) > 1
    assert len(questions) > 1


def test_an_unknown_baseline_says_which_there_are() -> None:
    with pytest.raises(KokushiError, match="kind='best'; expected 'key', 'chance', 'human' or"):
        baseline("best")  # type: ignore[arg-type]


def test_the_reply_is_recorded_under_the_name_of_the_baseline() -> None:
    state = solve(baseline("key"), fresh_state(QUESTION))
    assert state.output.model == "baseline/key"
    assert [message.role for message in state.messages] == ["user", "assistant"]
    assert state.messages[-1].text == "a"


def test_a_scenario_is_answered_question_by_question() -> None:
    state = solve(baseline("key"), fresh_state(QUESTION, make_question(id="A2", key="c")))
    assert replies_in(state) == [("A1", "a"), ("A2", "c")]


def stored(folder: Path, *rows: dict[str, Any]) -> str:
    return str(write_rows(folder, *rows, name="replies.jsonl"))


def test_a_replay_says_what_is_stored(tmp_path: Path) -> None:
    file = stored(tmp_path, {"id": "A1", "output": "答え：c", "stop": "max_tokens", "model": "m"})
    state = solve(replay(file), fresh_state(QUESTION))
    assert (state.output.completion, state.output.stop_reason) == ("答え：c", "max_tokens")
    assert state.output.model == "m"


def test_a_replay_goes_under_the_name_that_it_was_given(tmp_path: Path) -> None:
    file = stored(tmp_path, {"id": "A1", "output": "a", "model": "m"})
    assert solve(replay(file, "mine"), fresh_state(QUESTION)).output.model == "mine"


def test_a_question_without_a_stored_reply_has_none_and_not_an_empty_one(tmp_path: Path) -> None:
    state = solve(replay(stored(tmp_path, {"id": "B9", "output": "a"})), fresh_state(QUESTION))
    assert replies_in(state) == [("A1", None)]


def test_a_replay_answers_the_questions_of_a_scenario(tmp_path: Path) -> None:
    file = stored(tmp_path, {"id": "A1", "output": "a"}, {"id": "A3", "output": "c"})
    others = [make_question(id=id) for id in ("A2", "A3")]
    state = solve(replay(file), fresh_state(QUESTION, *others))
    assert replies_in(state) == [("A1", "a"), ("A2", None), ("A3", "c")]


def start(
    file: str, asked: list[str], *, samples: int | None = None, solver: str = "replay"
) -> None:
    """What Inspect tells when a task starts."""
    dataset = SimpleNamespace(sample_ids=asked, samples=len(asked) if samples is None else samples)
    spec = SimpleNamespace(
        solver=solver,
        solver_args={"replies": file},
        dataset=dataset,
        task_args={},
        metadata={"profession": "medicine"},
    )
    data: Any = SimpleNamespace(spec=spec)
    asyncio.run(ReplayCheck().on_task_start(data))


def test_missing_and_unknown_replies_are_named_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    start(stored(tmp_path, {"id": "A1"}, {"id": "X1"}), ["A1", "A2"])
    assert "no stored reply for 1 question(s): A2" in caplog.text
    assert "stored replies for unknown questions: 1 question(s): X1" in caplog.text


def test_many_missing_replies_are_counted_and_ten_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    start(stored(tmp_path, {"id": "A00"}), [f"A{n:02d}" for n in range(13)])
    assert "12 question(s): A01, A02, A03, A04, A05, A06, A07, A08, A09, A10 and 2 more" in (
        caplog.text
    )


def test_a_run_of_some_questions_does_not_call_the_other_replies_unknown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    start(stored(tmp_path, {"id": "A1"}, {"id": "A2"}), ["A1"], samples=2)
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("solver", "heard"),
    [
        ("replay", True),
        ("solvers/replay", True),
        ("solvers/replay.py", True),
        ("solvers/replay.py@replay", True),
        ("baseline", False),
        ("", False),
    ],
)
def test_only_a_replay_is_checked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, solver: str, heard: bool
) -> None:
    start(stored(tmp_path, {"id": "A1"}), ["A1", "A2"], solver=solver)
    assert bool(caplog.text) is heard


def test_the_answer_sheet_puts_the_rules_before_the_question_and_asks_once() -> None:
    state = solve(answer_sheet(), fresh_state(QUESTION), model)
    assert [type(message) for message in state.messages] == [ChatMessageSystem, ChatMessageUser]
    assert "医師国家試験" in state.messages[0].text
    assert state.output.completion == "b"


def test_the_answer_sheet_speaks_english_on_request() -> None:
    state = solve(answer_sheet(language="en"), fresh_state(QUESTION), model)
    assert "National Examination for Physicians" in state.messages[0].text


def test_an_unknown_language_says_which_there_are() -> None:
    with pytest.raises(KokushiError, match="language='de'; expected 'ja' or 'en'"):
        answer_sheet(language="de")  # type: ignore[arg-type]


def test_the_answer_sheet_takes_a_users_wording(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("$format", "utf-8")
    state = solve(answer_sheet(str(file)), fresh_state(QUESTION), model)
    assert state.messages[0].text.startswith("正しいと判断した選択肢を1つだけ")


def test_the_answer_sheet_does_not_take_a_scenario_as_one_question() -> None:
    state = fresh_state(QUESTION, make_question(id="A2"))
    with pytest.raises(KokushiError, match=r"use --solver solvers/dialogue\.py"):
        solve(answer_sheet(), state)
