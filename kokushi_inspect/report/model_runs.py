"""What the report says of logs, costs and MedCalc-Bench."""

from dataclasses import dataclass
from typing import Any

from kokushi_inspect.report.model_sittings import Interval


@dataclass(frozen=True, slots=True)
class LogRecord:
    """Where a log comes from.

    Attributes:
        id: Identifier within the report, such as `l1`.
        location: File name of the log, and its folder below the place that was named.
        sha256: Checksum of the log file; empty when it is remote.
        task: Name of the task, without the package.
        examinee: Id of the examinee.
        group: Id of its group (`Group.id` or `CalculationGroup.id`).
        created: When the run started, ISO 8601.
        status: `success`, or how else the run ended.
        samples: Samples in the log, over all epochs.
        errors: Samples that ended in an error.
        epochs: How often each question was asked.
        source: Name of the source of the questions.
        sha256_questions: Checksum of the questions.
        revision: Revision of the data set; empty when it has none.
        prompt: Version of the prompt's wording, and the beginning of its checksum.
        task_version: Version of the task.
        protocols: Scorers whose marks the log carries.
        criteria: Name of the criteria file.
        arguments: Arguments of the task and of the solver (`task`, `solver`, `solver_args`),
            the model's (`model_args`, `generate`), and the limits. Secrets are replaced.
        inspect_version: Version of Inspect AI that wrote the log.
        kokushi_version: Version of this package that wrote the log.
        command: Command that marks the log again.
    """

    id: str
    location: str
    sha256: str
    task: str
    examinee: str
    group: str
    created: str
    status: str
    samples: int
    errors: int
    epochs: int
    source: str
    sha256_questions: str
    revision: str
    prompt: str
    task_version: str
    protocols: tuple[str, ...]
    criteria: str
    arguments: dict[str, Any]
    inspect_version: str
    kokushi_version: str
    command: str


@dataclass(frozen=True, slots=True)
class LogTrouble:
    """A log that is not in the report, or only in part.

    Attributes:
        location: As in `LogRecord`.
        kind: `damaged` (cannot be read), `foreign` (another task's), `empty` (without samples),
            `replaced` (a copy of another log, or an attempt that a later one replaced), `partial`
            (in the report, but some of it cannot be read) or `unfinished` (in the report, but the
            run did not end with success).
        reason: What is wrong, in English.
    """

    location: str
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What an examinee cost, over all its logs in a group.

    Attributes:
        group: Id of the group.
        examinee: Id of the examinee.
        answers: Questions answered, over all epochs.
        right: Right answers.
        calls: Replies of models; None when no solver counted them.
        input_tokens: Tokens read, cached ones included.
        output_tokens: Tokens written, reasoning included.
        reasoning_tokens: Tokens of reasoning among them; None when unknown.
        total_tokens: All tokens, as Inspect counts them.
        seconds: Working time of all samples together, in seconds; waiting for rate limits is
            none. None when the log does not say.
        price: US dollars, where Inspect knows them; else None.
        tokens_per_right: Tokens for each right answer; None without any.
        seconds_per_right: Seconds for each right answer.
        price_per_right: US dollars for each right answer.
    """

    group: str
    examinee: str
    answers: int
    right: int
    calls: int | None
    input_tokens: int
    output_tokens: int
    reasoning_tokens: int | None
    total_tokens: int
    seconds: float | None
    price: float | None
    tokens_per_right: float | None
    seconds_per_right: float | None
    price_per_right: float | None


@dataclass(frozen=True, slots=True)
class CalculationLine:
    """MedCalc-Bench: the result of a group of rows.

    Attributes:
        name: Name of the category or calculator; `all` for all rows.
        calculator: Id of the calculator; None for categories.
        n: Marked replies.
        accuracy: Share of right ones, from 0 to 1.
        official: Share that the benchmark's reference program calls right; None without rows that
            it knows.
        format_loss: Accuracy of these rows less `official`.
    """

    name: str
    calculator: int | None
    n: int
    accuracy: float
    official: float | None
    format_loss: float | None


@dataclass(frozen=True, slots=True)
class CalculationResult:
    """One examinee on MedCalc-Bench.

    Attributes:
        group: Id of the group of logs that may be compared.
        examinee: Id of the examinee.
        log: Id of the log.
        samples: Samples in the log.
        unscored: Samples without a mark.
        errors: Samples that ended in an error.
        overall: All marked replies.
        interval: 95 % of the accuracy, clustered by note; None for fewer than two notes.
        macro_accuracy: Mean over calculators.
        categories: One line a category.
        calculators: One line a calculator.
    """

    group: str
    examinee: str
    log: str
    samples: int
    unscored: int
    errors: int
    overall: CalculationLine
    interval: Interval | None
    macro_accuracy: float
    categories: tuple[CalculationLine, ...]
    calculators: tuple[CalculationLine, ...]
