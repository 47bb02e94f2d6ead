"""A dialogue through a provider: earlier answers, limits, feedback, and all ten exams."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from candidates import Turn, candidate, practice
from command_line import ROOT, CommandLine, Run, by_path
from local_providers import ANTHROPIC, COMPATIBLE, ask
from servers.exchange import Answer, Said
from servers.openai_server import OpenAIServer
from small_exam import Exam
from variants import PROFESSIONS, SMALL, by_file, question_marks

from kokushi_inspect.exam import Mark, Sitting
from scorers.marked import REPLIES
from scorers.metrics import describe_verdicts
from scorers.pass_fail import judge

# A candidate who needs its own earlier answers


def forgetful(turn: Turn) -> str:
    """Right on a later question of the case only where its own earlier answer can be seen."""
    earlier = {"D07": "32", "D08": "a"}.get(turn.question)
    return "b" if earlier is not None and turn.own[-1:] != (earlier,) else turn.key


@pytest.fixture(scope="module")
def in_dialogue(command_line: CommandLine, exam: Exam) -> Run:
    words = ("-T", "source=practice", *by_file("dialogue", exam.folder))
    script = candidate(practice("medicine"), forgetful)
    return ask(command_line, "forgetful in dialogue", COMPATIBLE, script, *words)


@pytest.fixture(scope="module")
def separate(command_line: CommandLine, exam: Exam) -> Run:
    script = candidate(practice("medicine"), forgetful)
    return ask(command_line, "forgetful", COMPATIBLE, script, "-T", "source=practice")


def test_later_questions_are_right_in_dialogue_and_wrong_alone(
    in_dialogue: Run, separate: Run
) -> None:
    later = ("D06", "D07", "D08")
    assert [question_marks(in_dialogue)[id]["correct"] for id in later] == [True, True, True]
    assert [question_marks(separate)[id]["correct"] for id in later] == [True, False, False]


def test_the_case_is_one_sample_and_every_question_is_marked(
    in_dialogue: Run, separate: Run
) -> None:
    assert (len(in_dialogue.samples), len(separate.samples)) == (46, 48)
    assert (
        set(question_marks(in_dialogue))
        == set(question_marks(separate))
        == set(practice("medicine"))
    )


def test_questions_outside_the_case_are_asked_and_marked_the_same(
    in_dialogue: Run, separate: Run
) -> None:
    alone = {id for id in separate.samples if id not in ("D06", "D07", "D08")}
    ours, theirs = in_dialogue.samples, separate.samples
    assert [id for id in alone if ours[id].messages[0].text != theirs[id].messages[0].text] == []
    changed = [
        id
        for id in alone
        if question_marks(in_dialogue)[id]["read"] != question_marks(separate)[id]["read"]
    ]
    assert changed == []


def test_the_accuracy_counts_questions(in_dialogue: Run, separate: Run) -> None:
    scored = [m for m in question_marks(in_dialogue).values() if "unscored" not in m]
    assert in_dialogue.metrics()["accuracy"] == 1
    assert separate.metrics()["accuracy"] == pytest.approx(1 - 2 / len(scored))


def test_the_verdict_is_that_of_the_marks(in_dialogue: Run) -> None:
    record = (in_dialogue.log.eval.metadata or {})["sittings"][0]
    given = [
        Mark.from_record(m) for m in question_marks(in_dialogue).values() if "unscored" not in m
    ]
    expected = describe_verdicts([judge(Sitting.from_record(record), given)])
    assert {name: in_dialogue.metrics()[name] for name in expected} == expected
    assert expected["passed"] == 1


def test_the_same_replies_one_by_one_get_the_same_verdict(
    in_dialogue: Run, command_line: CommandLine, exam: Exam
) -> None:
    said = {id: s.output.completion for id, s in in_dialogue.samples.items()}
    kept = in_dialogue.samples["D06-D08"].store[REPLIES]
    said |= {id: reply["text"] for id, reply in kept.items()}

    def write(folder: Path) -> Path:
        rows = [{"id": id, "output": text} for id, text in said.items() if id != "D06-D08"]
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
        (folder / "replies.jsonl").write_text("".join(lines), "utf-8")
        return folder / "replies.jsonl"

    replayed = command_line.evaluate(
        "dialogue replayed",
        "kokushi_inspect/medicine",
        *("-T", "source=practice", "--model", "none"),
        *("--solver", by_path("solvers/replay.py", exam.folder)),
        *("-S", f"replies={command_line.once('replies of a dialogue', write)}"),
    )
    ours = {k: v for k, v in in_dialogue.metrics().items() if not k.endswith("per question")}
    assert replayed.metrics() == ours


def test_the_verdict_command_reads_the_dialogue(
    in_dialogue: Run, command_line: CommandLine, exam: Exam
) -> None:
    assert in_dialogue.log_file is not None
    done = command_line.call("kokushi", "verdict", in_dialogue.log_file, "--json", cwd=exam.folder)
    (verdict,) = json.loads(done.stdout)
    assert (verdict["passed"], verdict["points"]) == (
        True,
        sum(m["earned"] for m in question_marks(in_dialogue).values()),
    )


# A limit in the middle of a conversation


@pytest.fixture(scope="module")
def limited(command_line: CommandLine, exam: Exam) -> Run:
    """Four messages are enough for one question, and not for the second of a case."""
    words = (*SMALL, *by_file("dialogue", exam.folder), "--message-limit", "4")
    script = candidate(exam.questions, lambda turn: turn.key)
    return ask(command_line, "limited dialogue", COMPATIBLE, script, *words)


def test_questions_after_a_limit_are_truncated(limited: Run) -> None:
    given = question_marks(limited)
    statuses = [given[id]["status"] for id in ("B3", "B4", "B5")]
    assert statuses == ["answered", "truncated", "truncated"]


def test_a_limit_is_noted_and_is_no_error(limited: Run) -> None:
    noted = {id: s.limit.type for id, s in limited.samples.items() if s.limit}
    assert (limited.log.status, noted) == ("success", {"taro": "message"})
    assert [s.error for s in limited.samples.values() if s.error] == []


def test_a_verdict_is_given_after_a_limit(limited: Run) -> None:
    shown = limited.metrics()
    assert (shown["passed"], shown["points of 24"]) == (1, 22)


# Anthropic's form: turns alternate, and a refused turn has no content


@pytest.fixture(scope="module")
def anthropic(command_line: CommandLine, exam: Exam) -> Run:
    def say(turn: Turn) -> Said | str:
        refused = turn.question == "B3" and "正解は" not in turn.told
        return Answer("", stop="refusal") if refused else turn.key

    words = (*SMALL, *by_file("dialogue", exam.folder), "-S", "feedback=key")
    script = candidate(exam.questions, say)
    return ask(
        command_line, "dialogue anthropic", ANTHROPIC, script, *words, "--max-tokens", "2000"
    )


def test_a_conversation_goes_on_after_a_refused_turn_without_content(anthropic: Run) -> None:
    given = question_marks(anthropic)
    assert (anthropic.failures, anthropic.log.status) == ((), "success")
    assert [given[id]["status"] for id in ("B3", "B4", "B5")] == ["refused", "answered", "answered"]


def test_feedback_reaches_the_model(anthropic: Run) -> None:
    texts = [text.strip() for request in anthropic.requests for text in request.texts]
    assert {text for text in texts if "正解は" in text} == {
        "1つ前の問題の正解は「C」です。次の問題に答えてください。",
        "1つ前の問題の正解は「12」です。次の問題に答えてください。",
    }


# All ten exams


@pytest.fixture(scope="module")
def ten_exams(command_line: CommandLine) -> tuple[Run, ...]:
    """An eval set of the ten practice exams in dialogue, typed in the repository."""

    def make(folder: Path) -> tuple[Run, ...]:
        script = candidate(practice(*PROFESSIONS), lambda turn: turn.key)
        with OpenAIServer(script) as server:
            done = command_line.call(
                *("inspect", "eval-set", *(f"kokushi_inspect/{p}.py" for p in PROFESSIONS)),
                *("-T", "source=practice", "-T", "unit=scenario"),
                *("--solver", "solvers/dialogue.py", "--model", COMPATIBLE.model),
                *("--log-dir", folder / "logs"),
                cwd=ROOT,
                env=COMPATIBLE.environment(server),
                timeout=280,
            )
        logs = sorted((folder / "logs").glob("*.eval"))
        failures = tuple(server.failures)
        return tuple(replace(done, log_file=log, failures=failures) for log in logs)

    return command_line.once("ten exams", make)


def test_an_eval_set_of_all_ten_exams_in_dialogue(ten_exams: tuple[Run, ...]) -> None:
    assert {run.failures for run in ten_exams} == {()}
    assert sorted(run.log.eval.task for run in ten_exams) == list(PROFESSIONS)
    assert {run.log.status for run in ten_exams} == {"success"}


def test_every_question_of_the_ten_exams_is_marked(ten_exams: tuple[Run, ...]) -> None:
    marked = {run.log.eval.task: set(question_marks(run)) for run in ten_exams}
    assert marked == {profession: set(practice(profession)) for profession in PROFESSIONS}


def test_who_knows_the_key_passes_all_ten(ten_exams: tuple[Run, ...]) -> None:
    assert {run.metrics()["passed"] for run in ten_exams} == {1}
