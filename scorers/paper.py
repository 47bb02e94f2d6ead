"""The reference scorer's marks and verdict (protocol `paper`), for comparison with the paper.

inspect score LOG --scorer scorers/paper.py --action append --output-file OUT
"""

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from scorers.marked import has_reply, question_of, read_state
from scorers.metrics import accuracy_of_marks, paper_verdict
from scorers.paper_rule import mark_as_paper


@scorer(metrics=[paper_verdict(), accuracy_of_marks()])
def paper() -> Scorer:
    """Mark each reply as the reference scorer of arXiv 2506.11114 does, faults included.

    Every row of the source gets a mark, excluded ones too. The faults are described in
    `scorers.paper_rule`.
    """

    async def score(state: TaskState, target: Target) -> Score:
        question = question_of(state)
        if not has_reply(state):
            return Score.unscored(reason="no_reply", explanation="not scored: no reply")
        status = read_state(state, question).status
        given = mark_as_paper(question, state.output.completion, status, state.epoch)
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

    return score
