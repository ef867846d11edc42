"""Which task is next. No barrier between levels: a task starts once its own dependencies are done.

Knows: statuses, hard and soft dependencies, slots, the three orders.  Does not know: what a task does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fathoms.domain.plan import Need, Order, Plan, Task, TaskStatus


def ready(
    plan: Plan,
    *,
    slots: int,
    order: Order = Order.BREADTH,
    budget_left: float = 1.0,
    rounds: int = 3,
    still_open: Mapping[str, float] | None = None,
    by_importance: bool = True,
) -> tuple[Task, ...]:
    """The tasks to start now, best first: those whose dependencies allow it, for the slots not in use.

    `still_open` tells the adaptive order, by task, what share of the questions before it stayed open; 1 where nothing
    was before it. `by_importance` is off for a run that an earlier version began: it goes on in the order it had.
    """
    running = sum(1 for task in plan.tasks if task.status is TaskStatus.RUNNING)
    free = max(slots - running, 0)
    startable = [task for task in plan.tasks if task.status is TaskStatus.PENDING and _may_start(task, plan)]
    weighed = plan if by_importance else _unweighed(plan, order)
    keyed = _order_key(weighed, order, budget_left, rounds, still_open or {})
    position = {task.id: weighed.task(task.id) for task in startable}
    return tuple(sorted(startable, key=lambda task: keyed(position[task.id]))[:free])


def _unweighed(plan: Plan, order: Order) -> Plan:
    """The plan as if all tasks were equally important, but for the order that is made of importance."""
    if order is Order.ADAPTIVE:
        return plan
    return plan.model_copy(update={"tasks": tuple(t.model_copy(update={"importance": 0.5}) for t in plan.tasks)})


def settle(plan: Plan) -> tuple[Plan, tuple[Task, ...]]:
    """Skip what can never start, down the whole chain; returns the plan and the tasks skipped, with reasons."""
    skipped: list[Task] = []
    while True:
        doomed = [
            task.model_copy(update={"status": TaskStatus.SKIPPED, "reason": reason})
            for task in plan.tasks
            if task.status is TaskStatus.PENDING and (reason := _why_never(task, plan))
        ]
        if not doomed:
            return plan, tuple(skipped)
        plan = plan.replacing(*doomed)
        skipped += doomed


def missing_inputs(task: Task, plan: Plan) -> tuple[str, ...]:
    """The soft dependencies that ended without a result: the task runs, and names the gap."""
    return tuple(
        f"task {other.id} ({other.question}) {other.status.value}: {other.reason}"
        for dependency in task.depends_on
        if dependency.need is Need.SOFT
        for other in (plan.task(dependency.on),)
        if other.status in (TaskStatus.FAILED, TaskStatus.SKIPPED)
    )


def upstream(plan: Plan, task_id: str) -> frozenset[str]:
    """Every task that this one depends on or descends from: all that it may know of."""
    seen: set[str] = set()
    frontier = [task_id]
    while frontier:
        task = plan.task(frontier.pop())
        for other in (*task.dependency_ids, *((task.parent,) if task.parent else ())):
            if other not in seen:
                seen.add(other)
                frontier.append(other)
    return frozenset(seen)


def downstream(plan: Plan, task_id: str) -> frozenset[str]:
    """The task itself and everything that depends on it or descends from it."""
    return frozenset(task.id for task in plan.tasks if task.id == task_id or task_id in upstream(plan, task.id))


def _may_start(task: Task, plan: Plan) -> bool:
    for dependency in task.depends_on:
        status = plan.task(dependency.on).status
        if dependency.need is Need.HARD and status is not TaskStatus.DONE:
            return False
        if not status.ended:
            return False
    return task.parent is None or plan.task(task.parent).status is TaskStatus.DONE


def _why_never(task: Task, plan: Plan) -> str:
    needed = [d.on for d in task.depends_on if d.need is Need.HARD] + ([task.parent] if task.parent else [])
    for other_id in needed:
        other = plan.task(other_id)
        if other.status in (TaskStatus.FAILED, TaskStatus.SKIPPED):
            return f"it needs task {other.id}, which {'failed' if other.status is TaskStatus.FAILED else 'was skipped'}"
    return ""


def _order_key(
    plan: Plan, order: Order, budget_left: float, rounds: int, still_open: Mapping[str, float]
) -> Callable[[Task], tuple[object, ...]]:
    """Importance breaks every tie; of equals the earlier in the plan comes first."""
    position = {task.id: n for n, task in enumerate(plan.tasks)}

    def breadth(task: Task) -> tuple[object, ...]:
        return (task.level, task.priority, -task.importance, position[task.id])

    def depth(task: Task) -> tuple[object, ...]:
        return tuple((step.priority, -step.importance, position[step.id]) for step in _lineage(task, plan))

    def adaptive(task: Task) -> tuple[object, ...]:
        estimated_calls = 2 * (rounds + task.extra_rounds) + 1
        worth = task.importance * still_open.get(task.id, 1.0) / estimated_calls
        return (-worth, -task.importance, position[task.id])

    if order is Order.BREADTH:
        return breadth
    if order is Order.DEPTH or budget_left < 0.5:
        return depth
    return adaptive


def _lineage(task: Task, plan: Plan) -> tuple[Task, ...]:
    """The task's ancestors from the top down, itself last."""
    chain = [task]
    while chain[-1].parent:
        chain.append(plan.task(chain[-1].parent))
    return tuple(reversed(chain))
