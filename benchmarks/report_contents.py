"""What a report says, without when, where, in which run and in which order it was found out.

The ids of a report number examinees, groups, logs and items in the order of the logs; here each is
replaced by what it names, and lists of objects are sorted.
"""

import json
from collections.abc import Iterator
from typing import Any

IGNORED = frozenset(
    {
        *("created", "command", "location", "sha256", "arguments"),
        *("seconds", "seconds_per_right", "order", "place_in_page"),
    }
)
"""Fields that say when, where and how fast; `sha256` here is that of a log."""


def contents_of(report: dict[str, Any]) -> Any:
    """The contents in a form that is equal for reports that say the same."""
    names: dict[str, str] = {}
    for examinee in report["examinees"]:
        names[examinee["id"]] = f"examinee {examinee['label']}"
    for group in report["groups"]:
        names[group["id"]] = f"group {group['profession']}"
    for item in report["items"]:
        names[item["id"]] = f"item {item['question']}"
    for sitting in report["sittings"]:
        who = names[sitting["examinee"]]
        names[sitting["id"]] = f"sitting {sitting['profession']} {sitting['year']} {who}"
        names[sitting["log"]] = f"log {sitting['profession']} {sitting['year']} {who}"
    return _plain({**report, "groups": [_with_pairs_in_order(g) for g in report["groups"]]}, names)


def differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two contents differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            yield from differences(one.get(name), other.get(name), f"{place}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{place}/{number}")
    elif one != other:
        yield f"{place}: {str(one)[:80]} | {str(other)[:80]}"


def _plain(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        kept = {names.get(k, k): _plain(v, names) for k, v in value.items() if k not in IGNORED}
        return kept
    if isinstance(value, list):
        plain = [_plain(each, names) for each in value]
        return sorted(plain, key=lambda each: json.dumps(each, sort_keys=True, ensure_ascii=False))
    return names.get(value, value) if isinstance(value, str) else value


def _with_pairs_in_order(group: dict[str, Any]) -> dict[str, Any]:
    """The paired tests without the side on which each examinee stands."""
    pairs = []
    for pair in group.get("pairs", []):
        rest = {k: v for k, v in pair.items() if k in ("n", "both", "neither", "p", "p_holm")}
        sides = [
            [pair["first"], pair["only_first"]],
            [pair["second"], pair["only_second"]],
        ]
        pairs.append({**rest, "sides": sides, "by": abs(pair["difference"])})
    return {**group, "pairs": pairs}
