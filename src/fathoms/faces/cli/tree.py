"""The tasks of a plan as a tree, children under their parent, dependencies in words; and how the plan changed.

Knows: how a plan and its state are put on lines.  Does not know: where the lines go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter

from fathoms.domain.budget import Spend
from fathoms.domain.events import Event
from fathoms.domain.plan import Plan, Task, TaskKind
from fathoms.domain.plan_history import PlanStep
from fathoms.domain.state import StepState, TaskState
from fathoms.engine.plan import views as plan_views
from fathoms.engine.plan.views import MARKS, mark, ready_ids, waits_for
from fathoms.faces.cli.layout import elapsed, plural
from fathoms.faces.cli.plain_words import why_it_ended
from fathoms.faces.cli.terminal import clean


def plan_history(events: Sequence[Event], *, as_json: bool) -> str:
    """Each change with its reason and what it added, skipped or changed."""
    steps = plan_views.history(events)
    if as_json:
        return TypeAdapter(tuple[PlanStep, ...]).dump_json(steps, indent=2).decode()
    return "\n".join(line for step in steps for line in _lines(step)) or "no plan yet"


def _lines(step: PlanStep) -> list[str]:
    why = f": {clean(step.reason)}" if step.reason else ""
    head = f"{step.seq:>4}  {step.trigger}{why} ({step.tasks} tasks)"
    if step.refused:
        return [head, f"      refused: {clean(step.refused)}"]
    return [
        head,
        *(f"      + {task.id}  {clean(task.question)}" for task in step.diff.added),
        *(f"      - {task}" for task in step.diff.removed),
        *(f"      skipped {task}" for task in step.diff.skipped),
        *(f"      ~ {c.task} {c.field}: {clean(c.before)} → {clean(c.after)}" for c in step.diff.changed),
    ]


READY = "ready"
"""Said of a pending task that waits for nothing but a slot."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One task and the lines drawn before it."""

    task: Task
    guide: str
    below: str
    """What stands before further lines on this task."""


def branches(plan: Plan) -> Iterator[Branch]:
    """Every task in plan order, children under their parent."""
    known = {task.id for task in plan.tasks}

    def grow(parent: str | None, before: str) -> Iterator[Branch]:
        here = [task for task in plan.tasks if (task.parent if task.parent in known else None) == parent]
        for task in here:
            last = task is here[-1]
            below = before + ("   " if last else "│  ")
            parent_of_some = any(other.parent == task.id for other in plan.tasks)
            yield Branch(task, before + ("└─ " if last else "├─ "), below + ("│    " if parent_of_some else "     "))
            yield from grow(task.id, below)

    return grow(None, "")


def plan_lines(plan: Plan) -> Iterator[str]:
    """The plan as it is proposed: id, question, what it waits for, how much it matters."""
    for branch in branches(plan):
        task = branch.task
        yield f"{branch.guide}{MARKS[task.status]} {task.id}  {clean(task.question)}"
        yield f"{branch.below}{' · '.join(_traits(task))}"


def state_lines(plan: Plan, tasks: tuple[TaskState, ...]) -> Iterator[str]:
    """The plan as it stands: how far each task is, and why it is no further."""
    states = {state.id: state for state in tasks}
    current = as_it_stands(plan, tasks)
    ready = ready_ids(current)
    for branch in branches(current):
        task = branch.task
        state = states.get(task.id) or TaskState(id=task.id, question=task.question, status=task.status)
        word = READY if task.id in ready else state.status.value
        yield f"{branch.guide}{mark(task, ready)} {task.id}  {clean(task.question)}"
        yield f"{branch.below}{' · '.join((word, *_traits_of(task), *_figures(state)))}"
        for step in state.steps:
            yield f"{branch.below}{clean(_looked(step))}"
        told = clean(state.activity or why_it_ended(state.reason))
        if told:
            yield f"{branch.below}{told}"


def as_it_stands(plan: Plan, tasks: tuple[TaskState, ...]) -> Plan:
    """The plan with the statuses that its tasks have by now."""
    status = {state.id: state.status for state in tasks}
    return plan.replacing(*(t.model_copy(update={"status": status.get(t.id, t.status)}) for t in plan.tasks))


def rounds(state: TaskState) -> str:
    return f"round {state.round}/{state.budget}" if state.budget else ""


def cost(spend: Spend) -> str:
    return f"${spend.usd:.2f}" if spend.usd else "$0"


def _traits(task: Task) -> tuple[str, ...]:
    several = plural(len(task.sub_questions), "sub-question") if task.sub_questions else ""
    emphasis = "one extra round" if task.extra_rounds else ""
    traits = (f"importance {task.importance:g}", *_traits_of(task), several, emphasis)
    return tuple(trait for trait in traits if trait)


def _traits_of(task: Task) -> tuple[str, ...]:
    kind = "" if task.kind is TaskKind.RESEARCH else task.kind.value
    return tuple(trait for trait in (kind, waits_for(task)) if trait)


def _looked(step: StepState) -> str:
    """`after_extract figures: 6 facts, 1 dropped`; what is nothing is left out."""
    counts = ((step.dropped, "dropped"), (step.lowered, "trusted less"), (step.failed, "failed"))
    told = ", ".join((plural(step.looked_at, "fact"), *(f"{count} {what}" for count, what in counts if count)))
    return f"{step.slot} {step.name}: {told}"


def _figures(state: TaskState) -> tuple[str, ...]:
    if state.started_at is None:
        return ()
    figures = (rounds(state), plural(state.facts, "fact"), cost(state.spend), elapsed(state.started_at, state.ended_at))
    return tuple(figure for figure in figures if figure)
