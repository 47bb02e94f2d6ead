"""Criteria files: rules or an error in words; rules judge an exam, or say why they do not."""

from importlib.resources import files
from pathlib import Path

from kokushi_inspect.exam import Key, KokushiError, Question, Reading
from kokushi_inspect.sources.criteria_file import parse_rules
from kokushi_inspect.sources.sittings import apply_rules
from scorers.marking import mark
from scorers.pass_fail import judge
from targets.draws import Draws

SMALL = (Path(__file__).parents[2] / "sources" / "small_criteria.toml").read_bytes()
BUILT_IN = (files("kokushi_inspect") / "criteria" / "medicine.toml").read_bytes()
LINES = SMALL.split(b"\n")
VALUES = (b"0", b"1", b"2", b"100000", b"-1", b"1.5", b"true", b'""', b'"A"', b"[]", b"{}", b"nan")
SEEDS = (b"\x00" + SMALL, b"\x00" + BUILT_IN, b"\x01\x05\x02\x03", bytes(range(1, 60)))


def fuzz_one(data: bytes) -> None:
    """Read a criteria file, and judge a small exam by it."""
    draws = Draws(data)
    content = draws.rest() if draws.byte() == 0 else _changed(draws)
    try:
        rules = parse_rules(content, "mine.toml")
    except KokushiError:
        return
    assert rules == parse_rules(content, "mine.toml")
    try:
        questions, sittings = apply_rules(_exam(), rules, source="fuzz")
    except KokushiError:
        return
    marks = [mark(q, Reading("answered", ("a",))) for q in questions if q.scored]
    for sitting in sittings:
        verdict = judge(sitting, marks)
        assert verdict == judge(sitting, list(reversed(marks)))
        assert verdict.passed is not None or verdict.reason


def _changed(draws: Draws) -> bytes:
    """The small file with some lines left out, doubled, or given another value."""
    lines = list(LINES)
    for _ in range(draws.byte() % 8):
        at = (256 * draws.byte() + draws.byte()) % len(lines)
        name, equals, _ = lines[at].partition(b"=")
        match draws.byte() % 4:
            case 0:
                lines[at] = b""
            case 1:
                lines.insert(at, draws.pick(LINES))
            case _:
                lines[at] = name + equals + draws.pick(VALUES)
    return b"\n".join(lines)


def _exam() -> list[Question]:
    return [
        Question(
            id=f"{section}{number}",
            profession="medicine",
            year=2024,
            section=section,
            index=str(number),
            text="",
            kind="single",
            options=(("a", ""), ("b", "")),
            key=Key((("a",),)),
        )
        for section in "AB"
        for number in (1, 2)
    ]
