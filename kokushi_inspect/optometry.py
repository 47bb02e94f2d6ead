"""視能訓練士国家試験: the National Examination for Orthoptists.

inspect eval kokushi_inspect/optometry.py --model openai/gpt-…
… -T source=practice                  the built-in practice exam; or source=DIR, your own file
… -T revision=COMMIT                  of the hub data set; -T fields=FILE names unknown fields
… -T years=2024                       or years=2020,2022 or years=2020-2024
… -T language=en                      the translated questions, English instructions
… -T figures=withheld                 the same questions without their figures
… -T questions=text_only              or with_figures (no verdict: the sitting is not whole)
… -T unit=scenario                    one sample a case, for --solver solvers/dialogue.py
… -T shuffle_options=7                option texts move among the labels, by this seed
… -T prompt=FILE                      another wording of the system message
… -T criteria=FILE                    other pass lines; -T derived_lines=true for unknown ones
… -T points=official                  points by the structure of the exam
… -T max_pixels=2048                  smaller figures
… --solver solvers/baseline.py -S kind=chance --model none
"""

from typing import Literal

from inspect_ai import Task, task

from kokushi_inspect.sources.exam import DEFAULT_SOURCE, TASK_VERSION, Request, load_exam
from kokushi_inspect.sources.figures import MAX_PIXELS
from kokushi_inspect.sources.selection import QuestionFilter, Years
from kokushi_inspect.viewer import EXAM_VIEWER, HEADLINE
from scorers.official import official
from solvers.answer_sheet import answer_sheet
from solvers.prompt import describe_wording


@task
def optometry(
    source: str = DEFAULT_SOURCE,
    years: Years = None,
    language: Literal["ja", "en"] = "ja",
    figures: Literal["sent", "withheld"] = "sent",
    questions: QuestionFilter = "all",
    unit: Literal["question", "scenario"] = "question",
    shuffle_options: int | None = None,
    prompt: str | None = None,
    criteria: str | None = None,
    derived_lines: bool = False,
    points: Literal["source", "official"] = "source",
    max_pixels: int = MAX_PIXELS,
    revision: str | None = None,
    fields: str | None = None,
) -> Task:
    """The orthoptist's exam: one sample a question, one verdict a sitting.

    The parameters are those of `kokushi_inspect.sources.exam.Request`; `prompt` is a text file
    that replaces the wording of the system message.
    """
    request = Request(
        source=source,
        years=years,
        language=language,
        figures=figures,
        questions=questions,
        unit=unit,
        shuffle_options=shuffle_options,
        criteria=criteria,
        derived_lines=derived_lines,
        points=points,
        max_pixels=max_pixels,
        revision=revision,
        fields=fields,
    )
    exam = load_exam("optometry", request)
    return Task(
        dataset=exam.dataset,
        solver=answer_sheet(prompt, language),
        scorer=official(),
        viewer=EXAM_VIEWER,
        headline_metric=HEADLINE,
        continue_on_fail=True,  # an error costs one sample; inspect eval-retry completes the run
        metadata={**exam.metadata, "prompt": describe_wording(prompt, language)},
        version=TASK_VERSION,
    )
