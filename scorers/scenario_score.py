"""One score for a sample that asks the questions of a scenario: its marks stay per question."""

from collections.abc import Sequence

from inspect_ai.scorer import CORRECT, INCORRECT, PARTIAL, Score


def join_scores(scores: Sequence[Score]) -> Score:
    """Join the scores of a scenario's questions into one, with their records under `marks`.

    Args:
        scores: The score of each question, in the order of the questions.
    """
    records = [dict(score.metadata or {}) for score in scores]
    marked = [record for record in records if "unscored" not in record]
    right = sum(record["correct"] for record in marked)
    statuses = [record["status"] for record in records]
    metadata = {
        "marks": records,
        "correct": bool(marked) and right == len(marked),
        "status": next((status for status in statuses if status != "answered"), "answered"),
        "read": [item for record in records for item in record["read"]],
        "points": sum(record["points"] for record in marked),
        "earned": sum(record["earned"] for record in marked),
        "forbidden": any(record["forbidden"] for record in marked),
    }
    answer = " / ".join(score.answer or "–" for score in scores)
    explanation = "\n".join(
        f"- {record['question']}: {score.explanation}"
        for record, score in zip(records, scores, strict=True)
    )
    if not marked:
        return Score.unscored(
            reason=scores[0].reason, answer=answer, explanation=explanation, metadata=metadata
        )
    partial = PARTIAL if right else INCORRECT
    return Score(
        value={
            "correct": CORRECT if right == len(marked) else partial,
            "points": metadata["earned"],
            "forbidden": sum(record["forbidden"] for record in marked),
        },
        answer=answer,
        explanation=explanation,
        reason=next((score.reason for score in scores if score.reason), None),
        metadata=metadata,
    )
