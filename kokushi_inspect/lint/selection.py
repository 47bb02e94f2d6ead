"""How many options the stem, n_select and the key ask for."""

from collections.abc import Iterator

from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.record_kind import asked_to_choose


def check(entry: Entry) -> Iterator[Finding]:
    """Compares the three with each other; 「２つ選べ」 in any width, in words, in English."""
    if entry.kind not in ("single", "multiple") or entry.row.treatment in (
        "excluded",
        "everyone_right",
    ):
        return
    asked = asked_to_choose(entry.stem)
    stated = entry.stated_select
    sizes = sorted({len(set(answer)) for answer in entry.answers})
    listed = " or ".join(map(str, sizes))
    if asked and stated and asked != stated:
        what = f"the stem asks for {asked}, n_select is {stated}"
        yield entry.finds("select-stem", "n_select", what)
    elif asked and sizes and sizes != [asked]:
        what = f"the stem asks for {asked}, the key has {listed}"
        yield entry.finds("select-count", entry.answer_field, what)
    elif asked is None and stated and sizes and sizes != [stated]:
        what = f"n_select is {stated}, the key has {listed}"
        yield entry.finds("select-key", "n_select", what)
    elif asked is None and sizes and min(sizes) > 1:
        what = f"the key has {listed} labels, the stem names no number"
        yield entry.finds("select-unsaid", "question", what)
