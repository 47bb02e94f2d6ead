"""The tools of the agent, one call at a time."""

import asyncio
import base64
from io import BytesIO
from random import Random
from typing import Any

import pytest
from builders import make_question
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ContentImage, ContentText
from inspect_ai.tool import Tool, ToolError
from PIL import Image, ImageDraw

from kokushi_inspect.exam import Question
from solvers.tools.calculator import calculator
from solvers.tools.desk import Desk, current_desk, sitting_at
from solvers.tools.figure_info import figure_info
from solvers.tools.figures import ShownFigure, figures_of
from solvers.tools.magnify import magnify
from solvers.tools.submit_answer import submit_answer
from solvers.tools.wording import load_agent_wording

WORDING = load_agent_wording("en")
TWO = make_question(kind="multiple", select=2, key="ac")
WHOLE = {"figure": 1, "left": 0, "top": 0, "right": 1, "bottom": 1}
UPPER_RIGHT = {"figure": 1, "left": 0.5, "top": 0, "right": 1, "bottom": 0.5}


def use(tool: Tool, *figures: ShownFigure, question: Question = TWO, **arguments: Any) -> Any:
    """The result of a tool that is called while a question is answered."""

    async def called() -> Any:
        with sitting_at(Desk(question, figures)):
            return await tool(**arguments)

    return asyncio.run(called())


def failure(tool: Tool, *figures: ShownFigure, **arguments: Any) -> str:
    """What a tool says to a call that fails."""
    with pytest.raises(ToolError) as raised:
        use(tool, *figures, **arguments)
    return raised.value.message


def draw(kind: str = "PNG", mode: str = "RGB", size: tuple[int, int] = (400, 200)) -> ShownFigure:
    """A white figure with a black upper right quarter."""
    image = Image.new("L", size, 255)
    ImageDraw.Draw(image).rectangle((size[0] // 2, 0, size[0], size[1] // 2 - 1), fill=0)
    if mode == "I;16":
        samples = b"".join(bytes([value, value]) for value in image.tobytes())
        image = Image.frombytes("I;16", size, samples)
    target = BytesIO()
    (image if mode in ("L", "I;16") else image.convert(mode)).save(target, format=kind)
    return ShownFigure(f"image/{kind.lower()}", target.getvalue(), *size)


def image_in(result: Any) -> tuple[str, Image.Image]:
    """Media type and image of a result; transparent pixels as they are stored."""
    head, data = result[1].image.split(",")
    image = Image.open(BytesIO(base64.b64decode(data)))
    return head, image.convert("RGB")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 * 4", "28"),
        ("70 / 1.75 ** 2", "22.8571428571"),
        ("0.1 + 0.2", "0.3"),
        ("sqrt(2) * exp(1) + log(10)", "6.14681612115"),
        ("２×（３＋４）÷７", "2"),
        ("2^10", "1024"),
        ("ln(exp(2))", "2"),
        ("2 ** 200", str(2**200)),
    ],
)
def test_calculator_computes(expression: str, value: str) -> None:
    assert use(calculator(WORDING), expression=expression) == value


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "1 +",
        "1 / 0",
        "sqrt(-1)",
        "(-8) ** 0.5",
        "9 ** 9 ** 9",
        "exp(1000)",
        "1e308 * 10",
        "2 ** 2000",
        "1,000 + 1",
        "x + 1",
        "__import__('os').getcwd()",
        "().__class__",
        "[1] * 10",
        "'a' * 3",
        "lambda: 1",
        "1 if 1 else 2",
        "(" * 500 + "1" + ")" * 500,
        "+".join("1" * 500),
        "1" * 10_000,
    ],
)
def test_calculator_refuses_what_is_no_bounded_arithmetic(expression: str) -> None:
    assert failure(calculator(WORDING), expression=expression).startswith("That cannot be computed")


def test_figure_info_lists_number_size_and_media_type() -> None:
    said = use(figure_info(WORDING), draw(), draw("JPEG", size=(60, 90)))
    assert said.splitlines() == [
        "Figure 1: width 400 × height 200 pixels, image/png",
        "Figure 2: width 60 × height 90 pixels, image/jpeg",
    ]


def test_figure_info_says_that_there_is_none() -> None:
    assert use(figure_info(WORDING)) == "This question has no figures."


def test_figures_are_those_of_user_messages_alone() -> None:
    mine, theirs = draw(), draw("JPEG")
    messages = [
        ChatMessageUser(content="no figure"),
        ChatMessageUser(content=[ContentText(text="Figure 1"), ContentImage(image=uri(mine))]),
        ChatMessageAssistant(content=[ContentImage(image=uri(theirs))]),
    ]
    assert asyncio.run(figures_of(messages)) == (mine,)


def uri(figure: ShownFigure) -> str:
    return f"data:{figure.media_type};base64,{base64.b64encode(figure.content).decode()}"


def test_part_is_enlarged_to_1024_pixels() -> None:
    result = use(magnify(WORDING), draw(), **UPPER_RIGHT)
    head, image = image_in(result)
    assert (head, image.size) == ("data:image/png;base64", (1024, 512))
    assert result[0].text == (
        "Figure 1, pixels 200 to 400 across and 0 to 100 down, "
        "shown at width 1024 × height 512 pixels."
    )


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((40, 20), (320, 160)),  # eight times at most
        ((1500, 1200), (1500, 1200)),  # large enough
        ((4096, 1024), (2048, 512)),  # larger than providers look at
        ((3000, 9), (2048, 6)),
    ],
)
def test_enlargement_is_bounded(size: tuple[int, int], shown: tuple[int, int]) -> None:
    _, image = image_in(use(magnify(WORDING), draw(size=size), **WHOLE))
    assert image.size == shown


