"""Examinees beside each other and beside people, variants of a run, and the items."""

from pathlib import Path

import pytest
from reporting import HUMAN_ROWS, SCENARIO_ROWS, examinee, item, report_of, takes
from scipy.stats import binomtest, ttest_1samp
from taking import PLACES, rows_at, saying, take

from kokushi_inspect.report.model import Report
from solvers.baseline import baseline

WRONG = {
    "strong": "A1=b",
    "middle": "A1=b A2=c B5=b B6=b",
    "weak": "A1=b A2=c B1=b B2=b B3=b B4=b B5=b B6=b",
}


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Three examinees that get 15, 12 and 8 of sixteen questions right."""
    folder = tmp_path_factory.mktemp("three")
    patch = pytest.MonkeyPatch()
    patch.setenv("KOKUSHI_CACHE_DIR", str(folder / "cache"))
    logs = [
        takes(folder, wrong, rows=SCENARIO_ROWS, task={"max_pixels": 100 + n})
        for n, wrong in enumerate(WRONG.values())
    ]
    patch.undo()
    return report_of(*logs)


def names(report: Report) -> dict[str, str]:
    """Ids of the three, by name; the order of the logs is that of the pixels."""
    ids = {}
    for n, name in enumerate(WRONG):
        (ids[name],) = (e.id for e in report.examinees if f"{100 + n} pixels" in e.label)
    return ids


def test_pairs_are_counted_question_by_question(three: Report) -> None:
    ids = names(three)
    (pair,) = (
        p for p in three.groups[0].pairs if {p.first, p.second} == {ids["strong"], ids["weak"]}
    )
    assert (pair.first, pair.n) == (ids["strong"], 16)
    assert (pair.both, pair.only_first, pair.only_second, pair.neither) == (8, 7, 0, 1)
    assert pair.p == pytest.approx(binomtest(7, 7).pvalue)
    assert pair.difference == pytest.approx(7 / 16)


def test_the_interval_of_a_difference_is_that_of_the_scenarios(three: Report) -> None:
    ids = names(three)
    (pair,) = (
        p for p in three.groups[0].pairs if {p.first, p.second} == {ids["strong"], ids["weak"]}
    )
    per_scenario = [0.5, 0, 0, 0, 1, 1, 1, 0]
    low, high = ttest_1samp(per_scenario, 0).confidence_interval(0.95)
    assert pair.interval is not None
    assert (pair.interval.low, pair.interval.high) == pytest.approx((low, high))


def test_holm_corrects_over_all_pairs_of_the_group(three: Report) -> None:
    pairs = sorted(three.groups[0].pairs, key=lambda pair: pair.p)
    assert len(pairs) == 3
    assert pairs[0].p_holm == pytest.approx(3 * pairs[0].p)
    assert [pair.differ for pair in pairs] == [pair.p_holm < 0.05 for pair in pairs]


def test_neighbours_that_do_not_differ_are_tied(three: Report) -> None:
    ids = names(three)
    ranks = three.groups[0].ranks
    assert [(r.examinee, r.place, r.tied) for r in ranks] == [
        (ids["strong"], 1, False),
        (ids["middle"], 1, True),
        (ids["weak"], 2, True),
    ]


def test_examinees_that_differ_are_not_tied(tmp_path: Path) -> None:
    logs = [take(tmp_path, baseline(kind), rows=SCENARIO_ROWS) for kind in ("key", "silent")]
    ranks = report_of(*logs).groups[0].ranks
    assert [(rank.place, rank.tied) for rank in ranks] == [(1, False), (2, False)]


def test_epochs_are_right_when_most_of_them_are(tmp_path: Path) -> None:
    logs = [take(tmp_path, baseline("key"), epochs=3), take(tmp_path, saying(A1="b"), epochs=2)]
    (pair,) = report_of(*logs).groups[0].pairs
    assert (pair.n, pair.both, pair.only_first) == (4, 3, 1)


def test_items_have_difficulty_and_what_was_chosen(three: Report) -> None:
    found = item(three, "A2")
    assert found.difficulty == pytest.approx(1 / 3)
    assert {c.answer: c.models for c in found.choices} == {"a": 1, "b": 0, "c": 2, "d": 0, "e": 0}
    assert [c.answer for c in found.choices if c.key] == ["a"]
    assert sum(c.share for c in found.choices) == pytest.approx(1)


def test_items_are_in_the_order_of_the_exam(three: Report) -> None:
    assert [i.question for i in three.items] == [row["id"] for row in SCENARIO_ROWS]


def test_items_carry_what_was_asked_and_replied(three: Report) -> None:
    found = item(three, "A1")
    assert found.text.startswith("Which one?\n\na. first")
    assert (found.options[0], found.key, found.scenario) == (("a", "first"), ("a",), "A 1")
    assert [(r.status, r.read, r.right, r.text) for r in found.replies] == [
        ("answered", "b", False, "b")
    ] * 3


def test_baselines_do_not_count_in_items(tmp_path: Path) -> None:
    report = report_of(takes(tmp_path, "A1=b"), take(tmp_path, baseline("key")))
    found = item(report, "A1")
    assert (found.difficulty, found.replies_counted, len(found.replies)) == (0, 1, 2)


def test_a_reply_that_was_not_read_is_counted_apart(tmp_path: Path) -> None:
    found = item(report_of(takes(tmp_path, "A1=…")), "A1")
    assert (found.choices[-1].answer, found.choices[-1].models) == ("(unread)", 1)


def test_five_strong_examinees_against_the_key_are_a_doubt(tmp_path: Path) -> None:
    wrong = ["A1=c", "A1=c", "A1=c", "A2=b B1=b", "A2=b B1=b B2=b"]
    logs = [takes(tmp_path, each, task={"max_pixels": 99 + n}) for n, each in enumerate(wrong)]
    report = report_of(*logs)
    doubt = item(report, "A1").doubt
    assert doubt is not None
    assert (doubt.answer, len(doubt.agree), len(doubt.strong)) == ("c", 3, 3)
    assert item(report, "A2").doubt is None


def test_shuffled_options_are_led_back_to_the_printed_labels(tmp_path: Path) -> None:
    rows = rows_at(PLACES)
    plain = take(tmp_path, baseline("key"), rows=rows)
    shuffled = take(tmp_path, baseline("key"), rows=rows, task={"shuffle_options": 7})
    report = report_of(plain, shuffled)
    for found in report.items:
        assert {reply.printed for reply in found.replies} == {"a"}
    moved = {reply.read for found in report.items for reply in found.replies}
    assert len(moved) > 1


def test_items_of_shuffled_runs_alone_show_the_printed_order(tmp_path: Path) -> None:
    report = report_of(take(tmp_path, baseline("key"), task={"shuffle_options": 7}))
    for found in report.items:
        assert (found.options[0], found.key) == (("a", "first"), ("a",))
        assert [c.models for c in found.choices] == [1, 0, 0, 0, 0]


def test_shuffled_runs_stand_beside_plain_ones(tmp_path: Path) -> None:
    plain = take(tmp_path, baseline("key"))
    shuffled = take(tmp_path, baseline("key"), task={"shuffle_options": 7})
    report = report_of(plain, shuffled)
    (pair,) = report.variants
    assert (pair.kind, pair.n, pair.both, pair.plain_share) == ("options", 4, 4, 1.0)
    assert pair.plain == examinee(report, "baseline/key").id


def test_accuracy_against_people_by_band(tmp_path: Path) -> None:
    report = report_of(takes(tmp_path, "A2=b B2=b", rows=HUMAN_ROWS))
    (people,) = report.people
    (who,) = report.examinees
    found = [(b.low, b.n, b.human, b.examinees[who.id].right) for b in people.bands]
    assert found == [
        (0.0, 1, pytest.approx(0.3), 1),
        (0.5, 1, pytest.approx(0.6), 0),
        (0.7, 0, None, 0),
        (0.85, 2, pytest.approx(0.925), 1),
    ]


def test_what_only_people_or_only_the_examinee_gets_right(tmp_path: Path) -> None:
    report = report_of(takes(tmp_path, "A2=b B2=b", rows=HUMAN_ROWS))
    (beside,) = report.people[0].examinees
    assert beside.people_only == (item(report, "B2").id,)
    assert beside.examinee_only == (item(report, "A1").id,)


def test_agreement_with_the_most_frequent_wrong_choice_of_people(tmp_path: Path) -> None:
    # people's favourites: A1 b, A2 b and c alike, B1 c
    report = report_of(takes(tmp_path, "A1=b A2=c B1=b", rows=HUMAN_ROWS))
    (beside,) = report.people[0].examinees
    assert (beside.wrong, beside.same_wrong) == (3, 2)
    assert beside.agreement == pytest.approx(2 / 3)
    assert beside.by_chance == pytest.approx((1 / 4 + 2 / 4 + 1 / 4) / 3)


def test_without_human_records_there_are_no_people(three: Report) -> None:
    assert three.people == ()


def test_slices_add_up_to_the_sitting(three: Report) -> None:
    for sitting in three.sittings:
        for by in ("kind", "section", "year"):
            mine = [s for s in three.slices if (s.examinee, s.by) == (sitting.examinee, by)]
            assert sum(s.accuracy.right for s in mine) == sitting.accuracy.right
            assert sum(s.accuracy.n for s in mine) == sitting.accuracy.n


def test_costs_are_for_every_right_answer(three: Report) -> None:
    for cost in three.costs:
        assert cost.answers == 16
        assert cost.seconds_per_right == pytest.approx((cost.seconds or 0) / cost.right)
        assert (cost.total_tokens, cost.price) == (0, None)
