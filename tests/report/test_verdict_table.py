from typing import Any

import pytest

from kokushi_inspect.exam import CriterionResult, Verdict
from kokushi_inspect.report.verdict_table import verdict_text


def make_verdict(**changes: Any) -> Verdict:
    values: dict[str, Any] = {
        "profession": "medicine",
        "year": 2025,
        "label": "2025",
        "protocol": "official",
        "points": 398,
        "of": 500,
        "criteria": (
            CriterionResult("必修", 165, 200, 160, True),
            CriterionResult("必修以外", 233, 300, 240, False),
        ),
        "forbidden": 1,
        "forbidden_limit": 3,
        "passed": False,
        "reason": "必修以外 233 of 300, line 240; forbidden options are an estimate",
    }
    return Verdict(**(values | changes))


def text_of(*verdicts: Verdict, epochs: int = 1) -> str:
    return verdict_text(verdicts, source="q.jsonl", examinee="m", epochs=epochs)


def test_a_verdict_is_a_block_with_a_line_for_each_criterion_and_reason() -> None:
    assert text_of(make_verdict()).splitlines() == [
        "examinee m, source q.jsonl",
        "",
        "medicine 2025 (official protocol): FAIL",
        "  points             398 of 500",
        "  必修               165 of 200, line 160: met (+5)",
        "  必修以外           233 of 300, line 240: missed (-7)",
        "  forbidden            1 (3 allowed)",
        "  - 必修以外 233 of 300, line 240",
        "  - forbidden options are an estimate",
    ]


@pytest.mark.parametrize(
    ("passed", "word"), [(True, "PASS"), (False, "FAIL"), (None, "NO VERDICT")]
)
def test_the_verdict_is_a_word(passed: bool | None, word: str) -> None:
    assert text_of(make_verdict(passed=passed)).splitlines()[2].endswith(f": {word}")


def test_a_criterion_without_a_line_says_so() -> None:
    unknown = (CriterionResult("必修", 165, 200, None, None),)
    assert "165 of 200, no announced line" in text_of(make_verdict(criteria=unknown))


def test_a_criterion_met_to_the_point_has_a_margin_of_zero() -> None:
    exact = (CriterionResult("必修", 160, 200, 160, True),)
    assert "line 160: met (+0)" in text_of(make_verdict(criteria=exact))


def test_without_a_limit_forbidden_options_are_not_shown() -> None:
    assert "forbidden  " not in text_of(make_verdict(forbidden_limit=None))


def test_without_a_reason_nothing_stands_below_the_criteria() -> None:
    assert text_of(make_verdict(reason="")).splitlines()[-1].startswith("  forbidden")


def test_each_sitting_has_a_block() -> None:
    text = text_of(make_verdict(label="2024", protocol="paper"), make_verdict())
    assert "medicine 2024 (paper protocol): FAIL" in text
    assert "medicine 2025 (official protocol): FAIL" in text


def test_epochs_are_named_and_the_passed_ones_counted() -> None:
    passed = [make_verdict(epoch=n, passed=n != 2) for n in (1, 2, 3)]
    lines = text_of(*passed, epochs=3).splitlines()
    assert "medicine 2025 (official protocol, epoch 2): FAIL" in lines
    assert lines[-1] == "passed 2 of 3 (official protocol)"


def test_epochs_without_a_verdict_are_not_among_the_judged() -> None:
    verdicts = [make_verdict(epoch=1, passed=True), make_verdict(epoch=2, passed=None)]
    assert text_of(*verdicts, epochs=2).splitlines()[-1] == "passed 1 of 1 (official protocol)"


def test_the_epochs_of_each_protocol_are_counted_apart() -> None:
    verdicts = [
        make_verdict(protocol=protocol, epoch=epoch, passed=protocol == "paper")
        for protocol in ("official", "paper")
        for epoch in (1, 2)
    ]
    lines = text_of(*verdicts, epochs=2).splitlines()
    assert "passed 0 of 2 (official protocol)" in lines
    assert "passed 2 of 2 (paper protocol)" in lines


def test_the_columns_line_up_where_names_take_two_cells_a_character() -> None:
    lines = [line for line in text_of(make_verdict()).splitlines() if " of " in line][:3]
    cells = [sum(1 + (ord(c) > 0x2E80) for c in line.split(" of ")[0]) for line in lines]
    assert len(set(cells)) == 1


def test_a_criterion_is_not_judged_where_there_is_no_verdict() -> None:
    open_ones = (CriterionResult("必修", 3, 200, 160, None),)
    text = text_of(make_verdict(criteria=open_ones, passed=None))
    assert "line 160: not judged" in text
