"""A whole made-up KokushiMD-10 in one sweep that is killed twice, against one that is not.

    python benchmarks/full_sweep.py [--share 0.05] [--kills 2] [--quick]

Ten professions × five years, 11,588 questions, 2,283 figures, sat by three replayed examinees:
150 entries and 34,764 samples. `kokushi sweep --workers 2` runs them once in peace; and once more
into another folder, where the whole process group is killed (SIGKILL) after a third and after two
thirds of the samples and the same command goes on. `kokushi report --json` of both must be the
same, but for times, ids and places; nothing may be missing or there twice.
"""

import argparse
import json
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import BadZipFile, ZipFile

from inspect_ai.log import list_eval_logs, read_eval_log, read_eval_log_sample_summaries
from inspect_run import kill_group, run_command, start_command
from kokushimd10_folder import FullExam, make_full_exam
from report_contents import contents_of, differences
from sweep_run import write_spec

from kokushi_inspect.exam import KokushiError, Question
from kokushi_inspect.sources.exam import Request, load_exam
from kokushi_inspect.sources.exam_names import all_rules
from kokushi_inspect.sweep.plan import METADATA

EXAMINEES = {"strong": 0.93, "middling": 0.72, "weak": 0.4}
"""Share of right answers by name."""

POLL_SECONDS = 0.2


def main() -> int:
    """Run both, compare, print; 1 when they differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--share", type=float, default=1.0, help="share of each section")
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="--share 0.02")
    parser.add_argument("--rows", type=Path, help="file that receives the result as JSON")
    chosen = parser.parse_args()
    logging.disable(logging.WARNING)
    share = 0.02 if chosen.quick else chosen.share
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        lines, same = compare(Path(name), share, chosen.kills)
    for what, value in lines.items():
        print(f"{what:62} {value}")
    if chosen.rows:
        rows = [{"what": w, "value": v, "target": "", "met": None} for w, v in lines.items()]
        rows[-1] |= {"target": "equal", "met": same}
        chosen.rows.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    return 0 if same else 1


def compare(folder: Path, share: float, kills: int) -> tuple[dict[str, str], bool]:
    """What happened, and whether both reports say the same."""
    exam = make_full_exam(folder / "exam", share=share)
    specs = {name: _write_spec(folder, name, exam) for name in ("peace", "killed")}
    begun = time.time()
    _sweep(folder, specs["peace"])
    peace = time.time() - begun
    samples = _count(folder / "peace_logs")
    expected = len(exam.rows) * len(EXAMINEES)
    begun = time.time()
    seen = []
    for kill in range(1, kills + 1):
        seen.append(_kill_after(folder, specs["killed"], expected * kill // (kills + 1)))
    _sweep(folder, specs["killed"])
    killed = time.time() - begun
    twice, there = _twice(folder / "killed_logs")
    reports = [_report(folder, f"{name}_logs") for name in specs]
    different = list(differences(reports[0], reports[1]))
    for line in different[:20]:
        print(line, file=sys.stderr)
    same = not different and samples == there == expected and not twice
    lines = {
        "questions, figures, examinees": f"{len(exam.rows):,}, {exam.figures:,}, {len(EXAMINEES)}",
        "uninterrupted": f"{peace:.0f} s, {samples:,} of {expected:,} samples",
        f"killed {kills} times": (
            f"{killed:.0f} s in all, killed at {', '.join(f'{n:,}' for n in seen)} samples"
        ),
        "after the last resumption": f"{there:,} of {expected:,} samples, {twice} twice",
        "report against the uninterrupted one": "equal"
        if same
        else f"{len(different)} differences",
    }
    return lines, same


def _write_spec(folder: Path, name: str, exam: FullExam) -> Path:
    examinees = []
    for examinee, ability in EXAMINEES.items():
        replies = folder / f"{examinee}.jsonl"
        if not replies.is_file():
            _write_replies(replies, exam, ability)
        arguments = {"replies": str(replies), "examinee": examinee}
        examinees.append({"name": examinee, "solver": "replay", "solver_args": arguments})
    record = {
        "examinees": examinees,
        "exams": {"source": str(exam.folder), "professions": "all", "years": "all"},
        "settings": {"log_images": False},
    }
    return write_spec(folder, name, record)


def _write_replies(file: Path, exam: FullExam, ability: float) -> None:
    chance = random.Random(file.stem)
    with file.open("w", encoding="utf-8") as lines:
        for profession in all_rules():
            request = Request(source=str(exam.folder), figures="withheld")
            for question in load_exam(profession, request).questions:
                reply = {"id": question.id, "output": _reply(question, ability, chance)}
                lines.write(json.dumps(reply, ensure_ascii=False) + "\n")


def _reply(question: Question, ability: float, chance: random.Random) -> str:
    luck = chance.random()
    if luck < ability and question.key.accepted:
        return "答え：" + "".join(question.key.accepted[0])
    if luck > 0.99:
        return ""
    return "答え：" + chance.choice(question.labels or ("7",))


def _sweep(folder: Path, spec: Path) -> None:
    words = ["kokushi", "sweep", spec, "--workers", "2", "--display", "none"]
    run_command(*words, cwd=folder)


def _kill_after(folder: Path, spec: Path, samples: int) -> int:
    """Run the sweep and kill it when so many samples are in the logs; how many there are then."""
    words = ["kokushi", "sweep", spec, "--workers", "2", "--display", "none"]
    process = start_command(*words, cwd=folder)
    while (there := _written(folder / "killed_logs")) < samples:
        if process.poll() is not None:
            raise KokushiError(f"the sweep ended with code {process.returncode} before {samples}")
        time.sleep(POLL_SECONDS)
    kill_group(process)
    return there


def _written(logs: Path) -> int:
    """About how many samples are in the logs: those that a resumed log took over count twice."""
    written = 0
    for log in logs.rglob("*.eval"):
        try:
            with ZipFile(log) as members:
                written += sum(name.startswith("samples/") for name in members.namelist())
        except (OSError, BadZipFile):
            continue  # it is being replaced
    return written


def _count(logs: Path) -> int:
    """Samples in the logs, each once."""
    return len({key for key, _ in _samples(logs)})


def _samples(logs: Path) -> Iterator[tuple[tuple[str, str], str]]:
    """Entry and id of every sample without an error, with the log that has it."""
    for info in list_eval_logs(str(logs)) if logs.is_dir() else []:
        try:
            spec = read_eval_log(info, header_only=True).eval
            summaries = read_eval_log_sample_summaries(info)
        except (OSError, ValueError, BadZipFile):
            continue  # a log without a header: its worker was killed before the first sample
        entry = (spec.metadata or {})[METADATA]["entry"]
        for summary in summaries:
            if not summary.error:
                yield (entry, str(summary.id)), info.name


def _twice(logs: Path) -> tuple[int, int]:
    """How many samples stand in more than one complete log, and how many there are."""
    complete = {i.name for i in list_eval_logs(str(logs)) if _is_complete(i.name)}
    counts = Counter(key for key, log in _samples(logs) if log in complete)
    return sum(count > 1 for count in counts.values()), len(counts)


def _is_complete(log: str) -> bool:
    return read_eval_log(log, header_only=True).status == "success"


def _report(folder: Path, logs: str) -> Any:
    target = folder / f"{logs}.json"
    run_command("kokushi", "report", logs, "--json", target, cwd=folder)
    return contents_of(json.loads(target.read_text("utf-8")))


if __name__ == "__main__":
    sys.exit(main())
