"""Several plans in one run: `A/1`, `A/2.1`, `B/1`. Caps hold for each plan, slots and budget for the run.

Knows: the letter in front of a task's id.  Does not know: what the plans are about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from fathoms.domain.plan import Dependency, Lean, Mode, Need, Plan, Strategy, Task, TaskKind, TaskRole

_LEADING_NUMBER = re.compile(r"\d+")

MOST_PLANS = len(ascii_uppercase) - 1
"""One letter is left for what tells them together."""


def letter(task_id: str) -> str:
    """The plan that a task belongs to: `A` of `A/1.2`, empty when the run has one plan."""
    return task_id.partition("/")[0] if "/" in task_id else ""


def part(plan: Plan, name: str) -> Plan:
    """The tasks of one of the plans, as a plan."""
    return plan.model_copy(update={"tasks": tuple(task for task in plan.tasks if letter(task.id) == name)})


def parts(plan: Plan) -> tuple[Plan, ...]:
    """Each of the plans, in order; the plan itself when there is only one."""
    names = dict.fromkeys(letter(task.id) for task in plan.tasks)
    return tuple(part(plan, name) for name in names) if len(names) > 1 else (plan,)


def next_top_id(plan: Plan, beside: str) -> str:
    """The id for a new top task in the plan that the task `beside` belongs to."""
    name = letter(beside)
    numbers = [int(_top_number(task.id)) for task in plan.tasks if letter(task.id) == name]
    number = str(max(numbers, default=0) + 1)
    return f"{name}/{number}" if name else number


def split_plans(plans: Sequence[Plan]) -> Plan:
    """Two or more plans side by side as one, each task under its plan's letter; one plan stays as it is."""
    if not plans:
        raise ValueError("there is no plan to put side by side")
    if len(plans) > MOST_PLANS:
        raise ValueError(f"{len(plans)} plans; a run takes at most {MOST_PLANS}")
    if len(plans) == 1:
        return plans[0]
    tasks = tuple(
        _lettered(task, name) for name, plan in zip(ascii_uppercase, plans, strict=False) for task in plan.tasks
    )
    strategies = {plan.strategy for plan in plans}
    return Plan(
        mode=Mode.SIMPLE if all(plan.mode is Mode.SIMPLE for plan in plans) else Mode.COMPLEX,
        strategy=strategies.pop() if len(strategies) == 1 else Strategy.HIERARCHICAL,
        signals=tuple(dict.fromkeys(signal for plan in plans for signal in plan.signals)),
        approach="\n".join(
            f"{name}: {plan.approach}" for name, plan in zip(ascii_uppercase, plans, strict=False) if plan.approach
        ),
        tasks=tasks,
    )


def told_together(plan: Plan, question: str, subjects: Sequence[str]) -> Plan:
    """The plans with one task more, under a letter of its own: what all of them found, held against the whole question.
    It waits for every top task, and can do without any of them."""
    tops = [task for task in plan.tasks if task.level == 1]
    name = ascii_uppercase[len(parts(plan))]
    whole = Task(
        id=f"{name}/1",
        question=question,
        focus=question,
        kind=TaskKind.SYNTHESIS,
        role=TaskRole.WHOLE,
        depends_on=tuple(Dependency(on=task.id, need=Need.SOFT) for task in tops),
        priority=max(task.priority for task in tops) + 1,
        importance=max(task.importance for task in tops),
        subjects=tuple(subjects),
        sub_questions=(question,),
        lean=Lean.TASKS,
    )
    return plan.model_copy(update={"tasks": (*plan.tasks, whole)})


def _lettered(task: Task, name: str) -> Task:
    return task.model_copy(
        update={
            "id": f"{name}/{task.id}",
            "parent": f"{name}/{task.parent}" if task.parent else None,
            "depends_on": tuple(Dependency(on=f"{name}/{d.on}", need=d.need) for d in task.depends_on),
        }
    )


def _top_number(task_id: str) -> str:
    found = _LEADING_NUMBER.search(task_id)
    return found.group() if found else "0"
