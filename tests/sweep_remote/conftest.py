"""What sweeps on other machines need: object storage of this machine, and a mark for slow tests."""

import logging
from collections.abc import Iterator

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes longer than all others of its folder together")


@pytest.fixture(scope="module")
def object_storage() -> Iterator[str]:
    """URL of an S3-compatible server with an empty bucket `logs`; this process has its keys."""
    from moto.server import ThreadedMotoServer
    from s3fs import S3FileSystem

    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "local")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "the-secret-of-the-storage")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("NO_PROXY", "127.0.0.1")
        patch.setenv("no_proxy", "127.0.0.1")
        S3FileSystem.clear_instance_cache()
        S3FileSystem().mkdir("logs")
        yield f"http://{host}:{port}"
    S3FileSystem.clear_instance_cache()
    server.stop()
