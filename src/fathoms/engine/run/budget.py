"""Who may still spend: the worst case is reserved before a call, the true cost settled after it.

Knows: the reserve for the report, the bands, what is given up first.  Does not know: prices, or the clock
(`Ledger.elapsed` is told).  As long as no call costs more than it reserved, no limit is ever passed.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from fathoms.domain.budget import Spend, added
from fathoms.domain.ledger import Entry, Ledger, Purpose, Reserved
from fathoms.domain.plan import Need, Plan, Task, TaskStatus

RESERVE = 0.15
"""Share of every axis that only the report may use."""
NO_DRILL_DOWN = 0.70
NOTHING_NEW = 0.90
"""Shares of the rest, on the most-used axis, from which the bands begin."""
EXPENDABLE = 0.5
"""Pending tasks under this importance are skipped in the last band."""

_ROUNDING = 1e-9


class Band(StrEnum):
    OPEN = "open"
    NO_DRILL_DOWN = "no drill-down"
    NOTHING_NEW = "nothing new"


def reserve(ledger: Ledger, key: str, worst: Spend, *, task: str = "", purpose: Purpose = Purpose.WORK) -> Reserved:
    """Set the worst case of a call aside, unless a limit could be passed. A call it knows is not charged twice."""
    if ledger.entry(key) is not None:
        return Reserved(ledger=ledger)
    for axis, limit, held, wanted in _axes(ledger, worst):
        allowed = limit if purpose is Purpose.REPORT else limit * (1 - RESERVE)
        if held + wanted > allowed * (1 + _ROUNDING):
            kept = "" if purpose is Purpose.REPORT else f", {RESERVE:.0%} of it for the report"
            return Reserved(
                ledger=ledger,
                refused=f"{axis}: {held:g} spent or set aside, a call may take {wanted:g}, {limit:g} is the most{kept}",
            )
    entry = Entry(key=key, task=task, worst=worst, purpose=purpose)
    return Reserved(ledger=ledger.model_copy(update={"entries": (*ledger.entries, entry)}))


def seconds_left(ledger: Ledger, purpose: Purpose) -> float | None:
    """How long a call may still take: time has no worst case to set aside, so a call ends with it."""
    limit = ledger.budget.seconds
    if limit is None:
        return None
    allowed = limit if purpose is Purpose.REPORT else limit * (1 - RESERVE)
    return max(0.0, allowed - ledger.elapsed)


def settle(ledger: Ledger, key: str, actual: Spend) -> Ledger:
    """Put the true cost in the place of the worst case. Settling again changes nothing."""
    entries = tuple(
        entry.model_copy(update={"actual": actual}) if entry.key == key and entry.actual is None else entry
        for entry in ledger.entries
    )
    return ledger.model_copy(update={"entries": entries})


def release(ledger: Ledger, key: str) -> Ledger:
    """Take back the reservation of a call that was never made."""
    kept = tuple(entry for entry in ledger.entries if entry.key != key or entry.actual is not None)
    return ledger.model_copy(update={"entries": kept})


def at(ledger: Ledger, elapsed: float) -> Ledger:
    """The ledger at a later moment; time never runs back."""
    return ledger.model_copy(update={"elapsed": max(ledger.elapsed, elapsed)})


def spent(ledger: Ledger, task: str | None = None) -> Spend:
    """What has been paid, by all or by one task; the time is the run's own."""
    total = added(e.actual for e in ledger.entries if e.actual is not None and task in (None, e.task))
    return total if task is not None else total.model_copy(update={"seconds": ledger.elapsed})


def committed(ledger: Ledger) -> Spend:
    """What has been paid and what is set aside for calls under way: never above the budget."""
    total = added(entry.worst if entry.actual is None else entry.actual for entry in ledger.entries)
    return total.model_copy(update={"seconds": ledger.elapsed})


def used(ledger: Ledger) -> float:
    """Share of what work may spend that is spent, on the most-used axis; 0 without a budget."""
    return _share(spent(ledger), ledger)


def _share(paid: Spend, ledger: Ledger) -> float:
    budget = ledger.budget
    pairs = (
        (paid.usd, budget.usd),
        (float(paid.tokens), budget.tokens),
        (float(paid.calls), budget.calls),
        (paid.seconds, budget.seconds),
    )
    return max((amount / (limit * (1 - RESERVE)) for amount, limit in pairs if limit is not None), default=0.0)


