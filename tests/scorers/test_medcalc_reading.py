"""The reader of calculations against a table of replies, and what holds for every reply."""

import csv
import json
import time
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from calculations import REAL_ROWS, SHARED
from hypothesis import given
from hypothesis import strategies as st

from kokushi_inspect.exam import KokushiError, Status
from scorers.calculation.words import words
from scorers.medcalc_reading import MedcalcReading, read_calculation
from scorers.tolerance import (
    DECIMAL_CALCULATORS,
    INTEGER_CALCULATORS,
    DateKey,
    GestationKey,
    IntervalKey,
    RoundedKey,
    Value,
    WeeksDays,
    accepts,
    parse_key,
    write_value,
)

TABLE = Path(__file__).with_name("medcalc_cases.jsonl")
CASES = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]

DUE_DATE, BODY_MASS, ATRIAL_FIBRILLATION, COMA, GESTATION = 13, 6, 4, 21, 69


def plain_value(value: Value | None) -> object:
    """A value as the table writes it: a number, an ISO date, or a pair of weeks and days."""
    if isinstance(value, WeeksDays):
        return [value.weeks, value.days]
    return value.isoformat() if isinstance(value, date) else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['why']}")
def test_reply_is_read_as_a_careful_examiner_would(case: Mapping[str, Any]) -> None:
    reading = read_calculation(case["reply"], case["calculator"], stop_reason=case.get("stop"))
    value = plain_value(reading.value)
    if isinstance(value, float):
        value = pytest.approx(value, rel=1e-9)
    assert (reading.status, case["value"]) == (case["status"], value)


def test_the_table_has_each_reply_once_and_every_form_of_answer() -> None:
    assert len({(c["calculator"], c["reply"], c.get("stop")) for c in CASES}) == len(CASES)
    assert {c["status"] for c in CASES} == set(get_args(Status))
    assert {DUE_DATE, GESTATION, ATRIAL_FIBRILLATION, BODY_MASS} <= {c["calculator"] for c in CASES}


# what each calculator is called

NAMES_WITH_DIGITS = [
    (4, "CHA2DS2-VASc Score for Atrial Fibrillation Stroke Risk"),
    (36, "Caprini Score for Venous Thromboembolism (2005)"),
    (45, "CURB-65 Score for Pneumonia Severity"),
]


@pytest.mark.parametrize(("calculator", "name"), NAMES_WITH_DIGITS)
@pytest.mark.parametrize("form", ["3 ({name})", "{name}: 3", "The {name} of this patient is 3."])
def test_digits_in_the_calculators_name_are_no_answer(
    calculator: int, name: str, form: str
) -> None:
    assert read_calculation(form.format(name=name), calculator, name).value == 3


def test_a_name_given_by_the_row_is_passed_over_with_its_digits() -> None:
    assert read_calculation("Index 99 (rev. 7) is 4.2", 64, "Index 99 (rev. 7)").value == 4.2


def test_every_calculator_has_its_words() -> None:
    known = {str(n) for n in DECIMAL_CALCULATORS | INTEGER_CALCULATORS} | {"13", "68", "69"}
    assert set(words()["calculators"]) == known


def test_an_unknown_calculator_is_an_error() -> None:
    with pytest.raises(KokushiError, match="no calculator 12"):
        read_calculation("4", 12)


# what decides, and what is shown of it


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ('Answer: 1\n\\boxed{2}\n<answer>3</answer>\n{"answer": 4}', 4),
        ("Answer: 1\n\\boxed{2}\n<answer>3</answer>", 3),
        ("Answer: 1\n\\boxed{2}", 2),
        ("Answer: 1\nThe score is 2.", 1),
    ],
)
def test_json_outranks_tags_tags_boxes_boxes_labels_and_labels_prose(
    reply: str, value: int
) -> None:
    assert read_calculation(reply, ATRIAL_FIBRILLATION).value == value


def test_the_piece_that_decided_is_kept_short() -> None:
    reply = f"Body mass index 22.6 kg/m^2 {'as measured ' * 200}"
    reading = read_calculation("Age 40.\n<answer>22.6</answer>", BODY_MASS)
    assert reading.text == "22.6"
    assert len(read_calculation(reply, BODY_MASS).text) == 200


def test_nothing_visible_is_empty_and_an_open_thought_unreadable() -> None:
    assert read_calculation("<think>22.6</think>", BODY_MASS).status == "empty"
    assert read_calculation("<think>22.6", BODY_MASS).status == "unreadable"


def test_a_filtered_reply_is_refused() -> None:
    assert read_calculation("", BODY_MASS, stop_reason="content_filter").status == "refused"


# every reply

