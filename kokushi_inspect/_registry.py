"""The inspect_ai entry point: what is used by name (`inspect eval kokushi_inspect/medicine`)."""

from kokushi_inspect.dentistry import dentistry
from kokushi_inspect.medicine import medicine
from kokushi_inspect.midwifery import midwifery
from kokushi_inspect.nursing import nursing
from kokushi_inspect.occupational_therapy import occupational_therapy
from kokushi_inspect.optometry import optometry
from kokushi_inspect.pharmacy import pharmacy
from kokushi_inspect.physical_therapy import physical_therapy
from kokushi_inspect.public_health_nursing import public_health_nursing
from kokushi_inspect.radiologic_technology import radiologic_technology
from scorers.official import official
from scorers.paper import paper
from solvers.answer_sheet import answer_sheet
from solvers.baseline import baseline
from solvers.replay import replay

__all__ = [
    "answer_sheet",
    "baseline",
    "dentistry",
    "medicine",
    "midwifery",
    "nursing",
    "occupational_therapy",
    "official",
    "optometry",
    "paper",
    "pharmacy",
    "physical_therapy",
    "public_health_nursing",
    "radiologic_technology",
    "replay",
]
