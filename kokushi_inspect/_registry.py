"""The inspect_ai entry point: what is used by name (`inspect eval kokushi_inspect/medicine`)."""

from kokushi_inspect.medicine import medicine
from scorers.official import official
from scorers.paper import paper
from solvers.answer_sheet import answer_sheet
from solvers.baseline import baseline
from solvers.replay import replay

__all__ = ["answer_sheet", "baseline", "medicine", "official", "paper", "replay"]
