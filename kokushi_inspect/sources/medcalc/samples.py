"""A row of MedCalc-Bench becomes a sample: one user message with the note and the question."""

import tomllib
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, Literal

from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser

from kokushi_inspect.sources.medcalc.audit import LabelStatus
from kokushi_inspect.sources.medcalc.row import Row
from scorers.tolerance import AbstainKey, GestationKey, write_value


def record_to_sample(
    row: Row, *, language: Literal["en", "ja"] = "en", audit: LabelStatus | None = None
) -> Sample:
    """The sample of a row.

    The sample id is the row number. The metadata holds what the examiner needs (calculator, key
    and limits as written), so that a log can be marked again without the source.

    Args:
        row: The row.
        language: Language of the headings around note and question, which stay in English.
        audit: What the external audit says of the row's label; None where it was not consulted.
    """
    text = user_template(language).substitute(note=row.note, question=row.question)
    metadata: dict[str, Any] = {
        "calculator": row.calculator,
        "calculator_name": row.calculator_name,
        "category": row.category,
        "group": row.group,
        "output_type": row.output_type,
        "note_id": row.note_id,
        "note_type": row.note_type,
        "key": row.answer,
        "lower": row.lower,
        "upper": row.upper,
    }
    if audit is not None:
        metadata["audit"] = audit
    return Sample(
        id=row.id,
        input=[ChatMessageUser(content=text.strip())],
        target=_shown_key(row),
        metadata=metadata,
    )


@cache
def user_template(language: Literal["en", "ja"]) -> Template:
    """The wording of the user message; it uses $note and $question."""
    content = (files("kokushi_inspect") / "prompts" / f"medcalc_{language}.toml").read_text("utf-8")
    return Template(tomllib.loads(content)["user"])


def _shown_key(row: Row) -> str:
    """The key as a reader of the log wants to see it."""
    if isinstance(row.key, GestationKey):
        return write_value(row.key.age)
    return "N/A" if isinstance(row.key, AbstainKey) else row.answer
