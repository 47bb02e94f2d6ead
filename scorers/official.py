"""The examiner (protocol `official`): robust reading, strict set match, the ministry's rules."""

from typing import Any

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from kokushi_inspect.exam import Mark, Question, Reading, Status
from scorers.draft_metrics import cost_of_question, panel_members, second_look
from scorers.drafts import add_drafts
from scorers.marked import REPLIES, Answered, answers_of, asks_scenario
from scorers.marking import mark
from scorers.metrics import accuracy_of_marks, breakdown, official_verdict, statuses
from scorers.reading import read_reply
from scorers.scenario_score import join_scores

REASONS: dict[Status, str | None] = {
    "answered": None,
    "refused": "refusal",
    "truncated": "truncated",
    "empty": "no_response",
    "unreadable": "invalid_response_format",
}
"""Inspect's machine-readable reason for each status that is not an answer."""


@scorer(
    metrics=[
        official_verdict(),
        accuracy_of_marks(),
        breakdown(),
        statuses(),
        second_look(),
        panel_members(),
        cost_of_question(),
    ]
)
def official() -> Scorer:
    """Mark each reply by strict set match, and judge each sitting by the ministry's criteria.

    The value of a score has three named parts: `correct` (C or I; P for a scenario that is right
    in part), `points` earned and `forbidden` (questions in which a forbidden option was chosen).
    Its metadata is the mark (`kokushi_inspect.exam.Mark`), or under `marks` those of a scenario.
    Excluded questions and questions without a key are unscored. What solvers record beside the
    final answer is marked too (`scorers.drafts`).
    """

    async def score(state: TaskState, target: Target) -> Score:
        answers = answers_of(state.metadata, state.output, state.store.get(REPLIES))
        scores = [score_answer(answer, state.epoch) for answer in answers]
        given = join_scores(scores) if asks_scenario(state.metadata) else scores[0]
        return add_drafts(given, state.store, [answer.question for answer in answers])

    return score


def score_answer(answer: Answered, epoch: int) -> Score:
    """The score of one reply."""
    question = answer.question
    if not answer.heard:
        return _unscored(question, "no reply", Reading("empty"))
    reading = read_reply(answer.text, question, answer.stop)
    if not question.scored:
        return _unscored(question, _why_unscored(question), reading)
    given = mark(question, reading, epoch)
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


def shown(reading: Reading) -> str | None:
    """What was read, run together as on an answer sheet; None when nothing was."""
    return "".join(reading.answer) or None


def _why_unscored(question: Question) -> str:
    if question.superseded:
        return "superseded row"
    return "excluded" if question.key.treatment == "excluded" else "no key"


def _unscored(question: Question, why: str, reading: Reading) -> Score:
    metadata: dict[str, Any] = {
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
    }
    return Score.unscored(
        reason=why.replace(" ", "_"),
        answer=shown(reading),
        explanation=f"not scored: {why}",
        metadata=metadata,
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
    """An answer as Markdown code, on one line and not longer than a line."""
    return "`" + " ".join("".join(answer).replace("`", "'").split())[:80] + "`"
