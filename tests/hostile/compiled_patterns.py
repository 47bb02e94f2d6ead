"""Prints every regular expression that our code compiles, where, and how it is used.

    python tests/hostile/compiled_patterns.py

All modules are imported and the readers read the replies of their case tables, while `re` tells
what it compiles and which methods are called. Calls with a literal pattern, and the methods of
patterns that have a name, are found in the source as well, so that none is missed because its
function was not called. The result is one JSON object: a list of pattern, flags, places and
methods (none where the use is not known), the number of calls of `re`, and those never seen.
"""

import ast
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
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

Key = tuple[str, int]

compiled: dict[Key, set[Site]] = {}
used: dict[Key, set[str]] = {}
original = re._compile  # type: ignore[attr-defined]


class Watched:
    """A compiled pattern that notes which of its methods are called."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.plain = pattern

    def __getattr__(self, name: str) -> Any:
        if name in FUNCTIONS:
            used.setdefault((self.plain.pattern, int(self.plain.flags)), set()).add(name)
        return getattr(self.plain, name)


def tell(pattern: Any, flags: Any) -> Any:
    """Compile as `re` does, and note who asked."""
    if isinstance(pattern, Watched):
        return pattern
    frame = sys._getframe(2)
    file = Path(frame.f_code.co_filename)
    done = original(pattern, flags)
    if file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in FOLDERS:
        key = (done.pattern, int(done.flags))
        compiled.setdefault(key, set()).add((str(file.relative_to(ROOT)), frame.f_lineno))
        return Watched(done)
    return done


def import_everything() -> None:
    """Import every module of our packages; task files and commands included."""
    for name in FOLDERS:
        package: ModuleType = import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.endswith("__main__"):
                import_module(found.name)


def exercise() -> None:
    """Read what the case tables hold, and call what compiles when it is first called."""
    from kokushi_inspect.lint import words
    from kokushi_inspect.report.page_text import tell as tell_reason
    from kokushi_inspect.sources import record_key, record_kind
    from kokushi_inspect.sources.shuffle import shuffle_options
    from scorers.medcalc_reading import read_calculation
    from scorers.official_compatible import official_correct
    from scorers.reading import read_reply

    tests = ROOT / "tests" / "scorers"
    for case in _table(tests / "reading_cases.jsonl")[::3]:
        read_reply(case["output"], question(case))
    for case in _table(tests / "medcalc_cases.jsonl")[::3]:
        read_calculation(case["reply"], case["calculator"])
        official_correct(case["reply"], case["calculator"], "5", "4", "6")
    for pattern in ("choose_all", "choose_some", "choose", "order", "boxes"):
        record_kind._pattern(pattern)
    for group, patterns in words._table().items():
        for name in patterns:
            words.pattern(group, name)
    shuffle_options(question({"kind": "single", "labels": list("abc"), "select": 1}), 1)
    record_key.read_key("a,b")
    record_key.key_labels("a,b", {"a": "", "b": ""})
    tell_reason("")


def _table(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def question(case: dict[str, Any]) -> Any:
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


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Our modules: path and syntax tree."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text("utf-8"))


def call_sites() -> dict[Site, Key | None]:
    """Every call of `re`, by file and line, with its pattern when that is a literal."""
    sites: dict[Site, Key | None] = {}
    for file, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_of_re(node.func):
                sites[(file, node.lineno)] = _literal(node)
    return sites


def methods_in_source() -> dict[Site, set[str]]:
    """What is called with a pattern, of itself or of its name, by the place where it stands."""
    found: dict[Site, set[str]] = {}
    names: dict[tuple[str, str], set[Site]] = {}
    called: dict[tuple[str, str], set[str]] = {}
    for file, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                calls = [n for n in ast.walk(node.value) if isinstance(n, ast.Call)]
                sites = {(file, call.lineno) for call in calls if _is_of_re(call.func)}
                names.setdefault(_known_as(file, node.targets[0].id), set()).update(sites)
            elif (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.attr in FUNCTIONS
            ):
                called.setdefault(_known_as(file, node.value.id), set()).add(node.attr)
            if isinstance(node, ast.Call) and _is_of_re(node.func):
                found.setdefault((file, node.lineno), set()).add(getattr(node.func, "attr", ""))
    for name, sites in names.items():
        for site in sites:
            found.setdefault(site, set()).update(called.get(name, ()))
    return found


def _known_as(file: str, name: str) -> tuple[str, str]:
    """A name and its module; public names are the same everywhere."""
    return (file if name.startswith("_") else "", name)


def _is_of_re(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
        and function.attr in FUNCTIONS
    )


def _literal(call: ast.Call) -> Key | None:
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
    written = methods_in_source()
    for key, places in compiled.items():
        used.setdefault(key, set()).update(*(written.get(place, ()) for place in places))
    patterns = [
        [*key, sorted(places), sorted(used[key] - {"compile"})] for key, places in compiled.items()
    ]
    print(json.dumps({"patterns": patterns, "sites": len(sites), "unseen": unseen}))


if __name__ == "__main__":
    main()
