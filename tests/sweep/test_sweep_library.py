"""Sources of a spec on the practice exam: what is found before anything runs."""

import json
from pathlib import Path

import pytest

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep.library import SourceLibrary
from kokushi_inspect.sweep.plan import SolverChoice
from kokushi_inspect.sweep.sweep import Part, estimate_sweep, open_sweep, survey_sweep
from kokushi_inspect.sweep.tables import plan_record, plan_text

PRACTICE = {"source": "practice"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOKUSHI_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield SourceLibrary()


def test_it_knows_the_ten_professions_by_any_name(library: SourceLibrary) -> None:
    assert len(library.professions()) == 10
    assert library.find_profession("医師") == "medicine"
    assert library.find_profession("vet") is None


def test_years_are_those_of_the_source(library: SourceLibrary, tmp_path: Path) -> None:
    rows = [
        {"id": f"A{year}", "exam": "看護", "year": year, "section": "午前", "index": "1"}
        | {"question": "?", "choices": {"1": "x", "2": "y"}, "answer": ["1"]}
        for year in (2024, 2022)
    ]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows))
    args = {"source": str(file)}
    assert library.years("nursing", args) == [2022, 2024]
    assert library.years("nursing", {**args, "years": "2023-2025"}) == [2024]
    assert library.size("nursing", {**args, "years": 2022}) == 1
    with pytest.raises(KokushiError, match=r"no questions of nursing 2020; expected .* 2022, 2024"):
        library.years("nursing", {**args, "years": "2020,2022"})


def test_people_are_refused_where_it_is_not_known_how_they_answered(
    library: SourceLibrary, tmp_path: Path
) -> None:
    row = {"id": "A1", "exam": "看護", "year": 2024, "section": "午前", "index": "1"}
    row |= {"question": "?", "choices": {"1": "x", "2": "y"}, "answer": ["1"]}
    rows = [row | {"human_accuracy": 50}, row | {"id": "A2", "index": "2"}]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in rows))
    args = {"source": str(file)}
    people = SolverChoice("baseline", {"kind": "human"})
    with pytest.raises(KokushiError, match=r"1 question\(s\) of nursing .* such as A2; .*chance"):
        library.content("nursing", args, people)
    assert library.content("nursing", args, SolverChoice("baseline", {"kind": "chance"}))
    assert library.content("medicine", PRACTICE, people)


@pytest.mark.parametrize("kind", ["chance", "human"])
def test_baselines_without_a_meaning_for_calculations_are_refused(
    library: SourceLibrary, kind: str
) -> None:
    with pytest.raises(KokushiError, match=f"kind='{kind}' for MedCalc-Bench.* 'sits: exams'"):
        library.content("medcalc", PRACTICE, SolverChoice("baseline", {"kind": kind}))
    assert library.content("medcalc", PRACTICE, SolverChoice("baseline", {"kind": "key"}))


def test_facts_are_those_of_the_real_questions(library: SourceLibrary) -> None:
    facts = library.facts("medicine", PRACTICE)
    blind = library.facts("medicine", {**PRACTICE, "figures": "withheld"})
    assert len(facts) == library.size("medicine", PRACTICE) == 48
    assert all(fact.system > 50 and fact.text > 10 for fact in facts)
    assert sum(fact.figures for fact in facts) > 0 == sum(fact.figures for fact in blind)


def test_a_scenario_is_one_sample_with_all_its_questions(library: SourceLibrary) -> None:
    facts = library.facts("medicine", {**PRACTICE, "unit": "scenario"})
    assert sum(fact.questions for fact in facts) == 48 > len(facts)


def test_medcalc_rows_are_counted_with_their_prompt(library: SourceLibrary) -> None:
    plain = library.facts("medcalc", {**PRACTICE, "prompting": "direct"})
    open_book = library.facts("medcalc", {**PRACTICE, "prompting": "open_book"})
    assert len(plain) == len(open_book) == 60
    assert sum(f.system for f in open_book) > sum(f.system for f in plain)


def test_the_digest_follows_questions_and_named_files(
    library: SourceLibrary, tmp_path: Path
) -> None:
    replies = tmp_path / "replies.jsonl"
    choice = SolverChoice("replay", {"replies": str(replies)})
    replies.write_text('{"id": "a01", "output": "1"}\n')
    first = library.content("nursing", PRACTICE, choice)
    assert library.content("nursing", PRACTICE, choice) == first
    assert library.content("nursing", PRACTICE, None) != first
    replies.write_text('{"id": "a01", "output": "2"}\n')
    assert library.content("nursing", PRACTICE, choice) != first
    assert library.content("nursing", {**PRACTICE, "shuffle_options": 1}, choice) != first


WRONG = {
    "a solver that there is not": (PRACTICE, SolverChoice("oracle"), "answer_sheet"),
    "a scorer as solver": (PRACTICE, SolverChoice("official"), "there is no solver 'official'"),
    "an argument that a solver has not": (
        PRACTICE,
        SolverChoice("baseline", {"knd": "key"}),
        "arguments among kind, seed",
    ),
    "a file of replies that is missing": (
        PRACTICE,
        SolverChoice("replay", {"replies": "nowhere.jsonl"}),
        "nowhere.jsonl",
    ),
    "a solver file that is missing": (PRACTICE, SolverChoice("nowhere.py"), "nowhere.py"),
    "a parameter that a task has not": ({**PRACTICE, "figure": "sent"}, None, "no parameter"),
    "a wrong value of a parameter": ({**PRACTICE, "unit": "case"}, None, "unit='case'"),
}


@pytest.mark.parametrize(("args", "solver", "says"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_found_before_a_run(
    library: SourceLibrary, args: dict, solver: SolverChoice | None, says: str
) -> None:
    with pytest.raises(KokushiError, match=says):
        library.content("nursing", args, solver)


SPEC = """
log_dir: logs
examinees:
  - {model: nobody/m, generate: {max_tokens: 9}, price: {input: 2, output: 8}}
  - {model: nobody/unpriced}
exams: {source: practice, professions: [nursing]}
"""


def test_a_plan_needs_no_model_and_names_calls_tokens_and_price(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(SPEC)
    sweep = open_sweep(file)
    survey = survey_sweep(sweep)
    estimates = estimate_sweep(sweep, survey)
    record = plan_record(sweep.plan, survey, estimates)
    priced, unpriced = record["entries"]
    assert (priced["samples"], priced["calls"], priced["done"]) == (28, 28, 0)
    assert priced["output_tokens"] == 28 * 300
    cost = (priced["input_tokens"] * 2 + priced["output_tokens"] * 8) / 1e6
    assert priced["price"] == pytest.approx(cost, abs=1e-4)
    assert unpriced["price"] is None is record["total"]["price"]
    table = plan_text(sweep.plan, survey, estimates).splitlines()
    assert table[1].split()[:2] == ["nursing/practice/ja/plain/m", "28"]
    assert table[3].split()[0] == "all"
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize("text", ["2", "0/2", "3/2", "a/b"])
def test_a_part_is_an_index_of_a_count(text: str) -> None:
    assert Part.parse("2/3") == Part(2, 3)
    with pytest.raises(KokushiError, match="INDEX/COUNT"):
        Part.parse(text)
