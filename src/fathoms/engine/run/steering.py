"""What a user's wish makes of a run under way: a task left out, a question more, or nothing more begun.

Knows: that only what has not begun can be left out, and where a new question goes.  Does not know: how a wish arrives,
or how a task that is under way notices that it is to end.
"""

from __future__ import annotations

from dataclasses import replace

from fathoms.domain.events import RunSteered, Steering
from fathoms.domain.plan import STANDARD_GATE, Plan, Task, TaskStatus
from fathoms.engine.plan import drilling, subplans
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.run.progress import Change, Course

BY_THE_USER = "the user"
LEFT_OUT = "left out by the user"
STOPPED = "not begun: the user asked for what there is"


def skipped(course: Course, wish: RunSteered) -> tuple[Course, tuple[Task, ...]]:
    """Without the pending tasks that the wish leaves out; what needs one of them follows by itself."""
    stop = wish.steering is Steering.STOP
    reason = STOPPED if stop else LEFT_OUT
    gone = tuple(
        task.model_copy(update={"status": TaskStatus.SKIPPED, "reason": reason})
        for task in course.plan.tasks
        if task.status is TaskStatus.PENDING and (stop or task.id == wish.task)
    )
    return replace(course, plan=course.plan.replacing(*gone)), gone


def added(course: Course, wish: RunSteered) -> Change:
    """One more task at the top of the plan: the user's word needs no importance, only a plan that stays sound."""
    plan = course.plan
    after = drilling.grown(plan, [_task(plan, wish.question)])
    return Change(
        task="",
        trigger=BY_THE_USER,
        reason=wish.question,
        before=plan,
        after=after,
        impact="one more task",
        refused="; ".join(plan_rules.problems(after)),
    )


def _task(plan: Plan, question: str) -> Task:
    beside = plan.tasks[0]
    return Task(
        id=subplans.next_top_id(plan, beside.id),
        question=question,
        rationale="asked for while the run was under way",
        importance=max(task.importance for task in plan.tasks),
        subjects=(),
        sub_questions=(question,),
        lean=beside.lean,
        gates=STANDARD_GATE,
    )
