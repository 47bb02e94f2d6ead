from typing import Any, Literal

import pytest
from builders import make_key, make_question, make_sitting, make_written
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, Content, ContentImage, ContentText

from kokushi_inspect.exam import Figure, Question, Scenario
from kokushi_inspect.sources.samples import (
    Asked,
    question_content,
    question_to_sample,
    scenario_to_sample,
)

FIGURES = (Figure("/x/1.png", "/x/1.png", 8, 6), Figure("/x/2.png", "/y/2.tif", 8, 6, "scaled"))
CASE = Scenario("A1-2", "A man of 60.")


def text_of(content: list[Content]) -> str:
    assert isinstance(content[0], ContentText)
    return content[0].text


def sample_of(question: Question, **given: Any) -> Sample:
    return question_to_sample(Asked(question), make_sitting(), **given)


def metadata_of(sample: Sample) -> dict[str, Any]:
    assert sample.metadata is not None
    return sample.metadata


def two_of_a_case(**changes: Any) -> list[Asked]:
    return [
        Asked(make_question(id=id, text=f"{id}?", key=key, scenario=CASE, **changes))
        for id, key in (("A1", "a"), ("A2", "b"))
    ]


def test_the_text_is_case_stem_and_options_as_printed() -> None:
    question = make_question(text="Which?", scenario=CASE, options=(("1", "one"), ("2", "two")))
    assert text_of(question_content(question)) == "A man of 60.\n\nWhich?\n\n1. one\n2. two"


def test_a_lost_option_is_shown_by_its_label() -> None:
    question = make_question(options=(("a", "one"), ("b", "")))
    assert text_of(question_content(question)).endswith("a. one\nb")


def test_a_lost_stem_leaves_the_options() -> None:
    question = make_question(text=" ", options=(("a", "one"), ("b", "two")))
    assert text_of(question_content(question)) == "a. one\nb. two"


@pytest.mark.parametrize("kind", ["numeric", "fill_in"])
def test_a_written_answer_has_no_options_to_show(kind: str) -> None:
    assert text_of(question_content(make_written(kind, "12", text="How much?"))) == "How much?"


@pytest.mark.parametrize(("language", "caption"), [("ja", "図"), ("en", "Figure ")])
def test_figures_follow_in_order_each_after_its_caption(
    language: Literal["ja", "en"], caption: str
) -> None:
    content = question_content(make_question(figures=FIGURES), language=language)
    assert content[1:] == [
        ContentText(text=f"{caption}1"),
        ContentImage(image="/x/1.png"),
        ContentText(text=f"{caption}2"),
        ContentImage(image="/x/2.png"),
    ]


def test_without_figures_the_text_is_the_same() -> None:
    question = make_question(figures=FIGURES)
    assert question_content(question, send_figures=False) == question_content(question)[:1]


def test_a_sample_has_the_questions_own_id_and_one_user_message() -> None:
    sample = sample_of(make_question(id="118A1"))
    assert sample.id == "118A1"
    assert [type(message) for message in sample.input] == [ChatMessageUser]


def test_the_target_lists_each_accepted_answer_run_together() -> None:
    question = make_question(kind="multiple", select=2, key=make_key("ac", "bc"))
    assert sample_of(question).target == ["ac", "bc"]


def test_the_metadata_leads_back_to_question_and_sitting() -> None:
    question = make_question(text="")
    metadata = metadata_of(sample_of(question))
    assert Question.from_record(metadata) == question
    assert metadata["sitting"] == make_sitting().to_record()


def test_what_was_done_to_figures_is_noted() -> None:
    assert metadata_of(sample_of(make_question(figures=FIGURES)))["figure_notes"] == ["scaled"]


def test_withheld_figures_are_noted_and_the_question_stays_one_with_figures() -> None:
    metadata = metadata_of(sample_of(make_question(figures=FIGURES), send_figures=False))
    assert metadata["figures"] == "withheld"
    assert metadata["has_figure"] is True


def test_figures_that_are_sent_are_not_noted() -> None:
    assert "figures" not in metadata_of(sample_of(make_question(figures=FIGURES)))


def test_shuffled_options_are_noted_with_their_printed_labels() -> None:
    origin = {"a": "b", "b": "a"}
    sample = question_to_sample(Asked(make_question(), origin), make_sitting())
    assert metadata_of(sample)["shuffled"] == origin


def test_a_scenario_is_one_sample_with_a_message_for_each_question() -> None:
    sample = scenario_to_sample(two_of_a_case(), make_sitting())
    assert sample.id == "A1-2"
    texts = [message.text for message in sample.input if isinstance(message, ChatMessageUser)]
    assert len(texts) == 2
    assert "A1?" in texts[0]
    assert texts[1].startswith("A2?")


def test_the_case_of_a_scenario_is_told_once() -> None:
    sample = scenario_to_sample(two_of_a_case(), make_sitting())
    texts = [message.text for message in sample.input if isinstance(message, ChatMessageUser)]
    assert ["A man of 60." in text for text in texts] == [True, False]


def test_a_scenario_carries_the_records_of_its_questions() -> None:
    asked = two_of_a_case(figures=FIGURES)
    metadata = metadata_of(scenario_to_sample(asked, make_sitting(), send_figures=False))
    assert [record["id"] for record in metadata["questions"]] == ["A1", "A2"]
    assert [record["figures"] for record in metadata["questions"]] == ["withheld", "withheld"]
    assert metadata["sitting"] == make_sitting().to_record()


def test_the_target_of_a_scenario_has_the_key_of_each_question() -> None:
    assert scenario_to_sample(two_of_a_case(), make_sitting()).target == "a / b"
