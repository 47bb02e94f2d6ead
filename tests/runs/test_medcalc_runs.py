"""MedCalc-Bench from the command line: replay, tools through a provider, results, bad input."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from calculations import calculation_row, read_table, write_calculations
from command_line import ROOT, CommandLine, Run, by_path, error_lines
from local_providers import COMPATIBLE
from servers.exchange import Answer, Call, SentRequest

PRACTICE = ROOT / "kokushi_inspect" / "sources" / "practice" / "medcalc" / "practice.csv"
TOOLS = ["calculate", "date_calculator", "convert_units"]
ROWS = ("7", "18", "34")
"""Practice rows that are asked with tools: body mass index, due date, body surface area."""


@pytest.fixture(scope="module")
def desk(command_line: CommandLine) -> Path:
    """The folder in which the commands are typed, with replies and a table of its own."""

    def make(folder: Path) -> Path:
        rows = read_table(PRACTICE)
        answers = [json.dumps({"answer": row["Ground Truth Answer"]}) for row in rows]
        write_replies(folder / "key.jsonl", dict(enumerate(answers, start=1)))
        write_calculations(
            folder,
            calculation_row(id=1),
            calculation_row(id=2, note="note-2"),
            calculation_row({"Ground Truth Answer": "N/A"}, id=3),
            calculation_row(id=4),
            name="mine.csv",
        )
        replies = {1: "The BMI is 25.1 kg/m^2.", 2: '{"answer": 2500}', 3: '{"answer": 25}'}
        write_replies(folder / "mine.jsonl", replies)
        return folder

    return command_line.once("medcalc desk", make)


def write_replies(file: Path, replies: Mapping[int, str]) -> None:
    lines = [json.dumps({"id": str(id), "output": text}) + "\n" for id, text in replies.items()]
    file.write_text("".join(lines), "utf-8")


def replay(command_line: CommandLine, name: str, desk: Path, replies: str, *words: str) -> Run:
    return command_line.evaluate(
        name,
        by_path("kokushi_inspect/medcalc.py", desk),
        *words,
        *("--solver", by_path("solvers/replay.py", desk), "-S", f"replies={replies}"),
        *("-S", "examinee=tester", "--model", "none"),
        cwd=desk,
    )


@pytest.fixture(scope="module")
def key(command_line: CommandLine, desk: Path) -> Run:
    """The practice rows, answered with their keys."""
    return replay(command_line, "medcalc key", desk, "key.jsonl", "-T", "source=practice")


@pytest.fixture(scope="module")
def mine(command_line: CommandLine, desk: Path) -> Run:
    """Four rows of a user's own: right in words, wrong by a factor, no key, no reply."""
    return replay(command_line, "medcalc mine", desk, "mine.jsonl", "-T", "source=mine.csv")


@pytest.fixture(scope="module")
def tools(command_line: CommandLine, desk: Path) -> Run:
    """Three practice rows by name of the task, asked through a provider, with tools."""

    def make(folder: Path) -> Run:
        with COMPATIBLE.server(use_tools) as server:
            run = command_line.evaluate(
                "medcalc tools/eval",
                "kokushi_inspect/medcalc",
                *("-T", "source=practice", "--sample-id", ",".join(ROWS)),
                *("--solver", by_path("solvers/calculator.py", desk), "-S", "prompting=open_book"),
                *("--model", COMPATIBLE.model),
                cwd=desk,
                env=COMPATIBLE.environment(server),
            )
        return replace(run, requests=tuple(server.requests), failures=tuple(server.failures))

    return command_line.once("medcalc tools", make)


def use_tools(request: SentRequest) -> Answer:
    """Body mass index right by arithmetic, due date right by the calendar; else no answer ever."""
    text = "\n".join(request.texts).lower()
    results = [str(part) for result in request.results for part in result.content]
    if "body mass index" in text:
        if not results:
            return calls(Call("calculate", {"expression": "68.5 / 1.61^2"}))
        return Answer(f'By the calculator.\n{{"answer": {results[-1]}}}')
    if "due date" in text:
        if not results:
            return calls(
                Call("date_calculator", {"start": "11/18/2023", "add_days": 283}),
                Call("convert_units", {"value": 40, "from_unit": "weeks", "to_unit": "days"}),
            )
        return Answer(json.dumps({"answer": results[0].split(" (")[0]}))
    return calls(Call("calculate", {"expression": "import os"}))


def calls(*listed: Call) -> Answer:
    return Answer(None, calls=listed)


def offered(request: SentRequest) -> list[str]:
    """The tools that the model is offered."""
    return [tool["function"]["name"] for tool in request.body.get("tools", [])]


# replay of the keys


def test_keys_of_the_practice_rows_are_all_right(key: Run) -> None:
    marks = key.marks("medcalc")
    assert len(marks) == len(read_table(PRACTICE))
    assert [id for id, mark in marks.items() if not mark["correct"]] == []


