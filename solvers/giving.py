"""Hands in replies that did not come from a model's `generate`."""

from collections.abc import Mapping

from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ModelOutput, StopReason
from inspect_ai.solver import TaskState

from scorers.marked import NO_REPLY, REPLIES, asks_scenario


def asked_ids(state: TaskState) -> list[str]:
    """Ids of the questions of a sample: its own, or those of its scenario."""
    if asks_scenario(state.metadata):
        return [str(record["id"]) for record in state.metadata["questions"]]
    return [str(state.sample_id)]


def hand_in(state: TaskState, replies: Mapping[str, tuple[str, StopReason]], examinee: str) -> None:
    """Make the replies the final ones of a sample.

    Args:
        state: State of the sample.
        replies: Text and stop reason by question id; a question without an entry has no reply.
        examinee: Recorded as the model that replied.
    """
    ids = [id for id in asked_ids(state) if id in replies]
    text = "\n".join(f"{id}: {replies[id][0]}" for id in ids)
    stop: StopReason = "stop"
    if len(ids) == 1:
        text, stop = replies[ids[0]]
    if asks_scenario(state.metadata):
        given = {id: {"text": replies[id][0], "stop": replies[id][1]} for id in ids}
        state.store.set(REPLIES, given)
    message = ChatMessageAssistant(content=text, model=examinee, source="generate")
    choice = ChatCompletionChoice(message=message, stop_reason=stop)
    state.output = ModelOutput(model=examinee, choices=[choice])
    if not ids:
        state.output.metadata = {NO_REPLY: True}
    state.messages.append(message)
