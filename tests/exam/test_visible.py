"""Texts of others are shown, and neither hide nor reorder nor act."""

import pytest

from kokushi_inspect.exam.visible import on_one_line, shortened, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("windows\r\nline", "windows\nline"),
        ("line\u2028and\u2029paragraph", "line\nand\nparagraph"),
        ("\x1b[31mred", "␛[31mred"),
        ("nul\x00", "nul␀"),
        ("delete\x7f", "delete␡"),
        ("one byte \x9b", "one byte ⟨U+009B⟩"),
        ("turned \u202e round", "turned ⟨U+202E⟩ round"),
        ("joined \u200d emoji", "joined \u200d emoji"),
        ("half \ud800 a pair", "half \ufffd a pair"),
        ("漢字", "漢字"),
    ],
)
def test_what_has_no_glyph_of_its_own_gets_one(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_name_stays_on_its_line() -> None:
    assert on_one_line("a\nb\tc") == "a␊b c"


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [("123456789", 9, "123456789"), ("1234567890", 9, "123456 … 890")],
)
def test_a_long_text_loses_its_middle(text: str, most: int, short: str) -> None:
    assert shortened(text, most) == short
