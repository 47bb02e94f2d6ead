"""What the report says of each question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ItemFigure:
    """A figure of a question.

    Attributes:
        path: Path of the image file as the log names it; may be gone, or on another machine.
            Empty when the log carries the image itself.
        data: A thumbnail as a data URI (WebP, written anew from the pixels); empty when the image
            is nowhere to be found.
    """

    path: str
    data: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """How often an answer was given.

    Attributes:
        answer: A label as printed (options that were shuffled are led back), or for other kinds
            than choices the whole answer as read; `(unread)` for replies that were not read.
        text: Text of the option; empty when it is none.
        key: Whether it is (part of) an accepted answer.
        forbidden: Whether it is a forbidden option.
        models: Replies that gave it, over `Group.items_over` and epochs. For multiple choices a
            reply counts for each of its labels.
        share: `models` as a share of all replies to the question.
        people: Share of people who chose it, from 0 to 1; None when unknown.
    """

    answer: str
    text: str
    key: bool
    forbidden: bool
    models: int
    share: float
    people: float | None


@dataclass(frozen=True, slots=True)
class KeyDoubt:
    """Strong examinees agree against the key.

    Attributes:
        answer: What they answer, labels as printed run together.
        agree: Ids of the strong examinees that give it.
        strong: Ids of all strong examinees (the better half on the other questions of the group).
        share: `len(agree) / len(strong)`, at least 2/3.
    """

    answer: str
    agree: tuple[str, ...]
    strong: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Reply:
    """One examinee's reply to a question. Untrusted text: escape it.

    Attributes:
        examinee: Id of the examinee.
        epoch: Which repetition of the run.
        status: answered, refused, truncated, empty or unreadable; `error` for a sample error, and
            `no reply` when there is none.
        read: What was read, labels as they were shown to this examinee.
        printed: The same with shuffled options led back to the printed labels.
        right: Whether it is right; None when the question is not scored.
        forbidden: Whether a forbidden option was chosen.
        text: The reply's text; long ones are cut in the middle (`Report.reply_limit`), and it is
            empty when the limit is 0.
        characters: Length of the whole reply.
    """

    examinee: str
    epoch: int
    status: str
    read: str
    printed: str
    right: bool | None
    forbidden: bool
    text: str
    characters: int


@dataclass(frozen=True, slots=True)
class Item:
    """A question with what everybody answered. Texts are the source's: escape them.

    Attributes:
        id: Identifier within the report, such as `i12`.
        group: Id of the group.
        question: Id of the question in the source.
        profession: Id of the profession.
        year: Year of the sitting; None when the source does not say.
        label: How the sitting is called in tables.
        section: Booklet.
        index: Number in it as printed.
        kind: single, multiple, numeric, ordered or fill_in.
        subject: Subject in the source's words; empty when it names none.
        scenario: Id of the case that it shares with others; empty when it stands alone.
        text: What the examinee was shown: case, stem and options.
        options: Label and text of each option as printed.
        key: Accepted answers, each run together; empty when there is none.
        treatment: none, excluded, excluded_unless_right or everyone_right.
        points: Points for a right answer.
        scored: Whether it is marked under the official protocol.
        figures: Its figures; empty when it has none or none was sent in any run.
        has_figure: Whether it has a figure.
        human_accuracy: Share of people who got it right; None when unknown.
        replies_counted: Replies that `difficulty` and the choices are over.
        difficulty: Share of right answers over `Group.items_over` (each examinee weighs the
            same); None when nobody was marked.
        discrimination: Correlation between being right here and the share right on the other
            questions of the group, over `Group.items_over`; None for fewer than three examinees
            or when everybody is equal.
        choices: How often each answer was given.
        doubt: A doubt about the key; None when there is none.
        replies: Every examinee's replies.
    """

    id: str
    group: str
    question: str
    profession: str
    year: int | None
    label: str
    section: str
    index: str
    kind: str
    subject: str
    scenario: str
    text: str
    options: tuple[tuple[str, str], ...]
    key: tuple[str, ...]
    treatment: str
    points: int
    scored: bool
    figures: tuple[ItemFigure, ...]
    has_figure: bool
    human_accuracy: float | None
    replies_counted: int
    difficulty: float | None
    discrimination: float | None
    choices: tuple[Choice, ...]
    doubt: KeyDoubt | None
    replies: tuple[Reply, ...]
