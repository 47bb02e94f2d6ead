"""The examiner (protocol `official`): robust reading, strict set match, the ministry's rules."""

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from kokushi_inspect.exam import Mark, Question, Reading, Status
from scorers.marked import has_reply, question_of, read_state
from scorers.marking import mark
from scorers.metrics import accuracy_of_marks, breakdown, official_verdict, statuses

REASONS: dict[Status, str | None] = {
    "answered": None,
    "refused": "refusal",
    "truncated": "truncated",
    "empty": "no_response",
    "unreadable": "invalid_response_format",
}
"""Inspect's machine-readable reason for each status that is not an answer."""


@scorer(metrics=[official_verdict(), accuracy_of_marks(), breakdown(), statuses()])
def official() -> Scorer:
    """Mark each reply by strict set match, and judge each sitting by the ministry's criteria.

    The value of a score has three named parts: `correct` (C or I), `points` earned and
    `forbidden` (1 when a forbidden option was chosen). Its metadata is the mark
    (`kokushi_inspect.exam.Mark`). Excluded questions and questions without a key are unscored.
    """

    async def score(state: TaskState, target: Target) -> Score:
        question = question_of(state)
        if not has_reply(state):
            return _unscored(question, "no reply")
        reading = read_state(state, question)
        if not question.scored:
            return _unscored(question, _why_unscored(question), reading)
        given = mark(question, reading, state.epoch)
        return Score(
            value={
                "correct": CORRECT if given.correct else INCORRECT,
                "points": given.earned,
                "forbidden": int(given.forbidden),
            },
            answer=shown(reading),
            explanation=_explanation(question, reading, given),
            reason=REASONS[reading.status],
            metadata=given.to_record(),
        )

    return score


def shown(reading: Reading) -> str | None:
    """What was read, run together as on an answer sheet; None when nothing was."""
    return "".join(reading.answer) or None


def _why_unscored(question: Question) -> str:
    if question.superseded:
        return "superseded row"
    return "excluded" if question.key.treatment == "excluded" else "no key"


def _unscored(question: Question, why: str, reading: Reading | None = None) -> Score:
    reading = reading or Reading("empty")
    return Score.unscored(
        reason=why.replace(" ", "_"),
        answer=shown(reading),
        explanation=f"not scored: {why}",
        metadata={
            "question": question.id,
            "unscored": why,
            "correct": False,
            "status": reading.status,
            "read": list(reading.answer),
            "points": question.points,
            "earned": 0,
            "forbidden": False,
            "section": question.section,
            "kind": question.kind,
        },
    )


def _explanation(question: Question, reading: Reading, given: Mark) -> str:
    read = f"read {_quoted(reading.answer)}" if reading.answer else reading.status
    key = " or ".join(_quoted(answer) for answer in question.key.accepted) or "any answer"
    result = f"{'right' if given.correct else 'wrong'}, {given.earned} of {given.points} points"
    if not given.counted:
        result = "wrong: excluded for this examinee (counts only when right)"
    forbidden = "; a forbidden option was chosen" if given.forbidden else ""
    return f"{read}; key {key}; {result}{forbidden}"


def _quoted(answer: tuple[str, ...]) -> str:
    return "`" + "".join(answer).replace("`", "'")[:80] + "`"
