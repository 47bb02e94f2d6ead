"""How fast replies are read and marked, and how fast metrics are computed over them.

    python benchmarks/marking_speed.py

Replies of three lengths to the questions of the practice exams, in one thread. Time is processor
time, the best of five; memory is what is allocated while all of them are marked.
"""

import json
import time
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path

from inspect_ai.scorer import SampleScore
from result_row import Row, at_most, run_benchmark

from kokushi_inspect.exam import Mark, Question
from kokushi_inspect.sources.exam import Request, load_exam
from scorers.draft_metrics import cost_of_question, panel_members, second_look
from scorers.marked import Answered
from scorers.marking import mark
from scorers.metrics import accuracy_of_marks, breakdown, official_verdict, statuses
from scorers.official import score_answer
from scorers.reading import read_reply

TEXTS = json.loads((Path(__file__).parent / "replies.json").read_text("utf-8"))
METRICS = (
    official_verdict,
    accuracy_of_marks,
    breakdown,
    statuses,
    second_look,
    panel_members,
    cost_of_question,
)


def measure(quick: bool) -> Sequence[Row]:
    """Replies a second, memory, and milliseconds of the metrics."""
    count, turns = (200, 1) if quick else (2000, 5)
    exam = load_exam("medicine", Request(source="practice"))
    questions = list(islice(cycle(exam.questions), count))
    rows = []
    for name, text in TEXTS.items():
        speed = count / _best(lambda text=text: _mark_all(questions, text), turns)
        rows.append(Row(f"read and mark, {name} ({len(text)} characters)", f"{speed:,.0f} /s"))
    tracemalloc.start()
    _mark_all(questions, TEXTS["reasons"])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    rows.append(Row(f"memory while {count:,} are marked and kept", f"{peak / 1e6:.1f} MB"))
    scores = _scores(questions, exam.dataset[0].metadata or {})
    computed = [metric() for metric in METRICS]
    best = _best(lambda: [compute(scores) for compute in computed], turns)  # type: ignore[operator]
    rows.append(at_most(f"all metrics over {count:,} scores", 1000 * best, 20, "ms", 1))
    return rows


def _mark_all(questions: Sequence[Question], text: str) -> list[Mark]:
    return [mark(q, read_reply(text, q)) for q in questions]


def _scores(questions: Sequence[Question], metadata: dict[str, object]) -> list[SampleScore]:
    return [
        SampleScore(
            score=score_answer(Answered(q, TEXTS["answer"], "stop"), 1),
            sample_id=q.id,
            sample_metadata={"sitting": metadata["sitting"]},
        )
        for q in questions
    ]


def _best(work: Callable[[], object], turns: int) -> float:
    times = []
    for _ in range(turns):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


if __name__ == "__main__":
    run_benchmark(__doc__ or "", measure)
