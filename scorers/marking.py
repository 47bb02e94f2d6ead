"""The examiner's mark: strict set match, no partial credit."""

from kokushi_inspect.exam import CHOICE_KINDS, Mark, Question, Reading
from scorers.reading import same_number, same_text


def is_accepted(question: Question, answer: tuple[str, ...]) -> bool:
    """Whether an answer equals one of the accepted ones.

    Choices compare as sets, ordered answers in their order, numbers as numbers (0.4 = 0.40,
    never rescaled), fill-in answers as normalised text.
    """
    accepted = question.key.accepted
    if question.kind in CHOICE_KINDS:
        return any(set(answer) == set(key) for key in accepted)
    if question.kind == "ordered":
        return answer in accepted
    same = same_number if question.kind == "numeric" else same_text
    return any(len(answer) == len(key) == 1 and same(answer[0], key[0]) for key in accepted)


def mark(question: Question, reading: Reading, epoch: int = 1) -> Mark:
    """Hold a reading against the key of a question that is scored.

    A question that is excluded unless right does not count for who got it wrong; one for which
    everyone is right earns its points whatever was read.
    """
    everyone = question.key.treatment == "everyone_right"
    correct = everyone or (reading.status == "answered" and is_accepted(question, reading.answer))
    counted = correct or question.key.treatment != "excluded_unless_right"
    chosen = reading.answer if question.kind in CHOICE_KINDS else ()
    return Mark(
        question=question.id,
        status=reading.status,
        read=reading.answer,
        correct=correct,
        counted=counted,
        points=question.points,
        earned=question.points if correct else 0,
        forbidden=not set(chosen).isdisjoint(question.forbidden),
        counts_in=question.counts_in,
        section=question.section,
        kind=question.kind,
        scenario=question.cluster,
        has_figure=question.needs_figure or bool(question.figures),
        subject=question.subject or "",
        epoch=epoch,
    )
