"""A model that stops answering after some questions of each exam, until it is told to go on."""

from collections import Counter, defaultdict
from threading import Event, Lock
from types import TracebackType
from typing import Self

from servers.exchange import Answer, SentRequest
from servers.openai_server import OpenAIServer

PATIENCE = 120


class StallingModel:
    """Answers a number of questions of each exam, then holds all answers back until `go_on`.

    Exams are told apart by their system message.

    Args:
        answered: How many questions of each exam it answers at once.

    Attributes:
        asked: How often each question was asked, by its text.
        most_open: How many requests were open at once, at most.
    """

    def __init__(self, answered: int) -> None:
        self.asked: Counter[str] = Counter()
        self.most_open = 0
        self._answered = answered
        self._open = 0
        self._begun: defaultdict[str, int] = defaultdict(int)
        self._lock = Lock()
        self._on = Event()
        self._server = OpenAIServer(self._say)

    @property
    def base_url(self) -> str:
        return self._server.base_url

    def go_on(self) -> None:
        self._on.set()

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.go_on()
        self._server.__exit__(kind, error, trace)

    def _say(self, request: SentRequest) -> Answer:
        with self._lock:
            self.asked[request.texts[0]] += 1
            self._begun[request.system] += 1
            stalled = self._begun[request.system] > self._answered
            self._open += 1
            self.most_open = max(self.most_open, self._open)
        if stalled:
            self._on.wait(PATIENCE)
        with self._lock:
            self._open -= 1
        return Answer("答え：a")
