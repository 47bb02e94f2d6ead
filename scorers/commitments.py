"""The last place where a reply commits itself to options.

Places are weighed: fields (答え：b) and lines of their own (b) over sentences that announce an
answer (正解はb) or choose one (よってbを選ぶ); of equal places the last one counts. Judgements of
single options (b：○) count when every option is judged, mere praise (bが正しい) when it falls on
one set of labels.
"""

import re
from collections.abc import Sequence

from scorers.fields import Field, opens_record
from scorers.labels import Alphabet
from scorers.own_lines import Place, below, option_lines, own_lines, union_of
from scorers.sentences import Said, others_rejected, says, sentences
from scorers.values import UNREADABLE, Commitment, Values


def choose(
    lines: Sequence[str],
    fields: Sequence[Field],
    letters: Alphabet,
    select: int | None,
    cut: bool = False,
) -> Commitment | None:
    """The labels to which the lines commit themselves.

    Args:
        lines: Tidy lines of the visible text.
        fields: The fields found in the lines.
        letters: The question's labels.
        select: How many options are asked for; tells ranges from pairs and inverted tables from
            chosen options, and never trims an answer.
        cut: Whether the reply was cut off: what it was only weighing is no commitment then.

    Returns:
        None when there is no commitment; a commitment without labels when there is one that
        cannot be read.
    """
    values = Values(letters, select)
    places = [found for field in fields if (found := _field_place(field, lines, values))]
    if not letters.ordered and {
        label for place in places if place.wide for label in place.found.labels
    } == set(letters.labels):
        places = [place for place in places if not place.wide]  # a list of the options
    places += _numbered(fields, values)
    if record := opens_record(lines, fields):
        return _record(record, fields, places)
    until = max((place.until for place in places), default=-1)
    places += [place for place in own_lines(lines, values, cut=cut) if place.line > until]
    said = says(lines, letters)
    places += [
        Place(index, 1, Commitment(one.labels), one.correction)
        for index, one in said
        if one.how == "chosen" and not cut
    ]
    if places or letters.ordered:
        return _last(places)
    return None if cut else _judged([one for _, one in said], lines, letters, select)


def _last(places: Sequence[Place]) -> Commitment | None:
    """The commitment that counts: the last of the heaviest, unless a later one corrects it."""
    if not places:
        return None
    ordered = sorted(places, key=lambda place: place.line)  # stable: fields before lines
    heavy = [place for place in ordered if place.weight == 3]
    if not heavy:
        return max(reversed(ordered), key=lambda place: (place.weight > 0, place.line)).found
    best = heavy[-1]
    for place in ordered:
        later = place.line > best.line
        announced = place.weight == 2 and bool(place.found.labels)
        if later and (announced or place.correction):
            best = place
    return best.found


def _record(first: Field, fields: Sequence[Field], places: Sequence[Place]) -> Commitment | None:
    """What a filled-in form says: its answer field, unless a later one replaces it.

    A later field replaces the first when it says so (最終, revised) or is the same field, filled in
    again. Nothing else does: explanations are full of 「bが正しい」, and a model that runs on
    invents further questions with answers of their own.
    """
    again = {f.line for f in fields if f.opens and f.explicit and f.word == first.word}
    opening = [place.found for place in places if place.line == first.line]
    later = [
        place.found
        for place in places
        if place.line > first.line
        and place.found.labels
        and (place.correction or place.line in again)
    ]
    if later or opening:
        return (later or opening)[-1]
    if first.is_placeholder:
        return UNREADABLE
    rest = [place.found for place in places if place.weight == 3]
    return rest[-1] if rest else None


def _field_place(field: Field, lines: Sequence[str], values: Values) -> Place | None:
    """What a field commits to, on its own line and on those below that go on with it."""
    if field.is_placeholder:
        return None
    weight = 3 if field.explicit else 2
    beneath = lines[field.line + 1 : field.line + 1 + len(values.letters.labels)]
    written = re.search(r"[^\W_]|[○×]", field.value)
    found, until = None, -1
    if written:
        found = values.read(field.value)
        more = option_lines(beneath, values) if found and found.tight and field.explicit else []
        if found and more and all(one.tight for one in more):
            found, until = union_of([found, *more]), field.line + len(more)
    elif not field.wide or (field.opens and field.texted):
        found = below(beneath, values)
    if found and (field.wide or (written and not field.linked)):
        whole = set(found.labels) == set(values.letters.labels) and not values.letters.ordered
        if whole or not found.labels or not (found.tight or field.texted):
            return None
    if found is None:
        return None
    return Place(field.line, weight, found, field.correction, field.wide, until)


def _numbered(fields: Sequence[Field], values: Values) -> list[Place]:
    """Several numbered fields (解答1：b, 解答2：d) as the one answer that they make up."""
    parts = [field for field in fields if field.number]
    if len(parts) < 2 or [field.number for field in parts] != list(range(1, len(parts) + 1)):
        return []
    found = [values.read(field.value) for field in parts]
    labels = tuple(label for one in found if one for label in one.labels)
    whole = all(one and one.labels for one in found)
    return [Place(parts[-1].line, 3, Commitment(labels) if whole else UNREADABLE)]


def _odd_one(odd: set[str], good: set[str], letters: Alphabet) -> Commitment | None:
    """The option named as the wrong one, where nothing else or all the others are right."""
    others = set(letters.labels) - odd
    if odd and (not good or (good == others and len(odd) < len(others))):
        return Commitment(tuple(label for label in letters.labels if label in odd))
    return None


def _judged(
    said: Sequence[Said], lines: Sequence[str], letters: Alphabet, select: int | None
) -> Commitment | None:
    """The options left by judging: praised in agreement, or the good ones when all are judged."""
    praised = [one.labels for one in said if one.how == "praised"]
    good = {label for one in said if one.how in ("good", "praised") for label in one.labels}
    bad = {label for one in said if one.how == "bad" for label in one.labels}
    if odd := _odd_one(
        {label for one in said if one.how == "odd" for label in one.labels}, good, letters
    ):
        return odd
    if good & bad or not good:
        return None
    union = {label for labels in praised for label in labels}
    agreed = bool(praised) and (all(set(p) == union for p in praised) or len(union) == select)
    if agreed and good == union:
        return Commitment(tuple(label for label in letters.labels if label in union))
    rest = set(letters.labels) - good - bad
    if (
        rest
        and not others_rejected(lines)
        and not (len(said) == 1 == len(lines) == len(sentences(lines[0])))
    ):
        return None
    if select and len(bad) == select and len(good) > select:
        return None  # a question for the wrong option: which side is chosen is not said
    return Commitment(tuple(label for label in letters.labels if label in good))
