"""The examinee with tools: what each tool does, and how turns end."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai import eval
from inspect_ai.log import EvalSample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import Solver
from inspect_ai.tool import Tool, ToolDef, ToolError

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.medcalc import medcalc
from solvers.calculator import calculator
from solvers.tools.calculate import as_expression, calculate, write_result
from solvers.tools.convert_units import convert_units
from solvers.tools.date_calculator import date_calculator, day_after, days_between, read_date
from solvers.tools.units import ConversionRefused, convert


def call(tool: Tool, **arguments: Any) -> str:
    return str(asyncio.run(tool(**arguments)))


# arithmetic


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("(140 - 62) * 74.249 / (72 * 1.3)", "61.8741666667"),
        ("2^10", "1024"),
        ("5 × 4 ÷ 2 − 1", "9"),
        ("142 * (0.8 / 0.9)^-0.302 * 0.9938^45", "111.22209329"),
        ("sqrt(100 * 81 / 3600)", "1.5"),
        ("-7 // 2", "-4"),
        ("3.78 * ln(2.7)", "3.75449170198"),
        ("round(2.5)", "2"),
    ],
)
def test_calculate_returns_the_value(expression: str, result: str) -> None:
    assert call(calculate(), expression=expression) == result


@pytest.mark.parametrize(
    "expression",
    [
        *("", "84 kg", "1/0", "9**9**9", "1e308 * 10", "x + 1", "1,512 * 2,"),
        *("__import__('os').getcwd()", "().__class__", "[1 for _ in (1,)]", "open('f')", "'a' * 9"),
    ],
)
def test_calculate_refuses_what_is_no_arithmetic(expression: str) -> None:
    with pytest.raises(ToolError, match="cannot be calculated"):
        call(calculate(), expression=expression)


@given(st.text())
def test_calculate_returns_a_number_or_refuses(expression: str) -> None:
    try:
        float(call(calculate(), expression=expression))
    except ToolError as error:
        assert str(error).startswith("This cannot be calculated")


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_calculate_adds_as_python_does(left: int, right: int) -> None:
    assert call(calculate(), expression=f"{left} + ({right})") == str(left + right)


def test_expressions_are_read_in_full_width_too() -> None:
    assert as_expression("\uff15\uff0b\uff11") == "5+1"


def test_results_have_twelve_digits() -> None:
    assert (write_result(2 / 3), write_result(10**20)) == ("0.666666666667", "1" + "0" * 20)


# dates


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ({"start": "11/21/2023", "add_days": 280}, "08/27/2024 (Tuesday)"),
        ({"start": "2024-02-28", "add_days": 1}, "02/29/2024 (Thursday)"),
        ({"start": "03/01/2023", "add_days": -1}, "02/28/2023 (Tuesday)"),
        ({"start": "12/30/2019", "end": "03/04/2020"}, "65 days = (9 weeks, 2 days)"),
        ({"start": "03/04/2020", "end": "12/30/2019"}, "-65 days = -(9 weeks, 2 days)"),
    ],
)
def test_date_calculator_knows_the_calendar(arguments: dict[str, Any], result: str) -> None:
    assert call(date_calculator(), **arguments) == result


@pytest.mark.parametrize(
    "arguments",
    [
        {"start": "02/30/2024"},
        {"start": "tomorrow"},
        {"start": "01/01/2024", "end": "13/13/2024"},
        {"start": "12/31/9999", "add_days": 1},
        {"start": "01/01/2024", "add_days": 10**12},
    ],
)
def test_date_calculator_refuses_what_is_no_day(arguments: dict[str, Any]) -> None:
    with pytest.raises(ToolError, match=r"is no date|out of range"):
        call(date_calculator(), **arguments)


@given(st.dates(), st.dates())
def test_adding_the_days_between_two_dates_leads_to_the_second(start: date, end: date) -> None:
    days = int(days_between(start, end).split()[0])
    assert read_date(day_after(start, days).split()[0]) == end


# units


@pytest.mark.parametrize(
    ("value", "source", "target", "substance", "result"),
    [
        (88.4, "µmol/L", "mg/dL", "creatinine", 1.0),
        (1, "mg/dL", "umol/l", "creatinine", 88.4),
        (5.5, "mmol/L", "mg/dL", "glucose", 99.09),
        (14, "mg/dL", "mmol/L", "urea nitrogen", 5.0),
        (1, "mmol/L", "mEq/L", "calcium", 2.0),
        (10, "mg/dL", "mEq/L", "calcium", 4.99),
        (4.2, "g/dL", "g/L", None, 42),
        (150, "lb", "kg", None, 68.04),
        (70, "inches", "cm", None, 177.8),
        (98.6, "°F", "degC", None, 37),
        (760, "mm Hg", "kPa", None, 101.3),
        (30, "kg/m²", "kg/m^2", None, 30),
        (5, "mcg/kg/min", "mg/kg/hr", None, 0.3),
        (24, "mL per kg per day", "mL/kg/hour", None, 1),
        (3, "weeks", "days", None, 21),
        (25, "%", "percent", None, 25),
    ],
)
def test_units_are_converted(
    value: float, source: str, target: str, substance: Any, result: float
) -> None:
    assert convert(value, source, target, substance) == pytest.approx(result, rel=1e-3)


@pytest.mark.parametrize(
    ("source", "target", "substance", "said"),
    [
        ("mg/dL", "mmol/L", None, "name the substance"),
        ("mg/dL", "cm", "glucose", "do not measure the same"),
        ("mg/dL", "mEq/L", "glucose", "do not measure the same"),
        ("mg/dL", "mmol/L", "unobtainium", "is none of"),
        ("furlongs per fortnite", "m/s", None, "no unit"),
        ("", "m", None, "no unit"),
        ("9^9^9", "m", None, "no unit"),
        ("m^99", "m", None, "no unit"),
        ("m.__class__", "m", None, "no unit"),
        ("m" * 61, "m", None, "too long"),
        ("degC/min", "degF/min", None, "offset unit"),
    ],
)
def test_conversion_that_makes_no_sense_is_refused(
    source: str, target: str, substance: Any, said: str
) -> None:
    with pytest.raises(ConversionRefused, match=said):
        convert(1, source, target, substance)


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_value_that_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(ConversionRefused, match="finite"):
        convert(value, "m", "cm", None)


@given(st.text(alphabet="mgLkdl/*^-0123456789 °%µ()._e", max_size=70))
def test_conversion_of_any_text_ends_in_a_number_or_a_refusal(unit: str) -> None:
    try:
        assert isinstance(convert(1, unit, "mg/dL", None), float)
    except ConversionRefused as error:
        assert str(error)


def test_convert_units_names_the_unit() -> None:
    assert call(convert_units(), value=70, from_unit="inch", to_unit="cm") == "177.8 cm"


def test_convert_units_explains_a_refusal_to_the_model() -> None:
    with pytest.raises(ToolError, match=r"cannot be converted: 'kg' and 'cm'"):
        call(convert_units(), value=1, from_unit="kg", to_unit="cm")


@pytest.mark.parametrize("tool", [calculate(), date_calculator(), convert_units()])
def test_tools_describe_themselves_and_each_argument(tool: Tool) -> None:
    described = ToolDef(tool)
    assert described.description
    assert all(p.description for p in described.parameters.properties.values())


# turns

USAGE = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
QUESTION = {"source": "practice", "calculator": 5}
"""One practice row: mean arterial pressure, key 82."""


def says(text: str) -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = USAGE
    return output


def calls(name: str, **arguments: Any) -> ModelOutput:
    output = ModelOutput.for_tool_call("mockllm/model", name, arguments)
    output.usage = USAGE
    return output


def take(
    folder: Path,
    outputs: Sequence[ModelOutput] | Iterator[ModelOutput],
    solver: Solver,
    **more: Any,
) -> EvalSample:
    """One practice row, answered by a model that says the outputs in turn."""
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = eval(
        medcalc(**QUESTION), model=model, solver=solver, log_dir=str(folder), display="none", **more
    )
    assert log.status == "success", log.error
    (sample,) = log.samples or []
    return sample


def endless() -> Iterator[ModelOutput]:
    """A model that always calculates, whatever it is told."""
    while True:
        yield calls("calculate", expression="1 + 1")


@pytest.fixture(scope="module")
def tool_user(tmp_path_factory: pytest.TempPathFactory) -> EvalSample:
    outputs = [
        calls("calculate", expression="(110 + 2 * 68) / 3"),
        calls("convert_units", value=1, from_unit="kg", to_unit="m"),
        says('The pressure is computed.\n{"answer": 82}'),
    ]
    return take(tmp_path_factory.mktemp("tools"), outputs, calculator())


@pytest.fixture(scope="module")
def tireless(tmp_path_factory: pytest.TempPathFactory) -> EvalSample:
    return take(tmp_path_factory.mktemp("endless"), endless(), calculator())


def test_results_of_tools_reach_the_model(tool_user: EvalSample) -> None:
    assert next(m.text for m in tool_user.messages if m.role == "tool") == "82"


def test_refusal_of_a_tool_does_not_end_the_sample(tool_user: EvalSample) -> None:
    error = [m.error for m in tool_user.messages if m.role == "tool"][1]
    assert error is not None
    assert "do not measure the same" in error.message


def test_reply_without_a_tool_call_is_the_answer(tool_user: EvalSample) -> None:
    mark = (tool_user.scores or {})["medcalc"].metadata or {}
    assert (mark["read"], mark["correct"]) == (["82"], True)


def test_system_message_tells_of_tools_and_turns(tool_user: EvalSample) -> None:
    system = tool_user.messages[0].text
    assert "tools for arithmetic, dates and units" in system
    assert "at most 20 turns" in system


def test_examinee_that_never_answers_has_twenty_turns(tireless: EvalSample) -> None:
    assert len([m for m in tireless.messages if m.role == "assistant"]) == 20


def test_last_turn_asks_for_the_answer_and_runs_no_tool(tireless: EvalSample) -> None:
    *_, asked, answered = tireless.messages
    assert (asked.role, "No further tool call" in asked.text) == ("user", True)
    assert answered.role == "assistant"


def test_examinee_that_never_answers_is_marked_wrong(tireless: EvalSample) -> None:
    mark = (tireless.scores or {})["medcalc"].metadata or {}
    assert (mark["status"], mark["correct"]) != ("answered", True)


def test_fewer_turns_may_be_granted(tmp_path: Path) -> None:
    sample = take(tmp_path, endless(), calculator(max_turns=3))
    assert len([m for m in sample.messages if m.role == "assistant"]) == 3


def test_python_is_at_hand_in_a_sandbox(tmp_path: Path) -> None:
    outputs = [calls("python", code="print(17 * 3)"), says('{"answer": 51}')]
    sample = take(tmp_path, outputs, calculator(), sandbox="local")
    assert [m.text.strip() for m in sample.messages if m.role == "tool"] == ["51"]


def test_python_is_not_there_without_a_sandbox(tmp_path: Path) -> None:
    outputs = [calls("python", code="print(17 * 3)"), says('{"answer": 51}')]
    sample = take(tmp_path, outputs, calculator())
    errors = [m.error.message for m in sample.messages if m.role == "tool" and m.error]
    assert json.dumps(errors).count("python") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"prompting": "direct"}, "prompting='direct'; expected 'cot' or"),
        ({"max_turns": 1}, "max_turns='1'"),
        ({"max_turns": 21}, "max_turns='21'"),
        ({"language": "fr"}, "language='fr'"),
    ],
)
def test_bad_argument_says_what_is_allowed(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(KokushiError) as caught:
        calculator(**arguments)
    assert said in str(caught.value)
