"""The four ways of prompting for a calculation, in two languages."""

import tomllib
from importlib.resources import files
from typing import Any, get_args

import pytest
from inspect_ai import eval
from inspect_ai.log import EvalSample
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.medcalc import medcalc
from scorers.tolerance import DATE_CALCULATORS, DECIMAL_CALCULATORS, INTEGER_CALCULATORS
from solvers.medcalc_prompt import medcalc_prompt
from solvers.medcalc_wording import (
    MedcalcLanguage,
    Prompting,
    describe_medcalc_wording,
    load_medcalc_wording,
    medcalc_system_message,
)

CALCULATORS = sorted(DATE_CALCULATORS | INTEGER_CALCULATORS | DECIMAL_CALCULATORS | {69})
LANGUAGES: tuple[MedcalcLanguage, ...] = get_args(MedcalcLanguage)
PROMPTINGS: tuple[Prompting, ...] = get_args(Prompting)


def table(*path: str) -> dict[str, Any]:
    folder = files("kokushi_inspect")
    return tomllib.loads(folder.joinpath(*path).read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prompting", PROMPTINGS)
def test_every_calculator_has_a_message_without_placeholders(
    language: MedcalcLanguage, prompting: Prompting
) -> None:
    wording = load_medcalc_wording(language)
    messages = [medcalc_system_message(wording, prompting, id, turns=9) for id in CALCULATORS]
    assert len(messages) == 55
    assert [m for m in messages if "$" in m or '{"answer": VALUE}' not in m] == []


def test_direct_asks_for_nothing_but_the_answer() -> None:
    message = medcalc_system_message(load_medcalc_wording(), "direct", 6)
    assert "Do not explain" in message
    assert "step by step" not in message


def test_one_shot_shows_the_example_of_the_same_calculator() -> None:
    example = table("sources", "practice", "medcalc", "one_shot.toml")["69"]
    message = medcalc_system_message(load_medcalc_wording(), "one_shot", 69)
    assert example["note"].strip() in message
    assert message.count(f'{{"answer": "{example["answer"]}"}}') == 1


def test_open_book_shows_the_published_formula_and_nothing_else_of_its_entry() -> None:
    entry = table("sources", "medcalc", "formulas.toml")["13"]
    message = medcalc_system_message(load_medcalc_wording(), "open_book", 13)
    assert entry["formula"].strip() in message
    others = [str(value).strip() for name, value in entry.items() if name != "formula"]
    assert [text for text in others if text in message] == []


def test_tools_are_told_of_only_where_there_are_any() -> None:
    wording = load_medcalc_wording()
    without = medcalc_system_message(wording, "cot", 6)
    assert medcalc_system_message(wording, "cot", 6, turns=7).startswith(without)
    assert "in at most 7 turns" in medcalc_system_message(wording, "cot", 6, turns=7)
    assert "turns" not in without


def test_log_names_the_wording() -> None:
    described = describe_medcalc_wording("open_book", "ja")
    assert (described["version"], described["prompting"]) == ("medcalc_ja 1", "open_book")
    assert len(described["sha256"]) == 64


def test_unknown_prompting_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(KokushiError, match="prompting='few_shot'; expected 'direct' or"):
        medcalc_prompt("few_shot")  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> EvalSample:
    """One practice row in Japanese, answered by a mock model."""
    output = ModelOutput.from_content("mockllm/model", '{"answer": 82}')
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    (log,) = eval(
        medcalc(source="practice", calculator=5, prompting="open_book", language="ja"),
        model=get_model("mockllm/model", custom_outputs=[output]),
        log_dir=str(tmp_path_factory.mktemp("logs")),
        display="none",
    )
    (found,) = log.samples or []
    return found


def test_model_is_sent_the_instructions_and_then_the_question(sample: EvalSample) -> None:
    system, user, reply = sample.messages
    wording = load_medcalc_wording("ja")
    assert system.text == medcalc_system_message(wording, "open_book", 5)
    assert user.text.startswith("カルテ")
    assert (user.role, reply.role) == ("user", "assistant")


def test_reply_is_marked(sample: EvalSample) -> None:
    assert ((sample.scores or {})["medcalc"].metadata or {})["correct"] is True
