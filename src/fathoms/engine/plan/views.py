"""A plan for the eye: the mark of each task, a Mermaid graph, and its history as a sequence of changes.

Knows: statuses, dependencies, which task is ready.  Does not know: terminals, colours, or where the text goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fathoms.domain.events import Event, PlanProposed, PlanRevised, RunStarted, TaskSkipped
from fathoms.domain.plan import Dependency, Need, Plan, Task, TaskStatus
from fathoms.domain.plan_history import FieldChange, PlanStep, TaskDiff
from fathoms.engine.plan import schedule

MARKS: dict[TaskStatus, str] = {
    TaskStatus.PENDING: "○",
    TaskStatus.RUNNING: "●",
    TaskStatus.DONE: "✓",
    TaskStatus.FAILED: "✗",
    TaskStatus.SKIPPED: "–",
}
READY_MARK = "◎"
"""A task that could start now: all that it waits for is done, and no slot is free yet."""

_COMPARED = ("question", "focus", "priority", "importance", "status", "depends_on", "sub_questions", "subjects")


def ready_ids(plan: Plan) -> frozenset[str]:
    """The pending tasks that wait for nothing but a slot."""
    running = sum(1 for task in plan.tasks if task.status is TaskStatus.RUNNING)
    return frozenset(task.id for task in schedule.ready(plan, slots=len(plan.tasks) + running))


def mermaid(plan: Plan) -> str:
    """The plan as a Mermaid flowchart: arrows for dependencies, dotted for soft ones, thick for children."""
    ready = ready_ids(plan)
    lines = ["flowchart TD", '    root(("root"))']
    lines += [f'    {_node(t.id)}["{mark(t, ready)} {t.id}: {_escaped(t.question)}"]' for t in plan.tasks]
    for task in plan.tasks:
        if task.parent:
            lines.append(f"    {_node(task.parent)} ==> {_node(task.id)}")
        for edge in task.depends_on:
            lines.append(f"    {_node(edge.on)} {'-->' if edge.need is Need.HARD else '-.->'} {_node(task.id)}")
        if not task.parent and not task.depends_on:
            lines.append(f"    root --> {_node(task.id)}")
    for status in TaskStatus:
        members = ",".join(_node(task.id) for task in plan.tasks if task.status is status)
        if members:
            lines.append(f"    class {members} {status.value}")
    return "\n".join(lines)


def history(events: Iterable[Event]) -> tuple[PlanStep, ...]:
    """Every plan that the run had, as what changed from the one before it; refused changes are steps without any."""
    steps: list[PlanStep] = []
    plan = Plan()
    for event in events:
        body = event.body
        match body:
            case PlanProposed():
                steps.append(_step(event, "proposed", "", plan, body.plan))
                plan = body.plan
            case RunStarted() if _differs(plan, body.plan):
                steps.append(_step(event, "started", "", plan, body.plan))
                plan = body.plan
            case PlanRevised():
                after = plan if body.refused else body.after
                before = plan if body.refused else body.before
                step = _step(event, body.trigger, body.reason, before, after)
                steps.append(step.model_copy(update={"refused": body.refused, "impact": body.impact}))
                plan = after
            case TaskSkipped() if any(task.id == event.task for task in plan.tasks):
                after = plan.marking(event.task, TaskStatus.SKIPPED, body.reason)
                steps.append(_step(event, "skipped", body.reason, plan, after))
                plan = after
    return tuple(steps)


def diff(before: Plan, after: Plan) -> TaskDiff:
    """What was added, skipped, taken out or changed between two states of a plan."""
    old, new = {task.id: task for task in before.tasks}, {task.id: task for task in after.tasks}
    both = [(old[task_id], task) for task_id, task in new.items() if task_id in old]
    return TaskDiff(
        added=tuple(task for task_id, task in new.items() if task_id not in old),
        removed=tuple(task_id for task_id in old if task_id not in new),
        skipped=tuple(now.id for was, now in both if _became_skipped(was, now)),
        changed=tuple(change for was, now in both for change in _changes(was, now)),
    )


def mark(task: Task, ready: frozenset[str]) -> str:
    return READY_MARK if task.id in ready else MARKS[task.status]


def waits_for(task: Task) -> str:
    """`after 1, 2 (soft)`; empty when it waits for nothing."""
    listed = ", ".join(_edge(edge) for edge in task.depends_on)
    return f"after {listed}" if listed else ""


def _step(event: Event, trigger: str, reason: str, before: Plan, after: Plan) -> PlanStep:
    return PlanStep(
        at=event.at, seq=event.seq, trigger=trigger, reason=reason, tasks=len(after.tasks), diff=diff(before, after)
    )


def _differs(before: Plan, after: Plan) -> bool:
    return diff(before, after) != TaskDiff()


def _became_skipped(was: Task, now: Task) -> bool:
    return now.status is TaskStatus.SKIPPED and was.status is not TaskStatus.SKIPPED


def _changes(was: Task, now: Task) -> Iterator[FieldChange]:
    for name in _COMPARED:
        if name == "status" and now.status is TaskStatus.SKIPPED:
            continue
        before, after = _shown(getattr(was, name)), _shown(getattr(now, name))
        if before != after:
            yield FieldChange(task=now.id, field=name, before=before, after=after)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_edge(item) if isinstance(item, Dependency) else str(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _edge(edge: Dependency) -> str:
    return f"{edge.on} (soft)" if edge.need is Need.SOFT else edge.on


def _node(task_id: str) -> str:
    return "t" + task_id.replace("/", "_").replace(".", "_")


def _escaped(text: str) -> str:
    """Mermaid reads a label as HTML: marks that would end it or begin a tag are written as entities."""
    plain = " ".join(text.split())
    return plain.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
