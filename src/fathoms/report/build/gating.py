"""Which gates of a plan were met, all told: what children cover and what the cross-check found count, too.

Knows: the results of the threads and what came after them.  Does not know: how a thread tries to meet a gate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fathoms.domain.evidence import ConflictStatus
from fathoms.domain.plan import Plan
from fathoms.domain.report import GateKind, GateResult, TaskOutcome
from fathoms.text.naming import names


def gates_of(plan: Plan, outcomes: Sequence[TaskOutcome]) -> tuple[GateResult, ...]:
    """Every criterion of every gate, as it stands when the report is written."""
    by_task = {outcome.task: outcome for outcome in outcomes}
    return tuple(
        result.model_copy(update={"met": _holds(result, outcome, plan, by_task)})
        for outcome in outcomes
        for result in outcome.gates
    )


def _holds(result: GateResult, outcome: TaskOutcome, plan: Plan, by_task: Mapping[str, TaskOutcome]) -> bool:
    if result.kind is GateKind.CONFLICTS:
        return all(conflict.status is ConflictStatus.RESOLVED for conflict in outcome.conflicts)
    if result.kind is not GateKind.THEME or result.met:
        return result.met
    below = _below(outcome.task, plan)
    facts = [fact for task in below if task in by_task for fact in by_task[task].facts]
    return any(names(f"{fact.claim} {fact.evidence[0].quote}", result.about) for fact in facts if not fact.loose)


def _below(task: str, plan: Plan) -> tuple[str, ...]:
    return tuple(name for child in plan.children(task) for name in (child.id, *_below(child.id, plan)))
