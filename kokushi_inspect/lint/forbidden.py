"""Whether forbidden labels (禁忌肢) are labels of options, and none of the key."""

from collections.abc import Iterator

from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.question_file import fold


def check(entry: Entry) -> Iterator[Finding]:
    """Labels that do not exist, are run together ("cde") or full-width, or belong to the key."""
    known = {fold(label): label for label in entry.row.choices}
    if not known:
        return
    named: set[str] = set()
    for written in entry.forbidden_written:
        folded = fold(written)
        parts = [folded] if folded in known else [c for c in folded if c.isalnum()]
        named.update(parts)
        if unknown := [part for part in parts if part not in known]:
            what = f"'{written}' names '{unknown[0]}'; the options are {', '.join(known.values())}"
            yield entry.finds("forbidden-label", "kinki", what)
        elif written not in entry.row.choices:
            what = f"'{written}' stands for {', '.join(known[part] for part in parts) or 'nothing'}"
            yield entry.finds("forbidden-form", "kinki", what)
    for answer in entry.answers if entry.chooses else ():
        if both := sorted(named & {fold(label) for label in answer}):
            what = f"{', '.join(both)} is forbidden and right"
            yield entry.finds("forbidden-key", "kinki", what)