def left(ledger: Ledger) -> float:
    """Share of what work may spend that is left, for the adaptive order."""
    return max(0.0, 1.0 - used(ledger))


def band(ledger: Ledger) -> Band:
    share = used(ledger) + _ROUNDING
    if share >= NOTHING_NEW:
        return Band.NOTHING_NEW
    return Band.NO_DRILL_DOWN if share >= NO_DRILL_DOWN else Band.OPEN


def may_drill(ledger: Ledger) -> bool:
    return band(ledger) is Band.OPEN


def may_add(ledger: Ledger) -> bool:
    """Whether the plan may still grow."""
    return band(ledger) is not Band.NOTHING_NEW


def prunable(ledger: Ledger, plan: Plan, *, forecast: bool = True) -> tuple[Task, ...]:
    """Pending tasks to skip now, least important first; of equals the later.

    All expendable ones in the last band; before it, as many as the forecast says do not fit.
    """
    last_band = band(ledger) is Band.NOTHING_NEW
    too_many = 0 if last_band or not forecast else beyond(ledger, plan)
    if not last_band and not too_many:
        return ()
    position = {task.id: n for n, task in enumerate(plan.tasks)}
    doomed = [t for t in plan.tasks if t.status is TaskStatus.PENDING and _weight(t, plan) < EXPENDABLE]
    lowest_first = sorted(doomed, key=lambda task: (_weight(task, plan), -position[task.id]))
    return tuple(lowest_first if last_band else lowest_first[:too_many])


def task_cost(ledger: Ledger) -> float:
    """Share of what work may spend that a task has cost so far, on the dearest axis; 0 before one has ended."""
    by_task: dict[str, Spend] = {}
    for entry in ledger.entries:
        if entry.task and entry.actual is not None:
            by_task[entry.task] = by_task.get(entry.task, Spend()) + entry.actual
    if not by_task:
        return 0.0
    whole = added(by_task.values()).model_copy(update={"seconds": ledger.elapsed})
    return _share(whole, ledger) / len(by_task)


def beyond(ledger: Ledger, plan: Plan) -> int:
    """How many of the tasks still to be done do not fit, if each costs what the ended ones did."""
    cost = task_cost(ledger)
    waiting = sum(1 for t in plan.tasks if t.status in (TaskStatus.PENDING, TaskStatus.RUNNING))
    if cost <= 0:
        return 0
    fitting = int((left(ledger) + _ROUNDING) / cost)
    return max(0, waiting - fitting)


def pruned(ledger: Ledger, plan: Plan, *, forecast: bool = True) -> tuple[Plan, tuple[Task, ...]]:
    """The plan without its expendable tasks, and those tasks in the order they were given up."""
    skipped = tuple(
        task.model_copy(update={"status": TaskStatus.SKIPPED, "reason": _why_pruned(ledger, task)})
        for task in prunable(ledger, plan, forecast=forecast)
    )
    return plan.replacing(*skipped), skipped


def _why_pruned(ledger: Ledger, task: Task) -> str:
    spent_so_far = f"{used(ledger):.0%} of the budget is spent"
    if band(ledger) is not Band.NOTHING_NEW:
        spent_so_far += f", a task has cost {task_cost(ledger):.0%} of it so far, not all that wait would fit,"
    return f"{spent_so_far} and its importance is {task.importance:g}"


def _weight(task: Task, plan: Plan) -> float:
    """A task weighs as much as the most important pending task that cannot do without it."""
    needing = (
        other
        for other in plan.tasks
        if other.status is TaskStatus.PENDING
        and (other.parent == task.id or any(d.on == task.id and d.need is Need.HARD for d in other.depends_on))
    )
    return max((task.importance, *(_weight(other, plan) for other in needing)))


def _axes(ledger: Ledger, worst: Spend) -> Iterator[tuple[str, float, float, float]]:
    """Each limited axis: its limit, what is spent or set aside, and what the call may add."""
    held, budget = committed(ledger), ledger.budget
    if budget.usd is not None:
        yield "money", budget.usd, held.usd, worst.usd
    if budget.tokens is not None:
        yield "tokens", budget.tokens, held.tokens, worst.tokens
    if budget.calls is not None:
        yield "calls", budget.calls, held.calls, worst.calls
    if budget.seconds is not None:
        yield "seconds", budget.seconds, held.seconds, worst.seconds
