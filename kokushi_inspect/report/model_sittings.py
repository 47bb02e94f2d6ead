"""What the report says of each sitting and of the accuracy in it."""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["pass", "fail", "mixed", "none"]
"""Of all epochs: every one passed, none did, some did, or there is no verdict for any."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval, as shares from 0 to 1 (differences: -1 to 1)."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Right answers among those that count.

    Attributes:
        right: Right answers, over all epochs.
        n: Answers that count, over all epochs; unread ones are among them, and wrong.
        share: `right / n`, from 0 to 1; None when n is 0.
        interval: 95 %, clustered by scenario (Student's t with g-1 degrees of freedom, cut to
            0 to 1); None for fewer than two clusters.
        clusters: Number of clusters g.
    """

    right: int
    n: int
    share: float | None
    interval: Interval | None
    clusters: int


@dataclass(frozen=True, slots=True)
class CriterionBar:
    """A criterion with its line, for one bar.

    Attributes:
        name: Name of the criterion, as the criteria file writes it (Japanese).
        points: Points earned; the mean over epochs.
        of: Points attainable for this examinee in the first epoch.
        line: Points needed in the first epoch; None when no line is known.
        margin: `points - line` of the worst epoch; None without a line.
        met: Epochs in which the line was reached; None without a line.
    """

    name: str
    points: float
    of: int
    line: int | None
    margin: int | None
    met: int | None


@dataclass(frozen=True, slots=True)
class ProtocolResult:
    """The verdicts of one sitting under one protocol.

    Attributes:
        protocol: `official` or `paper`.
        outcome: What all epochs say together.
        passed: Epochs that passed.
        judged: Epochs with a verdict.
        epochs: Epochs in all.
        points: Points earned; the mean over epochs.
        of: Points attainable for this examinee in the first epoch.
        criteria: One bar for each criterion, in the order of the announcement.
        forbidden: Questions in which a forbidden option was chosen; the mean over epochs.
        forbidden_limit: How many are allowed; None when there is no such criterion.
        margin: Points above the line that is nearest to failing, in the worst epoch (negative:
            below it); None without any line.
        nearest: Name of that criterion; empty without any line.
        reason: Why it failed, why there is no verdict, or what the verdict rests on, in English;
            of the first epoch. Empty when there is nothing to say. Parts are joined by `; `.
    """

    protocol: Literal["official", "paper"]
    outcome: Outcome
    passed: int
    judged: int
    epochs: int
    points: float
    of: int
    criteria: tuple[CriterionBar, ...]
    forbidden: float
    forbidden_limit: int | None
    margin: int | None
    nearest: str
    reason: str


@dataclass(frozen=True, slots=True)
class ForbiddenChoice:
    """A forbidden option that was chosen: the question (item id), the labels read, the epoch."""

    item: str
    read: str
    epoch: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A question that does not count for this examinee.

    Attributes:
        item: Item id.
        why: `excluded`, `no key`, `superseded row`, `no reply`, `sample error`, or `excluded
            unless right` (it was wrong, and the ministry excludes it then).
        epoch: Which repetition of the run.
    """

    item: str
    why: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Flip:
    """A question that the two protocols mark differently.

    Attributes:
        item: Item id.
        epoch: Which repetition of the run.
        official: `right`, `wrong` or `not scored`.
        paper: The same under the paper's protocol.
        official_read: What the official protocol read, or the status when it read nothing.
        paper_read: What the reference scorer compared.
    """

    item: str
    epoch: int
    official: str
    paper: str
    official_read: str
    paper_read: str


@dataclass(frozen=True, slots=True)
class UnreadRange:
    """What the replies that could not be read may hide.

    Attributes:
        unread: Such replies to questions that count, over all epochs.
        worst_points: Points when all are wrong (the headline); the mean over epochs.
        best_points: Points when all are right; the mean over epochs.
        worst: Outcome when all are wrong.
        best: Outcome when all are right.
    """

    unread: int
    worst_points: float
    best_points: float
    worst: Outcome
    best: Outcome


@dataclass(frozen=True, slots=True)
class PassProbability:
    """How often this examinee would pass if the sitting were drawn again.

    The sitting's scenarios are drawn with replacement within each part of the exam (questions
    that count toward the same criteria), and for each an epoch; points are scaled to the points
    of the part, and the official criteria are applied.

    Attributes:
        share: Share of the draws that pass, from 0 to 1.
        draws: Number of draws.
        seed: Seed of the draws.
        scenarios: Scenarios that were drawn from.
        epochs: Epochs that were drawn from.
    """

    share: float
    draws: int
    seed: int
    scenarios: int
    epochs: int


@dataclass(frozen=True, slots=True)
class SittingResult:
    """One examinee in one sitting.

    Attributes:
        id: Identifier within the report, such as `s3`.
        group: Id of the group that it belongs to (`Group.id`).
        examinee: Id of the examinee.
        log: Id of the log that it comes from.
        profession: Id of the profession.
        year: Year; None when the source does not say.
        label: How the sitting is called in tables: the year, or `practice`.
        practice: Whether this is the built-in practice exam and not a real one.
        source: Name of the source of the questions.
        epochs: How often each question was asked.
        official: By the ministry's rules; the headline.
        paper: By the reference scorer's rule.
        flips: Questions that the two mark differently.
        statuses: Replies by status: answered, refused, truncated, empty, unreadable; all
            five are there, over all epochs, questions that are not scored excepted.
        unread: The score range.
        forbidden: Forbidden options that were chosen, official protocol.
        left_out: Questions that do not count.
        accuracy: Right answers, official protocol.
        probability: Probability of passing; None when there is no official verdict.
        human_pass_rate: Share of the year's examinees who passed, from 0 to 1; None when unknown.
    """

    id: str
    group: str
    examinee: str
    log: str
    profession: str
    year: int | None
    label: str
    practice: bool
    source: str
    epochs: int
    official: ProtocolResult
    paper: ProtocolResult
    flips: tuple[Flip, ...]
    statuses: dict[str, int]
    unread: UnreadRange
    forbidden: tuple[ForbiddenChoice, ...]
    left_out: tuple[LeftOut, ...]
    accuracy: Accuracy
    probability: PassProbability | None
    human_pass_rate: float | None
