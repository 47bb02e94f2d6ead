"""Replies to questions: every text has one reading and one mark, under both rules."""

from typing import get_args

from kokushi_inspect.exam import Boxes, Key, Kind, Question, Status
from scorers.marking import mark
from scorers.paper_rule import mark_as_paper
from scorers.reading import MAX_FILL_IN, read_reply, same_number
from targets.draws import Draws

KINDS = get_args(Kind)
STOPS = ("stop", "max_tokens", "model_length", "tool_calls", "content_filter", "unknown")
LABELS = (tuple("abcde"), tuple("12345"), tuple("アイウエオ"), ("I", "II", "III"), tuple("ABCDEF"))
SEEDS = (b"\x00\x00\x01\x00\x01\x14", b"\x02\x00\x01\x00\x02\x15\x30", bytes(range(64)))


def fuzz_one(data: bytes) -> None:
    """Read and mark a reply."""
    draws = Draws(data)
    question = _question(draws)
    stop = draws.pick(STOPS)
    text = draws.text("reply")
    reading = read_reply(text, question, stop)
    assert reading == read_reply(text, question, stop)
    assert reading.status in get_args(Status)
    assert bool(reading.answer) == (reading.status == "answered")
    if question.kind in ("single", "multiple", "ordered"):
        assert set(reading.answer) <= set(question.labels)
        repeats = len(reading.answer) - len(set(reading.answer))
        assert not repeats or question.kind == "ordered"
    elif reading.answer:
        (word,) = reading.answer
        assert 0 < len(word) <= MAX_FILL_IN or question.kind == "numeric"
        assert question.kind != "numeric" or same_number(word, word)
    for given in (mark(question, reading), mark_as_paper(question, text, reading.status)):
        assert given.earned == (question.points if given.correct else 0)


def _question(draws: Draws) -> Question:
    kind = draws.pick(KINDS)
    labels = draws.pick(LABELS)
    texts = ("", "3", "a", "aspirin", "正しい", "b と c")
    written = kind in ("numeric", "fill_in")
    options = () if written else tuple((label, draws.pick(texts)) for label in labels)
    key = ("0.5" if kind == "numeric" else "word",) if written else labels[:2]
    return Question(
        id="A1",
        profession="medicine",
        year=2024,
        section="A",
        index="1",
        text="",
        kind=kind,
        options=options,
        key=Key((key,), printed=key),
        points=3,
        select=draws.pick((1, 2, 3, None)),
        forbidden=labels[-1:],
        boxes=draws.pick((None, Boxes(2), Boxes(3, 1, "mL"))),
    )
