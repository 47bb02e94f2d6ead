"""The reference scorer's marks and verdict (protocol `paper`), for comparison with the paper.

inspect score LOG --scorer scorers/paper.py --action append --output-file OUT
"""

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from scorers.marked import REPLIES, Answered, answers_of, asks_scenario
from scorers.metrics import accuracy_of_marks, paper_verdict
from scorers.paper_rule import mark_as_paper
from scorers.reading import read_reply
from scorers.scenario_score import join_scores


@scorer(metrics=[paper_verdict(), accuracy_of_marks()])
def paper() -> Scorer:
    """Mark each reply as the reference scorer of arXiv 2506.11114 does, faults included.

    Every row of the source gets a mark, excluded ones too. The faults are described in
    `scorers.paper_rule`.
    """

    async def score(state: TaskState, target: Target) -> Score:
        answers = answers_of(state.metadata, state.output, state.store.get(REPLIES))
        scores = [score_as_paper(answer, state.epoch) for answer in answers]
        return join_scores(scores) if asks_scenario(state.metadata) else scores[0]

    return score


def score_as_paper(answer: Answered, epoch: int) -> Score:
    """The reference scorer's score of one reply."""
    status = read_reply(answer.text, answer.question, answer.stop).status
    given = mark_as_paper(answer.question, answer.text, status, epoch)
    if not answer.heard:
        return Score.unscored(
            reason="no_reply",
            explanation="not scored: no reply",
            metadata=given.to_record() | {"unscored": "no reply"},
        )
    read = "".join(given.read)
    return Score(
        value={
            "correct": CORRECT if given.correct else INCORRECT,
            "points": given.earned,
            "forbidden": int(given.forbidden),
        },
        answer=read or None,
        explanation=f"normalised to `{read}`; {given.earned} of {given.points} points",
        metadata=given.to_record(),
    )
