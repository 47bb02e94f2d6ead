"""The examinees without a model, on a small exam."""

import pytest
from command_line import CommandLine, Run, by_path
from small_exam import Exam


def take(command_line: CommandLine, exam: Exam, kind: str, *words: str) -> Run:
    return command_line.evaluate(
        f"baseline {kind} {' '.join(words)}",
        "kokushi_inspect/medicine",
        *("-T", "source=.", "-T", "criteria=criteria.toml", "--model", "none"),
        *("--solver", by_path("solvers/baseline.py", exam.folder), "-S", f"kind={kind}", *words),
    )


@pytest.fixture(scope="module")
def key(command_line: CommandLine, exam: Exam) -> Run:
    return take(command_line, exam, "key")


@pytest.fixture(scope="module")
def silent(command_line: CommandLine, exam: Exam) -> Run:
    return take(command_line, exam, "silent")


@pytest.fixture(scope="module")
def human(command_line: CommandLine, exam: Exam) -> Run:
    return take(command_line, exam, "human")


@pytest.fixture(scope="module")
def chance(command_line: CommandLine, exam: Exam) -> Run:
    return take(command_line, exam, "chance", "-S", "seed=3")


@pytest.fixture(scope="module")
def chance_twice(command_line: CommandLine, exam: Exam) -> Run:
    return take(command_line, exam, "chance", "-S", "seed=3", "--epochs", "2")


def test_key_is_right_in_every_scored_question(key: Run) -> None:
    wrong = [id for id, m in key.marks().items() if not m["correct"] and "unscored" not in m]
    assert wrong == []


def test_key_passes_with_all_points(key: Run) -> None:
    shown = key.metrics()
    assert (shown["passed"], shown["points of 24"], shown["accuracy"]) == (1, 24, 1)


def test_metrics_name_each_criterion_with_its_line(key: Run) -> None:
    shown = key.metrics()
    assert (shown["前半 ≥ 8 of 12"], shown["後半 ≥ 8 of 12"], shown["margin"]) == (12, 12, 4)


def test_excluded_question_is_unscored(key: Run) -> None:
    assert key.marks()["B8"]["unscored"] == "excluded"


def test_every_sample_has_the_id_of_its_question(key: Run, exam: Exam) -> None:
    dataset = key.log.eval.dataset
    assert dataset.sample_ids == list(exam.questions)


def test_run_without_trouble_warns_of_nothing(key: Run) -> None:
    assert "WARNING" not in key.said


def test_log_says_where_the_questions_came_from(key: Run, exam: Exam) -> None:
    metadata = key.log.eval.metadata or {}
    assert (metadata["source"], len(metadata["sha256"])) == (
        str(exam.folder / "questions.jsonl"),
        64,
    )


def test_silent_examinee_has_no_points_but_where_everyone_is_right(silent: Run) -> None:
    earned = {id for id, mark in silent.marks().items() if mark["earned"]}
    assert earned == {"B11"}


def test_silent_examinee_is_empty_throughout(silent: Run) -> None:
    assert silent.metrics()["empty"] == 1


def test_wrong_answer_to_excluded_unless_right_shrinks_the_denominator(silent: Run) -> None:
    assert silent.metrics()["points of 23"] == 1


def test_people_are_right_in_some_questions_and_wrong_in_others(human: Run) -> None:
    assert 0.5 <= human.metrics()["accuracy"] < 1


def test_people_choose_wrong_options_and_never_nothing(human: Run) -> None:
    everyone = human.marks()
    unread = {id for id, mark in everyone.items() if mark["status"] != "answered"}
    assert unread <= {"B2", "B11"}  # no list of words to choose from, and no key


def test_same_seed_gives_the_same_answers(chance: Run, chance_twice: Run) -> None:
    first = {id: sample.output.completion for id, sample in chance.samples.items()}
    again = {id: sample.output.completion for id, sample in chance_twice.samples.items()}
    assert first == again


def test_each_epoch_has_its_own_answers(chance_twice: Run) -> None:
    answers: dict[int, list[str]] = {1: [], 2: []}
    for sample in chance_twice.log.samples or []:
        answers[sample.epoch].append(sample.output.completion)
    assert answers[1] != answers[2]


def test_verdict_of_several_epochs_is_a_count(chance_twice: Run) -> None:
    assert chance_twice.metrics()["passed of 2 epochs"] == 0


def test_each_epoch_has_its_own_verdict(command_line: CommandLine, chance_twice: Run) -> None:
    found = [(v["epoch"], v["passed"]) for v in command_line.verdicts(chance_twice)]
    assert found == [(1, False), (2, False)]


def test_verdicts_in_words_end_with_the_count(command_line: CommandLine, chance_twice: Run) -> None:
    assert chance_twice.log_file is not None
    said = command_line.call("kokushi", "verdict", chance_twice.log_file, cwd=command_line.home)
    assert said.stdout.splitlines()[-1] == "passed 0 of 2 (official protocol)"
