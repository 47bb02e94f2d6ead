"""MedCalc-Bench: clinical calculations from patient notes (Khandekar et al., NeurIPS 2024).

inspect eval kokushi_inspect/medcalc.py --model openai/gpt-…
… -T version=v1.2                     or v1.0 (the paper's, the default), v1.1, verified
… -T revision=COMMIT                  a certain commit of the hub; the log has it in any case
… -T source=practice                  the built-in practice rows; or source=FILE.csv, your own
… -T category=lab,date                also physical, dosage, risk, severity, diagnosis
… -T calculator=2,69                  calculators by id or name
… -T note_type=Extracted              or Template, Synthetic …
… -T per_calculator=3 -T seed=1       a balanced short run: 3 rows of each calculator
… -T prompting=direct                 or cot (the default), one_shot, open_book
… -T language=ja                      Japanese instructions around the English note
… --solver solvers/calculator.py      with tools for arithmetic, dates and units
kokushi medcalc LOG                   every calculator and category of a finished run
"""

from typing import Literal

from inspect_ai import Task, task

from kokushi_inspect.sources.medcalc.load import TASK_VERSION, Request, load_medcalc
from kokushi_inspect.sources.medcalc.selection import Names, Selection
from kokushi_inspect.sources.medcalc.versions import DEFAULT_VERSION
from kokushi_inspect.viewer import MEDCALC_HEADLINE, MEDCALC_VIEWER
from scorers.medcalc import medcalc as medcalc_scorer
from solvers.medcalc_prompt import medcalc_prompt
from solvers.medcalc_wording import Prompting, describe_medcalc_wording


@task
def medcalc(
    version: str | float = DEFAULT_VERSION,
    source: str | None = None,
    revision: str | None = None,
    category: Names = None,
    calculator: Names = None,
    note_type: Names = None,
    per_calculator: int | None = None,
    seed: int = 0,
    prompting: Prompting = "cot",
    language: Literal["en", "ja"] = "en",
) -> Task:
    """MedCalc-Bench: one sample a row, marked by the row's key and limits.

    The parameters are those of `kokushi_inspect.sources.medcalc.load.Request` and `Selection`;
    `prompting` is what the examinee is given beside the rules (`solvers.medcalc_wording`).
    """
    selection = Selection(category, calculator, note_type, per_calculator, seed)
    calculations = load_medcalc(Request(version, source, revision, selection, language))
    return Task(
        dataset=calculations.dataset,
        solver=medcalc_prompt(prompting, language),
        scorer=medcalc_scorer(),
        viewer=MEDCALC_VIEWER,
        headline_metric=MEDCALC_HEADLINE,
        continue_on_fail=True,  # an error costs one sample; inspect eval-retry completes the run
        metadata={
            **calculations.metadata,
            "prompt": describe_medcalc_wording(prompting, language),
        },
        version=TASK_VERSION,
    )
