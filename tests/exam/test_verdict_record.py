from builders import make_mark, make_sitting

from kokushi_inspect.exam import Criterion
from scorers.pass_fail import judge


def test_a_verdict_as_json_values_has_every_criterion_with_its_line() -> None:
    marks = [make_mark(correct=True)]
    verdict = judge(make_sitting(Criterion("total", 1, 1), marks=marks), marks)
    assert verdict.to_record() == {
        "profession": "medicine",
        "year": 2024,
        "protocol": "official",
        "points": 1,
        "of": 1,
        "criteria": [{"name": "total", "points": 1, "of": 1, "line": 1, "met": True}],
        "forbidden": 0,
        "passed": True,
        "reason": "",
    }
