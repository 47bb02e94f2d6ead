"""The whole benchmark as a spec of inspect-flow: every sitting and MedCalc-Bench, for each model.

flow run examples/flow_kokushi.py --dry-run
flow run examples/flow_kokushi.py
flow run examples/flow_kokushi.py --dry-run -A source=practice -A models=none/none

docs/sweep.md says when to use this, and when `kokushi sweep`.
"""

from inspect_ai.model import GenerateConfig
from inspect_flow import FlowOptions, FlowSpec, FlowTask, tasks_matrix

PROFESSIONS = (
    "dentistry",
    "medicine",
    "midwifery",
    "nursing",
    "occupational_therapy",
    "optometry",
    "pharmacy",
    "physical_therapy",
    "public_health_nursing",
    "radiologic_technology",
)
YEARS = (2020, 2021, 2022, 2023, 2024)


def kokushi(
    source: str = "kokushimd10",
    models: str = "openai/gpt-5,anthropic/claude-sonnet-4-5",
    log_dir: str = "../logs/flow_kokushi",
) -> FlowSpec:
    """One task for each sitting, and MedCalc-Bench, for every model.

    Args:
        source: Where the questions come from; `practice` has one sitting for each profession and
            rows for MedCalc-Bench.
        models: Inspect's names of models, with commas between them.
        log_dir: Where logs go; a relative path starts at the folder of this file.
    """
    practice = source == "practice"
    sittings = [
        FlowTask(name=f"kokushi_inspect/{profession}", args={"source": source, **years})
        for profession in PROFESSIONS
        for years in ([{}] if practice else [{"years": year} for year in YEARS])
    ]
    rows = {"source": source} if practice else {"version": "v1.0"}
    medcalc = FlowTask(name="kokushi_inspect/medcalc", args=rows)
    return FlowSpec(
        log_dir=log_dir,
        options=FlowOptions(log_realtime=False, max_samples=150, score_display=False),
        tasks=tasks_matrix(
            task=[*sittings, medcalc],
            model=[name.strip() for name in models.split(",")],
            config=[GenerateConfig(temperature=0, max_tokens=4096, max_connections=50)],
        ),
    )
