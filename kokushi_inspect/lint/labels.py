"""Whether labels, options and key agree."""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.question_file import fold


def check(entry: Entry) -> Iterator[Finding]:
    """The key's labels against those of the options, and the labels among themselves."""
    treated = entry.row.treatment in ("excluded", "everyone_right")
    if not entry.answers and not treated and "excluded" not in entry.row.flags:
        yield entry.finds("key-missing", entry.answer_field, "there is no key")
    if entry.chooses and entry.row.choices:
        yield from _key(entry)
    if entry.row.choices:
        yield from _labels(entry)


def _key(entry: Entry) -> Iterator[Finding]:
    written = list(entry.row.choices)
    known = {fold(label): label for label in written}
    field = entry.answer_field
    for answer in entry.answers:
        for label in answer:
            if fold(label) not in known:
                apart = all(fold(c) in known for c in label if not c.isspace())
                why = ", which runs labels together" if apart and len(label) > 1 else ""
                has = ", ".join(written)
                what = f"the key names '{label}'{why}; the options are {has}"
                yield entry.finds("key-label", field, what)
            elif label not in written:
                what = f"the key writes '{label}' for '{known[fold(label)]}'"
                yield entry.finds("key-form", field, what)
        if len({fold(label) for label in answer}) < len(answer):
            yield entry.finds("key-twice", field, f"the key is {', '.join(answer)}")


def _labels(entry: Entry) -> Iterator[Finding]:
    written = list(entry.row.choices)
    labels = [fold(label) for label in written]
    if labels != usual_labels(labels):
        yield entry.finds("label-sequence", "choices", f"the labels are {', '.join(written)}")
    elif entry.rules is not None and labels[0].isalpha() != entry.rules.labels[0].isalpha():
        printed = ", ".join(entry.rules.labels)
        what = f"the labels are {', '.join(written)}; the exam prints {printed}"
        yield entry.finds("label-style", "choices", what)


def usual_labels(labels: Sequence[str]) -> list[str]:
    """The labels that as many options have when none is missing: a, b, … or 1, 2, …."""
    if labels[0].isdecimal():
        return [str(n) for n in range(1, len(labels) + 1)]
    return list(ascii_lowercase[: len(labels)])
