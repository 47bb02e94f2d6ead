"""Lines that are no UTF-8 are found, and their encoding is guessed."""

import pytest

from kokushi_inspect.sources.encoding import decode_lines

TEXT = "正しいのはどれか。"


def test_lines_of_utf8_are_read_without_the_mark_of_the_byte_order() -> None:
    assert decode_lines(b"\xef\xbb\xbfa\n\nb") == (["a", "", "b"], None)


@pytest.mark.parametrize(
    ("codec", "guess"),
    [("cp932", "Shift-JIS"), ("euc_jp", "EUC-JP"), ("iso2022_jp", "ISO-2022-JP")],
)
def test_a_line_of_another_encoding_is_named_with_its_guess(codec: str, guess: str) -> None:
    content = b"a\n" + TEXT.encode(codec) + b"\nb"
    lines, foreign = decode_lines(content)
    assert lines == ["a", None, "b"]
    assert foreign is not None
    assert (foreign.first, foreign.count, foreign.guess) == (2, 1, guess)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be"])
def test_wide_characters_are_told_by_their_mark(codec: str) -> None:
    mark = b"\xfe\xff" if codec.endswith("be") else b""
    _, foreign = decode_lines(mark + TEXT.encode(codec))
    assert foreign is not None
    assert str(foreign) == "byte 0 of the line is no UTF-8 (it reads as UTF-16)"


@pytest.mark.parametrize(
    "content",
    [b"a\xff\xff", b"caf\xe9\n", b"\xf0\x40 \x82\xa0"],
    ids=["neither", "Latin", "private use in cp932"],
)
def test_bytes_that_fit_no_japanese_encoding_get_no_guess(content: bytes) -> None:
    _, foreign = decode_lines(content)
    assert foreign is not None
    assert foreign.guess == ""


def test_several_lines_are_counted_from_the_first() -> None:
    _, foreign = decode_lines(b"a\nab\xff\n\xff\n\xff")
    assert foreign is not None
    assert (foreign.first, foreign.byte, foreign.count) == (2, 2, 3)
    assert "nor are 2 of the lines behind it" in str(foreign)
