"""The wording of the variants: complete in both languages, and filled without a rest."""

from typing import Any

import pytest
from builders import make_question

from kokushi_inspect.exam import KokushiError
from solvers.prompt import Language, load_wording
from solvers.wording import address, load_thinking, load_words

VARIANTS = ["dialogue", "panel", "reason", "review"]
TEMPLATES = [
    ("dialogue", "system"),
    ("dialogue", "question"),
    ("reason", "system"),
    ("panel", "chair"),
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_languages_have_the_same_texts(variant: str) -> None:
    assert set(load_words(variant, "ja").texts) == set(load_words(variant, "en").texts)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_version_names_variant_and_language(variant: str, language: Any) -> None:
    assert load_words(variant, language).version == f"{variant}_{language} 1"


@pytest.mark.parametrize(("variant", "name"), TEMPLATES)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_template_is_filled_for_a_question(variant: str, name: str, language: Language) -> None:
    text = load_words(variant, language).texts[name]
    filled = address(make_question(), load_wording(None, language), text)
    assert filled != text
    assert "$" not in filled


def test_a_text_with_a_dollar_is_filled_in_as_it_is() -> None:
    opinion = load_words("panel", "ja").fill("opinion", number=2, text="$5 or $text")
    assert opinion == "【受験者2】\n$5 or $text"


def test_thinking_keeps_the_sentences_of_the_answer_sheet() -> None:
    thinking, sheet = load_thinking(None, "ja"), load_wording(None, "ja")
    assert (thinking.labels, thinking.format) == (sheet.labels, sheet.format)
    assert thinking.system != sheet.system


def test_an_unknown_language_says_which_there_are() -> None:
    with pytest.raises(KokushiError, match="language='fr'; expected 'ja' or 'en'"):
        load_words("reason", "fr")  # type: ignore[arg-type]
