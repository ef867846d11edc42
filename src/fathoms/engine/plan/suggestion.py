"""A plan that the user hands over: adopted as it is, adapted to the caps, or refused with the reason.

Knows: that only the caps may be mended, by leaving tasks out.  Does not know: files or formats.
"""

from __future__ import annotations

from typing import Literal

from fathoms.domain.brief import Limits
from fathoms.domain.plan import Plan, Task
from fathoms.domain.value import Value
from fathoms.engine.plan import rules as plan_rules


class Taken(Value, kind="taken"):
    """What became of a suggested plan; `plan` is None when it was refused."""

    verdict: Literal["adopted", "adapted", "refused"]
    plan: Plan | None = None
    reason: str = ""


def take(suggested: Plan, limits: Limits) -> Taken:
    """Validated like any other plan. A broken one is not repaired; one that is too large is cut to the caps."""
    if broken := plan_rules.problems(suggested):
        return Taken(verdict="refused", reason="; ".join(broken))
    too_large = plan_rules.problems(suggested, limits)
    if not too_large:
        return Taken(verdict="adopted", plan=suggested)
    smaller = _within(suggested, limits)
    if left := plan_rules.problems(smaller, limits):
        return Taken(verdict="refused", reason="; ".join(left))
    gone = [task.id for task in suggested.tasks if task.id not in {kept.id for kept in smaller.tasks}]
    return Taken(verdict="adapted", plan=smaller, reason=f"{'; '.join(too_large)}; left out: {', '.join(gone)}")


def _within(plan: Plan, limits: Limits) -> Plan:
    """The first tasks that the caps leave room for, without those whose parent or dependency went."""
    kept: dict[str, Task] = {}
    top = 0
    for task in plan.tasks:
        needed = (*task.dependency_ids, *((task.parent,) if task.parent else ()))
        fits = task.level <= limits.levels and len(kept) < limits.tasks and (task.level > 1 or top < limits.top_tasks)
        if fits and all(other in kept for other in needed):
            kept[task.id] = task
            top += task.level == 1
    return plan.model_copy(update={"tasks": tuple(kept.values())})
