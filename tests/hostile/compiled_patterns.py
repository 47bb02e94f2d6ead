"""Prints every regular expression that our code compiles, with the places that use it.

    python tests/hostile/compiled_patterns.py

All modules are imported and the readers read the replies of their case tables, while `re` tells
what it compiles. Calls with a literal pattern are found in the source as well, so that none is
missed because its function was not called. The result is one JSON object.
"""

import ast
import json
import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("kokushi_inspect", "scorers", "solvers")
FUNCTIONS = frozenset(
    ("compile", "match", "search", "fullmatch", "split", "sub", "subn", "findall", "finditer")
)

Site = tuple[str, int]

compiled: dict[tuple[str, int], set[Site]] = {}
original = re._compile  # type: ignore[attr-defined]


def tell(pattern: Any, flags: Any) -> Any:
    """Compile as `re` does, and note who asked."""
    frame = sys._getframe(2)
    file = Path(frame.f_code.co_filename)
    if file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in FOLDERS:
        done = original(pattern, flags)
        key = (done.pattern, int(done.flags))
        compiled.setdefault(key, set()).add((str(file.relative_to(ROOT)), frame.f_lineno))
        return done
    return original(pattern, flags)


def import_everything() -> None:
    """Import every module of our packages; task files and commands included."""
    for name in FOLDERS:
        package: ModuleType = import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.endswith("__main__"):
                import_module(found.name)


def exercise() -> None:
    """Read what the case tables hold, and call what compiles when it is first called."""
    from kokushi_inspect.report.page_text import tell as tell_reason
    from kokushi_inspect.sources import record_key, record_kind
    from scorers.medcalc_reading import read_calculation
    from scorers.official_compatible import official_correct
    from scorers.reading import read_reply

    tests = ROOT / "tests" / "scorers"
    for case in _table(tests / "reading_cases.jsonl")[::3]:
        read_reply(case["output"], _question(case))
    for case in _table(tests / "medcalc_cases.jsonl")[::3]:
        read_calculation(case["reply"], case["calculator"])
        official_correct(case["reply"], case["calculator"], "5", "4", "6")
    for pattern in ("choose_all", "choose_some", "choose", "order", "boxes"):
        record_kind._pattern(pattern)
    record_key.read_key("a,b")
    record_key.key_labels("a,b", {"a": "", "b": ""})
    tell_reason("")


def _table(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _question(case: dict[str, Any]) -> Any:
    from kokushi_inspect.exam import Boxes, Key, Question

    return Question(
        id="A1",
        profession="medicine",
        year=2024,
        section="A",
        index="1",
        text="",
        kind=case["kind"],
        options=tuple((label, f"選択肢{label}") for label in case["labels"]),
        key=Key(()),
        select=case["select"] or None,
        boxes=Boxes(2) if case["kind"] == "numeric" else None,
    )


def call_sites() -> dict[Site, tuple[str, int] | None]:
    """Every call of `re`, by file and line, with its pattern when that is a literal."""
    sites: dict[Site, tuple[str, int] | None] = {}
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _is_of_re(node.func):
                    sites[(str(file.relative_to(ROOT)), node.lineno)] = _literal(node)
    return sites


def _is_of_re(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
        and function.attr in FUNCTIONS
    )


def _literal(call: ast.Call) -> tuple[str, int] | None:
    first = call.args[0]
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return None
    text = ast.unparse(call)
    flags = re.compile(first.value).flags
    for name in ("IGNORECASE", "MULTILINE", "DOTALL"):
        if f"re.{name}" in text:
            flags |= getattr(re, name)
    return first.value, int(flags)


def main() -> None:
    """Print the patterns, and the calls whose pattern was never seen."""
    re._compile = tell  # type: ignore[attr-defined]
    import_everything()
    exercise()
    seen = {site for sites in compiled.values() for site in sites}
    sites = call_sites()
    for site, literal in sites.items():
        if literal is not None and site not in seen:
            compiled.setdefault(literal, set()).add(site)
    unseen = sorted(site for site, literal in sites.items() if not literal and site not in seen)
    patterns = [[*key, sorted(sites)] for key, sites in compiled.items()]
    print(json.dumps({"patterns": patterns, "sites": len(sites), "unseen": unseen}))


if __name__ == "__main__":
    main()
