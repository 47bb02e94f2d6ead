from pretended import Notes, PretendedEngine, PretendedLogs, job_of

from kokushi_inspect.sweep.engine import Assignment
from kokushi_inspect.sweep.schedule import run_entries

LIMITS = {"openai/m": 8}


def finish(assignment: Assignment, logs: PretendedLogs) -> int:
    for id in assignment.entries:
        logs.records[id] = 10
    return 0


def die(assignment: Assignment, logs: PretendedLogs) -> int:
    return -9


def get_further(assignment: Assignment, logs: PretendedLogs) -> int:
    """Two samples of the first entry that is left, then the end."""
    id = assignment.entries[0]
    logs.records[id] = logs.records.get(id, 0) + 5
    return 1


def test_every_missing_entry_is_given_to_one_worker() -> None:
    logs = PretendedLogs()
    engine = PretendedEngine(finish, logs, slots=2)
    survey = run_entries(job_of("abcd", logs), list("abcd"), engine, Notes(), LIMITS)
    assert all(state.complete for state in survey.states.values())
    assert sorted(id for each in engine.started for id in each.entries) == list("abcd")
    assert [each.slot for each in engine.started] == [0, 1]


def test_complete_entries_are_left_alone() -> None:
    logs = PretendedLogs()
    logs.records = {"a": 10, "b": 4}
    engine = PretendedEngine(finish, logs)
    run_entries(job_of("abc", logs), list("abc"), engine, Notes(), LIMITS)
    (only,) = engine.started
    assert only.entries == ("b", "c")
    assert [task.get("resume") for task in only.selection["tasks"]] == ["/logs/b.eval", None]


def test_nothing_is_started_when_all_is_complete() -> None:
    logs = PretendedLogs()
    logs.records = {"a": 10}
    engine = PretendedEngine(finish, logs)
    run_entries(job_of("a", logs), ["a"], engine, Notes(), LIMITS)
    assert engine.started == []


def test_a_dead_worker_is_replaced_a_bounded_number_of_times() -> None:
    logs = PretendedLogs()
    engine, notes = PretendedEngine(die, logs), Notes()
    survey = run_entries(job_of("ab", logs, tries=3), list("ab"), engine, notes, LIMITS)
    assert not survey.states["a"].complete
    assert [each.number for each in engine.started] == [1, 2, 3]
    assert "ended by signal 9" in notes.lines[0]
    assert "tried often enough" in notes.lines[-2]
    assert notes.lines[-1] == "  | oops"


def test_entries_that_a_dead_worker_had_not_begun_do_not_count_as_tried() -> None:
    logs = PretendedLogs()

    def stumble_over_a(assignment: Assignment, logs: PretendedLogs) -> int:
        if "a" in assignment.entries:
            return -9
        return finish(assignment, logs)

    engine = PretendedEngine(stumble_over_a, logs, begins=lambda id: id == "a")
    survey = run_entries(job_of("ab", logs, tries=2), list("ab"), engine, Notes(), LIMITS)
    assert [each.entries for each in engine.started] == [("a", "b"), ("a", "b"), ("b",)]
    assert survey.states["b"].complete


def test_a_replacement_goes_on_from_the_log_of_the_dead_worker() -> None:
    logs = PretendedLogs()
    engine = PretendedEngine(get_further, logs)
    survey = run_entries(job_of("a", logs), ["a"], engine, Notes(), LIMITS)
    assert survey.states["a"].complete
    assert [each.selection["tasks"][0].get("resume") for each in engine.started] == [
        None,
        "/logs/a.eval",
    ]
    assert engine.started[1].connections == engine.started[0].connections


def test_only_the_entries_that_are_asked_for_are_run() -> None:
    logs = PretendedLogs()
    engine = PretendedEngine(finish, logs)
    run_entries(job_of("abc", logs), ["b"], engine, Notes(), LIMITS)
    assert [each.entries for each in engine.started] == [("b",)]


def test_samples_in_work_are_a_multiple_of_the_connections() -> None:
    logs = PretendedLogs()
    engine = PretendedEngine(finish, logs)
    run_entries(job_of("a", logs), ["a"], engine, Notes(), {"openai/m": 8})
    assert engine.started[0].connections == {"openai/m": 8}
    assert engine.started[0].selection["overrides"] == {
        "log_dir": "/logs",
        "max_samples": 24,
        "max_tasks": 2,
    }
