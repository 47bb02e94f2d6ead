"""Figures: accuracy with and without, transitions, thumbnails."""

import base64
from io import BytesIO
from pathlib import Path

import pytest
from builders import write_picture
from inspect_ai.log import write_eval_log
from inspect_ai.model import Content
from inspect_ai.solver import Generate, Solver, TaskState, solver
from PIL import Image
from reporting import examinee, item, report_of
from taking import rows_at, saying, take

from kokushi_inspect.report.model import Report
from solvers.giving import hand_in

ROWS = [*rows_at(["A1", "A2", "B1"], images=["f.png"]), *rows_at(["B2"])]


@solver
def looking() -> Solver:
    """Right in A1 whether it sees the figure or not, in A2 never, in B1 only without the figure."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        sees = any(part.type == "image" for part in contents(state))
        right = {"A1", "B2"} if sees else {"A1", "B1", "B2"}
        id = str(state.sample_id)
        hand_in(state, {id: ("a" if id in right else "b", "stop")}, "one")
        return state

    return solve


def contents(state: TaskState) -> list[Content]:
    """The parts of the question as it was asked."""
    content = state.user_prompt.content
    return [] if isinstance(content, str) else content


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """Figures sent and withheld: right without looking in A1, wrong in A2, better in B1."""
    write_picture(tmp_path / "f.png", (900, 30))
    sent = take(tmp_path, looking(), rows=ROWS)
    blind = take(tmp_path, looking(), rows=ROWS, task={"figures": "withheld"})
    return report_of(sent, blind)


def test_transitions_are_over_questions_whose_figure_was_withheld(report: Report) -> None:
    (pair,) = report.variants
    assert (pair.kind, pair.n) == ("figures", 3)
    assert (pair.both, pair.only_plain, pair.only_variant, pair.neither) == (1, 0, 1, 1)
    assert (pair.plain_share, pair.variant_share) == pytest.approx((1 / 3, 2 / 3))


def test_questions_right_without_looking_are_listed(report: Report) -> None:
    (pair,) = report.variants
    assert pair.right_anyway == (item(report, "A1").id, item(report, "B1").id)


def test_accuracy_with_and_without_figures(report: Report) -> None:
    plain = next(e.id for e in report.examinees if e.figures == "sent")
    found = {
        f.examinee: (f.sent, f.with_figure.right, f.without_figure.right) for f in report.figures
    }
    (blind,) = set(found) - {plain}
    assert found == {plain: (True, 1, 1), blind: (False, 2, 1)}


def test_a_figure_is_shown_small(report: Report) -> None:
    (figure,) = item(report, "A1").figures
    kind, _, data = figure.data.partition(",")
    assert kind == "data:image/webp;base64"
    assert Image.open(BytesIO(base64.b64decode(data))).size == (320, 11)


def test_a_figure_that_is_nowhere_leaves_its_place(tmp_path: Path) -> None:
    write_picture(tmp_path / "f.png")
    log = take(tmp_path, saying(), rows=ROWS, log_images=False)
    copy = log.model_copy(deep=True)
    for sample in copy.samples or []:
        sample.attachments = {}
    write_eval_log(copy, str(tmp_path / "bare.eval"))
    (tmp_path / "f.png").unlink()
    found = item(report_of(tmp_path / "bare.eval"), "A1")
    assert (found.has_figure, [figure.data for figure in found.figures]) == (True, [""])


def test_the_withheld_run_is_named(report: Report) -> None:
    names = [e.label for e in report.examinees]
    assert any("figures withheld" in name for name in names)
    assert examinee(report, next(n for n in names if "withheld" in n)).figures == "withheld"
