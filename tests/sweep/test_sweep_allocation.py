from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planning import entry_of

from kokushi_inspect.sweep.allocation import divide, model_limits, share_out
from kokushi_inspect.sweep.plan import NO_MODEL, Entry


def work(entries: list[Entry]) -> dict[str, int]:
    return {entry.id: entry.records for entry in entries}


MODELS = {"openai/a": 1, "openai/b": 3, "other/c": 50, NO_MODEL: 0}

entries_of_models = st.lists(
    st.tuples(st.sampled_from(sorted(MODELS)), st.integers(0, 500)), min_size=1, max_size=40
).map(
    lambda pairs: [
        entry_of(str(i), model, samples, MODELS[model]) for i, (model, samples) in enumerate(pairs)
    ]
)


@given(entries_of_models, st.integers(1, 8))
def test_every_entry_is_run_once_and_connections_stay_under_the_limit(
    entries: list[Entry], workers: int
) -> None:
    shares = share_out(entries, workers, work(entries))
    assert sorted(e.id for share in shares for e in share.entries) == sorted(e.id for e in entries)
    assert len(shares) <= workers
    for model, limit in model_limits(entries).items():
        own = [share.connections[model] for share in shares if model in share.connections]
        assert sum(own) == limit
        assert min(own) >= 1


@given(entries_of_models, st.integers(1, 8))
def test_a_worker_has_connections_of_exactly_the_models_that_it_runs(
    entries: list[Entry], workers: int
) -> None:
    for share in share_out(entries, workers, work(entries)):
        models = {e.examinee.model for e in share.entries} - {NO_MODEL}
        assert set(share.connections) == models


def test_equal_work_gives_equal_shares() -> None:
    entries = [entry_of(str(i), samples=100, connections=10) for i in range(4)]
    shares = share_out(entries, 2, work(entries))
    assert [len(share.entries) for share in shares] == [2, 2]
    assert [share.connections for share in shares] == [{"openai/m": 5}, {"openai/m": 5}]


def test_connections_follow_the_work() -> None:
    entries = [entry_of("long", samples=300), entry_of("short", samples=100)]
    shares = share_out(entries, 2, work(entries), {"openai/m": 40})
    assert [share.connections["openai/m"] for share in shares] == [30, 10]


def test_a_model_with_one_connection_is_on_one_worker() -> None:
    entries = [entry_of(str(i), connections=1) for i in range(4)]
    shares = share_out(entries, 4, work(entries))
    assert [share.connections for share in shares] == [{"openai/m": 1}]


def test_a_single_sitting_has_all_the_connections() -> None:
    entries = [entry_of("only", connections=50)]
    assert share_out(entries, 4, work(entries))[0].connections == {"openai/m": 50}


def test_every_model_is_on_every_worker_when_there_is_enough_of_it() -> None:
    entries = [
        entry_of(f"{model}{i}", model, 100) for model in ("openai/a", "other/b") for i in range(4)
    ]
    for share in share_out(entries, 2, work(entries)):
        counts = [
            len(list(group)) for _, group in groupby(share.entries, lambda e: e.examinee.model)
        ]
        assert counts == [2, 2]


def test_parts_add_up_to_the_total_in_proportion() -> None:
    assert divide(10, [3, 1, 1]) == [5, 3, 2]
    assert divide(3, [900, 1, 1]) == [1, 1, 1]
    assert divide(7, []) == []


def test_too_few_for_all_is_refused() -> None:
    with pytest.raises(ValueError, match="3 parts of at least 1"):
        divide(2, [1, 1, 1])
