"""A hub on this machine: the few addresses that `datasets` and `huggingface_hub` ask for."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit


@dataclass
class SmallHub:
    """One data set of one revision.

    Attributes:
        repository: Its name on the hub.
        folder: Its files.
        commit: The revision, 40 hexadecimal digits.
        asked: The paths that were asked for.
    """

    repository: str
    folder: Path
    commit: str
    asked: list[str] = field(default_factory=list)
    endpoint: str = ""

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body for a path."""
        self.asked.append(path)
        api, files = f"/api/datasets/{self.repository}", f"/datasets/{self.repository}/resolve/"
        if path.startswith(files):
            return self._file(*path.removeprefix(files).split("/", 1))
        if path == api or path.startswith(f"{api}/revision/"):
            revision = path.removeprefix(api).removeprefix("/revision/")
            return self._info() if revision in ("", "main", self.commit) else _missing("Revision")
        if path.startswith(f"{api}/tree/"):
            return self._tree("/".join(path.removeprefix(f"{api}/tree/").split("/")[1:]))
        if path.startswith("/api/datasets/"):
            return _missing("Repo")
        return 404, {}, b"{}"

    def _file(self, revision: str, name: str) -> tuple[int, dict[str, str], bytes]:
        if revision not in ("main", self.commit):
            return _missing("Revision")
        file = self.folder / name
        if not file.is_file():
            return _missing("Entry")
        content = file.read_bytes()
        etag = hashlib.sha1(content, usedforsecurity=False).hexdigest()
        return 200, {"ETag": f'"{etag}"', "X-Repo-Commit": self.commit}, content

    def _info(self) -> tuple[int, dict[str, str], bytes]:
        names = [{"rfilename": f.relative_to(self.folder).as_posix()} for f in self.files()]
        return _json({"id": self.repository, "sha": self.commit, "siblings": names, "tags": []})

    def _tree(self, below: str) -> tuple[int, dict[str, str], bytes]:
        base = self.folder / below
        if not base.is_dir():
            return _missing("Entry")
        entries: list[dict[str, Any]] = []
        for path in sorted(base.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            oid = hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()
            kind = "directory" if path.is_dir() else "file"
            size = path.stat().st_size if path.is_file() else 0
            entries.append({"type": kind, "path": name, "oid": oid, "size": size})
        return _json(entries)


def _json(value: Any) -> tuple[int, dict[str, str], bytes]:
    return 200, {"Content-Type": "application/json"}, json.dumps(value).encode()


def _missing(what: str) -> tuple[int, dict[str, str], bytes]:
    return 404, {"X-Error-Code": f"{what}NotFound", "X-Error-Message": f"{what} not found"}, b"{}"


@contextmanager
def serve(hub: SmallHub) -> Iterator[SmallHub]:
    """The hub, answering at `hub.endpoint` until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            status, headers, body = hub.answer(unquote(urlsplit(self.path).path))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        do_HEAD = do_GET
        do_POST = do_GET

        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    hub.endpoint = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