def test_headline_is_one_for_the_keys(key: Run) -> None:
    shown = key.metrics("medcalc")
    assert (shown["accuracy"], shown["macro accuracy"], shown["answered"]) == (1, 1, 1)


def test_run_with_nothing_wrong_warns_of_nothing(key: Run) -> None:
    assert "WARNING" not in key.said


def test_log_says_where_the_rows_came_from(key: Run) -> None:
    metadata = key.log.eval.metadata or {}
    assert (metadata["benchmark"], metadata["source"]) == ("medcalc", "practice")
    assert metadata["selection"] == {"rows": 60, "of": 60, "calculators": 55}
    assert metadata["prompt"]["prompting"] == "cot"
    assert len(metadata["sha256"]) == 64


# a table of one's own


def test_relative_paths_mean_the_folder_of_the_command(mine: Run, desk: Path) -> None:
    assert (mine.log.eval.metadata or {})["source"] == str(desk / "mine.csv")


def test_rows_without_key_or_reply_are_unscored(mine: Run) -> None:
    found = {
        id: mark["unscored"] for id, mark in mine.marks("medcalc").items() if "unscored" in mark
    }
    assert found == {"3": "key N/A", "4": "no reply"}


def test_rows_without_a_reply_are_named_in_a_warning(mine: Run) -> None:
    assert "no stored reply for 1 question(s): 4" in mine.said


def test_both_protocols_are_in_the_log(mine: Run) -> None:
    shown = mine.metrics("medcalc")
    assert (shown["accuracy"], shown["official-compatible accuracy"]) == (0.5, 0)
    assert (shown["format loss"], shown["error percent"]) == (0.5, 0.5)


# tools


def test_server_understood_every_request(tools: Run) -> None:
    assert (tools.code, tools.failures) == (0, ())


def test_tools_are_offered_in_every_turn_but_the_last(tools: Run) -> None:
    assert {r.replies for r in tools.requests if offered(r) == TOOLS} == set(range(19))
    assert [r.replies for r in tools.requests if offered(r) != TOOLS] == [19]


def test_open_book_shows_the_formula(tools: Run) -> None:
    systems = {request.system for request in tools.requests}
    assert len(systems) == 3
    assert any("weight in kg / (height in m)²" in system for system in systems)


def test_values_of_tools_become_right_answers(tools: Run) -> None:
    marks = tools.marks("medcalc")
    assert {id: marks[id]["correct"] for id in ROWS} == {"7": True, "18": True, "34": False}


def test_examinee_without_an_answer_is_asked_twenty_times(tools: Run) -> None:
    asked = [r for r in tools.requests if "surface area" in "\n".join(r.texts)]
    assert len(asked) == 20
    assert "No further tool call" in asked[-1].texts[-1]


# results


def test_results_show_the_calculators_of_the_run(
    command_line: CommandLine, tools: Run, desk: Path
) -> None:
    shown = command_line.call("kokushi", "medcalc", str(tools.log_file), cwd=desk)
    assert "6 Body Mass Index (BMI) 1 100.00" in shown.said
    assert "13 Estimated Due Date 1 100.00" in shown.said


def test_results_as_json_count_what_was_not_marked(
    command_line: CommandLine, mine: Run, desk: Path
) -> None:
    shown = command_line.call("kokushi", "medcalc", str(mine.log_file), "--json", cwd=desk)
    record: dict[str, Any] = json.loads(shown.stdout)
    assert (record["samples"], record["overall"]["n"], record["unscored"]) == (4, 2, 2)
    assert record["overall"]["format_loss"] == 0.5
    assert record["calculators"] == [
        {"id": 6, **record["overall"], "name": "Body Mass Index (BMI)"}
    ]


def test_results_of_another_log_are_refused(command_line: CommandLine, desk: Path) -> None:
    file = desk / "no.eval"
    file.write_bytes(b"nothing")
    run = command_line.call("kokushi", "medcalc", str(file), cwd=desk)
    assert run.code == 1
    assert "the log cannot be read" in run.stderr


# bad input


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-T", "source=none.csv"), "there is no such file; expected a CSV file"),
        (("-T", "source=practice", "-T", "category=surgery"), "'surgery' is no category"),
        (("-T", "source=practice", "-T", "prompting=few_shot"), "prompting='few_shot'"),
    ],
)
def test_bad_input_stops_before_anything_is_asked(
    command_line: CommandLine, desk: Path, words: tuple[str, ...], said: str
) -> None:
    run = command_line.evaluate(
        f"medcalc bad {words[-1]}",
        by_path("kokushi_inspect/medcalc.py", desk),
        *words,
        *("--model", "none"),
        cwd=desk,
    )
    assert (run.code, run.log_file, len(error_lines(run))) == (1, None, 1)
    assert said in run.said
