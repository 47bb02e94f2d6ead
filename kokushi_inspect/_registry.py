"""The inspect_ai entry point: what is used by name (`inspect eval kokushi_inspect/medicine`)."""

from kokushi_inspect.dentistry import dentistry
from kokushi_inspect.medcalc import medcalc
from kokushi_inspect.medicine import medicine
from kokushi_inspect.midwifery import midwifery
from kokushi_inspect.nursing import nursing
from kokushi_inspect.occupational_therapy import occupational_therapy
from kokushi_inspect.optometry import optometry
from kokushi_inspect.pharmacy import pharmacy
from kokushi_inspect.physical_therapy import physical_therapy
from kokushi_inspect.public_health_nursing import public_health_nursing
from kokushi_inspect.radiologic_technology import radiologic_technology
from scorers.medcalc import medcalc as medcalc_scorer
from scorers.official import official
from scorers.paper import paper
from solvers.agent import agent
from solvers.answer_sheet import answer_sheet
from solvers.baseline import baseline
from solvers.calculator import calculator
from solvers.dialogue import dialogue
from solvers.medcalc_prompt import medcalc_prompt
from solvers.panel import panel
from solvers.reason import reason
from solvers.replay import replay
from solvers.review import review

__all__ = [
    "agent",
    "answer_sheet",
    "baseline",
    "calculator",
    "dentistry",
    "dialogue",
    "medcalc",
    "medcalc_prompt",
    "medcalc_scorer",
    "medicine",
    "midwifery",
    "nursing",
    "occupational_therapy",
    "official",
    "optometry",
    "panel",
    "paper",
    "pharmacy",
    "physical_therapy",
    "public_health_nursing",
    "radiologic_technology",
    "reason",
    "replay",
    "review",
]
