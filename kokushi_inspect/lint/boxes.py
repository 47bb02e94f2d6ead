"""Whether numeric keys fit their answer boxes."""

import re
from collections.abc import Iterator

from kokushi_inspect.lint.entry import Entry, normal
from kokushi_inspect.lint.finding import Finding
from kokushi_inspect.sources.record_kind import read_boxes

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def check(entry: Entry) -> Iterator[Finding]:
    """A number in the key, as many digits as boxes, and the boxes that the stem prints."""
    if entry.kind != "numeric":
        return
    for answer in entry.answers:
        for written in answer:
            yield from _key(entry, normal(written).strip())
    boxes, printed = entry.row.numeric, read_boxes(entry.row.question)
    if boxes is None:
        yield entry.finds("boxes-missing", "numeric", "nothing says how many digits are asked for")
    elif boxes.decimals > boxes.digits:
        what = f"{boxes.decimals} of {boxes.digits} boxes are behind the point"
        yield entry.finds("boxes-key", "numeric", what)
    elif printed and (printed["digits"], printed["decimals"]) != (boxes.digits, boxes.decimals):
        what = (
            f"the stem prints {printed['digits']} boxes, {printed['decimals']} behind the point;"
            f" numeric says {boxes.digits} and {boxes.decimals}"
        )
        yield entry.finds("boxes-stem", "numeric", what)


def _key(entry: Entry, written: str) -> Iterator[Finding]:
    if not _NUMBER.fullmatch(written.replace(",", "")):
        yield entry.finds("number-key", entry.answer_field, f"the key is '{written}'")
        return
    boxes = entry.row.numeric
    if boxes is None:
        return
    whole, point, fraction = written.lstrip("-").replace(",", "").partition(".")
    if not point and boxes.decimals:
        # digits as marked: as many as boxes, which leading zeros fill
        fits = len(whole) == boxes.digits
    else:
        # 0.① has one box: the nought is printed
        before = max(0, boxes.digits - boxes.decimals)
        fits = len(fraction) <= boxes.decimals and len(whole.lstrip("0")) <= before
    if not fits:
        what = f"the key is '{written}'; the boxes are {boxes.digits}, {boxes.decimals} of them"
        yield entry.finds("boxes-key", entry.answer_field, f"{what} behind the point")
