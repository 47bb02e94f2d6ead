from pathlib import Path

from inspect_ai.log import EvalLog
from taking import PLACES, rows_at, saying, take

from kokushi_inspect.report.flips import flipped_questions, flips_text


def test_a_reply_that_only_a_robust_reader_understands_flips(tmp_path: Path) -> None:
    log = take(tmp_path, saying(A1="The answer is a."))
    (flip,) = flipped_questions(log)
    assert (flip.question, flip.epoch, flip.key) == ("A1", 1, ("a",))
    assert flip.official is not None
    assert flip.paper is not None
    assert (flip.official.correct, flip.paper.correct) == (True, False)


def test_a_question_that_is_right_by_the_paper_alone_flips(tmp_path: Path) -> None:
    rows = [*rows_at(PLACES[1:]), *rows_at(["A1"], kind="ordered", answer=["c", "a", "b"])]
    log = take(tmp_path, saying(A1="abc"), rows=rows)
    (flip,) = flipped_questions(log)
    assert (
        flips_text([flip]).splitlines()[1]
        == "  A1: official wrong (abc), paper right (ABC); key cab"
    )


def test_an_excluded_question_that_the_paper_marks_right_flips(tmp_path: Path) -> None:
    rows = [*rows_at(PLACES[1:]), *rows_at(["A1"], treatment="excluded")]
    (flip,) = flipped_questions(take(tmp_path, saying(), rows=rows))
    assert flip.official is None
    assert "official not scored, paper right (A)" in flips_text([flip])


def test_replies_that_both_protocols_understand_do_not_flip(
    whole: EvalLog, silent: EvalLog
) -> None:
    assert flipped_questions(whole) == flipped_questions(silent) == []


def test_later_epochs_are_named(tmp_path: Path) -> None:
    flips = flipped_questions(take(tmp_path, saying(A1="The answer is a."), epochs=2))
    lines = flips_text(flips).splitlines()
    assert lines[0] == "questions marked differently: 2"
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["A1", "A1 (epoch 2)"]
