"""What makes a plan sound. A plan that breaks a rule is refused with the reason, never repaired silently.

Knows: the invariants of SPEC §3 and the two fallbacks.  Does not know: who made the plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fathoms.domain.brief import Brief, Limits
from fathoms.domain.plan import STANDARD_GATE, Mode, Plan, Strategy, Task
from fathoms.engine.plan import subplans
from fathoms.errors import PlanRefused

MAX_LEVEL = 3


def problems(plan: Plan, limits: Limits | None = None) -> tuple[str, ...]:
    """Everything that is wrong with a plan, in words; empty when it is sound."""
    if not plan.tasks:
        return ("the plan has no task",)
    by_id = {task.id: task for task in plan.tasks}
    found = [
        f"task id {task_id!r} is used {n} times" for task_id, n in Counter(t.id for t in plan.tasks).items() if n > 1
    ]
    for task in plan.tasks:
        found += _broken_references(task, by_id)
        found += _wrong_level(task, by_id)
    found += _ungated_parents(plan)
    found += [
        f"task {task_id!r} cannot be reached from the root: its dependencies form a cycle"
        for task_id in _unreachable(plan)
    ]
    if limits:
        found += _over_the_caps(plan, limits)
    return tuple(found)


def checked(plan: Plan, limits: Limits | None = None) -> Plan:
    """The same plan, or `PlanRefused` with every reason."""
    found = problems(plan, limits)
    if found:
        raise PlanRefused(found)
    return plan


def gated(plan: Plan, limits: Limits) -> Plan:
    """The plan in which every task that may yet be dug into has a gate: its own, else the standard one."""
    if plan.mode is Mode.SIMPLE:
        return plan
    return plan.replacing(
        *(
            task.model_copy(update={"gates": STANDARD_GATE})
            for task in plan.tasks
            if task.level < limits.levels and task.gates is None
        )
    )


def flattened(plan: Plan) -> Plan:
    """The first fallback: the same questions as a plain list, without any edge."""
    tasks = tuple(
        task.model_copy(update={"id": str(n), "depends_on": (), "parent": None, "level": 1})
        for n, task in enumerate(plan.tasks, start=1)
    )
    return plan.model_copy(update={"tasks": tasks, "strategy": Strategy.ASPECT})


def single(brief: Brief) -> Plan:
    """The last fallback: the question itself, as one task."""
    task = Task(
        id="1",
        question=brief.question,
        rationale="the question as it was asked",
        importance=1.0,
        subjects=tuple(subject.name for subject in brief.subjects),
        sub_questions=(brief.question,),
    )
    return Plan(mode=Mode.SIMPLE, strategy=Strategy.SINGLE, signals=("single task",), tasks=(task,))


def _broken_references(task: Task, by_id: Mapping[str, Task]) -> list[str]:
    found = []
    for other in task.dependency_ids:
        if other == task.id:
            found.append(f"task {task.id!r} depends on itself")
        elif other not in by_id:
            found.append(f"task {task.id!r} depends on {other!r}, which is not in the plan")
    if task.parent is not None and task.parent not in by_id:
        found.append(f"task {task.id!r} has the parent {task.parent!r}, which is not in the plan")
    return found


def _wrong_level(task: Task, by_id: Mapping[str, Task]) -> list[str]:
    if task.level > MAX_LEVEL:
        return [f"task {task.id!r} is at level {task.level}; the deepest level is {MAX_LEVEL}"]
    parent = by_id.get(task.parent) if task.parent else None
    expected = parent.level + 1 if parent else 1
    if task.level != expected:
        return [f"task {task.id!r} says level {task.level}, but stands at level {expected}"]
    return []


def _ungated_parents(plan: Plan) -> list[str]:
    parents = {task.parent for task in plan.tasks if task.parent}
    return [
        f"task {task.id!r} has children but no gate that says when it is done"
        for task in plan.tasks
        if task.id in parents and not (task.gates and task.gates.ask_for_something)
    ]


def _unreachable(plan: Plan) -> list[str]:
    """Tasks that no order of execution ever gets to. An unknown id is reported on its own, not here."""
    ids = {task.id for task in plan.tasks}
    waiting = {
        task.id: {i for i in (*task.dependency_ids, *((task.parent,) if task.parent else ())) if i in ids}
        for task in plan.tasks
    }
    reached: set[str] = set()
    while ready := [task_id for task_id, needs in waiting.items() if task_id not in reached and needs <= reached]:
        reached.update(ready)
    return [task.id for task in plan.tasks if task.id not in reached]


def _over_the_caps(plan: Plan, limits: Limits) -> list[str]:
    """The effort's caps, which hold for each of the plans of a run."""
    return [problem for part in subplans.parts(plan) for problem in _part_over_the_caps(part, limits)]


def _part_over_the_caps(plan: Plan, limits: Limits) -> list[str]:
    top = sum(1 for task in plan.tasks if task.level == 1)
    found = []
    if top > limits.top_tasks:
        found.append(f"{top} top tasks; this effort allows {limits.top_tasks}")
    if len(plan.tasks) > limits.tasks:
        found.append(f"{len(plan.tasks)} tasks in all; this effort allows {limits.tasks}")
    deepest = max(task.level for task in plan.tasks)
    if deepest > limits.levels:
        found.append(f"{deepest} levels; this effort allows {limits.levels}")
    return found
