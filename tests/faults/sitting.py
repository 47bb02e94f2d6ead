"""Takes the practice exam in this process, at a server that breaks by plan."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faulty_server import FaultyAnthropic, FaultyOpenAI, FaultyServer, Record
from inspect_ai import eval as run_eval
from inspect_ai import eval_retry
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import Model, get_model


@dataclass(frozen=True)
class Provider:
    """One of Inspect's providers.

    Attributes:
        model: Name of the model.
        server: The server that speaks its protocol.
        path: What its base URL has behind the origin.
    """

    model: str
    server: type[FaultyServer]
    path: str

    def examinee(self, server: FaultyServer) -> Model:
        """The model at a server, not shared with other servers."""
        url = server.origin + self.path
        return get_model(self.model, base_url=url, api_key="local", memoize=False)


PROVIDERS = {
    "openai-api": Provider("openai-api/local/test", FaultyOpenAI, "/v1"),
    "anthropic": Provider("anthropic/claude-sonnet-4-5", FaultyAnthropic, ""),
}


@dataclass(frozen=True)
class Sat:
    """A run that has ended, and what its server noted."""

    log: EvalLog
    record: Record

    @property
    def samples(self) -> dict[str, EvalSample]:
        """The samples, by id."""
        return {str(sample.id): sample for sample in self.log.samples or []}

    @property
    def errored(self) -> list[str]:
        """The samples that ended in an error, in the order of the exam."""
        return sorted(id for id, sample in self.samples.items() if sample.error is not None)

    @property
    def marks(self) -> dict[str, dict[str, Any]]:
        """The marks, by id of the question."""
        return {
            id: sample.scores["official"].metadata or {}
            for id, sample in self.samples.items()
            if sample.scores
        }


def sit(provider: Provider, server: FaultyServer, logs: Path, **settings: Any) -> Sat:
    """`inspect eval kokushi_inspect/medicine -T source=practice …`."""
    (log,) = run_eval(
        "kokushi_inspect/medicine",
        model=provider.examinee(server),
        task_args={"source": "practice"},
        log_dir=str(logs),
        display="none",
        **settings,
    )
    return Sat(log, server.record)


def complete(server: FaultyServer, cut: EvalLog) -> Sat:
    """`inspect eval-retry LOG`, at the same server; the key is in the environment."""
    (log,) = eval_retry(cut.location, log_dir=str(Path(cut.location).parent), display="none")
    return Sat(log, server.record)
