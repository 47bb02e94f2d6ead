"""The results of a MedCalc-Bench log as text for a terminal."""

import textwrap
from collections.abc import Iterable

from kokushi_inspect.exam.visible import on_one_line
from kokushi_inspect.report.calculations import CalculationResults, Line

_WIDTH = 100
_NAME = 48


def calculation_text(results: CalculationResults) -> str:
    """Overall figures, then a line a category and a line a calculator.

    Accuracies are percentages, format losses percentage points. `undisputed` is the accuracy on
    rows to whose keys the external audit of v1.0 does not object; the number of these rows stands
    behind it.
    """
    audited = results.overall.undisputed or results.disputed or results.not_computable
    lines = [*_heading(results), "", _titles(bool(audited))]
    for title, group in (
        ("category", [(line.name, line) for line in results.categories]),
        ("calculator", [(f"{id} {line.name}", line) for id, line in results.calculators.items()]),
    ):
        lines += [title, *(_row(name, line, bool(audited)) for name, line in group)]
    lines += [_row("all", results.overall, bool(audited), indent="")]
    lines += _listed("ended in an error", results.errored)
    lines += _listed("keys disputed by the audit", results.disputed)
    lines += _listed("not computable by the audit", results.not_computable)
    return "\n".join(lines)


def _heading(results: CalculationResults) -> Iterable[str]:
    origin, overall = results.origin, results.overall
    version = origin.get("version") or "rows of no published version"
    prompt = origin.get("prompt", {})
    source = on_one_line(str(origin["source"]))
    examinee = on_one_line(results.examinee)
    yield f"examinee {examinee}, MedCalc-Bench {on_one_line(str(version))}, source {source}"
    selection = origin.get("selection", {})
    if selection.get("rows") != selection.get("of"):
        asked = ", ".join(f"{key} {value}" for key, value in selection.items())
        yield f"selection: {on_one_line(asked)}"
    yield (
        f"{results.samples} samples, {overall.n} marked, {results.unscored} unscored,"
        f" {results.errors} with an error; epochs {results.epochs};"
        f" prompting {prompt.get('prompting', 'unknown')}"
    )
    if results.cut_off:
        yield results.cut_off
    error = "" if results.stderr is None else f" ± {100 * results.stderr:.2f}"
    yield (
        f"accuracy {100 * overall.accuracy:.2f}{error} (standard error by note),"
        f" mean over {len(results.calculators)} calculators {100 * results.macro_accuracy:.2f}"
    )
    if overall.official is not None and overall.format_loss is not None:
        yield (
            f"official-compatible accuracy {100 * overall.official:.2f},"
            f" format loss {100 * overall.format_loss:.2f}"
        )
    if overall.undisputed_accuracy is not None:
        confirmed = (
            ""
            if overall.confirmed_accuracy is None
            else f"; confirmed keys {100 * overall.confirmed_accuracy:.2f} of {overall.confirmed}"
        )
        yield (
            f"accuracy on undisputed keys {100 * overall.undisputed_accuracy:.2f}"
            f" of {overall.undisputed}{confirmed}"
        )


def _titles(audited: bool) -> str:
    fair = f"{'undisputed':>12}{'of':>6}" if audited else ""
    return f"{'':{_NAME + 2}}{'n':>6}{'accuracy':>10}{'official':>10}{'loss':>8}{fair}"


def _row(name: str, line: Line, audited: bool, indent: str = "  ") -> str:
    shown = textwrap.shorten(on_one_line(name), _NAME, placeholder=" …")
    start = f"{indent}{shown:{_NAME + 2 - len(indent)}}"
    figures = f"{line.n:>6}{_percent(line.accuracy, 10)}{_percent(line.official, 10)}"
    fair = f"{_percent(line.undisputed_accuracy, 12)}{line.undisputed:>6}" if audited else ""
    return f"{start}{figures}{_percent(line.format_loss, 8)}{fair}"


def _percent(share: float | None, width: int) -> str:
    return f"{'-':>{width}}" if share is None else f"{100 * share:>{width}.2f}"


def _listed(title: str, rows: tuple[str, ...]) -> list[str]:
    if not rows:
        return []
    text = f"{title} ({len(rows)} rows): {', '.join(map(on_one_line, rows))}"
    return ["", *textwrap.wrap(text, _WIDTH, subsequent_indent="  ")]
