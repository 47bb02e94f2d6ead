"""The report of the real physician exam of 2025, with the two stored models."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.solver import Solver
from reporting import report_of
from scipy.stats import binomtest, ttest_1samp

from kokushi_inspect.medicine import medicine
from kokushi_inspect.report.model import Report, SittingResult
from solvers.replay import replay

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "physician_119"
MODELS = ("qwen2_5-72b", "pfn-medllm-qwen-72b")

Marks = dict[str, dict[str, tuple[bool, int, str]]]
"""By examinee and question: right, points, section."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[EvalLog]]:
    if not (DATA / "questions.jsonl").is_file():
        pytest.skip("the folder ../shared/data/physician_119 is not beside this checkout")
    folder = tmp_path_factory.mktemp("physician_119")
    rows = [json.loads(line) for line in (DATA / "replies.jsonl").read_text("utf-8").splitlines()]
    examinees: list[Solver] = []
    for model in MODELS:
        file = folder / f"{model}.jsonl"
        kept = [{"id": r["id"], "output": r["output"]} for r in rows if r["model"] == model]
        file.write_text("\n".join(json.dumps(r) for r in kept), "utf-8")
        examinees.append(replay(str(file), examinee=model))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOKUSHI_CACHE_DIR", str(folder / "cache"))
        yield [
            run_eval(
                medicine(source=str(DATA)),
                solver=each,
                model="none",
                display="none",
                log_dir=str(folder / "logs"),
                log_realtime=False,
                log_images=False,
            )[0]
            for each in examinees
        ]


@pytest.fixture(scope="module")
def report(logs: list[EvalLog]) -> Report:
    return report_of(*logs)


@pytest.fixture(scope="module")
def marks(logs: list[EvalLog]) -> Marks:
    """The marks in the logs, read without our code."""
    found: Marks = {}
    for log in logs:
        samples = read_eval_log(log.location).samples or []
        scores = {str(s.id): (s.scores or {})["official"].metadata or {} for s in samples}
        found[samples[0].output.model] = {
            id: (score["correct"], score["points"], score["section"])
            for id, score in scores.items()
        }
    return found


def sitting(report: Report, name: str) -> SittingResult:
    (id,) = (each.id for each in report.examinees if each.name == name)
    return next(each for each in report.sittings if each.examinee == id)


@pytest.mark.parametrize(
    ("name", "points", "outcome"), [(MODELS[0], 398, "pass"), (MODELS[1], 335, "fail")]
)
def test_points_and_verdicts(report: Report, name: str, points: int, outcome: str) -> None:
    found = sitting(report, name).official
    assert (found.points, found.of, found.outcome) == (points, 500, outcome)


@pytest.mark.parametrize("name", MODELS)
def test_every_number_of_a_sitting_follows_from_the_marks(
    report: Report, marks: Marks, name: str
) -> None:
    found = sitting(report, name)
    mine = list(marks[name].values())
    assert found.official.points == sum(points for right, points, _ in mine if right)
    bars = {bar.name: bar.points for bar in found.official.criteria}
    assert bars["必修"] == sum(p for right, p, section in mine if right and section in "BE")
    assert bars["必修以外"] == found.official.points - bars["必修"]
    assert (found.accuracy.right, found.accuracy.n) == (sum(m[0] for m in mine), 400)


@pytest.mark.parametrize("name", MODELS)
def test_the_interval_is_scipys(report: Report, marks: Marks, name: str) -> None:
    values = [float(right) for right, _, _ in marks[name].values()]
    low, high = ttest_1samp(values, 0).confidence_interval(0.95)
    found = sitting(report, name).accuracy.interval
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high))


def test_the_two_models_are_compared_question_by_question(report: Report, marks: Marks) -> None:
    better, worse = (marks[name] for name in MODELS)
    only = [sum(a[id][0] > b[id][0] for id in a) for a, b in ((better, worse), (worse, better))]
    ids = {each.id for each in report.examinees if each.name in MODELS}
    (pair,) = (p for p in report.groups[0].pairs if {p.first, p.second} == ids)
    assert [pair.only_first, pair.only_second] == only
    assert pair.p == pytest.approx(binomtest(only[0], sum(only)).pvalue)


def test_the_model_that_passed_narrowly_is_not_sure_to_pass(report: Report) -> None:
    found = sitting(report, MODELS[0]).probability
    assert found is not None
    assert 0.65 < found.share < 0.85


def test_items_are_over_the_two_models(report: Report, marks: Marks) -> None:
    for item in report.items:
        expected = sum(marks[name][item.question][0] for name in MODELS) / 2
        assert item.difficulty == expected
