"""Small files that a user writes are read, or refused with the reason."""

from pathlib import Path

import pytest

from kokushi_inspect.sources.settings_file import MAX_BYTES, decode, parse_toml, read_text


def test_a_mark_of_the_byte_order_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xef\xbb\xbfa = 1")
    assert read_text(tmp_path / "x.toml") == "a = 1"


def test_a_folder_is_no_settings_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="it is no file"):
        read_text(tmp_path)


def test_a_file_of_the_largest_size_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"#" * MAX_BYTES)
    assert len(read_text(file)) == MAX_BYTES
    file.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(ValueError, match=f"more than {MAX_BYTES} bytes"):
        read_text(file)
    with pytest.raises(ValueError, match=f"more than {MAX_BYTES} bytes"):
        decode(file.read_bytes())


def test_another_encoding_is_named_by_its_first_byte() -> None:
    with pytest.raises(ValueError, match="byte 1 is no UTF-8"):
        decode(b"a\xff")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 1\n" + "b" * 3_001 + " = 1", "line 2 is too long"),
        (".".join("a" * 62) + " = 1", "line 1 is too long"),
        ("a = " + "[" * 2_900, "nested too deeply"),
        ("a = ", "Invalid value"),
    ],
    ids=["long line", "long key", "deep", "no TOML"],
)
def test_a_text_that_is_no_small_table_is_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_toml(text)


def test_a_table_is_read() -> None:
    assert parse_toml("a.b = 1") == {"a": {"b": 1}}
