"""The examiner of MedCalc-Bench: robust reading and tolerance, beside the reference's verdict.

inspect score LOG --scorer scorers/medcalc.py --action append --output-file OUT.eval
"""

from collections.abc import Mapping
from typing import Any

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from kokushi_inspect.exam import KokushiError
from scorers.error_kinds import error_kind
from scorers.marked import NO_REPLY, reply_of
from scorers.medcalc_mark import CalculationMark
from scorers.medcalc_metrics import (
    calculation_accuracy,
    calculation_audit,
    calculation_breakdown,
    calculation_errors,
    calculation_protocols,
    calculation_statuses,
)
from scorers.medcalc_reading import MedcalcReading, read_calculation
from scorers.official import REASONS
from scorers.official_compatible import official_correct
from scorers.tolerance import AbstainKey, CalculationKey, accepts, parse_key, write_value


@scorer(
    metrics=[
        calculation_accuracy(),
        calculation_protocols(),
        calculation_audit(),
        calculation_breakdown(),
        calculation_statuses(),
        calculation_errors(),
    ]
)
def medcalc() -> Scorer:
    """Mark each reply by its row's key and limits, and as the reference program would.

    The value of a score has two named parts, C or I each: `correct`, the headline, and
    `official`, the verdict of the benchmark's reference program on the same text. The metadata is
    the mark (`scorers.medcalc_mark.CalculationMark`). A row whose key is "N/A" is unscored unless
    the reply abstains, and so is a row without any reply.
    """

    async def score(state: TaskState, target: Target) -> Score:
        row = str(state.sample_id)
        heard = not (state.output.metadata or {}).get(NO_REPLY)
        text, stop = reply_of(state.output), str(state.output.stop_reason)
        return score_calculation(row, state.metadata, text if heard else None, stop)

    return score


def score_calculation(row: str, asked: Mapping[str, Any], text: str | None, stop: str) -> Score:
    """The score of one reply.

    Args:
        row: Row number.
        asked: Metadata of the sample (`record_to_sample`).
        text: The reply, without the reasoning parts of its message; None when there is none.
        stop: Why it stopped, one of Inspect's stop reasons.

    Raises:
        KokushiError: The sample is none of this benchmark.
    """
    if "calculator" not in asked:
        raise KokushiError(
            f"sample '{row}' asks for no calculation",
            fix="use this scorer on logs of kokushi_inspect/medcalc.py",
        )
    calculator = asked["calculator"]
    written: tuple[str, str, str] = (asked["key"], asked["lower"], asked["upper"])
    key = parse_key(calculator, *written)
    reading = read_calculation(
        text or "", calculator, asked["calculator_name"], stop_reason=stop if text else None
    )
    abstained = reading.status == "refused"
    correct = accepts(key, reading.value, abstained=abstained)
    wrong = reading.value is not None and not correct
    given = CalculationMark(
        row=row,
        status=reading.status,
        read=() if reading.value is None else (write_value(reading.value),),
        correct=correct,
        official_correct=official_correct(text or "", calculator, *written),
        error=error_kind(reading.value, key) if reading.value is not None and wrong else None,
        computable=not isinstance(key, AbstainKey),
        calculator=calculator,
        calculator_name=asked["calculator_name"],
        category=asked["category"],
        group=asked["group"],
        note=asked["note_id"],
        note_type=asked["note_type"],
        audit=asked.get("audit"),
    )
    if text is None:
        return _unscored(given, "no reply")
    if not given.computable and not correct:
        return _unscored(given, "key N/A")
    return Score(
        value={
            "correct": CORRECT if given.correct else INCORRECT,
            "official": CORRECT if given.official_correct else INCORRECT,
        },
        answer=_shown(given),
        explanation=_explanation(given, reading, _key_text(key, *written)),
        reason=REASONS[reading.status],
        metadata=given.to_record(),
    )


def _unscored(given: CalculationMark, why: str) -> Score:
    return Score.unscored(
        reason=why.lower().replace(" ", "_").replace("/", ""),
        answer=_shown(given),
        explanation=f"not scored: {why}",
        metadata=given.to_record() | {"unscored": why},
    )


def _shown(given: CalculationMark) -> str | None:
    return "".join(given.read) or None


def _key_text(key: CalculationKey, answer: str, lower: str, upper: str) -> str:
    """The key in words, with its limits where it has any."""
    if isinstance(key, AbstainKey):
        return "an abstention"
    limits = "" if lower == upper else f", accepted {_quoted(lower)} to {_quoted(upper)}"
    return f"{_quoted(answer)}{limits}"


def _explanation(given: CalculationMark, reading: MedcalcReading, key: str) -> str:
    read = f"read {_quoted(given.read[0])}" if given.read else given.status
    source = f" from {_quoted(reading.text)}" if reading.text else ""
    parts = [f"{read}{source}", f"key {key}", "right" if given.correct else "wrong"]
    if given.error is not None and given.error != "other":
        parts.append(f"kind of error: {given.error.replace('_', ' ')}")
    if given.official_correct != given.correct:
        verdict = "right" if given.official_correct else "wrong"
        parts.append(f"the reference program says {verdict}")
    if given.audit in ("disputed", "not_computable"):
        parts.append(f"key {given.audit.replace('_', ' ')} by the audit")
    return "; ".join(parts)


def _quoted(text: str) -> str:
    """A piece of text as Markdown code, on one line and not longer than a line."""
    return "`" + " ".join(text.replace("`", "'").split())[:80] + "`"
