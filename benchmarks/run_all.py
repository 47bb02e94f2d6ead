"""Runs every benchmark, and writes its results into the table of README.md.

    python benchmarks/run_all.py                       all, about an hour on two idle cores
    python benchmarks/run_all.py --only our_share.py   the table's other rows stay
    python benchmarks/run_all.py --quick --dry         shows that they work; writes nothing

A benchmark that fails is named, and its rows of before stay.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent
README = FOLDER / "README.md"
RESULTS = FOLDER / "results.json"
BEGIN, END = "<!-- results -->", "<!-- end of results -->"
BENCHMARKS = (
    "start_up.py",
    "our_share.py",
    "building_samples.py",
    "marking_speed.py",
    "growth.py",
    "log_sizes.py",
    "report_building.py",
    "settings.py",
    "latency_bound.py",
    "sweep_workers.py",
    "full_sweep.py",
)


def main() -> int:
    """Run, and rewrite the table; 1 when a benchmark failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=BENCHMARKS)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--dry", action="store_true", help="leave README.md alone")
    chosen = parser.parse_args()
    results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.is_file() else {}
    failed = []
    for name in chosen.only or BENCHMARKS:
        print(f"== {name}", flush=True)
        rows = run(name, chosen.quick)
        if rows is None:
            failed.append(name)
            continue
        results[name] = {"conditions": conditions(), "rows": rows}
        if not chosen.dry:
            RESULTS.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", "utf-8")
            write_table(results)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


def run(name: str, quick: bool) -> list[dict] | None:
    """The rows of a benchmark; None when it failed."""
    with TemporaryDirectory() as folder:
        rows = Path(folder, "rows.json")
        command = [sys.executable, str(FOLDER / name), "--rows", str(rows)]
        subprocess.run(command + ["--quick"] * quick, check=False)
        return json.loads(rows.read_text("utf-8")) if rows.is_file() else None


def conditions() -> str:
    """Date, versions and machine."""
    day = datetime.now(UTC).date().isoformat()
    packages = f"kokushi-inspect {version('kokushi-inspect')}, Inspect {version('inspect-ai')}"
    return f"{day}, {packages}, Python {platform.python_version()}, {os.cpu_count()} cores"


def write_table(results: dict[str, dict]) -> None:
    """Put the results between the two markers."""
    lines = []
    for name in BENCHMARKS:
        if name not in results:
            continue
        lines += ["", f"`python benchmarks/{name}` ({results[name]['conditions']})", ""]
        lines += ["| what | measured | target | met |", "|---|---|---|---|"]
        for row in results[name]["rows"]:
            met = {True: "yes", False: "**no**", None: ""}[row["met"]]
            lines.append(f"| {row['what']} | {row['value']} | {row['target']} | {met} |")
    text = README.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    README.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
