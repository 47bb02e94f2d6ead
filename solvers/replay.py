"""An examinee that repeats stored replies, so that any past run can be marked here.

    inspect eval kokushi_inspect/medicine.py -T source=DIR --solver solvers/replay.py \
        -S replies=FILE.jsonl -S examinee=NAME --model none

The file has one JSON object a line: `{"id", "output"}`, optionally `"model"` and `"stop"` (one of
Inspect's stop reasons). When rows name several models, only those of the examinee are taken.
"""

from inspect_ai.solver import Generate, Solver, TaskState, solver

from solvers.giving import asked_ids, hand_in
from solvers.replies import load_replies


@solver
def replay(replies: str, examinee: str | None = None) -> Solver:
    """Answer each question with its stored reply.

    A question without a reply is not scored, so that its sitting gets no verdict; replies for
    questions that the exam does not have are reported when the run starts.

    Args:
        replies: The file with the replies.
        examinee: Name under which the run is recorded; the model of the rows when not given.
    """
    # registered only by a run that replays: Inspect announces hooks at every start
    import solvers.replay_check  # noqa: F401

    stored = load_replies(replies, examinee)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        found = {id: stored[id] for id in asked_ids(state) if id in stored}
        names = (reply.model for reply in found.values() if reply.model)
        given = {id: (reply.output, reply.stop) for id, reply in found.items()}
        hand_in(state, given, examinee or next(names, "replay"))
        return state

    return solve
