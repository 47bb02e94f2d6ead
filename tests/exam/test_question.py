import pytest
from builders import make_key, make_question

from kokushi_inspect.exam import CHOICE_KINDS, Boxes, HumanRecord, Scenario, Treatment


def test_labels_are_those_of_the_options_in_printed_order() -> None:
    question = make_question(options=(("2", "two"), ("1", "one")))
    assert question.labels == ("2", "1")


@pytest.mark.parametrize(
    ("index", "number"),
    [
        ("12", 12),
        ("12-1", 12),
        (" 7 ", 7),
        ("", None),
        ("A", None),
        ("12a", None),
        ("１２", None),
        ("1" * 7, None),
    ],
)
def test_number_is_the_leading_number_of_the_printed_index(index: str, number: int | None) -> None:
    assert make_question(index=index).number == number


def test_a_question_without_a_scenario_is_its_own_cluster() -> None:
    assert make_question(id="A7").cluster == "A7"


def test_questions_of_one_scenario_share_its_cluster() -> None:
    question = make_question(id="A7", scenario=Scenario("A6-8", "a case"))
    assert question.cluster == "A6-8"


@pytest.mark.parametrize(
    ("treatment", "answer", "scored"),
    [
        ("none", "a", True),
        ("none", "", False),
        ("excluded", "a", False),
        ("excluded", "", False),
        ("excluded_unless_right", "a", True),
        ("excluded_unless_right", "", False),
        ("everyone_right", "a", True),
        ("everyone_right", "", True),
    ],
)
def test_scored_needs_a_key_or_that_everyone_is_right(
    treatment: Treatment, answer: str, scored: bool
) -> None:
    key = make_key(*([answer] if answer else []), treatment=treatment)
    assert make_question(key=key).scored is scored


@pytest.mark.parametrize("treatment", ["none", "everyone_right"])
def test_a_superseded_question_is_never_scored(treatment: Treatment) -> None:
    question = make_question(superseded=True, key=make_key("a", treatment=treatment))
    assert not question.scored


def test_choice_kinds_are_the_kinds_whose_answer_is_a_set() -> None:
    assert CHOICE_KINDS == ("single", "multiple")


def test_the_record_of_a_plain_question_leaves_out_what_the_source_does_not_say() -> None:
    absent = {"digits", "role", "area", "subject", "human_accuracy", "human_choice_rates"}
    assert absent.isdisjoint(make_question().to_record())


def test_the_record_names_what_the_source_says_beyond_the_plain_question() -> None:
    question = make_question(
        kind="numeric",
        boxes=Boxes(3, 1, "mL"),
        role="必修",
        area="A",
        subject="薬理",
        human=HumanRecord(0.5, {"a": 0.5}),
        superseded=True,
    )
    record = question.to_record()
    assert (record["digits"], record["decimals"], record["unit"]) == (3, 1, "mL")
    assert (record["role"], record["area"], record["subject"]) == ("必修", "A", "薬理")
    assert (record["human_accuracy"], record["human_choice_rates"]) == (0.5, {"a": 0.5})
    assert record["superseded"] is True
