import pytest
from planning import ids_of, plan_of

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep.plan import Plan

TWO = "examinees: [{model: openai/a}, {model: other/b}]\n"


def test_each_sitting_is_one_entry_for_each_examinee_in_the_order_of_the_spec() -> None:
    assert ids_of(TWO + "exams: {}") == [
        "medicine/2023/ja/plain/a",
        "medicine/2023/ja/plain/b",
        "medicine/2024/ja/plain/a",
        "medicine/2024/ja/plain/b",
        "nursing/2024/ja/plain/a",
        "nursing/2024/ja/plain/b",
    ]


def test_years_may_stay_together_in_one_entry() -> None:
    text = "examinees: [{model: openai/a}]\nexams: {split: none, years: [2023, 2024]}"
    assert ids_of(text) == ["medicine/2023,2024/ja/plain/a", "nursing/2023,2024/ja/plain/a"]
    assert plan_of(text).entries[0].task_args["years"] == [2023, 2024]


def test_professions_are_known_by_other_names_and_unknown_ones_are_refused() -> None:
    assert ids_of("examinees: [{model: o/a}]\nexams: {professions: [医師], years: 2024}") == [
        "medicine/2024/ja/plain/a"
    ]
    with pytest.raises(KokushiError, match=r"'vet' is no profession; expected .* nursing"):
        ids_of("examinees: [{model: o/a}]\nexams: {professions: [vet]}")


def test_languages_and_variants_multiply() -> None:
    text = (
        "examinees: [{model: o/a}]\n"
        "exams: {professions: [nursing], languages: [ja, en], variants: [{name: plain},"
        " {name: blind, task_args: {figures: withheld}}]}"
    )
    assert ids_of(text) == [
        "nursing/2024/ja/plain/a",
        "nursing/2024/ja/blind/a",
        "nursing/2024/en/plain/a",
        "nursing/2024/en/blind/a",
    ]
    last = plan_of(text).entries[-1]
    assert last.task_args == {
        "source": "kokushimd10",
        "years": 2024,
        "language": "en",
        "figures": "withheld",
    }


def test_an_examinee_with_a_solver_sits_only_variants_that_name_none() -> None:
    text = (
        "examinees: [{model: o/a}, {name: key, solver: baseline}]\n"
        "exams: {professions: [nursing], variants: [{name: plain}, {name: talk, solver: reason}]}"
    )
    assert ids_of(text) == [
        "nursing/2024/ja/plain/a",
        "nursing/2024/ja/plain/key",
        "nursing/2024/ja/talk/a",
    ]


def test_medcalc_follows_the_exams_and_examinees_choose_what_they_sit() -> None:
    text = (
        "examinees: [{model: o/a}, {model: o/b, sits: medcalc}]\n"
        "exams: {professions: [nursing]}\nmedcalc: {versions: [v1.0, verified]}"
    )
    assert ids_of(text) == [
        "nursing/2024/ja/plain/a",
        "medcalc/v1.0/en/plain/a",
        "medcalc/v1.0/en/plain/b",
        "medcalc/verified/en/plain/a",
        "medcalc/verified/en/plain/b",
    ]


def test_the_same_exam_for_the_same_examinee_twice_is_refused() -> None:
    text = "examinees: [{model: o/a}, {model: o/a, name: again}]\nexams: {professions: [nursing]}"
    with pytest.raises(KokushiError, match=r"plain/a' and .*plain/again' are the same exam"):
        ids_of(text)


def test_a_plan_survives_the_way_to_another_machine() -> None:
    plan = plan_of(TWO + "exams: {}\nlimits: {tokens: 9000}\nlimit: 3\nepochs: 2")
    again = Plan.from_json(plan.to_json())
    assert again == plan
    assert [entry.fingerprint for entry in again.entries] == [
        entry.fingerprint for entry in plan.entries
    ]


def test_a_limit_shortens_every_entry_and_epochs_multiply_its_records() -> None:
    entry = plan_of(TWO + "exams: {}\nlimit: 3\nepochs: 2").entries[0]
    assert (entry.samples, entry.records) == (3, 6)


BASE = "examinees: [{model: o/a, generate: {temperature: 0}}]\nexams: {professions: [nursing]}\n"
SAME = {
    "another address": BASE.replace("o/a", "o/a, base_url: 'http://x/v1'"),
    "more connections": BASE.replace("o/a", "o/a, connections: 99"),
    "another name": BASE.replace("o/a", "o/a, name: other"),
    "a timeout": BASE.replace("temperature: 0", "temperature: 0, timeout: 9"),
    "another price": BASE.replace("o/a", "o/a, price: {input: 1, output: 1}"),
    "other settings": BASE + "settings: {log_realtime: true}\nretry: {samples: 0}",
}
OTHER = {
    "a temperature": BASE.replace("temperature: 0", "temperature: 1"),
    "another model": BASE.replace("o/a", "o/b"),
    "epochs": BASE + "epochs: 2",
    "a limit of samples": BASE + "limit: 3",
    "a limit of tokens": BASE + "limits: {tokens: 100}",
    "another language": BASE.replace("[nursing]", "[nursing], languages: [en]"),
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME.keys())
def test_how_a_model_is_reached_is_no_part_of_what_is_measured(text: str) -> None:
    assert plan_of(text).entries[0].fingerprint == plan_of(BASE).entries[0].fingerprint


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER.keys())
def test_what_is_asked_is_part_of_what_is_measured(text: str) -> None:
    assert plan_of(text).entries[0].fingerprint != plan_of(BASE).entries[0].fingerprint


def test_other_questions_are_another_measurement() -> None:
    assert plan_of(BASE, "x").entries[0].fingerprint != plan_of(BASE, "y").entries[0].fingerprint


def test_the_default_settings_are_the_fast_ones() -> None:
    assert plan_of(BASE).settings == {
        "display": "none",
        "log_buffer": 1,
        "log_realtime": False,
        "retry_on_error": 1,
        "score_display": False,
        "tags": ["sweep"],
    }


def test_logs_at_a_url_are_written_less_often() -> None:
    text = BASE + "log_dir: s3://bucket/logs"
    assert plan_of(text).settings["log_buffer"] == 10
