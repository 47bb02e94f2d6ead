"""A sweep as a Slurm job array: one part for each index, and a job after them all."""

import shlex
import sys
from pathlib import Path
from string import Template

from kokushi_inspect.sweep.sweep import Sweep

_TEMPLATES = Path(__file__).parent / "templates"
_FILES = {
    "part.sbatch": "slurm_part.sh",
    "finish.sbatch": "slurm_finish.sh",
    "submit.sh": "slurm_submit.sh",
}


def slurm_files(sweep: Sweep, spec: Path, parts: int) -> dict[str, str]:
    """The scripts, by name of the file.

    Spec, environment and, unless logs are at a URL, the directory of logs have to be at the same
    path on all nodes.

    Args:
        sweep: The sweep.
        spec: Absolute path of its spec.
        parts: Into how many parts it is divided.
    """
    values = {
        "name": sweep.plan.name,
        "entries": str(len(sweep.plan.entries)),
        "parts": str(parts),
        "spec": shlex.quote(str(spec)),
        "spec_name": spec.name,
        "kokushi": shlex.quote(str(Path(sys.executable).parent / "kokushi")),
    }
    return {
        name: Template((_TEMPLATES / template).read_text(encoding="utf-8")).substitute(values)
        for name, template in _FILES.items()
    }
