"""`kokushi sweep --emit`: files with which clusters that people already have run a sweep."""

from pathlib import Path
from typing import Literal

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sweep.allocation import share_out
from kokushi_inspect.sweep.emit_k8s import k8s_files
from kokushi_inspect.sweep.emit_slurm import slurm_files
from kokushi_inspect.sweep.plan import Plan
from kokushi_inspect.sweep.sweep import open_sweep

MOST_PARTS = 1000
"""Parts at most: Slurm's arrays end there unless the cluster is set up for more."""


def emit_sweep(
    spec: str,
    kind: Literal["slurm", "k8s"],
    output: str,
    parts: int | None,
    image: str | None,
    secret: str,
) -> list[str]:
    """Write the files for a cluster.

    The same spec and options give the same files. Keys are never in them.

    Args:
        spec: The spec's file.
        kind: For which kind of cluster.
        output: Folder for the files; it is made.
        parts: Into how many parts the sweep is divided at most; one for each entry when None.
        image: Of `k8s`: the container image that has this package.
        secret: Of `k8s`: name of the Secret that holds the keys.

    Returns:
        What to tell the user.

    Raises:
        KokushiError: The spec is wrong, or cannot run on such a cluster.
    """
    sweep = open_sweep(spec)
    folder = Path(output).expanduser().absolute()
    count = part_count(sweep.plan, parts)
    file = Path(spec).expanduser().absolute()
    if kind == "slurm":
        files = slurm_files(sweep, file, count)
        then = f"sh {folder / 'submit.sh'} [OPTIONS OF SBATCH]"
    else:
        if image is None:
            raise KokushiError("which image?", fix="--image REGISTRY/NAME:TAG with kokushi-inspect")
        files = k8s_files(sweep, file, count, image, secret)
        then = f"kubectl apply -f {folder / 'configmap.yaml'} -f {folder / 'job.yaml'}"
    _write(folder, files)
    return [*(f"wrote {folder / name}" for name in files), f"then: {then}"]


def part_count(plan: Plan, wanted: int | None) -> int:
    """How many parts of a plan have something to do when it is divided into so many."""
    most = min(len(plan.entries), MOST_PARTS, wanted or MOST_PARTS)
    work = {entry.id: entry.records for entry in plan.entries}
    return len(share_out(plan.entries, most, work))


def _write(folder: Path, files: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise KokushiError(
            f"the files cannot be written: {error.strerror}", place=Place(str(folder))
        ) from error
