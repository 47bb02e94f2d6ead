"""Whether the options are what was printed: there, different, one line of text each."""

from collections.abc import Iterator

from kokushi_inspect.lint.entry import Entry, normal, shortened
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.lint.words import pattern

_HALF_WIDTH = {0xFF01 + n: 0x21 + n for n in range(94)}


def check(entry: Entry) -> Iterator[Finding]:
    """Options that are lost, empty, equal, tables, run together, or pairs without a joint."""
    if not entry.chooses:
        return
    choices = entry.row.choices
    if not any(text.strip() for text in choices.values()):
        yield entry.finds("option-lost", "choices", "there are no options")
        return
    yield from _empty(entry)
    yield from _equal(entry)
    yield from _shape(entry)
    if len(choices) == 1:
        yield entry.finds("option-single", "choices", "there is one option only")


def _empty(entry: Entry) -> Iterator[Finding]:
    for label, text in entry.row.choices.items():
        if not text.strip():
            yield entry.finds("option-empty", f"choices.{label}", f"option {label} has no text")


def _equal(entry: Entry) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for label, text in entry.row.choices.items():
        # without spaces and widths; not NFKC, in which 10² is 102
        folded = "".join(text.translate(_HALF_WIDTH).split())
        if folded and folded in first:
            what = f"{first[folded]} and {label} are both '{shortened(text)}'"
            yield entry.finds("option-equal", f"choices.{label}", what)
        first.setdefault(folded, label)


def _shape(entry: Entry) -> Iterator[Finding]:
    labels = [label.lower() for label in entry.row.choices]
    for label, text in entry.row.choices.items():
        if pattern("options", "table").search(text.strip()):
            what = f"option {label} is '{shortened(text)}'"
            yield entry.finds("option-table", f"choices.{label}", what)
            continue
        following = _label_behind(label.lower())
        inside = [m[1] for m in pattern("options", "merged").finditer(normal(text).lower())]
        if following in inside and following not in labels:
            what = f"option {label} is '{shortened(text, 60)}'"
            yield entry.finds("option-merged", f"choices.{label}", what)
    if pattern("options", "pairs").search(entry.stem) and _joined(entry):
        texts = " / ".join(shortened(text, 15) for text in entry.row.choices.values())
        yield entry.finds("option-joined", "choices", f"the options are {shortened(texts, 70)}")


def _label_behind(label: str) -> str:
    return str(int(label) + 1) if label.isdecimal() else chr(ord(label[0]) + 1) if label else ""


def _joined(entry: Entry) -> bool:
    """Whether nothing stands between two halves, in all options but for one."""
    separator = pattern("options", "separator")
    texts = [text.strip() for text in entry.row.choices.values()]
    joined = [len(text) > 2 and not separator.search(text) for text in texts]
    return len(texts) > 2 and sum(joined) >= len(texts) - 1
