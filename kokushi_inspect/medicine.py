"""医師国家試験: the National Examination for Physicians.

inspect eval kokushi_inspect/medicine.py --model openai/gpt-… -T source=DIR
inspect eval kokushi_inspect/medicine.py --model … -T source=practice   # built-in
inspect eval kokushi_inspect/medicine.py --model … -T figures=withheld  # no figures
inspect eval kokushi_inspect/medicine.py --model … -T prompt=FILE       # other wording
inspect eval kokushi_inspect/medicine.py --model … -T criteria=FILE     # other pass lines
inspect eval kokushi_inspect/medicine.py --model … -T max_pixels=2048   # smaller figures
inspect eval kokushi_inspect/medicine.py --solver solvers/baseline.py -S kind=chance --model none
"""

from typing import Literal

from inspect_ai import Task, task

from kokushi_inspect.sources.exam import DEFAULT_SOURCE, TASK_VERSION, load_exam
from kokushi_inspect.sources.figures import MAX_PIXELS
from kokushi_inspect.viewer import EXAM_VIEWER, HEADLINE
from scorers.official import official
from solvers.answer_sheet import answer_sheet
from solvers.prompt import describe_wording


@task
def medicine(
    source: str = DEFAULT_SOURCE,
    figures: Literal["sent", "withheld"] = "sent",
    prompt: str | None = None,
    criteria: str | None = None,
    max_pixels: int = MAX_PIXELS,
) -> Task:
    """The physician's exam: one sample a question, one verdict a sitting.

    Args:
        source: `practice`, or the path of a question file or of its folder.
        figures: `sent`, or `withheld` to ask the same questions without their figures.
        prompt: A text file that replaces the wording of the system message.
        criteria: A criteria file that replaces the built-in pass lines.
        max_pixels: Longest side of a figure in pixels; larger ones are scaled down once.
    """
    exam = load_exam(
        "medicine", source=source, figures=figures, criteria=criteria, max_pixels=max_pixels
    )
    return Task(
        dataset=exam.dataset,
        solver=answer_sheet(prompt=prompt),
        scorer=official(),
        viewer=EXAM_VIEWER,
        headline_metric=HEADLINE,
        metadata={**exam.metadata, "prompt": describe_wording(prompt)},
        version=TASK_VERSION,
    )
