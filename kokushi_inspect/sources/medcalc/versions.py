"""The published versions of MedCalc-Bench's test set.

Ids with a suffix, because what `ncbi/MedCalc-Bench` means has changed between versions. Scores of
different versions do not compare: rows, questions and keys differ.
"""

from dataclasses import dataclass

from kokushi_inspect.exam import KokushiError

DEFAULT_VERSION = "v1.0"


@dataclass(frozen=True, slots=True)
class Version:
    """A published version.

    Attributes:
        name: Its name.
        hub: Its id on the hub.
        size: Rows of its test split.
        keys: Checksum of its keys (`kokushi_inspect.sources.medcalc.table.keys_digest`); None
            where nobody has checked the rows yet. Rows that differ are reported.
        revision: Commit of the hub that is loaded when a user names none; None for the newest
            one. The log has the commit either way, and `-T revision=` repeats it.
    """

    name: str
    hub: str
    size: int
    keys: str | None = None
    revision: str | None = None


VERSIONS = {
    version.name: version
    for version in (
        Version(
            "v1.0",
            "ncbi/MedCalc-Bench-v1.0",
            1047,
            keys="529c6da307e9a9ade99a8bdf621ce88ca6f039f55992adfe5555f1fbe00cf522",
        ),
        Version("v1.1", "ncbi/MedCalc-Bench-v1.1", 1100),
        Version("v1.2", "ncbi/MedCalc-Bench-v1.2", 1100),
        Version("verified", "nsk7153/MedCalc-Bench-Verified", 1100),
    )
}
"""v1.0 is the data set of the paper (NeurIPS 2024); `verified` (December 2025) is what its authors
recommend. Ids, sizes and keys as of December 2025."""


def find_version(name: str | float) -> Version:
    """The version of that name; `1.0` and `V1.0` mean v1.0.

    Raises:
        KokushiError: There is none.
    """
    plain = str(name).strip().lower()
    version = VERSIONS.get(plain) or VERSIONS.get(f"v{plain}")
    if version is None:
        raise KokushiError(f"version='{name}'", expected=" or ".join(f"'{v}'" for v in VERSIONS))
    return version
