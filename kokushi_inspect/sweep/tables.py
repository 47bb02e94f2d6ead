"""What a sweep prints: the plan before it, the results after it. As text and as plain records."""

from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai.log import EvalLog

from kokushi_inspect.sweep.estimate import Estimate, total
from kokushi_inspect.sweep.log_folder import Odd, State, Survey
from kokushi_inspect.sweep.plan import Plan

MOST_ROWS = 60
"""Longer plans are shown by examinee."""


def plan_text(plan: Plan, survey: Survey, estimates: Mapping[str, Estimate]) -> str:
    """The plan as a table: what each entry asks, what it would cost, what is already done."""
    rows = [["entry", "samples", "done", "calls", "tokens in", "tokens out", "price"]]
    by_examinee = len(plan.entries) > MOST_ROWS
    groups: dict[str, list[str]] = {}
    for entry in plan.entries:
        name = f"{entry.examinee.name}" if by_examinee else entry.id
        groups.setdefault(name, []).append(entry.id)
    rows += [_plan_row(name, ids, survey, estimates) for name, ids in groups.items()]
    rows.append(_plan_row("all", [entry.id for entry in plan.entries], survey, estimates))
    note = "calls, tokens and price are of what is missing; tokens are estimates"
    if by_examinee:
        note += f"; {len(plan.entries)} entries, by examinee (--json lists each)"
    return "\n".join([*_aligned(rows), note, *_odd_lines(survey.odd)])


def plan_record(plan: Plan, survey: Survey, estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    """The same as a record for `--json`."""
    entries = [
        {
            "id": entry.id,
            "task": entry.task,
            "task_args": dict(entry.task_args),
            "variant": entry.variant,
            "examinee": entry.examinee.name,
            "model": entry.examinee.model,
            "solver": None if entry.solver is None else entry.solver.name,
            "epochs": entry.epochs,
            "fingerprint": entry.fingerprint,
            "samples": entry.records,
            "done": survey.states[entry.id].done,
            "complete": survey.states[entry.id].complete,
            **_cost_record(estimates[entry.id]),
        }
        for entry in plan.entries
    ]
    together = total(estimates.values())
    return {
        "name": plan.name,
        "entries": entries,
        "total": {
            "samples": sum(entry.records for entry in plan.entries),
            "done": sum(state.done for state in survey.states.values()),
            **_cost_record(together),
        },
        "odd": [{"file": o.name, "kind": o.kind, "reason": o.reason} for o in survey.odd],
    }


def result_text(survey: Survey) -> str:
    """The end of a run: each entry's status and headline."""
    rows = [["entry", "status", "samples", "accuracy", "verdict"]]
    for id, state in survey.states.items():
        accuracy, verdict = headline(state)
        samples = f"{state.done} of {state.entry.records}"
        rows.append([id, status(state), samples, accuracy, verdict])
    return "\n".join([*_aligned(rows), *_odd_lines(survey.odd)])


def result_record(survey: Survey) -> dict[str, Any]:
    """The same as a record for `--json`."""
    entries = []
    for id, state in survey.states.items():
        accuracy, verdict = headline(state)
        entries.append(
            {
                "id": id,
                "status": status(state),
                "samples": state.entry.records,
                "done": state.done,
                "accuracy": accuracy or None,
                "verdict": verdict or None,
                "log": None if state.best is None else state.best.path,
            }
        )
    odd = [{"file": o.name, "kind": o.kind, "reason": o.reason} for o in survey.odd]
    return {
        "complete": all(s.complete for s in survey.states.values()),
        "entries": entries,
        "odd": odd,
    }


def status(state: State) -> str:
    """`complete`, `not begun`, or what is missing."""
    if state.complete:
        return "complete"
    if state.best is None:
        return "not begun"
    if state.best.errors:
        return f"{state.best.errors} errors"
    return "incomplete"


def headline(state: State) -> tuple[str, str]:
    """Accuracy and verdict of an entry's log, as its first scorer says; empty without them."""
    if not state.complete or state.best is None:
        return "", ""
    metrics = _metrics(state.best.header)
    accuracy = metrics.get("accuracy")
    passed = metrics.get("passed")
    verdict = ""
    if isinstance(passed, int | float) and passed == passed:
        verdict = {1.0: "pass", 0.0: "fail"}.get(float(passed), f"passed {passed:g}")
    return ("" if accuracy is None else f"{accuracy:.3f}"), verdict


def _metrics(header: EvalLog) -> Mapping[str, Any]:
    if header.results is None or not header.results.scores:
        return {}
    return {name: metric.value for name, metric in header.results.scores[0].metrics.items()}


def _plan_row(
    name: str, ids: Sequence[str], survey: Survey, estimates: Mapping[str, Estimate]
) -> list[str]:
    cost = total(estimates[id] for id in ids)
    states = [survey.states[id] for id in ids]
    done, samples = sum(s.done for s in states), sum(s.entry.records for s in states)
    shown = "all" if all(s.complete for s in states) else str(done)
    price = "?" if cost.price is None else f"{cost.price:,.2f}"
    numbers = (cost.calls, cost.input_tokens, cost.output_tokens)
    return [name, f"{samples:,}", shown, *(f"{number:,}" for number in numbers), price]


def _cost_record(cost: Estimate) -> dict[str, Any]:
    return {
        "missing": cost.samples,
        "calls": cost.calls,
        "input_tokens": cost.input_tokens,
        "output_tokens": cost.output_tokens,
        "price": None if cost.price is None else round(cost.price, 4),
    }


def _odd_lines(odd: Sequence[Odd]) -> list[str]:
    return [f"{each.kind}: {each.name}: {each.reason}" for each in odd]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
