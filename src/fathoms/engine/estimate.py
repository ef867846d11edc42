"""What carrying out a plan takes, said before it is authorised.

Knows: the calls that SPEC §10 allows a round, a task and a run.  Does not know: prices, or how quick a mind is;
the seconds are an order of magnitude.
"""

from __future__ import annotations

from fathoms.domain.brief import Brief
from fathoms.domain.plan import Mode, Plan
from fathoms.domain.value import Value
from fathoms.engine.threads import round_ceiling, starting_budget

CALLS_PER_ROUND = 2
CALLS_PER_TASK = 1
CALLS_PER_RUN = 3
_FREE_CALL_SECONDS = 0.2
_MODEL_CALL_SECONDS = 8.0


class Estimate(Value):
    """Likely: each task takes the rounds it starts with. Most: each goes to its ceiling."""

    tasks: int
    levels: int
    rounds_likely: int
    rounds_most: int
    calls_likely: int
    calls_most: int
    seconds_likely: float
    seconds_most: float
    usd_most: float | None
    """None when the price is not known beforehand."""


def estimate(plan: Plan, brief: Brief, *, slots: int, free: bool) -> Estimate:
    """Calls, cost and time of a plan without drill-downs; `free` minds cost nothing and answer at once."""
    simple = plan.mode is Mode.SIMPLE
    ceilings = [round_ceiling(task, brief, simple=simple) for task in plan.tasks]
    starts = [starting_budget(ceiling) for ceiling in ceilings]
    overhead = CALLS_PER_TASK * len(plan.tasks) + CALLS_PER_RUN
    likely = CALLS_PER_ROUND * sum(starts) + overhead
    most = CALLS_PER_ROUND * sum(ceilings) + overhead
    at_once = max(1, min(slots, len(plan.tasks)))
    seconds = (_FREE_CALL_SECONDS if free else _MODEL_CALL_SECONDS) / at_once
    return Estimate(
        tasks=len(plan.tasks),
        levels=max((task.level for task in plan.tasks), default=0),
        rounds_likely=sum(starts),
        rounds_most=sum(ceilings),
        calls_likely=likely,
        calls_most=most,
        seconds_likely=round(likely * seconds, 1),
        seconds_most=round(most * seconds, 1),
        usd_most=0.0 if free else None,
    )
