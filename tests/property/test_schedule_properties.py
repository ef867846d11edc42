"""Whatever the graph and whatever fails: dependencies first, never more than the slots, everything ends."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from fathoms.domain.plan import STANDARD_GATE, Dependency, Need, Order, Plan, Task, TaskStatus
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.plan import schedule


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Random plans: each task may depend on any earlier one, and may be the child of one."""
    tasks: list[Task] = []
    for n in range(1, draw(st.integers(1, 14)) + 1):
        earlier = [t.id for t in tasks]
        chosen = draw(st.lists(st.sampled_from(earlier), unique=True, max_size=4)) if earlier else []
        needs = [draw(st.sampled_from(list(Need))) for _ in chosen]
        parents = [t for t in tasks if t.level < 3]
        parent = draw(st.none() | st.sampled_from(parents)) if parents else None
        task_id = f"{parent.id}.{n}" if parent else str(n)
        tasks.append(
            Task(
                id=task_id,
                question=f"q{n}",
                depends_on=tuple(Dependency(on=o, need=need) for o, need in zip(chosen, needs, strict=True)),
                parent=parent.id if parent else None,
                level=parent.level + 1 if parent else 1,
                priority=draw(st.integers(1, 3)),
                importance=draw(st.floats(0, 1)),
                gates=STANDARD_GATE,
            )
        )
    return Plan(tasks=tuple(tasks))


@given(plans(), st.integers(1, 5), st.sampled_from(list(Order)), st.floats(0, 1), st.randoms(use_true_random=False))
def test_every_task_ends_and_none_starts_early(
    plan: Plan, slots: int, order: Order, failing: float, dice: random.Random
) -> None:
    assert plan_rules.problems(plan) == ()
    running: list[str] = []
    while True:
        plan, _ = schedule.settle(plan)
        for task in schedule.ready(plan, slots=slots, order=order):
            for dependency in task.depends_on:
                other = plan.task(dependency.on).status
                assert other.ended
                assert other is TaskStatus.DONE or dependency.need is Need.SOFT
            plan = plan.marking(task.id, TaskStatus.RUNNING)
            running.append(task.id)
        assert len(running) <= slots
        if not running:
            break
        ended = running.pop(dice.randrange(len(running)))
        plan = plan.marking(ended, TaskStatus.FAILED if dice.random() < failing else TaskStatus.DONE)
    assert plan.ended
    assert all(task.reason for task in plan.tasks if task.status is TaskStatus.SKIPPED)


@given(plans(), st.data())
def test_a_cycle_put_into_any_plan_is_refused(plan: Plan, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(plan.tasks))
    second = data.draw(st.sampled_from([plan.task(i) for i in schedule.downstream(plan, first.id)]))
    looped = plan.replacing(first.model_copy(update={"depends_on": (*first.depends_on, Dependency(on=second.id))}))
    assert plan_rules.problems(looped)


@given(plans(), st.data())
def test_a_level_over_three_is_refused(plan: Plan, data: st.DataObject) -> None:
    task = data.draw(st.sampled_from(plan.tasks))
    assert plan_rules.problems(plan.replacing(task.model_copy(update={"level": data.draw(st.integers(4, 9))})))
