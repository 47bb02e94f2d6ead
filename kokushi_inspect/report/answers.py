"""The answers in an exam's log: what the report needs of each sample, and no more."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inspect_ai.log import (
    EvalLog,
    EvalSample,
    read_eval_log,
    read_eval_log_sample,
    read_eval_log_sample_summaries,
)
from inspect_ai.scorer import Score

from kokushi_inspect.exam import Mark, Question, Status
from kokushi_inspect.report.log_damage import sample_entry
from kokushi_inspect.report.unfinished import cause_of
from scorers.marked import COST, REPLIES, Answered, answers_of, marks_of
from scorers.paper_rule import mark_as_paper
from scorers.reading import read_reply

UNUSED = {"attachments", "events", "events_data", "messages", "timelines"}
"""Fields of a sample that the report does not look at; they are most of a log."""

AT_ONCE = 2500
"""Logs of up to so many samples are read in one go, without the unused fields, which is four times
as fast; larger ones sample by sample."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One examinee's answer to one question in one epoch.

    Attributes:
        year: Year of the sitting.
        question: Id of the question.
        epoch: Which repetition of the run.
        official: The official mark; None when the question is not scored.
        paper: The reference scorer's mark; None when there is none.
        why: Why there is no official mark: `excluded`, `no key`, `superseded row`, `no reply` or
            `sample error`; empty when there is one.
        status: How the reply was read; `error` or `no reply` when there was none.
        read: What was read, in the labels that were shown.
        printed: The same in the labels as printed.
        withheld: Whether the question's figures were withheld.
        text: The beginning and the end of the reply.
        characters: Length of the whole reply.
    """

    year: int | None
    question: str
    epoch: int
    official: Mark | None
    paper: Mark | None
    why: str
    status: str
    read: tuple[str, ...]
    printed: tuple[str, ...]
    withheld: bool
    text: str
    characters: int


@dataclass(frozen=True, slots=True)
class SampleFacts:
    """What is known of a sample as a whole: its sitting, error, time and calls.

    Attributes:
        year: Year of its sitting.
        id: Its id.
        error: The cause of the error that ended it, in one line; empty when none did.
        seconds: Working time; None when the log does not say.
        calls: Replies of models, None when nobody counted.
        model: Who replied, as the output says.
    """

    year: int | None
    id: str
    error: str
    seconds: float | None
    calls: int | None
    model: str


def light_samples(
    path: str,
    header: EvalLog,
    on_broken: Callable[[str], None],
    *,
    damaged: Collection[str] = (),
    unused: set[str] = UNUSED,
) -> Iterator[EvalSample]:
    """The samples of a log without the fields that nobody looks at.

    Args:
        path: The log.
        header: Its header.
        on_broken: Is told of each sample that cannot be read, and of a log that cannot.
        damaged: Entries of samples that do not match their checksums; they are left out.
        unused: Fields that are left out.
    """
    for entry in damaged:
        name = entry.removeprefix("samples/").removesuffix(".json")
        on_broken(f"sample {name} is damaged (its checksum does not match)")
    if path.endswith(".json") or (_size(header) <= AT_ONCE and not damaged):
        try:
            yield from read_eval_log(path, exclude_fields=unused).samples or []
            return
        except Exception:  # one broken sample spoils the whole log: read the others
            if path.endswith(".json"):
                on_broken("its samples cannot be read")
                return
    try:
        summaries = read_eval_log_sample_summaries(path)
    except Exception as error:
        on_broken(f"its samples cannot be read ({type(error).__name__})")
        return
    for summary in summaries:
        if sample_entry(summary.id, summary.epoch) in damaged:
            continue
        try:
            yield read_eval_log_sample(path, summary.id, summary.epoch, exclude_fields=unused)
        except Exception as error:
            on_broken(f"sample {summary.id} cannot be read ({type(error).__name__})")


def _size(header: EvalLog) -> int:
    return (header.eval.dataset.samples or 0) * (header.eval.config.epochs or 1)


def facts_of(sample: EvalSample) -> SampleFacts:
    """What is known of a sample as a whole."""
    error = "" if sample.error is None else cause_of(sample.error.message) or "error"
    cost = sample.store.get(COST) or {}
    return SampleFacts(
        year=(sample.metadata.get("sitting") or {}).get("year"),
        id=str(sample.id),
        error=error,
        seconds=sample.working_time,
        calls=cost.get("calls", sample.turn_count),
        model=sample.output.model,
    )


def answers_in(sample: EvalSample, reply_limit: int) -> list[Answer]:
    """The answers in a sample, one for each question.

    Args:
        sample: A sample of an exam.
        reply_limit: Characters of each reply that are kept.
    """
    records = sample.metadata.get("questions", [sample.metadata])
    replies = answers_of(sample.metadata, sample.output, sample.store.get(REPLIES))
    official = _score(sample, "official")
    marks = {m.question: m for m in marks_of(official)} if official is not None else {}
    metadata = _score_records(official)
    paper = _paper_marks(sample, replies, metadata)
    return [
        _answer(
            sample,
            reply,
            record,
            (marks.get(reply.question.id), paper.get(reply.question.id)),
            metadata.get(reply.question.id, {}),
            reply_limit,
        )
        for reply, record in zip(replies, records, strict=True)
    ]


def _answer(
    sample: EvalSample,
    reply: Answered,
    record: Mapping[str, Any],
    marks: tuple[Mark | None, Mark | None],
    scored: Mapping[str, Any],
    reply_limit: int,
) -> Answer:
    official, paper = (None if m is None else replace(m, epoch=sample.epoch) for m in marks)
    read = tuple(scored.get("read", ()))
    return Answer(
        year=reply.question.year,
        question=reply.question.id,
        epoch=sample.epoch,
        official=official,
        paper=paper,
        why="" if official is not None else _why(sample, reply, scored),
        status=_status(sample, reply, scored),
        read=read,
        printed=printed_labels(read, reply.question, record.get("shuffled") or {}),
        withheld=record.get("figures") == "withheld",
        text=cut_reply(reply.text, reply_limit),
        characters=len(reply.text),
    )


def printed_labels(
    read: Sequence[str], question: Question, origin: Mapping[str, str]
) -> tuple[str, ...]:
    """An answer with shuffled labels led back to the printed ones, in printed order."""
    labels = [origin.get(label, label) for label in read]
    if origin and question.kind != "ordered":
        labels.sort(key=question.labels.index)
    return tuple(labels)


def cut_reply(text: str, limit: int) -> str:
    """A reply of at most `limit` characters: the answer may stand first or last, so both stay."""
    if len(text) <= limit:
        return text
    if limit < 10:
        return ""
    head = limit // 2
    return f"{text[:head]} … {text[-(limit - head - 3) :]}"


def _why(sample: EvalSample, reply: Answered, scored: Mapping[str, Any]) -> str:
    if sample.error is not None:
        return "sample error"
    return str(scored.get("unscored") or ("no mark" if reply.heard else "no reply"))


def _status(sample: EvalSample, reply: Answered, scored: Mapping[str, Any]) -> str:
    if sample.error is not None and not scored:
        return "error"
    return str(scored.get("status", "unreadable")) if reply.heard else "no reply"


def _score_records(score: Score | None) -> dict[str, Mapping[str, Any]]:
    """The records in a score's metadata by question, those of unscored questions too."""
    metadata = (score.metadata if score is not None else None) or {}
    return {r["question"]: r for r in metadata.get("marks", [metadata]) if "question" in r}


def _paper_marks(
    sample: EvalSample, replies: Sequence[Answered], official: Mapping[str, Mapping[str, Any]]
) -> dict[str, Mark]:
    """The reference scorer's marks: those in the log, else from the replies."""
    score = _score(sample, "paper")
    if score is not None:
        return {m.question: m for m in marks_of(score)}
    if sample.error is not None:
        return {}
    marks = {}
    for reply in replies:
        if reply.heard:
            known: Status | None = official.get(reply.question.id, {}).get("status")
            status = known or _read_status(reply)
            marks[reply.question.id] = mark_as_paper(
                reply.question, reply.text, status, sample.epoch
            )
    return marks


def _read_status(reply: Answered) -> Status:
    return read_reply(reply.text, reply.question, reply.stop).status


def _score(sample: EvalSample, name: str) -> Score | None:
    """The score of that name, also when it is registered under a package's name."""
    for key, score in (sample.scores or {}).items():
        if key.split("/")[-1] == name:
            return score
    return None
