from dataclasses import replace

import pytest
from planning import entry_of

from kokushi_inspect.sweep.estimate import (
    Estimate,
    SampleFacts,
    estimate_entry,
    figure_tokens,
    text_tokens,
    total,
)
from kokushi_inspect.sweep.plan import NO_MODEL, SolverChoice

SAMPLE = SampleFacts(questions=1, system=100, text=200, figures=50)
PRICE = (2.0, 10.0)


def cost(solver: SolverChoice | None = None, facts: SampleFacts = SAMPLE) -> Estimate:
    entry = replace(entry_of("e", samples=2), solver=solver)
    return estimate_entry(entry, [facts] * 2, reply_tokens=30, price=PRICE)


def test_a_japanese_character_is_a_token_and_four_others_are_one() -> None:
    assert text_tokens("医師abcd") == 3
    assert text_tokens("") == 0


def test_a_figure_counts_by_its_area_up_to_a_limit() -> None:
    assert figure_tokens(750, 10) == 10
    assert figure_tokens(9000, 9000) == 1600


def test_a_plain_entry_asks_once_a_question() -> None:
    assert cost() == Estimate(2, 2, 700, 60, 700 * 2e-6 + 60 * 10e-6)


CALLS = {
    "review": (SolverChoice("review"), 2 * 2),
    "panel of five": (SolverChoice("panel", {"size": 5}), 2 * 5),
    "panel with a chair": (SolverChoice("panel", {"decide": "chair"}), 2 * 4),
    "agent": (SolverChoice("agent"), 2 * 4),
    "stored replies": (SolverChoice("replay", {"replies": "r"}), 0),
    "a file": (SolverChoice("mine.py"), 2),
}


@pytest.mark.parametrize(("solver", "calls"), CALLS.values(), ids=CALLS.keys())
def test_solvers_ask_more_than_once(solver: SolverChoice, calls: int) -> None:
    assert cost(solver).calls == calls


def test_each_question_of_a_dialogue_reads_what_was_said_before() -> None:
    scenario = SampleFacts(questions=3, system=100, text=300, figures=0)
    each = cost(SolverChoice("dialogue"), scenario)
    # 100 + 100; then + 100 and a reply of 30; then + 100 and two replies
    assert each.input_tokens == 2 * (200 + 330 + 460)
    assert each.calls == 6


def test_only_what_is_missing_costs_something() -> None:
    entry = entry_of("e", samples=10)
    found = estimate_entry(entry, [SAMPLE] * 10, reply_tokens=30, price=PRICE, missing=4)
    assert (found.samples, found.calls, found.input_tokens) == (4, 4, 1400)
    nothing = estimate_entry(entry, [SAMPLE] * 10, reply_tokens=30, price=None, missing=0)
    assert nothing == Estimate(0, price=0.0)


def test_epochs_multiply_the_cost() -> None:
    entry = replace(entry_of("e", samples=2), epochs=3)
    assert estimate_entry(entry, [SAMPLE] * 2, reply_tokens=30, price=PRICE).calls == 6


def test_who_needs_no_model_costs_nothing() -> None:
    entry = entry_of("e", NO_MODEL)
    assert estimate_entry(entry, [SAMPLE], reply_tokens=9, price=None) == Estimate(10, price=0.0)


def test_a_total_with_an_unknown_price_is_unknown() -> None:
    assert total([Estimate(1, 1, 1, 1, 0.5), Estimate(1, 1, 1, 1, None)]).price is None
    assert total([Estimate(1, 2, 3, 4, 0.5)] * 2) == Estimate(2, 4, 6, 8, 1.0)
