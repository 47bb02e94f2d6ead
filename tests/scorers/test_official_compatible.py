"""The reference program's verdicts with its faults, and arithmetic that never runs code."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from math import isfinite

import pytest
from calculations import SHARED
from hypothesis import given
from hypothesis import strategies as st

from scorers.arithmetic import ArithmeticRefused, compute
from scorers.official_compatible import official_correct

QUANTITY = (6, "20", "19", "21")
POINTS = (4, "2", "2", "2")
DAY = (13, "03/09/2021", "03/09/2021", "03/09/2021")
AGE = (69, "('4 weeks', '3 days')", "", "")


def in_json(answer: str) -> str:
    return json.dumps({"step_by_step_thinking": "…", "answer": answer}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("row", "answer", "right"),
    [
        (QUANTITY, "20", True),
        (QUANTITY, "19", True),
        (QUANTITY, "20 kg/m²", True),
        (QUANTITY, "20 kg/m^2", False),
        (QUANTITY, "99, then 20", True),
        (QUANTITY, "20 (normal 18.5 to 25)", False),
        (QUANTITY, "2000%", True),
        (QUANTITY, "20%", False),
        (QUANTITY, "20 %", True),
        (QUANTITY, "20 mL/min/1.73 m2", True),
        (QUANTITY, "−20", True),
        (QUANTITY, "-20", False),
        (QUANTITY, "２０", False),
        (QUANTITY, "020", False),
        (QUANTITY, "1,020", False),
        (QUANTITY, "2 × 10^1", False),
        (QUANTITY, "str(round(61 / 1.75^2, 1))", True),
        (QUANTITY, "str((4 + 1) * 4", False),
        (QUANTITY, "str(round((4 + 1) * 4)", True),
        (QUANTITY, "str(weight / 2)", False),
        (QUANTITY, "unknown", False),
        (QUANTITY, "X.XX", False),
        (POINTS, "2", True),
        (POINTS, "2.4", True),
        (POINTS, "2 out of 9", True),
        (POINTS, "2/9", False),
        (POINTS, "7, 8", True),
        (POINTS, "9/2", True),
        (POINTS, "-1 out of 2", False),
        (DAY, "3/9/2021", True),
        (DAY, "03/09/2021 or so", True),
        (DAY, "2021-03-09", False),
        (DAY, "on 03/09/2021", False),
        (DAY, "02/30/2021", False),
        (AGE, "(4 weeks, 3 days)", True),
        (AGE, "('4 weeks', '3 days')", True),
        (AGE, "4 3/7 weeks", True),
        (AGE, "43 days", True),
        (AGE, "4 weeks and 3 days", False),
        (AGE, "4 weeks", False),
        (AGE, "04 weeks, 3 days", False),
    ],
)
def test_verdict(row: tuple[int, str, str, str], answer: str, right: bool) -> None:
    assert official_correct(in_json(answer), *row) is right


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("20", False),
        ("Answer: 20", False),
        ('{"answer": 20}', True),
        ('{"Answer": "20"}', True),
        ('{"ANSWER": "20"}', False),
        ("{'answer': '20'}", False),
        ('{"answer": "20"', False),
        ('{\n  "answer":\n  "20"\n}', True),
        ('{"answer": {"value": 20, "unit": "kg"}}', True),
        ('{"answer": "5"} {"answer": "20"}', True),
        ('{"answer": "20"} {"answer": "5"}', False),
        ("<answer>20</answer>", False),
    ],
)
def test_only_json_with_double_quotes_is_seen(reply: str, right: bool) -> None:
    assert official_correct(reply, *QUANTITY) is right


def test_swapped_limits_accept_nothing() -> None:
    assert official_correct(in_json("-20"), 6, "-20", "-21", "-19")
    assert not official_correct(in_json("-20"), 6, "-20", "-19", "-21")


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').getpid()",
        "open('x')",
        "().__class__",
        "20 if True else 0",
        "[20][0]",
        "(lambda: 20)()",
        "9**9**9",
        "math.pi",
        "print(20)",
        "'a' * 9",
        "1 / 0",
        "(-8) ** 0.5",
        "round(20, 10**9)",
        "(" * 200 + "20" + ")" * 200,
        "20 + " * 400 + "0",
        "float('inf')",
        "1e400",
        "True",
        "20,",
        "",
    ],
)
def test_what_is_not_bounded_arithmetic_is_refused(expression: str) -> None:
    with pytest.raises(ArithmeticRefused):
        compute(expression)
    assert not official_correct(f'{{"answer": "str({expression})"}}', *QUANTITY)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("(140 - 70) * 61 / (72 * 1.3)", 4270 / 93.6),
        ("2 ** 10", 1024),
        ("2 ** -1", 0.5),
        ("2.5 ** 0.5", 2.5**0.5),
        ("round(20.26, 1)", 20.3),
        ("round(20.6)", 21),
        ("math.sqrt(16)", 4),
        ("min(3, max(1, 2))", 2),
        ("np.exp(0)", 1),
        ("pow(2, 3)", 8),
        ("-3 + +5", 2),
        ("7 // 2 + 7 % 2", 4),
    ],
)
def test_bounded_arithmetic_is_computed(expression: str, value: float) -> None:
    assert compute(expression) == pytest.approx(value)


@given(st.one_of(st.text(), st.text(alphabet="0123456789.+-*/()e, sqrtround", max_size=40)))
def test_any_text_is_computed_or_refused(text: str) -> None:
    with suppress(ArithmeticRefused):
        assert isfinite(compute(text))


@given(
    st.one_of(st.text(), st.text(alphabet='{}"answer:str()0123456789., /%', max_size=60)),
    st.sampled_from([QUANTITY, POINTS, DAY, AGE]),
)
def test_any_text_has_a_verdict(text: str, row: tuple[int, str, str, str]) -> None:
    assert official_correct(text, *row) in (True, False)
    assert official_correct(f'{{"answer": {text}}}', *row) in (True, False)


@pytest.mark.parametrize("piece", ["1", "1.", "-1", "1, ", "str(", 'answer":', "{", "}", "%", " "])
def test_a_hostile_reply_takes_linear_time(piece: str) -> None:
    """A hundred thousand characters; what grows with the square would take minutes."""
    started = time.perf_counter()
    for row in (QUANTITY, POINTS, DAY, AGE):
        official_correct(f'{{"answer": "{piece * (100_000 // len(piece))}"}}', *row)
    assert time.perf_counter() - started < 10


def test_the_shared_cases_have_the_references_verdict() -> None:
    file = SHARED / "cases" / "medcalc_answers.jsonl"
    if not file.is_file():
        pytest.skip("the folder ../shared/cases is not beside this checkout")
    cases = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    known = [case for case in cases if case["official_code_verdict"] is not None]
    assert len(known) > 100
    assert [case["id"] for case in known if verdict(case) != case["official_code_verdict"]] == []


def verdict(case: Mapping[str, str]) -> bool:
    return official_correct(
        case["model_output"],
        int(case["calculator_id"]),
        case["ground_truth"],
        case["lower"],
        case["upper"],
    )
