"""An examinee that repeats stored replies, so that any past run can be marked here.

    inspect eval kokushi_inspect/medicine.py -T source=DIR --solver solvers/replay.py \
        -S replies=FILE.jsonl -S examinee=NAME --model none

The file has one JSON object a line: `{"id", "output"}`, optionally `"model"` and `"stop"` (one of
Inspect's stop reasons). When rows name models and one is the examinee, only its rows are taken.
"""

from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from scorers.marked import NO_REPLY
from solvers.replies import Reply, load_replies


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
        reply = stored.get(str(state.sample_id))
        state.output = _output(reply, examinee)
        state.messages.append(state.output.message)
        return state

    return solve


def _output(reply: Reply | None, examinee: str | None) -> ModelOutput:
    if reply is None:
        output = ModelOutput.from_content(examinee or "replay", "")
        output.metadata = {NO_REPLY: True}
        return output
    name = examinee or reply.model or "replay"
    message = ChatMessageAssistant(content=reply.output, model=name, source="generate")
    return ModelOutput(
        model=name, choices=[ChatCompletionChoice(message=message, stop_reason=reply.stop)]
    )
