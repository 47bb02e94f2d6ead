"""What the report says of examinees beside each other, and beside people."""

from dataclasses import dataclass
from typing import Literal

from kokushi_inspect.report.model_sittings import Accuracy, Interval


@dataclass(frozen=True, slots=True)
class Pair:
    """Two examinees on the same questions.

    With several epochs, an examinee has a question right when more than half of its epochs are.
    Questions that do not count for one of the two are left out.

    Attributes:
        first: Id of one examinee (the one with the higher accuracy on these questions).
        second: Id of the other.
        n: Questions that both were marked on.
        both: Right in both.
        only_first: Right in the first alone.
        only_second: Right in the second alone.
        neither: Wrong in both.
        difference: Accuracy of the first less that of the second, -1 to 1, over all epochs.
        interval: 95 % of the difference, clustered by scenario; None for fewer than two clusters.
        p: Exact two-sided McNemar test.
        p_holm: The same after Holm's correction over all pairs of the group.
        differ: Whether `p_holm` is below 0.05.
    """

    first: str
    second: str
    n: int
    both: int
    only_first: int
    only_second: int
    neither: int
    difference: float
    interval: Interval | None
    p: float
    p_holm: float
    differ: bool


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in the order by accuracy within a group.

    Attributes:
        place: 1 + the number of examinees above that differ from this one (`Pair.differ`), so
            that several may share a place.
        examinee: Id of the examinee.
        accuracy: Right answers in the whole group (all its sittings).
        tied: Whether this examinee does not differ from the one right above (`Pair.differ`);
            False for the first, and where the two share no questions.
    """

    place: int
    examinee: str
    accuracy: Accuracy
    tied: bool


@dataclass(frozen=True, slots=True)
class VariantPair:
    """The same examinee in two variants of a run: figures sent and withheld, or options shuffled.

    Attributes:
        kind: `figures` (over questions with a figure) or `options` (over all questions).
        group: Id of the group.
        plain: Id of the examinee as usual.
        variant: Id of the examinee with figures withheld or options shuffled.
        n: Questions that both were marked on.
        both: Right in both.
        only_plain: Right as usual alone.
        only_variant: Right in the variant alone.
        neither: Wrong in both.
        plain_share: Accuracy as usual, from 0 to 1; over all epochs.
        variant_share: Accuracy in the variant.
        interval: 95 % of `plain_share - variant_share`, clustered by scenario.
        p: Exact two-sided McNemar test, not corrected.
        right_anyway: Item ids that are right in the variant: for figures, the questions answered
            right without looking.
    """

    kind: Literal["figures", "options"]
    group: str
    plain: str
    variant: str
    n: int
    both: int
    only_plain: int
    only_variant: int
    neither: int
    plain_share: float
    variant_share: float
    interval: Interval | None
    p: float
    right_anyway: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FigureResult:
    """One examinee on questions with and without figures (whether they were sent or not).

    Attributes:
        group: Id of the group.
        examinee: Id of the examinee.
        sent: Whether the figures were sent; False when they were withheld.
        with_figure: Accuracy on questions that have a figure.
        without_figure: Accuracy on the others.
    """

    group: str
    examinee: str
    sent: bool
    with_figure: Accuracy
    without_figure: Accuracy


@dataclass(frozen=True, slots=True)
class Band:
    """Questions of similar difficulty for people.

    Attributes:
        low: Lowest human accuracy in the band, from 0 to 1, included.
        high: Highest; excluded, but for 1.
        n: Questions in the band.
        human: Mean human accuracy in it; None when n is 0.
        examinees: Accuracy of each examinee in it, by id.
    """

    low: float
    high: float
    n: int
    human: float | None
    examinees: dict[str, Accuracy]


@dataclass(frozen=True, slots=True)
class AgainstPeople:
    """One examinee beside people, where the source says how people answered.

    Attributes:
        examinee: Id of the examinee.
        people_only: Items that at least 80 % of people get right and the examinee does not.
        examinee_only: Items that fewer than half of people get right and the examinee does.
        wrong: Wrong single choices for which it is known what people chose.
        same_wrong: Those among them that are people's most frequent wrong choice (ties count).
        agreement: `same_wrong / wrong`, from 0 to 1; None when there is none.
        by_chance: The agreement that wrong choices by chance would have; None when there is none.
    """

    examinee: str
    people_only: tuple[str, ...]
    examinee_only: tuple[str, ...]
    wrong: int
    same_wrong: int
    agreement: float | None
    by_chance: float | None


@dataclass(frozen=True, slots=True)
class People:
    """A group beside people; only for groups with human records.

    Attributes:
        group: Id of the group.
        questions: Questions whose human accuracy is known.
        bands: By human difficulty, hardest first.
        examinees: One entry for each examinee.
    """

    group: str
    questions: int
    bands: tuple[Band, ...]
    examinees: tuple[AgainstPeople, ...]


@dataclass(frozen=True, slots=True)
class Slice:
    """The accuracy of one examinee on one kind of question.

    Attributes:
        group: Id of the group.
        examinee: Id of the examinee.
        by: What is told apart: `kind`, `section`, `subject` or `year`. Sections and subjects are
            those of all years; `year` makes the curve over the years.
        name: Which one: `single`, `A`, a subject in the source's words, `2024`.
        accuracy: Right answers.
    """

    group: str
    examinee: str
    by: Literal["kind", "section", "subject", "year"]
    name: str
    accuracy: Accuracy
