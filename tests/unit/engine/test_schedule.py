"""Which task is next: orders, slots, hard and soft dependencies."""

from __future__ import annotations

import pytest

from fathoms.domain.plan import Dependency, Need, Order, Plan, Task, TaskStatus
from fathoms.engine.plan import schedule

DONE, FAILED, PENDING, RUNNING, SKIPPED = (
    TaskStatus.DONE,
    TaskStatus.FAILED,
    TaskStatus.PENDING,
    TaskStatus.RUNNING,
    TaskStatus.SKIPPED,
)


def task(
    task_id: str,
    *depends_on: str,
    soft: tuple[str, ...] = (),
    status: TaskStatus = PENDING,
    priority: int = 1,
    importance: float = 0.5,
) -> Task:
    hard = tuple(Dependency(on=other) for other in depends_on)
    parent = task_id.rpartition(".")[0] or None
    return Task(
        id=task_id,
        question=f"What about {task_id}?",
        depends_on=hard + tuple(Dependency(on=other, need=Need.SOFT) for other in soft),
        parent=parent,
        level=task_id.count(".") + 1,
        status=status,
        priority=priority,
        importance=importance,
    )


def ids(tasks: tuple[Task, ...]) -> list[str]:
    return [t.id for t in tasks]


def walk(start: tuple[str, ...], grown: dict[str, tuple[str, ...]], order: Order) -> list[str]:
    """Run on one slot; when a task ends, its drill-down children join the plan."""
    plan = Plan(tasks=tuple(task(i) for i in start))
    walked: list[str] = []
    while chosen := schedule.ready(plan, slots=1, order=order):
        walked.append(chosen[0].id)
        plan = plan.marking(chosen[0].id, DONE)
        plan = plan.model_copy(update={"tasks": (*plan.tasks, *(task(i) for i in grown.get(chosen[0].id, ())))})
    return walked


def test_breadth_first_takes_a_level_before_the_next() -> None:
    grown = {"1": ("1.1", "1.2"), "3": ("3.1",), "3.1": ("3.1.1",)}
    assert walk(("1", "2", "3"), grown, Order.BREADTH) == ["1", "2", "3", "1.1", "1.2", "3.1", "3.1.1"]


def test_depth_first_takes_a_branch_before_the_next() -> None:
    grown = {"1": ("1.1", "1.2"), "1.2": ("1.2.1",), "3": ("3.1",)}
    assert walk(("1", "2", "3"), grown, Order.DEPTH) == ["1", "1.1", "1.2", "1.2.1", "2", "3", "3.1"]


def test_adaptive_order_prefers_what_matters_per_estimated_call() -> None:
    plan = Plan(tasks=(task("1", importance=0.2), task("2", importance=0.9), task("3", importance=0.5)))
    assert ids(schedule.ready(plan, slots=3, order=Order.ADAPTIVE)) == ["2", "3", "1"]


@pytest.mark.parametrize(("left", "first"), [(0.5, "2"), (0.49, "1")])
def test_adaptive_order_turns_to_depth_below_half_the_budget(left: float, first: str) -> None:
    plan = Plan(tasks=(task("1", importance=0.2), task("2", importance=0.9, priority=2)))
    assert schedule.ready(plan, slots=1, order=Order.ADAPTIVE, budget_left=left)[0].id == first


def test_priority_decides_within_a_level() -> None:
    plan = Plan(tasks=(task("1", priority=3), task("2", priority=1), task("3", priority=2)))
    assert ids(schedule.ready(plan, slots=3)) == ["2", "3", "1"]


def test_slots_in_use_are_subtracted() -> None:
    plan = Plan(tasks=(task("1", status=RUNNING), task("2", status=RUNNING), task("3"), task("4")))
    assert ids(schedule.ready(plan, slots=3)) == ["3"]
    assert schedule.ready(plan, slots=2) == ()
    assert schedule.ready(plan, slots=1) == ()


def test_a_task_starts_without_waiting_for_the_rest_of_its_level() -> None:
    plan = Plan(tasks=(task("1", status=DONE), task("2", status=RUNNING), task("3", "1"), task("4", "2")))
    assert ids(schedule.ready(plan, slots=4)) == ["3"]


@pytest.mark.parametrize(("status", "word"), [(FAILED, "failed"), (SKIPPED, "skipped")])
def test_a_hard_dependency_that_failed_skips_all_that_builds_on_it(status: TaskStatus, word: str) -> None:
    plan = Plan(tasks=(task("1", status=status), task("2", "1"), task("3", "2"), task("4")))
    settled, skipped = schedule.settle(plan)
    assert ids(skipped) == ["2", "3"]
    assert word in skipped[0].reason
    assert settled.task("4").status is PENDING


def test_a_soft_dependency_that_failed_lets_its_successor_run_and_names_the_gap() -> None:
    plan = Plan(tasks=(task("1", status=FAILED), task("2", soft=("1",))))
    settled, skipped = schedule.settle(plan)
    assert skipped == ()
    assert ids(schedule.ready(settled, slots=1)) == ["2"]
    assert "task 1" in schedule.missing_inputs(settled.task("2"), settled)[0]


def test_a_soft_dependency_is_still_waited_for() -> None:
    plan = Plan(tasks=(task("1", status=RUNNING), task("2", soft=("1",))))
    assert schedule.ready(plan, slots=4) == ()


def test_upstream_and_downstream_follow_dependencies_and_parents() -> None:
    plan = Plan(tasks=(task("1"), task("2", "1"), task("2.1"), task("3"), task("4", "2")))
    assert schedule.upstream(plan, "2.1") == {"2", "1"}
    assert schedule.downstream(plan, "2") == {"2", "2.1", "4"}


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("budget_left", [1.0, 0.4])
def test_importance_breaks_ties_in_every_order(order: Order, budget_left: float) -> None:
    weights = {"1": 0.9, "2": 0.4, "3": 0.8, "4": 0.2}
    plan = Plan(tasks=tuple(task(name, importance=weight) for name, weight in weights.items()))
    assert ids(schedule.ready(plan, slots=4, order=order, budget_left=budget_left)) == ["1", "3", "2", "4"]


def test_priority_still_comes_before_importance_in_the_breadth_order() -> None:
    plan = Plan(tasks=(task("1", importance=0.9, priority=2), task("2", importance=0.1)))
    assert ids(schedule.ready(plan, slots=2)) == ["2", "1"]


def test_the_adaptive_order_puts_off_what_is_well_answered_already() -> None:
    plan = Plan(tasks=(task("1"), task("2", importance=0.6), task("3", importance=0.5)))
    asked = {"2": 0.25}
    assert ids(schedule.ready(plan, slots=3, order=Order.ADAPTIVE, still_open=asked)) == ["1", "3", "2"]
