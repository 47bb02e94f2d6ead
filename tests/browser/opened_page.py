"""What the tests see of a page that is open in the browser."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Page, Request


@dataclass
class Opened:
    """A page in the browser, with everything that it asked for or complained of."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def asked(self, request: Request) -> None:
        if not request.url.startswith("data:"):
            self.requests.append(request.url)


Open = Callable[..., Opened]
