r"""Reads a reply to a calculation: the robust protocol, MedCalc-Bench's headline.

Hidden reasoning is removed first. Then the first of these places that a reply has decides, and in
each the last one: a JSON answer key, `<answer>`, `\boxed{}`, a labelled line ("Answer:",
"Final answer:", and their Japanese forms); failing all, the last committed value of the text. In
that place the calculator's own name and units go with their digits, and one value must remain or
be committed to. Ranges, alternatives and bounds are unreadable, and nothing is ever evaluated but
bounded arithmetic.

What is open to debate is decided so, always:

- Numbers are never rescaled. Another unit, or a fraction for a percentage, is a wrong value
  ("0.488 s" is 0.488); the sign % is passed over ("17.1%" is 17.1).
- For points "a/b" and "a out of b" are a out of a maximum ("3/2" is 3, not 1.5); for quantities
  "a/b" is a quotient. Number words count for points ("three criteria" is 3), fractions as decimals
  do, too ("3.6": acceptance rounds it).
- Dates are month/day/year as asked, day/month/year when they can be nothing else; two-digit years
  are 1969 to 2068; Japanese eras count.
- A gestational age may be in days ("99 days" is 14 weeks 1 day) or whole weeks ("34 weeks" is 34
  weeks 0 days); decimal weeks ("14.14 weeks") lose the day and are unreadable.
- A comma before anything but three digits is a decimal comma in quantities ("25,24"); before three
  digits it separates thousands ("14,525" is 14525).
- "25 ± 2" is 25; a value beside its own rounding ("25.238, about 25") is the precise value.
- An answer that declines is refused, unless it then commits to a value ("cannot be exact, but
  roughly 25"). "Unknown", "N/A" and null are refusals.
- Of a reply that stopped at a token limit only a place that announces an answer is read, since the
  last value of a cut text is no commitment.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kokushi_inspect.exam import Status
from scorers.calculation.ages import choose_age
from scorers.calculation.channels import (
    boxed_answers,
    is_placeholder,
    json_answers,
    labelled_answers,
    tagged_answers,
    without_thinking,
)
from scorers.calculation.choice import Choice
from scorers.calculation.days import choose_date
from scorers.calculation.numbers import choose_number
from scorers.calculation.prose import last_commitment
from scorers.calculation.refusals import declined, is_blank
from scorers.calculation.text import tidy
from scorers.calculation.words import Asked, asked
from scorers.fields import TURN_TOKEN
from scorers.normalise import received, strip_reasoning
from scorers.tolerance import Value

_LIMITS = frozenset({"max_tokens", "model_length"})
"""Inspect's stop reasons of an output that was cut."""
_CODE_BLOCK = re.compile(r"```(?:python|py|tool_code)\b.*?(?:```|$)", re.DOTALL | re.IGNORECASE)
_ROLES = frozenset({"assistant", "model", "user", "system"})
_MAX_TEXT = 200

_CHANNELS: tuple[Callable[[str], Iterator[str]], ...] = (
    json_answers,
    tagged_answers,
    boxed_answers,
    labelled_answers,
)


@dataclass(frozen=True, slots=True)
class MedcalcReading:
    """What was read from a reply to a calculation.

    Attributes:
        status: How the reply was read; `refused` also when it says that the value cannot be
            computed.
        value: The value; None unless the status is `answered`.
        text: The piece of the reply that decided, cut to 200 characters.
    """

    status: Status
    value: Value | None = None
    text: str = ""


def read_calculation(
    text: str, calculator: int, name: str = "", *, stop_reason: str | None = None
) -> MedcalcReading:
    """Read a reply to a calculation.

    Takes time linear in the length of the reply, whatever it holds. The same text always reads
    the same, and leading, trailing and doubled white space changes nothing.

    Args:
        text: The model's whole text.
        calculator: The row's "Calculator ID", from which the form of the answer follows.
        name: The row's "Calculator Name", whose digits are no answer.
        stop_reason: Why the model stopped, in Inspect's words; None when unknown.

    Raises:
        KokushiError: When there is no such calculator.
    """
    question = asked(calculator, name)
    cut = stop_reason in _LIMITS
    visible = strip_reasoning(tidy(received(text)))
    reply = tidy(_first_turn(visible.text))
    reading = _read(reply, question, cut=cut)
    if reading.status == "answered":
        return reading
    if cut and reading.status != "refused":
        return MedcalcReading("truncated", text=reading.text)
    if stop_reason == "content_filter":
        return MedcalcReading("refused", text=reading.text)
    if not reply and visible.unclosed:
        return MedcalcReading("unreadable")
    return reading


def _read(reply: str, question: Asked, *, cut: bool) -> MedcalcReading:
    if not reply:
        return MedcalcReading("empty")
    return _announced(reply, question) or _stated(reply, question, cut=cut)


def _first_turn(text: str) -> str:
    """The text up to a chat template's token that ends the turn; what follows was never asked."""
    for piece in TURN_TOKEN.split(text):
        if piece.strip() and piece.strip().lower() not in _ROLES:
            return piece
    return ""


def choose(segment: str, question: Asked, *, committed: bool) -> Choice:
    """What a piece of a reply commits to, by the form of the answer."""
    if question.form == "date":
        return choose_date(segment, question)
    if question.form == "gestation":
        return choose_age(segment)
    return choose_number(segment, question, committed=committed)


def _announced(reply: str, question: Asked) -> MedcalcReading | None:
    """The reading of the first kind of place that announces an answer; None without any."""
    for channel in _CHANNELS:
        for segment in channel(reply):
            if is_placeholder(segment):
                continue
            reading = _answer(segment, question)
            if reading.status != "unreadable" or channel is not labelled_answers:
                return reading
            if any(character.isdigit() for character in segment):
                return reading
    return None


def _answer(segment: str, question: Asked) -> MedcalcReading:
    """The reading of a piece that was given as the answer."""
    shown = segment[:_MAX_TEXT]
    if is_blank(segment):
        return MedcalcReading("refused", text=shown)
    refusal = declined(segment, question)
    if refusal is None:
        value = choose(segment, question, committed=True).value
    else:
        parts = (refusal.after, refusal.before)
        choices = [choose(part, question, committed=False) for part in parts]
        value = next((choice.value for choice in choices if choice.cue), None)
    if value is not None:
        return MedcalcReading("answered", value, shown)
    return MedcalcReading("refused" if refusal else "unreadable", text=shown)


def _stated(reply: str, question: Asked, *, cut: bool) -> MedcalcReading:
    """The reading of a reply that announces no answer."""
    text = _CODE_BLOCK.sub(" ", without_thinking(reply)).strip()
    commitment = last_commitment(text, question, choose, cut=cut)
    return MedcalcReading(commitment.status, commitment.value, commitment.text[:_MAX_TEXT])
