"""What carrying out a plan takes, said before it is authorised.

Knows: the calls that SPEC §10 allows a round, a task and a run.  Does not know: prices, or how quick a mind is:
that is counted over earlier runs (`Pace`); without enough of them the seconds are an order of magnitude.
"""

from __future__ import annotations

from fathoms.domain.brief import Brief
from fathoms.domain.feasibility import Estimate as Estimate
from fathoms.domain.feasibility import Pace
from fathoms.domain.plan import Mode, Plan
from fathoms.engine.thread.opening import round_ceiling, starting_budget

CALLS_PER_ROUND = 2
CALLS_PER_TASK = 1
CALLS_PER_RUN = 3
_FREE_CALL_SECONDS = 0.2
_MODEL_CALL_SECONDS = 8.0
LEAST_COUNTED = 20
"""Calls of earlier runs from which their mean says more than the order of magnitude."""


def estimate(plan: Plan, brief: Brief, *, slots: int, free: bool, pace: Pace | None = None) -> Estimate:
    """Calls, cost and time of a plan without drill-downs; `free` minds cost nothing and answer at once."""
    simple = plan.mode is Mode.SIMPLE
    ceilings = [round_ceiling(task, brief, simple=simple) for task in plan.tasks]
    starts = [starting_budget(ceiling) for ceiling in ceilings]
    overhead = CALLS_PER_TASK * len(plan.tasks) + CALLS_PER_RUN
    likely = CALLS_PER_ROUND * sum(starts) + overhead
    most = CALLS_PER_ROUND * sum(ceilings) + overhead
    at_once = max(1, min(slots, len(plan.tasks)))
    counted = pace if pace is not None and pace.calls >= LEAST_COUNTED else None
    order_of_magnitude = _FREE_CALL_SECONDS if free else _MODEL_CALL_SECONDS
    seconds = counted.seconds / counted.calls if counted else order_of_magnitude / at_once
    usd = 0.0 if free else counted.usd / counted.calls if counted and counted.usd is not None else None
    return Estimate(
        tasks=len(plan.tasks),
        levels=max((task.level for task in plan.tasks), default=0),
        rounds_likely=sum(starts),
        rounds_most=sum(ceilings),
        calls_likely=likely,
        calls_most=most,
        seconds_likely=round(likely * seconds, 1),
        seconds_most=round(most * seconds, 1),
        usd_likely=None if usd is None else round(likely * usd, 4),
        usd_most=None if usd is None else round(most * usd, 4),
        counted=counted.calls if counted else 0,
    )
