"""Names stored replies without a question, and questions without a stored reply."""

from logging import getLogger
from typing import Any

from inspect_ai.hooks import Hooks, TaskStart, hooks

from kokushi_inspect.sources.criteria_file import practice_professions
from solvers.replies import load_replies

logger = getLogger(__name__)


@hooks(name="kokushi_replay", description="Names replies that no question of the run asks for.")
class ReplayCheck(Hooks):
    """Compares the ids of stored replies with those of the questions when a task starts."""

    async def on_task_start(self, data: TaskStart) -> None:
        """Warn of unknown and missing ids, naming the first ten of each."""
        spec = data.spec
        if (spec.solver or "").split("/")[-1].removesuffix(".py").split("@")[-1] != "replay":
            return
        if spec.task_args.get("unit") == "scenario":
            return  # samples are scenarios then; the ids of their questions are not in the spec
        args = spec.solver_args or {}
        stored = load_replies(args["replies"], args.get("examinee"))
        asked = {str(sample_id) for sample_id in spec.dataset.sample_ids or []}
        whole = (spec.dataset.samples or 0) == len(asked)
        if (missing := sorted(asked - set(stored))) and asked:
            logger.warning("no stored reply for %s", _listed(missing))
        others = tuple(f"{name}-" for name in _other_professions(spec.metadata or {}))
        unknown = sorted(id for id in set(stored) - asked if not id.startswith(others))
        if unknown and whole:
            logger.warning("stored replies for unknown questions: %s", _listed(unknown))


def _other_professions(metadata: dict[str, Any]) -> list[str]:
    """A folder of predictions holds those to other exams as well: their ids name the profession."""
    mine = metadata.get("profession")
    return [name for name in practice_professions() if name != mine]


def _listed(ids: list[str]) -> str:
    more = f" and {len(ids) - 10} more" if len(ids) > 10 else ""
    return f"{len(ids)} question(s): {', '.join(ids[:10])}{more}"
