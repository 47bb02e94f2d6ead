"""The verdicts of a finished log, by the ministry's rules or by the reference scorer's."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.scorer import Score

from kokushi_inspect.exam import KokushiError, Mark, Place, Protocol, Sitting, Verdict
from kokushi_inspect.report.log_damage import FORMATS, RESTORE, damaged_entries, told
from kokushi_inspect.report.unfinished import SampleErrors, cause_of, cut_off
from scorers.marked import REPLIES, answers_of, marks_of
from scorers.metrics import verdicts_of
from scorers.paper_rule import judge_as_paper, mark_as_paper
from scorers.pass_fail import judge
from scorers.reading import read_reply

SCORE: dict[Protocol, str] = {"official": "official", "paper": "paper"}
"""The name of the score that carries the marks of each protocol."""


def read_exam_log(path: str) -> EvalLog:
    """Read a log with its samples.

    Raises:
        KokushiError: There is no such log, it is damaged, or it is not an exam's.
    """
    log = read_whole_log(path)
    if not (log.eval.metadata or {}).get("sittings"):
        raise KokushiError(
            f"this is no log of an exam (task '{log.eval.task}')",
            place=Place(path),
            expected="the log of one of our exam tasks",
        )
    return log


def read_whole_log(path: str) -> EvalLog:
    """Read a log with its samples, every byte of which is as it was written.

    Raises:
        KokushiError: There is no such log, or it is damaged.
    """
    expected = "an Inspect log (.eval or .json); kokushi report takes folders"
    try:
        damaged = damaged_entries(path)
        log = read_eval_log(path)
    except FileNotFoundError as error:
        raise KokushiError("there is no such log", place=Place(path), expected=expected) from error
    except Exception as error:  # whatever a broken file makes the reader raise
        reason = f"the log cannot be read ({told(error)})"
        fix = RESTORE if path.endswith(FORMATS) else None
        raise KokushiError(reason, place=Place(path), expected=expected, fix=fix) from error
    if damaged:
        raise KokushiError(
            f"the log is damaged: the checksum of {', '.join(damaged)} does not match",
            place=Place(path),
            fix=f"{RESTORE}; kokushi report shows what can still be read",
        )
    return log


def log_verdicts(log: EvalLog, protocol: Protocol = "official") -> list[Verdict]:
    """The verdict for every sitting and epoch of a log.

    The official verdict is taken from the marks in the log; the paper's from its marks when the
    log has them (`inspect score … --scorer scorers/paper.py`), else from the stored replies.

    Args:
        log: A log with its samples.
        protocol: The rules to apply.
    """
    errors, cut = _errors(log), cut_off(log)
    pairs = [
        (sample.metadata["sitting"], given)
        for sample in log.samples or []
        if "sitting" in sample.metadata
        for given in sample_marks(sample, protocol)
    ]

    def judge_sitting(sitting: Sitting, marks: Sequence[Mark], epoch: int = 0) -> Verdict:
        rule: Callable[..., Verdict] = judge if protocol == "official" else judge_as_paper
        key = (sitting.profession, sitting.year, epoch or marks[0].epoch)
        told = [errors[key].told() if key in errors else ""]
        told += [cut if len(marks) < sitting.scored else ""]
        trouble = "; ".join(text for text in told if text)
        return replace(rule(sitting, marks, trouble=trouble), epoch=key[2])

    verdicts = verdicts_of(pairs, judge_sitting)
    heard = {(v.profession, v.year, v.epoch) for v in verdicts}
    for record in (log.eval.metadata or {})["sittings"]:
        sitting = Sitting.from_record(record)
        for epoch in range(1, epochs_of(log) + 1):
            if (sitting.profession, sitting.year, epoch) not in heard:
                verdicts.append(judge_sitting(sitting, [], epoch))
    return verdicts


def examinee_of(log: EvalLog) -> str:
    """Who answered: the name given to a replay, the baseline, or the model."""
    named = (log.eval.solver_args or {}).get("examinee")
    if named or log.eval.model != "none/none":
        return str(named or log.eval.model)
    answered = (sample.output.model for sample in log.samples or [] if sample.output.model)
    kind = (log.eval.solver_args or {}).get("kind")
    return next(answered, f"baseline/{kind}" if kind else log.eval.model)


def epochs_of(log: EvalLog) -> int:
    """How often each question was asked."""
    return log.eval.config.epochs or 1


def sample_marks(sample: EvalSample, protocol: Protocol) -> list[Mark]:
    """The marks of a sample under a protocol; none for what is not scored under it."""
    score = _score(sample, SCORE[protocol])
    if score is not None:
        return [replace(given, epoch=sample.epoch) for given in marks_of(score)]
    if protocol == "official" or sample.error is not None:
        return []
    return [
        mark_as_paper(
            answer.question,
            answer.text,
            read_reply(answer.text, answer.question, answer.stop).status,
            sample.epoch,
        )
        for answer in answers_of(sample.metadata, sample.output, sample.store.get(REPLIES))
        if answer.heard
    ]


def _score(sample: EvalSample, name: str) -> Score | None:
    """The score of that name, also when it is registered under a package's name."""
    for key, score in (sample.scores or {}).items():
        if key.split("/")[-1] == name:
            return score
    return None


def _errors(log: EvalLog) -> dict[tuple[str, int | None, int], SampleErrors]:
    """The samples of each sitting and epoch that ended in an error."""
    errors: dict[tuple[str, int | None, int], SampleErrors] = defaultdict(SampleErrors)
    for sample in log.samples or []:
        record = sample.metadata.get("sitting")
        if sample.error is not None and record is not None:
            key = (record["profession"], record["year"], sample.epoch)
            errors[key].add(str(sample.id), cause_of(sample.error.message))
    return errors
