"""What the log keeps of a question with a figure."""

import base64
from pathlib import Path

from builders import make_question
from inspect_ai.log import read_eval_log
from invigilated import always, sit
from PIL import Image

from kokushi_inspect.exam import Figure
from solvers.answer_sheet import answer_sheet


def logged_text(folder: Path, log_images: bool) -> tuple[str, str]:
    """The whole log of a question with a figure, and the beginning of the figure in it."""
    file = folder / "figure.png"
    Image.effect_noise((64, 64), 90).save(file)
    question = make_question(figures=(Figure(str(file), str(file), 64, 64),))
    sat = sit(answer_sheet(), [question], always("a"), folder, log_images=log_images)
    assert sat.log.status == "success"
    encoded = base64.b64encode(file.read_bytes()).decode()
    return read_eval_log(sat.log.location).model_dump_json(), encoded[:200]


def test_a_log_without_images_holds_no_copy_of_a_figure(tmp_path: Path) -> None:
    text, figure = logged_text(tmp_path, log_images=False)
    assert figure not in text


def test_a_log_with_images_holds_a_figure_once(tmp_path: Path) -> None:
    text, figure = logged_text(tmp_path, log_images=True)
    assert text.count(figure) == 1