CALCULATORS = st.sampled_from([4, 6, 8, 13, 19, 21, 38, 40, 60, 64, 68, 69])
STOPS = st.sampled_from([None, "stop", "max_tokens", "model_length", "content_filter"])
PIECES = st.lists(
    st.one_of(
        st.sampled_from([piece for case in CASES for piece in case["reply"].split(" ") if piece]),
        st.sampled_from(
            ['{"answer": "', '"}', "\\boxed{", "}", "<answer>", "Answer:", "答え：", "-"]
        ),
        st.text(max_size=3),
    ),
    max_size=14,
).map(" ".join)


@given(text=st.one_of(st.text(), PIECES), calculator=CALCULATORS, stop=STOPS)
def test_any_text_has_a_reading_with_a_value_only_when_answered(
    text: str, calculator: int, stop: str | None
) -> None:
    reading = read_calculation(text, calculator, "Name 2", stop_reason=stop)
    assert reading.status in get_args(Status)
    assert (reading.value is not None) == (reading.status == "answered")
    assert isinstance(reading, MedcalcReading) and len(reading.text) <= 200


@given(text=st.one_of(st.text(), PIECES), calculator=CALCULATORS, before=st.sampled_from(" \n"))
def test_white_space_around_and_doubled_changes_nothing(
    text: str, calculator: int, before: str
) -> None:
    reading = read_calculation(text, calculator)
    doubled = text.replace(" ", "  ").replace("\n", "\n\n")
    for other in (before * 2 + text + " \n", doubled):
        again = read_calculation(other, calculator)
        assert (again.status, again.value) == (reading.status, reading.value)


FRAMES: list[Callable[[str], str]] = [
    lambda value: value,
    lambda value: json.dumps({"step_by_step_thinking": "From the note.", "answer": value}),
    lambda value: f"<answer>{value}</answer>",
    lambda value: f"$\\boxed{{{value}}}$",
    lambda value: f"**Answer:** {value}",
    lambda value: f"最終回答：{value}",
    lambda value: f"Some steps.\n\nTherefore, the result is {value}.",
    lambda value: f"<think>1 or 2, or 01/02/2003</think>\n{value}",
]

QUANTITIES = st.integers(-10_000_000, 10_000_000).map(lambda n: n / 1000)
DATES = st.dates(date(1900, 1, 1), date(2100, 1, 1))
AGES = st.builds(WeeksDays, st.integers(0, 45), st.integers(0, 6))
ANSWERS = st.one_of(
    st.tuples(st.sampled_from([6, 38, 64]), QUANTITIES),
    st.tuples(st.sampled_from([4, 16, 29]), st.integers(-30, 400).map(float)),
    st.tuples(st.sampled_from([13, 68]), DATES),
    st.tuples(st.just(69), AGES),
)


@given(answer=ANSWERS, frame=st.sampled_from(FRAMES))
def test_what_is_written_reads_back(answer: tuple[int, Value], frame: Callable[[str], str]) -> None:
    calculator, value = answer
    assert read_calculation(frame(write_value(value)), calculator).value == value


