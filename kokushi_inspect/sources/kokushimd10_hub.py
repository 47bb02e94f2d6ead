"""Loads KokushiMD-10 from the Hugging Face hub, pinned to a revision."""

from logging import getLogger
from pathlib import Path
from typing import TYPE_CHECKING

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.sources.figure_folder import FigureFolder
from kokushi_inspect.sources.kokushimd10_layout import Language, RawRow, RawSource
from kokushi_inspect.sources.record_figures import names_file
from kokushi_inspect.sources.record_names import FieldNames, fold_record

if TYPE_CHECKING:
    from datasets import Dataset

logger = getLogger(__name__)

REPOSITORY = "humanalysis-square/KokushiMD-10"
"""The data set of the paper's authors (MIT licence). Its splits are JA, EN and mixed."""

_SPLITS: dict[Language, tuple[str, ...]] = {"ja": ("ja", "train_ja"), "en": ("en", "train_en")}
_ELSEWHERE = (
    "use -T source=DIR for a folder with train_ja.jsonl or exams/JA/…, or -T source=practice for"
    " the built-in practice exam"
)


def read_hub(
    language: Language,
    names: FieldNames,
    revision: str | None = None,
    *,
    with_figures: bool = True,
    repository: str = REPOSITORY,
) -> RawSource:
    """The rows of the hub data set.

    Args:
        language: Which split is taken.
        names: Under which names figures are looked for.
        revision: Branch, tag or commit; the newest when not given. The commit that it stands for
            is recorded.
        with_figures: Whether figure files that rows name are fetched, too.
        repository: Repository on the hub, or the absolute path of a folder with the same files.

    Raises:
        KokushiError: The hub cannot be reached and nothing is cached, there is no such revision
            or split, or the library cannot read the files.
    """
    commit, folder = _resolve(repository, revision)
    dataset = _load(repository if folder is None else str(folder), language, commit)
    if folder is None:
        _check_commit(dataset, commit)
    rows = tuple(
        RawRow(fold_record(record), Place(f"{repository} {dataset.split}", number))
        # as a list: pictures stay bytes and path, none is decoded
        for number, record in enumerate(dataset.to_list(), start=1)
    )
    if folder is None and with_figures:
        values = (value for row in rows for value in names.all(row.record, "images"))
        folder = _figure_files(repository, commit) if any(map(names_file, values)) else None
    return RawSource(repository, rows, FigureFolder(folder), revision=commit)


def _resolve(repository: str, revision: str | None) -> tuple[str, Path | None]:
    """The commit that a revision stands for, and a folder with its files where that is known.

    When the hub cannot be reached, a copy that was fetched before is taken: of the revision that
    is asked for, or else the latest one.
    """
    from huggingface_hub import HfApi
    from huggingface_hub.errors import RepositoryNotFoundError, RevisionNotFoundError

    if Path(repository).is_absolute():
        return "", Path(repository)
    try:
        return str(HfApi().dataset_info(repository, revision=revision, timeout=20).sha), None
    except RevisionNotFoundError as error:
        raise KokushiError(
            f"the data set {repository} has no revision '{revision}'",
            expected="a branch, a tag or a commit",
        ) from error
    except RepositoryNotFoundError as error:
        raise KokushiError(
            f"the hub has no data set {repository}, or does not show it", fix=_ELSEWHERE
        ) from error
    except Exception as error:  # each version of the library has its own for an unreachable hub
        folder = _fetched_before(repository, revision)
        if folder is None:
            raise KokushiError(
                f"the hub cannot be reached for {repository} ({type(error).__name__}: {error})",
                fix=_ELSEWHERE,
            ) from error
        logger.warning("the hub cannot be reached; %s is read from its cache", repository)
        return folder.name, folder


def _fetched_before(repository: str, revision: str | None) -> Path | None:
    """The folder of a revision in the hub's own cache, the latest when none is asked for."""
    from huggingface_hub import scan_cache_dir, snapshot_download
    from huggingface_hub.errors import CacheNotFound, LocalEntryNotFoundError

    try:
        if revision is None:
            repos = [r for r in scan_cache_dir().repos if r.repo_id == repository]
            copies = [copy for repo in repos for copy in repo.revisions]
            latest = max(copies, key=lambda copy: copy.last_modified, default=None)
            return None if latest is None else Path(latest.snapshot_path)
        return Path(
            snapshot_download(
                repository, repo_type="dataset", revision=revision, local_files_only=True
            )
        )
    except (LocalEntryNotFoundError, CacheNotFound):
        return None


def _load(repository: str, language: Language, commit: str) -> "Dataset":
    """The split of a language."""
    from datasets import get_dataset_split_names, load_dataset

    revision = commit or None

    try:
        names = get_dataset_split_names(repository, revision=revision)
        split = next((n for n in names if n.lower() in _SPLITS[language]), None)
        if split is not None:
            return load_dataset(repository, split=split, revision=revision)
    except Exception as error:
        raise KokushiError(
            f"the data set {repository} cannot be loaded ({type(error).__name__}: {error})",
            fix=_ELSEWHERE,
        ) from error
    raise KokushiError(
        f"the data set {repository} has no split for '{language}'",
        expected=" or ".join(_SPLITS[language]),
        fix=f"it has: {', '.join(names)}",
    )


def _check_commit(dataset: "Dataset", commit: str) -> None:
    """The library falls back on whatever is in its cache: make sure that it did not.

    The folder of its files there is called after the commit.
    """
    found = {Path(file["filename"]).parent.name for file in dataset.cache_files}
    if found and found != {commit}:
        raise KokushiError(
            f"the files of revision {commit} cannot be fetched; only another one is cached",
            expected=commit,
            fix=f"try again, or {_ELSEWHERE}",
        )


def _figure_files(repository: str, commit: str) -> Path | None:
    """The folder with the repository's files beside its rows: figures, or archives of them."""
    from huggingface_hub import snapshot_download

    try:
        return Path(
            snapshot_download(
                repository,
                repo_type="dataset",
                revision=commit,
                ignore_patterns=["*.jsonl", "*.json", "*.parquet", "*.md", ".gitattributes"],
            )
        )
    except Exception as error:
        raise KokushiError(
            f"the figures of {repository} cannot be fetched ({type(error).__name__}: {error})",
            fix=f"try again, or {_ELSEWHERE}",
        ) from error
