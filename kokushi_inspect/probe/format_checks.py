"""Whether answers are written as the answer sheet demands: read by the examiner of the exams."""

from collections.abc import Iterator, Mapping

from kokushi_inspect.probe.asking import Replies, Reply
from kokushi_inspect.probe.finding import Finding
from kokushi_inspect.probe.plan import CallName
from kokushi_inspect.probe.provider_error import ProviderError, advice

_ASKED: Mapping[CallName, str] = {
    "single": "one option",
    "multiple": "two options",
    "numeric": "a number",
}


def check_format(replies: Replies) -> Iterator[Finding]:
    """One finding for each kind of question."""
    for call, name in _ASKED.items():
        heard = replies[call]
        if isinstance(heard, ProviderError):
            what = f"{name}: {heard.what}"
            yield Finding("format", "failure", what, heard.words, heard.fix)
        else:
            yield _read(name, heard)


def _read(name: str, reply: Reply) -> Finding:
    assert reply.reading is not None and reply.question is not None
    reading, question = reply.reading, reply.question
    if reply.is_cut:
        return Finding("format", "not checked", f"{name}: cut off, see max_tokens")
    if reading.status == "empty":
        return Finding("format", "not checked", f"{name}: no text, see content")
    if reading.status != "answered":
        what = f"{name}: the reply is {reading.status}"
        return Finding("format", "failure", what, reply.text, advice("unread")["fix"])
    answer = "".join(reading.answer)
    what = f"{name}: answered, read as {answer}"
    if question.kind == "multiple" and len(reading.answer) != question.select:
        what += f", {len(reading.answer)} and not {question.select} options"
        return Finding("format", "warning", what, reply.text, advice("wrong_count")["fix"])
    if not reply.is_right:
        key = "".join(question.key.accepted[0])
        what += f", which is wrong for a very simple question ({key})"
        return Finding("format", "warning", what, reply.text, advice("wrong_simple")["fix"])
    return Finding("format", "ok", what, reply.text)
