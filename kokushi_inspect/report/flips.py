"""The questions that the two protocols mark differently."""

from dataclasses import dataclass

from inspect_ai.log import EvalLog

from kokushi_inspect.exam import Mark
from kokushi_inspect.exam.visible import on_one_line
from kokushi_inspect.report.verdicts import sample_marks
from scorers.marked import questions_of


@dataclass(frozen=True, slots=True)
class Flip:
    """A question whose mark depends on the protocol.

    Attributes:
        question: Id of the question.
        epoch: Which repetition of the run this is.
        official: The official mark; None when the question is not scored under it.
        paper: The reference scorer's mark; None when there is none.
        key: The accepted answers, run together.
    """

    question: str
    epoch: int
    official: Mark | None
    paper: Mark | None
    key: tuple[str, ...]


def flipped_questions(log: EvalLog) -> list[Flip]:
    """Every question that is right under one protocol and not under the other."""
    flips = []
    for sample in log.samples or []:
        if "sitting" not in sample.metadata:
            continue
        official = {m.question: m for m in sample_marks(sample, "official")}
        paper = {m.question: m for m in sample_marks(sample, "paper")}
        for question in questions_of(sample.metadata):
            ours, theirs = official.get(question.id), paper.get(question.id)
            if (ours is not None and ours.correct) != (theirs is not None and theirs.correct):
                key = tuple("".join(answer) for answer in question.key.accepted)
                flips.append(Flip(question.id, sample.epoch, ours, theirs, key))
    return flips


def flips_text(flips: list[Flip]) -> str:
    """The flipped questions, one a line."""
    lines = [f"questions marked differently: {len(flips)}"]
    for flip in flips:
        epoch = f" (epoch {flip.epoch})" if flip.epoch > 1 else ""
        lines.append(
            f"  {on_one_line(flip.question)}{epoch}: "
            f"official {_mark(flip.official)}, paper {_mark(flip.paper)};"
            f" key {on_one_line(' or '.join(flip.key)) or 'none'}"
        )
    return "\n".join(lines)


def _mark(given: Mark | None) -> str:
    if given is None:
        return "not scored"
    read = "".join(given.read) or given.status
    return f"{'right' if given.correct else 'wrong'} ({on_one_line(read)})"