HOSTILE = (
    *(
        "(",
        "\\",
        "{",
        '"answer": {',
        "Answer: ",
        "1,",
        "1-a-",
        "1 or ",
        "score is 1 ",
        "1。",
        "\n1",
    ),
    *("\\frac{1}{", "\u0301\u0316", "十", "1 January ", "<", "*", "cannot be ", "<think>", "ﷺ"),
)
"""Pieces that once took, or might take, quadratic time when repeated."""


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("calculator", [ATRIAL_FIBRILLATION, BODY_MASS, DUE_DATE, GESTATION])
def test_a_hostile_reply_takes_linear_time(piece: str, calculator: int) -> None:
    """A hundred thousand characters; what grows with the square would take minutes."""
    started = time.perf_counter()
    read_calculation(piece * (100_000 // len(piece)), calculator, "Name")
    read_calculation('{"answer": "' + piece * (100_000 // len(piece)), calculator, "Name")
    assert time.perf_counter() - started < 10


# the rows and cases beside this checkout


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    if not REAL_ROWS.is_file():
        pytest.skip("the folder ../shared/data is not beside this checkout")
    with REAL_ROWS.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


WIDE = str.maketrans("0123456789.-/", "０１２３４５６７８９．－／")


def number_forms(number: str, name: str, unit: str) -> list[str]:
    """A number as models write it; `unit` may be empty."""
    mantissa, _, power = f"{float(number):.8e}".partition("e")
    return [
        number,
        f"{number} {unit}",
        f"{number} ({name})",
        number.replace("-", "−"),
        f"Therefore, the {name} of this patient is {number} {unit}.",
        f"したがって、この患者の{name}は{number.translate(WIDE)}です。",
        json.dumps({"step_by_step_thinking": "…", "answer": f"{number} {unit}"}),
        json.dumps({"answer": f"{float(number):,.10g} {unit}" if "." not in number else number}),
        f"$\\boxed{{{number} \\text{{ {unit}}}}}$",
        f"{mantissa}e{power}",
        f"{mantissa} × 10^{int(power)} {unit}",
        f"## Final Answer\n\n**{name}: {number} {unit}**",
    ]


def date_forms(day: date, name: str) -> list[str]:
    month = f"{day:%B} {day.day}, {day.year}"
    return [
        f"{day:%m/%d/%Y}",
        day.isoformat(),
        month,
        f"The {name} is {month}.",
        f"{day.day} {day:%B} {day.year}",
        f"答え：{day.year}年{day.month}月{day.day}日",
        f"最終回答：{day:%m/%d/%Y}".translate(WIDE),
        json.dumps({"answer": f"{day:%m/%d/%Y}"}),
        f"\\boxed{{{day:%m/%d/%Y}}}",
    ]


def age_forms(age: WeeksDays, name: str) -> list[str]:
    weeks, days = age.weeks, age.days
    return [
        f"({weeks} weeks, {days} days)",
        f"('{weeks} weeks', '{days} days')",
        f"{weeks} weeks and {days} day",
        f"{weeks}w{days}d",
        f"{weeks}週{days}日",
        f"The {name} is {weeks} weeks and {days} days.",
        json.dumps({"answer": [f"{weeks} weeks", f"{days} days"]}),
        f"\\boxed{{{weeks}\\text{{ weeks }}{days}\\text{{ days}}}}",
        f"{age.total_days()} days",
    ]


def neighbours(row: Mapping[str, str]) -> list[Value]:
    """Values that a row's key does not accept, as near to it as they can be."""
    key = parse_key(int(row["Calculator ID"]), *written(row))
    match key:
        case DateKey(day=day):
            return [day - timedelta(1), day + timedelta(1)]
        case GestationKey(age=age):
            days = (age.total_days() - 1, age.total_days() + 1)
            return [WeeksDays(*divmod(n, 7)) for n in days if n >= 0]
        case RoundedKey(low=low, high=high) | IntervalKey(low=low, high=high):
            step = 1 if low == high and int(row["Calculator ID"]) in INTEGER_CALCULATORS else 0.001
            return [round(low - step, 6), round(high + step, 6)]
    raise AssertionError(key)


def written(row: Mapping[str, str]) -> tuple[str, str, str]:
    return row["Ground Truth Answer"], row["Lower Limit"], row["Upper Limit"]


def forms(row: Mapping[str, str], value: Value | str) -> list[str]:
    name = row["Calculator Name"]
    if isinstance(value, WeeksDays):
        return age_forms(value, name)
    if isinstance(value, date):
        return date_forms(value, name)
    number = value if isinstance(value, str) else write_value(value)
    units = {"3": "mL/min per 1.73 m²", "9": "mL/min/1.73 m²", "6": "kg/m^2", "60": "m²", "38": "L"}
    return number_forms(number, name, units.get(row["Calculator ID"], ""))


def test_the_key_of_every_real_row_is_right_in_every_form(rows: list[dict[str, str]]) -> None:
    wrong = []
    for row in rows:
        calculator = int(row["Calculator ID"])
        key = parse_key(calculator, *written(row))
        value = getattr(key, "day", None) or getattr(key, "age", None)
        for text in forms(row, value or row["Ground Truth Answer"]):
            reading = read_calculation(text, calculator, row["Calculator Name"])
            if not accepts(key, reading.value):
                wrong.append((row["Row Number"], text, reading))
    assert wrong == []


@pytest.mark.slow
def test_a_value_just_outside_is_read_and_wrong_in_every_form(rows: list[dict[str, str]]) -> None:
    wrong = []
    for row in rows:
        calculator = int(row["Calculator ID"])
        key = parse_key(calculator, *written(row))
        for text in [text for value in neighbours(row) for text in forms(row, value)]:
            reading = read_calculation(text, calculator, row["Calculator Name"])
            if reading.status != "answered" or accepts(key, reading.value):
                wrong.append((row["Row Number"], text, reading))
    assert wrong == []


def test_the_shared_cases_are_marked_right() -> None:
    file = SHARED / "cases" / "medcalc_answers.jsonl"
    if not file.is_file():
        pytest.skip("the folder ../shared/cases is not beside this checkout")
    wrong = []
    for line in file.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        key = parse_key(case["calculator_id"], case["ground_truth"], case["lower"], case["upper"])
        reading = read_calculation(case["model_output"], case["calculator_id"])
        correct = accepts(key, reading.value, abstained=reading.status == "refused")
        if correct != case["expected_correct"]:
            wrong.append((case["id"], reading))
    assert wrong == []
