"""Reads a source for `kokushi lint`, and says how CI should take it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.lint.finding import codes
from kokushi_inspect.lint.linter import Linted, lint
from kokushi_inspect.sources.exam_names import all_rules, find_profession
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.open_source import Opening, survey_source
from kokushi_inspect.sources.record_names import load_field_names


def lint_source(
    opening: Opening,
    profession: str | None = None,
    *,
    only: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> Linted:
    """Find what is wrong or odd in a source; no row stops it.

    Args:
        opening: The source and how it is read.
        profession: Any name of the only profession that is wanted; None for all.
        only: Codes that are wanted; all when empty.
        ignore: Codes that are not.

    Raises:
        KokushiError: The source cannot be read at all, or a name is not known.
    """
    for name in (*only, *ignore):
        if name not in codes():
            raise KokushiError(f"'{name}' is no code", expected=f"one of {', '.join(codes())}")
    wanted = None if profession is None else find_profession(profession)
    if profession is not None and wanted is None:
        raise KokushiError(
            f"'{profession}' is no profession", expected=f"one of {', '.join(all_rules())}"
        )
    shelf = FigureShelf()
    surveys = survey_source(opening, wanted, shelf)
    shelf.save()
    found = lint(surveys, load_field_names(opening.fields))
    kept = [f for f in found.findings if _is_wanted(f.code, only, ignore)]
    return replace(found, findings=tuple(kept))


def _is_wanted(code: str, only: Collection[str], ignore: Collection[str]) -> bool:
    return (not only or code in only) and code not in ignore


def exit_code(linted: Linted, *, strict: bool) -> int:
    """0 when nothing counts, 1 when an error does; with `strict` warnings count as well."""
    counted = ("error", "warning") if strict else ("error",)
    return int(any(finding.kind.severity in counted for finding in linted.findings))
