"""Texts of the page: other people's are made visible, its own exist in both languages."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam.visible import visible
from kokushi_inspect.report.page_text import TEMPLATES, name_it, say, spoken, tell, wording

SHOWN = [
    ("plain", "plain"),
    ("漢字とかな\n\tB", "漢字とかな\n\tB"),
    ("\x1b[31mred", "␛[31mred"),
    ("\x00\x07\x7f", "␀␇␡"),
    ("\x9b31m", "⟨U+009B⟩31m"),
    ("a\u202eb", "a⟨U+202E⟩b"),
    ("\u200fa\u2066b\u2069", "⟨U+200F⟩a⟨U+2066⟩b⟨U+2069⟩"),
    ("a\u200bb\ufeff", "a⟨U+200B⟩b⟨U+FEFF⟩"),
    ("\U000e0061", "⟨U+E0061⟩"),
    ("one\r\ntwo\u2028three", "one\ntwo\nthree"),
    ("one\rtwo", "one␍two"),
    ("\ud83d", "\ufffd"),
    ("👩\u200d⚕️", "👩\u200d⚕️"),
]


@pytest.mark.parametrize(("text", "shown"), SHOWN)
def test_characters_with_power_are_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text(st.characters()))
def test_nothing_hidden_or_turning_is_left(text: str) -> None:
    left = {c for c in visible(text) if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert left <= set("\n\t\u200c\u200d")


@given(st.text())
def test_what_is_visible_stays_as_it_is(text: str) -> None:
    assert visible(visible(text)) == visible(text)


def test_every_text_has_the_same_gaps_in_both_languages() -> None:
    gaps = {
        name: [set(re.findall(r"{(\w+)}", t)) for t in both] for name, both in wording().items()
    }
    assert {name for name, (ja, en) in gaps.items() if ja != en} == set()


def test_every_text_that_a_template_or_script_says_exists() -> None:
    used = set()
    for file in TEMPLATES.iterdir():
        if file.suffix in (".html", ".js"):
            used |= set(re.findall(r'\bsay\("([\w.]+\.\w+)"', file.read_text(encoding="utf-8")))
    assert len(used) > 100
    assert used - set(wording()) == set()


def test_values_in_a_text_are_escaped_and_visible() -> None:
    assert "&lt;b&gt;⟨U+202E⟩" in say("page.facts", **_facts(created="<b>\u202e"))


def test_braces_in_a_value_are_no_gaps() -> None:
    assert "{items}" in say("page.facts", **_facts(created="{items}"))


def _facts(created: str) -> dict[str, object]:
    return {"examinees": 1, "sittings": 1, "items": 1, "logs": 1, "created": created}


def test_both_languages_of_a_text_are_marked() -> None:
    assert say("outcome.fail") == (
        '<span class="ja" lang="ja">不合格</span><span class="en" lang="en">fail</span>'
    )


def test_a_text_for_screen_readers_has_both_languages() -> None:
    assert spoken("label.language") == 'aria-label="言語" data-ja="言語" data-en="Language"'


def test_a_new_code_is_shown_as_it_is() -> None:
    assert name_it("status", "<new>") == "&lt;new&gt;"


REASONS = [
    ("必修 150 of 200, line 160", "必修 200 点中 150 点、基準 160 点"),
    ("4 forbidden options, 3 allowed", "禁忌肢 4（3 まで）"),
    ("399 of 400 questions marked", "採点できたのは 400 問中 399 問"),
    ("no announced line for 総得点", "公表された基準がない: 総得点"),
    ("A1: everyone right (criteria)", "A1: 全員正解（公表された扱い）"),
]


@pytest.mark.parametrize(("reason", "ja"), REASONS)
def test_reasons_are_told_in_japanese_too(reason: str, ja: str) -> None:
    assert f'<span class="ja" lang="ja">{ja}</span>' in tell(reason)
    assert f'<span class="en" lang="en">{reason}</span>' in tell(reason)


def test_an_unknown_reason_is_told_in_english() -> None:
    assert tell("<b>new</b>") == '<span lang="en">&lt;b&gt;new&lt;/b&gt;</span>'