@pytest.mark.parametrize(
    ("kind", "mode", "media_type"),
    [
        ("PNG", "RGB", "image/png"),
        ("PNG", "L", "image/png"),
        ("PNG", "1", "image/png"),
        ("PNG", "P", "image/png"),
        ("PNG", "LA", "image/png"),
        ("PNG", "RGBA", "image/png"),
        ("PNG", "I;16", "image/png"),
        ("GIF", "P", "image/png"),
        ("WEBP", "RGB", "image/png"),
        ("JPEG", "RGB", "image/jpeg"),
        ("JPEG", "L", "image/jpeg"),
        ("JPEG", "CMYK", "image/jpeg"),
    ],
)
def test_part_of_every_form_of_figure_has_its_colours(
    kind: str, mode: str, media_type: str
) -> None:
    figure = draw(kind, mode)
    for part, low, high in (
        (UPPER_RIGHT, 0, 10),
        (UPPER_RIGHT | {"left": 0, "right": 0.5}, 245, 255),
    ):
        head, image = image_in(use(magnify(WORDING), figure, **part))
        assert head == f"data:{media_type};base64"
        darkest, lightest = image.convert("L").getextrema()
        assert low <= darkest <= lightest <= high


def test_part_that_is_too_large_as_png_is_a_jpeg() -> None:
    noise = Image.frombytes("RGB", (1200, 1200), Random(1).randbytes(1200 * 1200 * 3))
    target = BytesIO()
    noise.save(target, format="PNG", compress_level=0)
    figure = ShownFigure("image/png", target.getvalue(), 1200, 1200)
    head, _ = image_in(use(magnify(WORDING), figure, **WHOLE))
    assert head == "data:image/jpeg;base64"


def test_pixels_that_are_cut_through_belong_to_the_part() -> None:
    part = {"figure": 1, "left": 0.101, "top": 0.101, "right": 0.899, "bottom": 0.899}
    said = use(magnify(WORDING), draw(size=(100, 100)), **part)[0].text
    assert "pixels 10 to 90 across and 10 to 90 down" in said


OUT_OF_RANGE = [
    {"left": 50, "top": 0, "right": 100, "bottom": 50},  # percent
    {"left": 200, "right": 400},  # pixels
    {"left": -0.1},
    {"bottom": 1.01},
    {"left": 0.6, "right": 0.4},
    {"left": 0.5, "right": 0.5},
    {"right": float("nan")},
    {"right": float("inf")},
    {"right": 10**400},
]


@pytest.mark.parametrize("edges", OUT_OF_RANGE, ids=lambda edges: str(edges)[:40])
def test_part_outside_the_figure_is_told_with_the_size(edges: dict[str, Any]) -> None:
    said = failure(magnify(WORDING), draw(), **(WHOLE | edges))
    assert "fractions with 0 ≤ left < right ≤ 1" in said
    assert "Figure 1 is width 400 × height 200 pixels" in said


def test_part_of_a_few_pixels_is_told_with_the_size() -> None:
    said = failure(magnify(WORDING), draw(), **(WHOLE | {"right": 0.01}))
    assert "(width 4 × height 200 pixels)" in said
    assert "Figure 1 is width 400 × height 200 pixels" in said


def test_whole_of_a_tiny_figure_is_no_mistake() -> None:
    _, image = image_in(use(magnify(WORDING), draw(size=(4, 2)), **WHOLE))
    assert image.size == (32, 16)


@pytest.mark.parametrize("number", [0, 3, -1, 10**400])
def test_unknown_figure_is_told_with_the_count(number: int) -> None:
    said = failure(magnify(WORDING), draw(), draw(), **(WHOLE | {"figure": number}))
    assert said.endswith("The figures of this question are 1 to 2.")


def test_magnify_says_that_there_is_no_figure() -> None:
    assert failure(magnify(WORDING), **WHOLE) == "This question has no figures."


def test_submission_returns_the_answer_as_on_the_sheet() -> None:
    assert use(submit_answer(WORDING), labels=["c", "a"]) == "AC"


def test_submission_of_the_wrong_form_is_told() -> None:
    said = failure(submit_answer(WORDING), labels=["a"])
    assert said == "2 option(s) are to be chosen, but 1 were given. Submit again with 2."


def test_each_task_has_its_own_desk() -> None:
    async def work(question: Question) -> tuple[str, str]:
        with sitting_at(Desk(question)):
            before = current_desk().question.id
            await asyncio.sleep(0)
            return before, current_desk().question.id

    async def side_by_side() -> list[tuple[str, str]]:
        return await asyncio.gather(*(work(make_question(id=id)) for id in ("A1", "A2")))

    assert asyncio.run(side_by_side()) == [("A1", "A1"), ("A2", "A2")]


def test_no_desk_is_left_after_the_work() -> None:
    with sitting_at(Desk(TWO)):
        pass
    with pytest.raises(LookupError):
        current_desk()
