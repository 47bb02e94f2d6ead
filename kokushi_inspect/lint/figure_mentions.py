"""Whether what a text says of figures agrees with the figures that its row has."""

from collections.abc import Iterator

from kokushi_inspect.lint.entry import Entry, normal, shortened
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.lint.words import pattern


def check(entry: Entry) -> Iterator[Finding]:
    """A mention without a figure, a figure without a mention, and text_only that says otherwise.

    A row without a figure gets one finding at most: its own word that there is one counts more than
    a mention.
    """
    row = entry.row
    text = f"{entry.context}\n{entry.stem}"
    if row.images:
        everything = f"{text}\n{normal(' '.join(row.choices.values()))}"
        if not pattern("figures", "perhaps").search(everything):
            what = f"nothing in the text speaks of a figure ({len(row.images)} named)"
            yield entry.finds("figure-unmentioned", "images", what)
        if row.text_only is True:
            what = f"text_only is true, {len(row.images)} named"
            yield entry.finds("figure-denied", "text_only", what)
        return
    mention = pattern("figures", "shown").search(text)
    quoted = "" if mention is None else f"'{shortened(_around(text, *mention.span()), 40)}'"
    if row.text_only is False:
        options = normal("\n".join(row.choices.values()))
        needed = mention or not options.strip() or not entry.stem.strip()
        if needed or pattern("figures", "beside").search(f"{text}\n{options}"):
            what = f"text_only is false{f', the text says {quoted}' if quoted else ''}"
            yield entry.finds("figure-unnamed", "images", what)
        else:
            what = "text_only is false, but nothing seems to be missing"
            yield entry.finds("figure-doubtful", "text_only", what)
    elif mention is not None:
        yield entry.finds("figure-mentioned", "images", f"the text says {quoted}")


def _around(text: str, start: int, end: int) -> str:
    return text[max(0, start - 10) : end + 8]
