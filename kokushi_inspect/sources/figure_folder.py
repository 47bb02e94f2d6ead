"""Finds the figures that rows name, anywhere below the folder of a data set or in its archives."""

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path, PurePosixPath

from kokushi_inspect.exam import Figure, KokushiError, Place
from kokushi_inspect.sources.archives import ARCHIVES, PICTURES, unpack
from kokushi_inspect.sources.figures import FigureShelf, shown
from kokushi_inspect.sources.own_files import is_own
from kokushi_inspect.sources.record_figures import NamedFigure


@dataclass(slots=True)
class FigureFolder:
    """The pictures below a folder, found by the end of their path.

    A row may name a figure by a path that starts elsewhere (the authors' machine, the root of
    their repository): the file that shares most of the path's end is meant, and it must share the
    file name. The folder is walked once, when the first figure is looked for, and its archives are
    unpacked (into the cache folder) when one is not found otherwise.

    Attributes:
        root: The folder; None when the source has no files beside its rows.
    """

    root: Path | None
    _files: dict[str, list[Path]] | None = None
    _archives: list[Path] = field(default_factory=list)

    def find(self, name: str, row_file: Path) -> Path:
        """The file that a row of `row_file` calls `name`; of equal ones, that nearest to the row.

        Raises:
            KokushiError: No file has that name, or several fit equally well.
        """
        parts = [p.lower() for p in PurePosixPath(name.replace("\\", "/")).parts]
        fitting = self._named(parts[-1] if parts else "")
        if len(fitting) == 1:
            return fitting[0]
        near = row_file.with_suffix("").parts
        ranks = [(_shared_end(file, parts), _shared_start(file, near)) for file in fitting]
        found = [f for f, rank in zip(fitting, ranks, strict=True) if rank == max(ranks)]
        if len(found) > 1:
            raise KokushiError(
                f"the figure '{shown(name)}' may be {found[0]} or {found[1]}",
                fix="keep one of them, or name the figure by a longer path",
            )
        if not found:
            raise KokushiError(
                f"the figure '{shown(name)}' is missing",
                expected=f"a file of that name below {self.root or 'the data set'}",
                fix="-T figures=withheld asks the questions without their figures",
            )
        return found[0]

    def _named(self, name: str) -> list[Path]:
        """The files of a name; archives are opened when no loose file has it."""
        if self._files is None:
            self._files = {}
            if self.root is not None:
                self._archives = self._walk(self.root, self._files)
        while name not in self._files and self._archives:
            self._walk(unpack(self._archives.pop()), self._files)
        return self._files.get(name, [])

    def _walk(self, folder: Path, files: dict[str, list[Path]]) -> list[Path]:
        """Add the pictures below a folder to `files`; the archives there. Links stay inside."""
        archives = []
        for base, _, names in os.walk(folder):
            for name in names:
                lower = name.lower()
                if not lower.endswith(PICTURES + ARCHIVES):
                    continue
                file = Path(base, name)
                mode = file.lstat().st_mode
                is_link = stat.S_ISLNK(mode) and file.is_file() and is_own(file, folder)
                if not (stat.S_ISREG(mode) or is_link):
                    continue
                if lower.endswith(PICTURES):
                    files.setdefault(lower, []).append(file)
                else:
                    archives.append(file)
        return archives


def _shared_end(file: Path, parts: Sequence[str]) -> int:
    """How many steps of the path's end a file shares."""
    own = [part.lower() for part in file.parts[-len(parts) :]]
    return _equal(reversed(own), reversed(parts))


def _shared_start(file: Path, parts: Sequence[str]) -> int:
    return _equal(file.parts, parts)


def _equal(left: Iterable[str], right: Iterable[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right)))  # noqa: B905


@dataclass(slots=True)
class FigureCount:
    """How many of the figures that rows name were found.

    Attributes:
        named: Figures that rows name.
        found: Those that were found and are readable.
        missing: Those without a file.
        undecodable: Those that are no readable picture.
    """

    named: int = 0
    found: int = 0
    missing: int = 0
    undecodable: int = 0


@dataclass(frozen=True, slots=True)
class FigureOutcome:
    """What became of a figure that a row names.

    Attributes:
        name: What the row calls it.
        figure: The figure; None when it cannot be had.
        missing: Whether there is no file for it; otherwise its file is no readable picture.
        reason: Why it cannot be had.
    """

    name: str
    figure: Figure | None = None
    missing: bool = False
    reason: str = ""


@dataclass(slots=True)
class FigureTable:
    """Loads the figures of rows, and goes on when one is missing.

    Attributes:
        shelf: Checks and scales them; None when no figure is wanted.
        folder: Where they are looked for.
        count: How many were found so far.
        errors: What was wrong with those that were not, for the row at hand.
        outcomes: What became of each figure of the row at hand.
    """

    shelf: FigureShelf | None
    folder: FigureFolder
    count: FigureCount = field(default_factory=FigureCount)
    errors: list[KokushiError] = field(default_factory=list)
    outcomes: list[FigureOutcome] = field(default_factory=list)

    def load(self, figure: NamedFigure, place: Place) -> Figure | None:
        """The figure; None when it is not wanted, or cannot be had, which is then an error."""
        self.count.named += 1
        if self.shelf is None:
            return None
        try:
            file = (
                None
                if figure.content is not None
                else self.folder.find(figure.name, Path(place.file))
            )
        except KokushiError as error:
            self.count.missing += 1
            self._note(error, figure.name, missing=True)
            return None
        try:
            if file is None:
                loaded = self.shelf.from_bytes(figure.content or b"", figure.name, place)
            else:
                loaded = self.shelf.load(file, figure.name, place)
        except KokushiError as error:
            self.count.undecodable += 1
            self._note(error, figure.name, missing=False)
            return None
        self.count.found += 1
        self.outcomes.append(FigureOutcome(figure.name, loaded))
        return loaded

    def _note(self, error: KokushiError, name: str, *, missing: bool) -> None:
        self.errors.append(error)
        self.outcomes.append(FigureOutcome(name, None, missing, error.what))
