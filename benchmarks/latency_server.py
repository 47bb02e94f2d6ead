"""A local OpenAI-compatible server that answers every request after a fixed time.

    python benchmarks/latency_server.py --latency 2

Prints its address and runs until it is stopped; the benchmarks start it in a process of its own.
`/stats` tells when the first and the last request arrived (seconds since the epoch), how many there
were and how many waited at once; asking it starts a new count.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.request import ProxyHandler, build_opener

from aiohttp import web

REPLY = "答え：a"
LARGEST_REQUEST = 64_000_000


class Counts:
    """What arrived since the last question about it."""

    def __init__(self) -> None:
        self.first = self.last = 0.0
        self.requests = self.bytes = self.waiting = self.most_waiting = 0


async def serve(latency: float, reply: str) -> None:
    """Answer until the process is stopped; the address is printed when the server is ready."""
    state = {"counts": Counts()}
    body = json.dumps(_completion(reply), ensure_ascii=False).encode()

    async def answer(request: web.Request) -> web.Response:
        counts = state["counts"]
        now = time.time()
        counts.first = counts.first or now
        counts.requests += 1
        counts.waiting += 1
        counts.most_waiting = max(counts.most_waiting, counts.waiting)
        # the body is read and not parsed: a figure of 300 kB would cost more than the answer
        counts.bytes += len(await request.read())
        await asyncio.sleep(latency)
        counts.waiting -= 1
        counts.last = time.time()
        return web.Response(body=body, content_type="application/json")

    async def stats(request: web.Request) -> web.Response:
        counts, state["counts"] = state["counts"], Counts()
        return web.json_response(vars(counts))

    app = web.Application(client_max_size=LARGEST_REQUEST)
    app.add_routes([web.post("/v1/chat/completions", answer), web.get("/stats", stats)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


def _completion(reply: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply}
    return {
        "id": "benchmark",
        "object": "chat.completion",
        "created": 0,
        "model": "benchmark",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 500, "completion_tokens": 5, "total_tokens": 505},
    }


@dataclass(frozen=True, slots=True)
class Server:
    """A running server.

    Attributes:
        origin: Its address without a path.
    """

    origin: str

    def stats(self) -> dict[str, float]:
        """What arrived since the last call."""
        with build_opener(ProxyHandler({})).open(f"{self.origin}/stats", timeout=60) as response:
            counts: dict[str, float] = json.load(response)
        return counts

    @property
    def environment(self) -> dict[str, str]:
        """What tells `openai-api/local/MODEL` where the server is."""
        return {"LOCAL_BASE_URL": f"{self.origin}/v1", "LOCAL_API_KEY": "none"}


@contextmanager
def serving(latency: float, reply: str = REPLY) -> Iterator[Server]:
    """A server in its own process, stopped at the end.

    Args:
        latency: Seconds from the arrival of a request to its answer.
        reply: The text of every answer.
    """
    command = [sys.executable, __file__, "--latency", str(latency), "--reply", reply]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield Server(process.stdout.readline().strip())
        finally:
            process.terminate()


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.05, help="seconds")
    parser.add_argument("--reply", default=REPLY)
    chosen = parser.parse_args()
    asyncio.run(serve(chosen.latency, chosen.reply))


if __name__ == "__main__":
    main()
