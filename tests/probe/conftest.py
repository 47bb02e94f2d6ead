"""What every probe of a local server gets: a key of its own and no settings from outside."""

import os

import pytest
from probing_locally import KEY


@pytest.fixture(autouse=True)
def provider_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("INSPECT_") or name.endswith("_BASE_URL"):
            monkeypatch.delenv(name)
    for name in ("LOCAL_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
